"""The floor's pages over HTTP: there for their readers, with a twin, with the API's figures, and orders that work."""

import csv
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlab import verify_shuffle
from feltlab.games import GAMES
from feltlab.lab import meter_figures
from feltlab.rules.game import Game
from feltlab.rules.steps import Ask, Close, Deal, Turn, step_name
from feltlab.service.requests import Request, Work
from feltlab.service.rows import NewAudit
from feltlab.table.config import Config
from feltlab.web.floor.board import SORTS, _plain
from feltlab.web.floor.pricing import metered_price
from feltlab.web.floor.text import WORDS
from feltlab.web.live import answers
from feltlab.web.school.manual import call_for, starts_of, title_of, words_for
from feltlab.web.site.text import TEXT, plainly
from tests.web.floor.house import DEMO, LOGIN, ROLES, House, Person, running

PAGES = (
    "/floor", "/floor/new", "/floor/chips", "/floor/audit", "/floor/tables/low-four-1", "/floor/tables/low-four-1/rounds/1", "/deal",
    "/deal/low-four-2", "/verify-shuffle", "/login",
)  # fmt: skip
FLOOR, DEALER, ALL = {"floor", "auditor", "admin"}, {"floor", "dealer"}, {*ROLES, "nobody"}
ALLOWED = {
    "/floor": FLOOR, "/floor/new": {"floor"}, "/floor/chips": {"floor", "admin"}, "/floor/audit": FLOOR, "/floor/tables/low-four-1": FLOOR,
    "/floor/tables/low-four-1/terms": {"floor"}, "/floor/tables/low-four-1/rounds/1": FLOOR, "/floor/tables/low-four-1/rounds/1.jsonl": FLOOR,
    "/floor/tables/low-four-1/rounds.jsonl": FLOOR, "/deal": DEALER, "/deal/low-four-2": DEALER,
    "/verify-shuffle": ALL, "/login": ALL, "/verify-shuffle/verify_shuffle.py": ALL,
}  # fmt: skip


WITH_METER = {"low-points": 100, "combo-progressive": 100}


def furnished(house: House) -> House:
    house.open_table("low-four-1", Config("low-four"))
    house.open_table("low-four-2", Config("low-four", dealer="manual"))
    return house


@pytest.fixture(scope="module")
def demo() -> Iterator[House]:
    with running(DEMO) as house:
        furnished(house)
        player = house.guest()
        player.post("/api/purse", do="buy-in", cents=20_000, table="low-four-1")
        for _ in range(3):
            player.plays("low-four-1", "play", {"decision": "fold"}, ante=500, **WITH_METER)
        yield house


@pytest.fixture(scope="module")
def guest(demo: House) -> Person:
    return demo.guest()


ACTS: dict[str, dict[str, Any]] = {
    "bot": {"strategy": "optimal", "wagers": {"ante": 500, "combo-progressive": 100}, "seat": 3},
    "buy-in": {"cents": 100}, "cash-out": {"cents": 100}, "give-tokens": {"cents": 100}, "take-tokens": {"cents": 100},
    "configure": {"config": {"game": "low-four"}}, "rate": {"wager": "combo-progressive", "increment_ppm": 1},
    "void": {"cause": "misdeal"}, "open": {"config": {"game": "low-four"}}, "an act of tomorrow": {},
}  # fmt: skip


def test_every_request_for_a_second_person_is_on_the_floors_page() -> None:
    with running(LOGIN) as house:
        furnished(house)
        asking, *readers = [house.staff(role) for role in ("floor", "admin", "auditor")]
        bot = asking.command("low-four-1", "bot", **ACTS["bot"])
        assert bot.status_code == 202
        [row] = [row for row in house.pit.store.audit() if row.action == "request"]
        told = json.loads(row.detail)
        told["table"] = "low-four-9"  # of another process
        asked = [{**told, "said": {"key": act, "do": act, "reason": "why not", **said}} for act, said in ACTS.items()]
        entries = [NewAudit(row.at, row.actor, "request", json.dumps(each)) for each in asked]
        house.pit.ask(Request(Work(lambda rows: rows.append_audit(entries) and None)))
        for reader in readers:
            page = reader.get("/floor")
            assert page.status_code == 200
            shown = re.findall(r"<li data-request.*?<b>(.*?)</b>", page.text, re.DOTALL)
            assert len(shown) == len(ACTS) + 1
            assert shown[0] == shown[1] == WORDS["floor"]["second"]["acts"]["bot"]
            assert len(set(shown)) == len(ACTS)
            assert shown[-1] == "an act of tomorrow"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_and_its_twin(guest: Person, path: str) -> None:
    page, twin = guest.get(path), guest.get(f"{path}.json")
    assert page.status_code == twin.status_code == 200
    assert twin.json()["ok"] is True
    assert f'href="{path}.json"' in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "style=" not in page.text
    assert "onclick" not in page.text
    assert not re.search("built-in method|bound method|object at 0x|&lt;function", page.text)


