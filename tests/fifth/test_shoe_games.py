"""One-file games dealt from a shoe, with draws and questions that depend on the hands: at the table."""

import re
import signal
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from feltlab import verify_shuffle
from feltlab.cards.names import card_names
from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.rules.lines import read_round, settled
from feltlab.service.checks import ledger_sums
from feltlab.service.export import recorded
from feltlab.service.pit import Pit
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import Done
from feltlab.service.store import open_store
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.risk import risk_of
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.table import Config, State, irregular, rehearsal
from feltlab.table.coach import advice
from feltlab.table.commands import Advance, Sit, Tick, Void
from feltlab.table.dealer import step_of
from feltlab.table.history import history
from feltlab.table.pack import pack_of
from feltlab.table.state import Round
from feltlab.table.views import view
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.live import hall, sight
from feltlab.web.live.opening import open_house
from feltlab.web.school import drills
from feltlab.wire import dump
from tests.live.house import House as Pits
from tests.one_game_less import ADDRESS, addresses, run
from tests.table.driver import Table, replayed
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, house, name_with_bet, own_hand, sit_down, spot, visitor, wait_for
from tests.web.live import test_p07_taint as taint
from tests.web.live import watch as watching
from tests.web.live.watch import Known

FILES = Path(__file__).parents[2] / "examples" / "games"
SEATS = range(1, 8)
BACCARAT = [{"banker": 500}, {"player": 500}, {"tie": 100}, {"player": 500, "tie": 100, "dragon-7": 100}]
BETS: dict[str, list[dict[str, int]]] = {"baccarat": BACCARAT, "casino-war": [{"ante": 500, "tie": 100}, {"ante": 200}]}


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    slugs = [load_game(FILES / name).slug for name in ("baccarat.py", "casino_war.py")]
    yield
    for slug in slugs:
        del GAMES[slug]


def bets_of(slug: str) -> dict[int, dict[str, int]]:
    return {seat: BETS[slug][seat % len(BETS[slug])] for seat in SEATS}


def seven_seats(slug: str, name: str, **settings: Any) -> Table:
    table = Table(slug, name=name, **settings).sit(*SEATS)
    table.lock(tuple(SEATS), bets_of(slug))
    return table


def answer(table: Table, seat: int, stage: str) -> dict[str, Any]:
    return {stage: ("war", "surrender")[seat % 2]}


def finished(table: Table) -> Round:
    """The first round, played out: where nothing is asked it is over when the bets are."""
    while table.table.round and table.round.phase == "play":
        table.decide(table.round.waiting[0], answer(table, table.round.waiting[0], table.round.asked))
    assert table.table.last is not None
    return table.table.last


@pytest.mark.parametrize("slug", BETS)
def test_rounds_of_seven_seats_verify_replay_and_settle_as_lines(slug: str) -> None:
    met: Counter[str] = Counter()
    for number in range(40):
        table = seven_seats(slug, f"shoe-{number}")
        last = finished(table)
        assert sum(table.purses.values()) == -table.bank
        assert replayed(table.log) == table.state
        record = history(table.table, last)
        assert rehearsal.differences(record) == []
        assert verify_shuffle.differences(verify_shuffle.read_round(dump(record).encode())) == []
        met.update(place for place in last.places)
        met.update(f"seat cards {len(hand.cards)}" for hand in last.hands.values())
        met.update("asked" for hand in last.hands.values() if hand.choices)
    wanted = {"player_third", "banker_third"} if slug == "baccarat" else {"dealer_war", "seat cards 2", "asked"}
    for place in wanted:
        assert 0 < met[place] < 7 * 40, met
    if slug == "casino-war":  # a seat that surrendered sees the war of another, and is not in it
        assert met["seat cards 2"] < met["asked"]


def test_a_record_that_has_a_card_too_many_is_told() -> None:
    for number in range(20):
        table = seven_seats("baccarat", f"extra-{number}")
        last = finished(table)
        record = history(table.table, last)
        if "player_third" in record["dealt"]:
            continue
        card = card_names(pack_of(table.name, last).places["player_third"])
        wrong = record | {"dealt": record["dealt"] | {"player_third": card}}
        assert "player_third is on record, but under the rules it was not dealt" in rehearsal.differences(wrong)
        return
    raise AssertionError("no round without a third card came up")


