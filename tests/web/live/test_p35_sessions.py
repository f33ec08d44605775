"""Passwords and sessions, as docs/security.md has them."""

import asyncio
from dataclasses import replace

import pytest

from feltlab.commands import serve
from feltlab.errors import FeltlabError
from feltlab.service.pit import Pit
from feltlab.service.store import open_store
from feltlab.table.config import Config
from feltlab.web.accounts import passwords
from feltlab.web.accounts.names import taken
from feltlab.web.accounts.passwords import HASHER, hash_password, is_password
from feltlab.web.accounts.people import checked_name
from feltlab.web.door.limits import Places, Throttle
from feltlab.web.door.origin import client_address, counted_as, read_networks
from feltlab.web.door.settings import HOUR, MINUTE, Settings
from tests.web.live.site import DEMO, LOGIN, Browser, Clock, fresh_key, person, running
from tests.web.staff import PASSWORD

TABLE = "low-four-1"


# Passwords


def test_p35_passwords_are_kept_as_argon2id_with_owasp_parameters() -> None:
    hashed = hash_password(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hash_password(PASSWORD) != hashed
    assert is_password(hashed, PASSWORD)
    assert not is_password(hashed, PASSWORD + "x")
    assert not is_password(None, PASSWORD)
    assert not is_password("not a hash", PASSWORD)
    for wrong in ("short", "x" * 129):
        with pytest.raises(FeltlabError):
            hash_password(wrong)


def test_p35_an_unknown_name_costs_the_same_work_and_hears_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    class Counting:
        hash = staticmethod(HASHER.hash)

        @staticmethod
        def verify(stored: str, password: str) -> bool:
            checked.append(stored)
            return HASHER.verify(stored, password)

    monkeypatch.setattr(passwords, "HASHER", Counting)

    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada")
            checked.clear()
            answers = []
            for name in ("Ada", "nobody here", "ada"):
                heard = await Browser(site).post("/api/login", {"name": name, "password": "wrong password"})
                answers.append((heard.status, heard.raw))
            assert answers == [answers[0]] * 3
            assert answers[0][0] == 401
            assert len(checked) == 3
            assert all(stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for stored in checked)

    asyncio.run(ask())


def test_p35_waits_grow_after_wrong_passwords() -> None:
    now = 0.0
    throttle = Throttle(lambda: now)
    waits = []
    for _ in range(20):
        throttle.failed("x ada", "x")
        waits.append(throttle.wait("x ada", "y"))
    assert waits[:4] == [0, 0, 0, 0]
    assert waits[4:10] == [1, 2, 4, 8, 16, 32]
    assert waits[-1] == 900
    assert throttle.wait("y ada", "y") == 0  # the owner is elsewhere
    assert throttle.wait("x eve", "x") == 1  # an address has more tries, for several names
    now = 901
    assert throttle.wait("x ada", "x") == 0
    throttle.succeeded("x ada", "x")
    throttle.failed("x ada", "z")
    assert throttle.wait("x ada", "z") == 0
    for _ in range(20):
        throttle.failed("y eve", "y")
        throttle.failed("y own", "y")
        throttle.succeeded("y own", "y")
    assert throttle.wait("y own", "y") > 0  # one's own account does not cover for guesses at others


@pytest.mark.parametrize("same", ["name", "address"])
def test_p35_the_guesser_is_slowed_and_not_the_owner(same: str, caplog: pytest.LogCaptureFixture) -> None:
    tries = 5 if same == "name" else 20

    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada", address="10.9.9.9")
            now = site.app.state.house.throttle.clock()
            site.app.state.house.throttle.clock = lambda: now  # however long a password takes to be hashed here
            statuses = []
            for number in range(tries + 2):
                name = "aDa" if same == "name" else f"somebody {number}"
                guesser = Browser(site, f"2001:db8:1:2::{number}")  # one of them has them all
                heard = await guesser.post("/api/login", {"name": name, "password": "wrong password"})
                statuses.append(heard.status)
            assert statuses == [401] * tries + [429, 429]
            assert int(heard.headers["retry-after"]) >= 1
            right = {"name": "Ada", "password": PASSWORD}
            assert (await guesser.post("/api/login", right)).status == 429
            for elsewhere in ("2001:db8:1:3::1", "10.0.0.1"):
                assert (await Browser(site, elsewhere).post("/api/login", right)).status == 200
            counted = (await Browser(site).get("/metrics")).raw.decode()
            assert f'feltlab_logins_total{{outcome="failed"}} {tries}\n' in counted
            assert 'feltlab_logins_total{outcome="throttled"} 3\n' in counted

    asyncio.run(ask())
    said = [record.getMessage() for record in caplog.records if "login failed" in record.getMessage()]
    assert len(said) == tries
    assert said[0] == f"login failed for {'aDa' if same == 'name' else 'somebody 0'!r} from 2001:db8:1:2::0"


def test_p35_guesses_from_an_address_do_not_keep_out_whoever_has_been_there() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            await person(site, "player", "Ada", address="10.9.9.9")
            ida = await person(site, "player", "Ida", address="10.9.9.9")
            await person(site, "player", "Eve", address="10.8.8.8")
            site.app.state.accounts._places = Places()  # another process: Ida has a session there, Ada is known anew
            assert (
                await Browser(site, "10.9.9.9").post("/api/login", {"name": "Ada", "password": PASSWORD})
            ).status == 200
            house = site.app.state.house
            now = house.throttle.clock()
            house.throttle.clock = lambda: now
            for number in range(25):
                wrong = {"name": f"somebody {number}", "password": "wrong password"}
                heard = await Browser(site, "10.9.9.9").post("/api/login", wrong)
            assert heard.status == 429
            ada = {"name": "Ada", "password": PASSWORD}
            for name, status in (("Ada", 200), ("Ida", 200), ("Eve", 429), ("Nobody", 429)):
                here = Browser(site, "10.9.9.9")
                assert (await here.post("/api/login", {"name": name, "password": PASSWORD})).status == status, name
            # Guesses at their names are slowed as ever, and hear there what all hear.
            heard_of = [
                (await Browser(site, "10.9.9.9").post("/api/login", {**ada, "password": "wrong password"})).status
                for _ in range(6)
            ]
            assert heard_of == [429] * 6
            assert house.throttle.wait("10.9.9.9 ada") >= 1
            assert (await Browser(site, "10.9.9.9").post("/api/login", ada)).status == 429
            assert (await ida.get("/api/me")).status == 200

    asyncio.run(ask())


def test_p35_an_address_is_the_peers_unless_a_trusted_proxy_says_otherwise() -> None:
    near = read_networks(["10.0.0.0/8", "fd00::1"])
    assert client_address("127.0.0.1", "1.2.3.4", ()) == "127.0.0.1"
    assert client_address("8.8.8.8", "1.2.3.4", near) == "8.8.8.8"
    assert client_address("10.1.1.1", "1.2.3.4", near) == "1.2.3.4"
    assert client_address("10.1.1.1", "6.6.6.6, 1.2.3.4:4711, 10.2.2.2", near) == "1.2.3.4"
    assert client_address("fd00::1", "6.6.6.6,[2001:db8::7]:443", near) == "2001:db8::7"
    assert client_address("10.1.1.1", "<b>, 10.2.2.2", near) == "10.2.2.2"
    assert client_address("10.1.1.1", "<script>", near) == "10.1.1.1"
    for zone in ("fe80::1%\x1b[31m", "[fe80::1%eth0]:80", "1.2.3.4, fe80::7%\x85x"):
        assert client_address("10.1.1.1", zone, near) == "10.1.1.1"
    assert client_address("::ffff:10.1.1.1", "::ffff:1.2.3.4", near) == "1.2.3.4"
    assert counted_as("2001:db8:1:2:3::4") == counted_as("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert counted_as("::ffff:1.2.3.4") == "1.2.3.4"
    with pytest.raises(FeltlabError, match="is not an address or a network"):
        read_networks(["proxy"])


def test_p35_forwarded_addresses_do_not_hide_a_guesser() -> None:
    async def statuses(settings: Settings) -> list[int]:
        async with running(settings) as site:
            now = site.app.state.house.throttle.clock()
            site.app.state.house.throttle.clock = lambda: now
            wrong, found = {"name": "Ada", "password": "wrong password"}, []
            for number in range(6):
                browser = Browser(site, "127.0.0.1")
                heard = await browser.post("/api/login", wrong, x_forwarded_for=f"1.2.3.{number}")
                found.append(heard.status)
            return found

    trusting = replace(LOGIN, trusted_proxies=read_networks(["127.0.0.1"]))
    assert asyncio.run(statuses(LOGIN)) == [401] * 5 + [429]
    assert asyncio.run(statuses(trusting)) == [401] * 6
    assert serve.OF_SERVER["proxy_headers"] is False


@pytest.mark.parametrize(
    "password",
    ["aaaaaaaaaaaa", "abababababab", "abcabcabcabc", "123456789012", "qwertyuiopas", "AAAAaaaabbbb", "Ada Lovelace1"],
)
def test_p35_passwords_that_are_guessed_at_once_are_refused(password: str) -> None:
    with pytest.raises(FeltlabError, match="too easy to guess"):
        hash_password(password, "Ada Lovelace")


@pytest.mark.parametrize("letter", ["\0", "\t", "\x1b", "\x7f", "\x85"])
def test_p35_a_password_has_no_control_characters(letter: str) -> None:
    with pytest.raises(FeltlabError, match="must not contain control characters"):
        hash_password(f"correct horse{letter} battery")


def test_p35_names_are_not_told_apart_by_case() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            admin = await person(site, "admin", "Ada")
            body = {"key": "k", "name": "ADA", "role": "admin", "password": PASSWORD, "reason": "x"}
            assert (await admin.post("/api/accounts", body)).json["refused"] == "name-taken"
            weak = {**body, "key": "k2", "name": "Eve", "password": "aaaaaaaaaaaa"}
            assert (await admin.post("/api/accounts", weak)).json["refused"] == "bad-password"
            assert (await Browser(site).post("/api/login", {"name": "ada", "password": PASSWORD})).status == 200

    asyncio.run(ask())


LOOKING_ALIKE = (
    "Ada ", " Ada", "A  da", "A\u00a0da", "\u0410da", "\uff21da", "Ada\u200b", "Ada\n", "a" * 41, "house", "FELTLAB",
    "Guest ABC234", "guest", "GUEST-abc234", "Command Line", "command-line", "Ad\u00e1", "Ada\u0301", "Ada\u2060", "Ada\u202e", "\u0391da", "\U0001d400da",
)  # fmt: skip


def test_p35_no_account_has_a_name_that_looks_like_anothers() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            admin = await person(site, "admin")

            async def adds(name: str) -> int:
                body = {"key": fresh_key(), "name": name, "role": "floor", "password": PASSWORD, "reason": "new"}
                return (await admin.post("/api/accounts", body)).status

            assert [await adds(name) for name in ("A da-2.b", "a DA-2.B")] == [200, 409]
            for name in LOOKING_ALIKE:
                assert await adds(name) in (409, 422), name
                with pytest.raises(FeltlabError):
                    checked_name(name)
            assert len(site.pit.store.players()) == 2
            assert [await adds(name) for name in ("Bill O", "Warner", "Ian", "Bull 0")] == [200] * 4
            for name in (
                "BiIl O",
                "Bi1l O",
                "Bill 0",
                "Bill-o",
                "Wamer",
                "VVarner",
                "lan",
                "1an",
                "BuIl.O",
                "B1LL O",
                "Lan",
            ):
                assert await adds(name) == 409, name
                assert taken(site.pit.store, name), name
            mine = ("Boss Two", "Adm One", "Mark", "Oscar", "Vv", "Frank")
            assert [await adds(name) for name in mine] == [200] * len(mine)
            for name in (
                "boss tvvo",
                "B0SS TVVO",
                "adrn one",
                "rnark",
                "RNARK",
                "0SCAR",
                "W",
                "Frank.",
                "frank--",
                "boss..two",
            ):
                assert await adds(name) == 409, name
            for name in ("H0use", "house.", "fe1tlab", "cornmand line"):
                with pytest.raises(FeltlabError, match="reserved for the house"):
                    checked_name(name)

    asyncio.run(ask())


# Sessions


def test_p35_the_store_knows_no_token() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            ada = await person(site, "player")
            (token,) = ada.cookies.values()
            assert len(token) >= 43  # 256 bits
            with site.pit.store.reading() as db:
                rows = db.execute("SELECT token_hash FROM sessions")
            assert len(rows) == 1
            assert token not in str(rows)
            assert len(rows[0][0]) == 64

    asyncio.run(ask())


def test_p35_cookies() -> None:
    async def ask(settings: Settings) -> str:
        async with running(settings) as site:
            if settings.demo:
                return (await Browser(site).get("/api/me")).cookies[0]
            await person(site, "player", "Ada")
            return (await Browser(site).post("/api/login", {"name": "Ada", "password": PASSWORD})).cookies[0]

    login, demo = asyncio.run(ask(LOGIN)), asyncio.run(ask(DEMO))
    assert login.startswith("__Host-feltlab=")
    for attribute in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
        assert attribute in login
    assert "Domain" not in login
    assert demo.startswith("feltlab-demo=")
    assert "Secure" not in demo
    assert "HttpOnly" in demo
    assert "SameSite=strict" in demo


@pytest.mark.parametrize("comes", ["cross-site", "same-site"])
def test_p35_a_link_on_another_site_takes_nobodys_place_as_a_guest(comes: str) -> None:
    """A browser that follows it does not bring its cookie, for that is strict."""

    async def ask() -> None:
        async with running(DEMO) as site:
            for headers in ({"sec_fetch_site": comes, "sec_fetch_mode": "navigate"}, {"sec_fetch_site": comes}):
                heard = await Browser(site).get("/api/me", origin="-", **headers)
                assert (heard.status, heard.cookies) == (403, [])
                for page in ("/", "/play/low-four"):
                    assert (await Browser(site).get(page, origin="-", **headers)).cookies == []
            assert site.pit.store.players() == []
            ada = await site.guest()
            again = await ada.get("/api/me", sec_fetch_site=comes)  # with the cookie it is who it is
            assert (again.status, again.json["player"], again.cookies) == (200, ada.me["player"], [])
            for own in ("same-origin", "none"):
                assert (await Browser(site).get("/api/me", sec_fetch_site=own)).status == 200

    asyncio.run(ask())


def test_p35_sessions_end_by_idleness_by_age_and_by_logout() -> None:
    async def ask() -> None:
        clock = Clock()
        async with running(LOGIN, Pit(open_store("sqlite://"), clock=clock)) as site:
            idle = await person(site, "player")
            clock.ahead += 29 * MINUTE
            assert (await idle.get("/api/me")).status == 200
            clock.ahead += 29 * MINUTE
            assert (await idle.get("/api/me")).status == 200
            clock.ahead += 31 * MINUTE
            assert (await idle.get("/api/me")).status == 401
            busy = await person(site, "player")
            for _ in range(47):
                clock.ahead += 15 * MINUTE
                assert (await busy.get("/api/me")).status == 200
            clock.ahead += HOUR // 2
            assert (await busy.get("/api/me")).status == 401
            out = await person(site, "player")
            kept = dict(out.cookies)
            assert (await out.post("/api/logout", {})).status == 200
            assert out.cookies == {}
            out.cookies = kept
            assert (await out.get("/api/me")).status == 401

    asyncio.run(ask())


def test_p35_a_login_makes_a_new_session_and_ends_the_old_one() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            ada = await person(site, "player", "Ada")
            before = dict(ada.cookies)
            await ada.post("/api/login", {"name": "Ada", "password": PASSWORD})
            assert ada.cookies != before
            old = Browser(site)
            old.cookies = before
            assert (await old.get("/api/me")).status == 401
            assert (await ada.get("/api/me")).status == 200
            forged = Browser(site)
            forged.cookies = {"__Host-feltlab": "x" * 43}
            assert (await forged.get("/api/me")).status == 401

    asyncio.run(ask())


def test_p35_a_connection_ends_with_its_session() -> None:
    async def ask() -> None:
        async with running(LOGIN) as site:
            site.open_table(TABLE, Config("low-four"))
            ada = await person(site, "player")
            async with ada.at(TABLE) as wire:
                await wire.next()
                await ada.post("/api/logout", {})
                assert await wire.end() == 4401
            async with Browser(site).at(TABLE) as wire:
                assert await wire.end() == 4401

    asyncio.run(ask())


def test_p35_a_session_that_is_over_is_over_for_its_connections() -> None:
    async def ask() -> None:
        clock = Clock()
        settings = replace(LOGIN, sweep_seconds=0.05)
        async with running(settings, Pit(open_store("sqlite://"), clock=clock)) as site:
            site.open_table(TABLE, Config("low-four"))
            ada, bea = await person(site, "player"), await person(site, "player")
            async with ada.at(TABLE) as silent, bea.at(TABLE) as busy:
                await silent.next()
                for _ in range(3):
                    clock.ahead += 14 * MINUTE
                    assert (await busy.command("sit", seat=1))["ack"]  # what is asked here keeps the session going
                assert await silent.end() == 4401
                assert not busy.closed.done()
                clock.ahead += 12 * HOUR
                assert await busy.end() == 4401

    asyncio.run(ask())