@pytest.mark.parametrize("path", ["/floor/tables/none", "/floor/tables/low-four-1/rounds/99", "/deal/none",
                                  "/floor/tables/low-four-1/rounds/x"])  # fmt: skip
def test_what_is_not_there(guest: Person, path: str) -> None:
    page, twin = guest.get(path), guest.get(f"{path}.json")
    assert page.status_code == twin.status_code == 404
    assert "<h1>" in page.text
    assert twin.json()["ok"] is False


def of_table(person: Person, table: str) -> Any:
    return person.get(f"/floor/tables/{table}.json").json()["tables"][0]


def test_the_figures_are_those_of_the_api(guest: Person) -> None:
    said, shown = guest.get("/api/floor").json(), guest.get("/floor.json").json()
    tables = {row["table"]: row for row in shown["tables"]}
    assert len(tables) == len(said["tables"])
    for row in said["tables"]:
        own = of_table(guest, row["table"])
        for name in ("status", "rounds", "voids", "void_rate", "game", "v"):
            assert tables[row["table"]][name] == own[name] == row[name]
        assert own["bank"] == row["bank"]
        assert tables[row["table"]]["performance"] == own["performance"] == row["performance"]
        assert [{name: line[name] for name in line if name != "name"} for line in own["wagers"]] == row["wagers"]
        assert {meter["wager"]: meter["cents"] for meter in own["meters"]} == row["meters"]
    played = tables["low-four-1"]["performance"]
    assert played["handle"] == 3 * 700
    assert played["z"] == pytest.approx((played["win"] - played["theoretical_win"]) / played["deviation"], abs=1e-3)
    periods = of_table(guest, "low-four-1")["periods"]
    for axis in ("hour", "day", "week"):
        assert sum(line["win"] for line in periods[axis]) == played["win"] == shown["all"]["win"]
        assert sum(line["drop"] for line in periods[axis]) == played["drop"]
    assert re.fullmatch(r"\d{4}-W\d\d", periods["week"][0]["period"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:00", periods["hour"][0]["period"])
    page = guest.get("/floor/tables/low-four-1").text
    assert 'role="img"' in page
    assert "within two standard deviations" in page
    for words in ("By hour (UTC), the last 24", "By day (UTC)", "By week (ISO), and in total", "Total"):
        assert words in page


def test_a_progressive_bet_costs_its_increment_fixed_awards_and_base_amounts(guest: Person) -> None:
    row = of_table(guest, "low-four-1")
    (meter,) = row["meters"]
    assert meter["base"] + meter["liability"] == meter["cents"]
    assert meter["increment_ppm"] == 200_000
    told, (line,) = row["performance"]["meters"], [each for each in row["wagers"] if each["meters"]]
    assert told == line["meters"]
    assert (told["fed"], told["reseeded"]) == (3 * 20, 0)
    assert told["fed"] - told["awarded"] == meter["liability"]  # what is above the base is the players'
    assert line["win"] == line["handle"] - told["fed"] - told["fixed"]
    figures = meter_figures("low-four", Config("low-four").terms)
    assert figures is not None
    price = metered_price(figures)
    assert line["theoretical_win"] == pytest.approx(float(300 * price.edge - 60), abs=0.01)
    assert line["deviation"] == pytest.approx(float(3 * 100**2 * price.variance) ** 0.5, abs=0.01)
    chart = guest.get("/floor/tables/low-four-1.json").json()["meter_courses"][0]
    assert [cells[1] for cells in chart["rows"]] == ["$10,000.20", "$10,000.40", "$10,000.60"]


def test_a_day_of_a_table_as_csv_and_pdf(guest: Person) -> None:
    path, line = "/floor/tables/low-four-1/shift", of_table(guest, "low-four-1")["performance"]
    rows = list(csv.DictReader(StringIO(guest.get(f"{path}.csv").text)))
    whole, parts = rows[0], {row["Part"]: row for row in rows}
    assert (whole["Handle"], whole["Actual win"]) == ("21.00", f"{line['win'] / 100:.2f}")
    assert whole["Theoretical win"] == f"{line['theoretical_win'] / 100:.2f}"
    assert parts["Combo Progressive"]["Increments"] == "0.60"
    assert sum(float(row["Handle"]) for row in rows if ":" in row["Part"]) == 21
    pdf = guest.get(f"{path}.pdf")
    assert (pdf.status_code, pdf.content[:5], pdf.headers["content-type"]) == (200, b"%PDF-", "application/pdf")
    empty = list(csv.DictReader(StringIO(guest.get(f"{path}.csv?day=2020-02-29").text)))
    assert [row["Bets"] for row in empty] == ["0"]
    assert guest.get(f"{path}.csv?day=2020-02-30").status_code == guest.get(f"{path}.pdf?day=x").status_code == 422
    assert guest.get("/floor/tables/none/shift.pdf").status_code == 404


def test_the_list_is_filtered_and_sorted_by_its_address(guest: Person) -> None:
    def names(query: str) -> list[str]:
        return [row["table"] for row in guest.get(f"/floor.json?{query}").json()["tables"]]

    assert names("sort=handle&down=1") == ["low-four-1", "low-four-2"]
    assert names("sort=handle") == ["low-four-2", "low-four-1"]
    assert names("text=FOUR-2") == ["low-four-2"]
    assert names("game=rule-out") == names("state=closed") == []
    named = [{"name": name, "table": ""} for name in ("Pit 10", "pit 2", "Pit 2", "Pit", "7", "Pit 2 b10", "Pit 2 b9")]
    assert [row["name"] for row in sorted(named, key=SORTS["name"])] == [
        "7", "Pit", "pit 2", "Pit 2", "Pit 2 b9", "Pit 2 b10", "Pit 10",
    ]  # fmt: skip
    for query in ("sort=x", "state=x", "game=x"):
        assert guest.get(f"/floor?{query}").status_code == guest.get(f"/floor.csv?{query}").status_code == 422
    page = guest.get("/floor?sort=handle&down=1").text
    assert 'aria-sort="descending"><a href="/floor?sort=handle" data-query="sort=handle">' in page
    rows = list(csv.DictReader(StringIO(guest.get("/floor.csv?sort=handle&down=1").text)))
    assert [(row["Table"], row["Handle"], row["Rounds finished"]) for row in rows] == [
        ("low-four-1", "21.00", "3"), ("low-four-2", "0.00", "0"),
    ]  # fmt: skip
    assert [_plain(cell) for cell in ("-5.20", "+1", "Pit 3", "", 7)] == ["-5.20", "+1", "Pit 3", "", 7]
    for formula in ("=1+1", "+x", " =1", "\t1", "＝1+1", "＠x", "－1", "-٣"):
        assert _plain(formula) == f"'{formula}"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_step_has_the_manuals_words(game: Game) -> None:
    """The words of all steps together are the manual, in its order, and each is of the step's own phase."""
    names = ["no more bets", *(step_name(step) for step in game.round.steps)]
    first_of = starts_of(game)
    assert list(first_of) == names
    assert all(title_of(game, name) != plainly(name) or name in TEXT["manual"]["steps"] for name in names)
    starts = sorted(set(first_of.values()))
    told = [words_for(game, next(name for name in names if first_of[name] == start)) for start in starts]
    assert [step for part in told for step in part] == list(game.book.procedure.steps)
    for step in game.round.steps:
        phases = {each.phase for each in words_for(game, step_name(step))}
        match step:
            case Deal():
                assert "deal" in phases
            case Turn():
                assert phases == {"reveal"}
            case Ask():
                assert phases == {"decisions"}
                assert call_for(game, step_name(step)) == step.call
            case Close():
                assert phases == {"collect"}
            case _:
                assert "take and pay" in phases
    assert call_for(game, "no more bets") == "No more bets"
    assert words_for(game, "something else") == []


# Roles


def test_every_page_for_every_role() -> None:
    with running(LOGIN) as house:
        furnished(house)
        people = {role: house.staff(role) for role in ROLES}
        chips = house.pit.store.player_named("player")
        assert chips is not None
        people["floor"].post("/api/purse", do="buy-in", cents=10_000, player=chips.id, reason="x")
        people["player"].plays("low-four-1", "play", {"decision": "fold"}, ante=500)
        people["nobody"] = house.person()
        for path, allowed in ALLOWED.items():
            for role, person in people.items():
                answer = person.get(path)
                if role in allowed:
                    assert answer.status_code == 200, (path, role)
                elif role == "nobody" and not path.endswith(".jsonl"):
                    assert (answer.status_code, answer.headers["location"]) == (303, f"/login?next={path}")
                else:
                    assert answer.status_code == (401 if role == "nobody" else 403), (path, role)
                if path in PAGES:
                    status = 200 if role in allowed else 401 if role == "nobody" else 403
                    assert person.get(f"{path}.json").status_code == status, (path, role)
        trail = people["auditor"].get("/floor/audit.json").json()["trail"]
        assert trail["chain"] is True
        assert {"login", "open"} <= {entry["action"] for entry in trail["entries"]}
        assert people["floor"].get("/floor/audit.json").json()["trail"] is None
        assert "data-order" in people["floor"].get("/floor/tables/low-four-1").text
        assert "data-order" not in people["auditor"].get("/floor/tables/low-four-1").text
        dealing = people["dealer"].get("/deal/low-four-2.json").json()
        assert (dealing["may_deal"], dealing["may_void_round"]) == (True, False)


def test_a_second_person_is_asked_on_the_floors_page() -> None:
    with running(LOGIN) as house:
        furnished(house)
        floor, admin = house.staff("floor"), house.staff("admin")
        config = {"game": "low-four", "title": "Late"}
        asked = floor.command("low-four-1", "configure", config=config, reason="the evening")
        number = asked.json()["request"]
        own, others = floor.get("/floor").text, admin.get("/floor").text
        assert f'data-request="{number}"' in own
        assert f'data-request="{number}"' in others
        assert "data-answer" not in own
        assert f'data-answer="approve" data-number="{number}"' in others
        assert "the evening" in others
        assert "data-request" not in house.staff("auditor").get("/floor/audit").text
        assert admin.post(f"/api/requests/{number}", do="approve").status_code == 200
        assert "data-request" not in admin.get("/floor").text


def test_a_guest_has_buttons_at_own_tables_only(demo: House) -> None:
    maker, other = demo.guest(), demo.guest()
    table = maker.opens(game="rule-out", private=True)
    rows = {row["table"]: row["floor"] for row in maker.get("/floor.json").json()["tables"]}
    assert rows.pop(table) is True
    assert not any(rows.values())
    assert not any(row["floor"] for row in other.get("/floor.json").json()["tables"])
    assert f'data-table="{table}"' in maker.get(f"/floor/tables/{table}").text
    assert "data-order" not in other.get(f"/floor/tables/{table}").text


def test_totals_are_of_the_tables_that_the_reader_has_a_part_in() -> None:
    def told(person: Person) -> tuple[int, int, int, int]:
        found = person.get("/floor.json").json()
        page = re.sub(r"\s+", " ", person.get("/floor").text)
        for name in ("running", "taken"):
            assert f"<dd>{found[name]}</dd>" in page
        return found["running"], found["taken"], found["all"]["bets"], found["all"]["handle"]

    with running(DEMO) as house:
        furnished(house)
        maker, other, nobody = house.guest(), house.guest(), house.person()
        maker.plays("low-four-1", "play", {"decision": "fold"}, ante=500)
        assert told(maker) == told(other) == told(nobody) == (2, 1, 1, 500)
        table = maker.opens(game="low-four", private=True)
        maker.plays(table, "play", {"decision": "fold"}, ante=1500)
        assert told(other) == told(nobody) == (2, 1, 1, 500)
        assert told(maker) == (3, 2, 2, 2000)
        assert told(nobody) == (2, 1, 1, 500)  # whoever asked before
        assert other.command(table, "sit", seat=2).status_code == 200
        assert told(other) == told(maker) == (3, 3, 2, 2000)
    with running(LOGIN) as house:
        furnished(house)
        house.open_table("own", Config("low-four", private=True))
        assert all(told(house.staff(role))[0] == 3 for role in ("floor", "auditor", "admin"))


def test_the_login_goes_on_within_the_site() -> None:
    with running(LOGIN) as house:
        anybody = house.person()
        for given, goes_to in {"/floor": "/floor", "//evil.example": "", "/\\evil.example": "", "https://evil": "",
                               "": "", "/floor\u2028x": ""}.items():  # fmt: skip
            said = anybody.client.get("/login.json", params={"next": given}).json()
            assert said["goes_to"] == goes_to
        page = anybody.get("/login").text
        assert 'id="login" method="post"' in page  # a password never gets into an address, script or not


# Orders


def test_a_void_gives_the_stakes_back(demo: House) -> None:
    maker = demo.guest()
    table = maker.opens(game="low-four", private=True)
    before = maker.purse()
    number = maker.sits_and_bets(table, ante=1500, **{"high-points": 500})
    assert maker.purse() == before - 2000
    row = of_table(maker, table)
    assert row["round"]["open_stakes"] == {"1": {"ante": 1500, "high-points": 500}}
    assert row["round"]["at_stake"] == 2000
    assert {cause["cause"] for cause in row["causes"]["round"]} >= {"misdeal", "shuffler", "stopped"}
    assert maker.command(table, "void", cause="misdeal", reason="a card on the floor").status_code == 200
    assert maker.purse() == before
    record = maker.get(f"/floor/tables/{table}/rounds/{number}.json").json()["record"]
    assert (record["outcome"], record["reason"]) == ("voided", "a card on the floor")
    page = maker.get(f"/floor/tables/{table}/rounds/{number}").text
    assert "a card on the floor" in page
    assert maker.get("/floor.json").json()["all"]["handle"] == 3 * 700  # what was void was never bet


def test_a_pause_stops_bets(demo: House) -> None:
    maker = demo.guest()
    table = maker.opens(game="ace-odd-even", private=True)
    number = maker.sits_and_bets(table, ante=500)
    assert maker.command(table, "status", status="paused", reason="a fire drill").status_code == 200
    refused = maker.command(table, "bet", seat=1, round=number, wagers={"ante": 1000})
    assert (refused.status_code, refused.json()["refused"]) == (409, "table-paused")
    page = maker.get(f"/floor/tables/{table}").text
    assert "a fire drill" in page
    assert 'data-order="open"' in page
    assert maker.command(table, "status", status="open").status_code == 200
    assert maker.command(table, "bet", seat=1, round=number, wagers={"ante": 1000}).status_code == 200


def test_a_rate_waits_for_the_next_win(demo: House) -> None:
    maker = demo.guest()
    table = maker.opens(game="low-four", private=True)
    assert maker.command(table, "rate", wager="combo-progressive", increment_ppm=125_000).status_code == 200
    (meter,) = maker.get(f"/floor/tables/{table}.json").json()["tables"][0]["meters"]
    assert (meter["increment_ppm"], meter["next_increment_ppm"]) == (200_000, 125_000)
    assert "12.5% after the meter is next won" in maker.get(f"/floor/tables/{table}").text


def test_other_terms_hold_from_the_next_round_on(demo: House) -> None:
    maker, other = demo.guest(), demo.guest()
    table = maker.opens(game="low-four", private=True, title="My own", limits={"low-points": [200, 5_000]})
    number = maker.sits_and_bets(table, ante=500)
    page = f"/floor/tables/{table}/terms"
    assert f'href="{page}"' in maker.get(f"/floor/tables/{table}").text
    assert f'href="{page}"' not in other.get(f"/floor/tables/{table}").text
    assert other.get(page).status_code == other.get(f"{page}.json").status_code == 403
    shown = maker.get(f"{page}.json").json()
    assert [(bet["wager"], bet["least"], bet["most"]) for bet in shown["limits"]] == [
        ("ante", 100, 100_000), ("low-points", 200, 5_000), ("high-points", 100, 10_000),
    ]  # fmt: skip
    assert "keeps its terms" in maker.get(page).text
    # As it is given, it can be set again: nothing is lost on the way.
    assert maker.command(table, "configure", config=shown["config"]).status_code == 200
    assert maker.get(f"{page}.json").json()["config"] == shown["config"]
    terms = {**shown["config"], "betting_seconds": 15, "pay_tables": {"low-points": "4"}}
    terms["limits"] = {**terms["limits"], "ante": [1_000, 2_000]}
    assert maker.command(table, "configure", config=terms).status_code == 200
    assert maker.command(table, "bet", seat=1, round=number, wagers={"ante": 700}).status_code == 200  # the old terms
    maker.command(table, "ready", seat=1, round=number)
    maker.command(table, "decide", seat=1, round=number, stage="play", choice={"decision": "fold"})
    assert maker.command(table, "bet", seat=1, round=number + 1, wagers={"ante": 700}).status_code == 409
    text = maker.get(f"/floor/tables/{table}").text
    assert '<dd data-limit="ante">$10 – $20</dd>' in text
    assert '<dd data-clock="betting_seconds">15 s</dd>' in text
    chosen = {each["wager"]: each["chosen"] for each in maker.get(f"{page}.json").json()["pay_tables"]}
    assert chosen["low-points"] == "4"
    maker.command(table, "leave", seat=1)
    maker.command(table, "status", status="closed")
    assert "its terms stay as they were" in maker.get(page).text


# Recall and the shuffle


def test_every_field_is_on_the_rounds_page(demo: House) -> None:
    maker = demo.guest()
    table = maker.opens(game="rule-out", private=True)
    number = maker.plays(table, "trade", {"trade": None}, main=700, joker=300)
    record = maker.get(f"/floor/tables/{table}/rounds/{number}.json").json()["record"]
    page = maker.get(f"/floor/tables/{table}/rounds/{number}").text
    for name in ("seed", "commitment", "terms"):
        assert record[name] in page
    for result in record["players"]["1"]["results"]:
        assert result["why"] in page
    assert "a rabbit&#39;s foot" in page
    for card in record["dealt"]["seats"]["1"]:
        assert f'code="{card}"' in page
    for name in record:
        assert f"&#34;{name}&#34;" in page or f'"{name}"' in page  # the whole record
    assert maker.get(f"/floor/tables/{table}?seat=1").status_code == 200
    assert maker.get(f"/floor/tables/{table}.json?seat=2").json()["rounds"] == []
    assert maker.get(f"/floor/tables/{table}?seat=x").status_code == 422


@pytest.mark.parametrize(("game", "set_as"), [("ace-odd-even", "odd"), ("low-four", None)])
def test_hands_lie_on_the_rounds_page_as_they_lay_on_the_felt(demo: House, game: str, set_as: str | None) -> None:
    """The dealer's by the manual, unused cards above it; a player's as it was set, then the discards."""
    maker = demo.guest()
    table = maker.opens(game=game, private=True)
    choice = {"decision": "play"} | ({"set": set_as} if set_as else {})
    number = maker.plays(table, "play", choice, ante=500)
    told = maker.get(f"/floor/tables/{table}/rounds/{number}.json").json()
    page = maker.get(f"/floor/tables/{table}/rounds/{number}").text
    drawn, laid = re.findall(r'playing-card code="(\w\w)"', page), told["record"]["laid"]
    made = told["set_hands"]["1"]
    assert drawn[:7] == [*laid["unused"], *laid["hand"]]
    assert drawn[7:14] == [*made["hand"], *made["left_out"]]
    assert sorted(drawn[7:14]) == sorted(told["record"]["dealt"]["seats"]["1"])
    if set_as:
        assert {card[0] for card in made["hand"]} <= set("A3579JK")
        assert not {card[0] for card in made["left_out"]} & set("A3579JK")
    else:
        assert made["hand"] == told["record"]["players"]["1"]["choices"]["set"]
    assert ("Does not qualify" in page) == (not laid["qualifies"])
    assert "Maximum payout per round" in page


def test_the_floor_gives_tokens_and_the_round_tells_of_them() -> None:
    with running(LOGIN) as house:
        house.pit.entropy = Random("tokens").randbytes
        floor, person = house.staff("floor"), house.staff("player")
        found = house.pit.store.player_named("player")
        assert found is not None
        floor.post("/api/purse", do="buy-in", cents=10_000, player=found.id, reason="x")
        given = floor.post("/api/purse", do="give-tokens", cents=2_000, player=found.id, reason="x").json()
        assert (given["purse"], given["tokens"]) == (10_000, 2_000)
        taken = floor.post("/api/purse", do="take-tokens", cents=500, player=found.id, reason="x").json()
        assert taken["tokens"] == 1_500
        assert floor.post("/api/purse", do="take-tokens", cents=1_501, player=found.id, reason="x").json()[
            "refused"
        ] == ("insufficient-tokens")
        assert person.post("/api/purse", do="give-tokens", cents=500, player=found.id, reason="x").status_code == 403
        table = "ace-odd-even-1"
        house.open_table(table, Config("ace-odd-even"))
        person.command(table, "sit", seat=1)
        number = person.view(table)["round"]["number"]
        person.command(table, "bet", seat=1, round=number, wagers={"ante": 1_000}, tokens={"ante": 1_000})
        person.command(table, "ready", seat=1, round=number)
        person.command(table, "decide", seat=1, round=number, stage="play", choice={"decision": "fold"})
        page = floor.get(f"/floor/tables/{table}/rounds/{number}").text
        assert "($10 of it a token)" in page
        assert person.get("/api/me").json()["tokens"] == 500


@pytest.mark.parametrize("phase", ["bets", "play"])
@pytest.mark.parametrize("query", ["", "&seat=1"])
def test_the_open_round_is_not_counted(demo: House, phase: str, query: str) -> None:
    maker = demo.guest()
    table = maker.opens(game="low-four", private=True)
    for _ in range(4):
        last = maker.plays(table, "play", {"decision": "fold"}, ante=500)
    maker.command(table, "bet", seat=1, round=last + 1, wagers={"ante": 500})
    if phase == "play":
        maker.command(table, "ready", seat=1, round=last + 1)
    assert maker.view(table)["round"]["phase"] == phase
    for limit in (1, 3, 4, 20):
        rounds = maker.get(f"/api/tables/{table}/rounds?limit={limit}{query}").json()["rounds"]
        assert [record["round"] for record in rounds] == list(range(last, max(0, last - limit), -1))


def test_others_see_no_hole_cards(demo: House) -> None:
    maker, other = demo.guest(), demo.guest()
    table = maker.opens(game="low-four", private=True)
    number = maker.plays(table, "play", {"decision": "fold"}, ante=500)
    address = f"/floor/tables/{table}/rounds/{number}"
    assert "1" in maker.get(f"{address}.json").json()["record"]["dealt"]["seats"]
    assert other.get(f"{address}.json").json()["record"]["dealt"]["seats"] == {}
    assert "Cards not shown to you" in other.get(address).text


def test_hand_histories_pass_the_file_that_is_offered(demo: House, tmp_path: Path) -> None:
    maker = demo.guest()
    table = maker.opens(game="low-four", private=True)
    for _ in range(3):
        number = maker.plays(table, "play", {"decision": "fold"}, ante=500)
    one = maker.get(f"/floor/tables/{table}/rounds/{number}.jsonl")
    many = maker.get(f"/floor/tables/{table}/rounds.jsonl?limit=50")
    assert one.text.count("\n") == 1
    assert "attachment" in one.headers["content-disposition"]
    assert [json.loads(line)["round"] for line in many.text.splitlines()] == [number - 2, number - 1, number]
    path = tmp_path / "rounds.jsonl"
    path.write_text(many.text)
    assert all(verdict.verified for verdict in verify_shuffle.verdicts(path))
    offered = maker.get("/verify-shuffle/verify_shuffle.py")
    assert offered.content == Path(str(verify_shuffle.__file__)).read_bytes()


def test_a_tampered_record_is_found(demo: House) -> None:
    record: dict[str, Any] = demo.guest().get("/floor/tables/low-four-1/rounds/1.json").json()["record"]
    asker = demo.guest()
    headers = {"origin": asker.address}
    good = asker.client.post("/api/verify-shuffle", json=record, headers=headers).json()
    assert good["verified"] is True
    cards = record["dealt"]["dealer"]
    cards[0], cards[1] = cards[1], cards[0]
    bad = asker.client.post("/api/verify-shuffle", json=record, headers=headers).json()
    assert [each["what"] for each in bad["differs"]] == ["dealer card 1", "dealer card 2"]


def test_a_shoe_across_rounds_from_the_form_to_the_record(demo: House, tmp_path: Path) -> None:
    maker = demo.guest()
    form = maker.get("/floor/new").text
    assert 'id="rule-out-penetration"' in form
    assert 'id="low-four-penetration"' not in form
    table = maker.opens(game="rule-out", private=True, decks=2, penetration=75)
    for _ in range(3):
        number = maker.plays(table, "trade", {"trade": None}, main=500)
    answers.SharedShoe.model_validate(maker.view(table)["shoe"])
    assert maker.view(table)["shoe"] | {"gone": {}} == {
        "decks": 2, "cards": 108, "left": 99, "cut": 81, "gone": {}, "fresh_next": False,
    }  # fmt: skip
    assert "6 cards already dealt, cut card at 75%" in maker.get(f"/floor/tables/{table}/rounds/{number}").text
    path = tmp_path / "rounds.jsonl"
    path.write_text(maker.get(f"/floor/tables/{table}/rounds.jsonl?limit=50").text)
    assert all(verdict.verified for verdict in verify_shuffle.verdicts(path))
    record: dict[str, Any] = maker.get(f"/api/tables/{table}/rounds/{number}").json()["round"]
    headers = {"origin": maker.address}
    asked = maker.client.post("/api/verify-shuffle", json=record, headers=headers).json()
    assert asked["verified"] is True
    record["gone"] = record["gone"][1:]
    asked = maker.client.post("/api/verify-shuffle", json=record, headers=headers).json()
    assert asked["verified"] is False


def test_the_coach_at_a_shared_shoe_does_not_count(demo: House) -> None:
    maker = demo.guest()
    table = maker.opens(game="rule-out", private=True, penetration=75)
    said = []
    for number in (1, 2):
        maker.command(table, "sit", seat=1)
        maker.command(table, "bet", seat=1, round=number, wagers={"main": 500})
        maker.command(table, "ready", seat=1, round=number)
        said.append(maker.get(f"/api/tables/{table}/coach").json()["fresh_shoe"])
        maker.command(table, "decide", seat=1, round=number, stage="trade", choice={"trade": None})
    assert said == [True, False]


def test_a_table_that_cannot_share_a_shoe_is_refused_in_a_line(demo: House) -> None:
    maker = demo.guest()
    alternate = {"game": "rule-out", "private": True, "penetration": 75, "pay_tables": {"joker": "alternate-1"}}
    for config in (alternate, {"game": "low-four", "private": True, "penetration": 75}):
        refused = maker.post("/api/tables", config=config)
        assert (refused.status_code, refused.json()["refused"]) == (409, "bad-configuration")


@pytest.mark.parametrize("game", ["ace-odd-even", "low-four"])
def test_recall_does_not_tell_others_what_a_folded_hand_came_to(
    demo: House, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards never shown belong to their player: why a bonus was not paid is told in no more words than at the table."""
    monkeypatch.setattr(demo.pit, "entropy", Random(f"recall {game}").randbytes)
    demo.open_table(f"recalled-{game}", Config(game))
    table, maker, other = f"recalled-{game}", demo.guest(), demo.guest()
    bets = {wager: 500 for wager in GAMES[game].wagers if wager != "play" and not wager.endswith("progressive")}
    looked = 0
    for _ in range(6):
        number = maker.plays(table, "play", {"decision": "fold"}, **bets)
        for path in (f"/api/tables/{table}/rounds/{number}", f"/floor/tables/{table}/rounds/{number}.json"):
            mine, theirs = (
                (told.get("round") or told["record"])["players"]["1"]
                for told in (maker.get(path).json(), other.get(path).json())
            )
            if len(mine["shown"]) == 7:  # all of it lay open
                continue
            own = {done["wager"]: done["why"] for done in mine["results"]}
            for done in theirs["results"]:
                if done["wager"] not in ("ante", "play") and done["returned"] <= done["staked"]:
                    looked += 1
                    assert done["why"] == ("the bet comes back" if done["returned"] else "not a winning hand")
                    assert own[done["wager"]] != done["why"]
    assert looked > 4