@pytest.mark.parametrize("slug", BETS)
def test_nobody_sees_a_card_that_is_not_dealt(slug: str) -> None:
    reserved: set[str] = set()
    for number in range(12):
        table = seven_seats(slug, f"sight-{number}", dealer="manual")
        while table.table.round is not None and table.round.phase == "play":
            out = [card for cards in table.round.places.values() for card in cards]
            out += [card for hand in table.round.hands.values() for card in hand.cards]
            for own in (*SEATS, None):
                seen = Counter(re.findall(r'"([2-9TJQKA][cdhs])"', dump(view(table.table, own)["round"])))
                assert seen.keys() <= set(card_names(out)), (own, step_of(table.round))
            if table.round.waiting:
                seat = table.round.waiting[0]
                table.decide(seat, answer(table, seat, table.round.asked))
            else:
                table.must(Advance(step_of(table.round)))
        last = table.table.last
        assert last is not None
        assert last.phase == "closed"
        reserved |= {place for place in pack_of(table.name, last).places if place not in last.places}
    assert reserved


@pytest.mark.parametrize("slug", BETS)
def test_every_byte_that_is_sent_is_looked_at(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def any_answer(random: Random, stage: str, hand: dict[str, Any]) -> dict[str, Any]:
        return {stage: random.choice(("surrender", "war"))}

    def leaky(state: State, player: str | None) -> dict[str, Any]:
        places = pack_of(state.table, state.round).places.values() if state.round and state.round.hands else ()
        return {**sight.seen(state, player), "reason": " ".join(card_names([card for held in places for card in held]))}

    def dealt_so_far(round: Round | None, player: str | None) -> Known:
        """All cards of these games lie face up: hidden is what has not been dealt, reserved or not."""
        held = [*round.places.values(), *(hand.cards for hand in round.hands.values())] if round else []
        return Known({name for cards in held for name in card_names(cards)})

    monkeypatch.setattr(watching, "known_of", dealt_so_far)
    monkeypatch.setattr(watching, "unfounded", lambda *_: [])  # which reads the words of other games
    monkeypatch.setitem(taint.GAMES, slug, (7, BETS[slug][0]))
    monkeypatch.setattr(taint, "choice_of", any_answer)
    watch, _ = taint.run(5, (slug,))
    assert watch.leaks == []
    assert watch.looked > 100
    monkeypatch.setattr(hall, "seen", leaky)
    assert taint.run(5, (slug,))[0].leaks  # one round may end before anything is sent


@pytest.mark.parametrize("slug", BETS)
def test_what_goes_wrong_gives_the_bets_back(slug: str) -> None:
    for cause in irregular.round_causes(GAMES[slug]):
        table = seven_seats(slug, "void", dealer="manual")
        table.must(Void(cause, "", None))
        assert (set(table.purses.values()), table.bank) == ({0}, 0), cause
    assert irregular.seat_causes(GAMES["baccarat"]) == {}


def test_bots_share_a_shoe_through_the_pit_and_every_round_verifies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'shoes.db'}"
    pits = Pits(url, "shoes", follow=False)
    for slug in BETS:
        pits.open_table(slug, Config(slug, betting_seconds=1, penetration=75))
        for seat in SEATS:
            pits.chips(f"{slug}-{seat}", 10**9)
            pits.must(slug, Sit(f"{slug}-{seat}", "Bot", seat, "optimal", bets_of(slug)[seat]))
    for _ in range(30):
        pits.now += 1000
        assert all(isinstance(pits.command(slug, Tick()), Done) for slug in BETS)
    assert ledger_sums(pits.store).is_right
    assert not any(differs_from_log(pits.store, pits.pit.tables[slug]) for slug in BETS)
    pits.close()
    rounds = [verify_shuffle.read_round(line.encode()) for line in recorded(url, None)]
    assert [verify_shuffle.differences(round) for round in rounds] == [[]] * 60
    for slug in BETS:
        own = [round for round in rounds if round.game == slug]
        assert not any(verify_shuffle.shoe_differences(*pair) for pair in pairwise(own))


def test_the_coach_answers_when_there_is_a_war() -> None:
    for number in range(40):
        table = seven_seats("casino-war", f"coach-{number}")
        if table.round.waiting:
            said = advice(table.table, table.round.waiting[0])
            assert said is not None
            assert [option.choice for option in said[1].options] == ["surrender", "war"]
            assert said[1].best.choice == "war"
            return
    raise AssertionError("no tie came up")


@pytest.mark.parametrize("slug", BETS)
def test_simulated_rounds_are_those_of_the_rule_book(slug: str) -> None:
    plan, rounds = Plan(slug, 9, seats=3), 300
    engine = engine_of(plan)
    codes = next(coded_rounds(plan, 0, rounds)).reshape(rounds, 3, -1)
    for number, seats in enumerate(replayed_many(plan, 0, rounds)):
        for seat, round in enumerate(seats):
            won = {done.wager: done.returned - done.staked for done in round.settle().results}
            for paid in engine.paid:
                if paid.wager != "main":
                    due = 100 * paid.nets[codes[number, seat, paid.column]]
                    assert won.get(paid.wager, 0) == due, (number, seat, paid.wager)


def test_lines_with_a_wrong_card_are_answered_in_a_sentence() -> None:
    game = GAMES["baccarat"]
    line = {"game": "baccarat", "player": "2c 3c", "banker": "2c 4c", "wagers": {"tie": 100}}
    for more, words in (
        ({}, "'player_third' is missing"),
        ({"player_third": "Ks", "banker_third": "As"}, "'banker_third' is given, but"),
        ({"player": "2c 7c", "player_third": "Ks"}, "'player_third' is given, but"),
        ({"player_third": "Ks", "wagers": {"dragon-7": 100}}, "a round is opened by banker or player or tie"),
    ):
        with pytest.raises(FeltlabError, match=re.escape(words)):
            read_round({**line, **more}, game, game.house())
    natural = read_round({**line, "player": "2c 7c", "player_third": None}, game, game.house())
    assert settled(natural)["net"] == -100


# The site


def test_every_page_and_drill_has_them() -> None:
    pit, settings = Pit(open_store("sqlite://")), Settings()
    open_house(pit, settings)
    with TestClient(create_app(pit, settings=settings), base_url=ADDRESS, headers={"origin": ADDRESS}) as client:
        client.get("/api/me")
        for slug in BETS:
            for address in addresses(slug):
                assert client.get(address).status_code == 200, address
            for drill in drills.drills_of(GAMES[slug]):
                for seed in range(3):
                    asked = client.post(f"/api/school/{slug}/{drill}", json={"seed": seed})
                    assert asked.status_code == 200, (drill, asked.text)
                    answered = client.post("/api/school/answer", json={"id": asked.json()["id"], "answer": None})
                    assert answered.status_code == 200, (drill, answered.text)
        hand = client.get("/practice/casino-war/hand.json").json()
        query = {"cards": " ".join(hand["cards"]), "board": " ".join(hand["board"]), "choice": "surrender"}
        assert client.get("/practice/casino-war/judge.json", params=query).json()["best"] == "war"
        assert "nothing to decide" in client.get("/practice/baccarat/hand.json").text
    pit.stop()


@pytest.fixture(scope="module")
def open_house_with_them(games: None) -> Iterator[House]:
    yield from house.__wrapped__()  # type: ignore[attr-defined]


def test_a_round_is_bet_without_the_first_bet_in_a_browser(browser: Browser, open_house_with_them: House) -> None:  # noqa: F811
    with visitor(browser, viewport=PHONE) as seen:
        page = seen.page
        sit_down(page, f"{open_house_with_them.address}/play/baccarat")
        page.locator('[data-chip="500"]').click()
        spot(page, "dragon-7").click()
        expect(page.get_by_role("alert")).to_contain_text("Bet Banker / Player / Tie first")
        for wager in ("tie", "dragon-7"):
            spot(page, wager).click()
            expect(spot(page, wager)).to_have_accessible_name(name_with_bet(500))
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "results")
        expect(page.locator(".results tr")).not_to_have_count(0)
        assert own_hand(open_house_with_them.state(page)).stakes == {"tie": 500, "dragon-7": 500}
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_they_are_played_in_the_terminal() -> None:
    handled = signal.getsignal(signal.SIGPIPE)
    for name, typed, words in (("baccarat", "tie 5\n", "Banker"), ("casino_war", "5\nwar\nwar\n", "Ante")):
        code, said, wrong = run("play", str(FILES / f"{name}.py"), "--bots", "2", "--seed", "1", typed=f"{typed}q\n")
        assert (code, wrong) == (0, ""), said
        assert words in said
    signal.signal(signal.SIGPIPE, handled)


@pytest.mark.parametrize(("slug", "together"), [("baccarat", True), ("casino-war", False)])
def test_seats_that_play_the_same_cards_swing_together(slug: str, together: bool) -> None:
    risk, seats = risk_of(Plan(slug, 0)), GAMES[slug].numbers.seats
    shift = risk.to_dict()["periods"][f"a shift, {seats} seats of 360 rounds"]
    assert risk.seats_share_cards == together
    one = risk.deviation * sqrt(360)
    assert shift["standard_deviation_float"] == pytest.approx(one * (seats if together else sqrt(seats)))
