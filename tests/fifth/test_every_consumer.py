"""A one-file game outside the package has everything that the other games have, with nothing written for it."""

import json
import pickle
import re
import signal
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

import feltlab
from feltlab import verify_shuffle
from feltlab.cards.names import card_names
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.lab import analyze, terms_of
from feltlab.lab.design import Wish, design
from feltlab.money import Odds
from feltlab.rules.game import Game
from feltlab.rules.pay_table import PayTable
from feltlab.service.checks import ledger_sums
from feltlab.service.export import recorded
from feltlab.service.pit import Pit
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import Done
from feltlab.service.store import open_store
from feltlab.simulation.plan import Plan
from feltlab.simulation.replay import replayed_many
from feltlab.simulation.rounds import coded_rounds, engine_of
from feltlab.simulation.tally import run_shard
from feltlab.table import Config, State, irregular, rehearsal
from feltlab.table.coach import advice_line
from feltlab.table.commands import Advance, Sit, Tick, Void
from feltlab.table.dealer import step_of
from feltlab.table.history import history
from feltlab.table.pack import pack_of
from feltlab.table.views import view
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.live import hall, sight
from feltlab.web.live.opening import open_house
from feltlab.web.school import drills as school
from feltlab.wire import dump
from tests.live.house import House as Pits
from tests.one_game_less import ADDRESS, SHARED, addresses, run
from tests.table.driver import Table, replayed
from tests.web.browser import DESKTOP, PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, house, name_with_bet, own_hand, sit_down, spot, use_tool, visitor, wait_for
from tests.web.live import test_p07_taint as taint

FILE = Path(__file__).parents[2] / "examples" / "spring_tide.py"
SLUG = "spring-tide"
SEATS = range(1, 8)
BETS = {"ante": 500, "swell": 100, "flood": 100}
LINE = {
    "game": SLUG, "player": "Ks Qs 5s", "dealer": "2h 9d 4c", "choices": {"sail": "twice"}, "wagers": BETS,
    "meters": {"flood": 100_000},
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def game() -> Iterator[Game]:
    yield load_game(FILE)
    del GAMES[SLUG]


@pytest.fixture(scope="module")
def open_house_with_it(game: Game) -> Iterator[House]:
    """The house of the felt's tests, opened when the game is known."""
    yield from house.__wrapped__()  # type: ignore[attr-defined]


def command(*arguments: str, typed: str = "") -> str:
    """The command line in this process; what fails is an error."""
    handled = signal.getsignal(signal.SIGPIPE)
    code, out, wrong = run(*arguments, typed=typed)
    signal.signal(signal.SIGPIPE, handled)
    assert (code, wrong) == (0, ""), (arguments, code, out, wrong)
    return out


def told(*arguments: str, typed: str = "") -> Any:
    return json.loads(command(*arguments, "--json", typed=typed))


def test_it_is_one_short_file_outside_the_package() -> None:
    assert len(FILE.read_text().splitlines()) < 100
    assert Path(feltlab.__file__).parent not in FILE.parents


# The lab, on the command line


def test_a_round_is_settled_to_the_cent() -> None:
    settled = told("settle", "--game", str(FILE), typed=json.dumps(LINE))
    paid = {done["wager"]: (done["staked"], done["returned"]) for done in settled["results"]}
    # 30 water against 15: the Sail wins, the Ante pushes; one suit pays 7 to 1, and 10 for 1 from the meter's table.
    assert paid == {"ante": (500, 500), "sail": (1000, 2000), "swell": (100, 800), "flood": (100, 1000)}
    crest = told("settle", "--game", str(FILE), typed=json.dumps({**LINE, "player": "Ks Kd Kh"}))
    assert {"wager": "crest", "staked": 0, "returned": 10_000, "why": "39 water: 20 to 1"} in crest["results"]
    folded = told("settle", "--game", str(FILE), typed=json.dumps({**LINE, "choices": {"sail": "fold"}}))
    assert [(done["wager"], done["returned"]) for done in folded["results"]] == [
        ("ante", 0), ("swell", 800), ("flood", 1000),
    ]  # fmt: skip


def test_a_wrong_line_is_answered_in_a_line() -> None:
    handled = signal.getsignal(signal.SIGPIPE)
    for wrong, words in (
        ({"choices": {"sail": "thrice"}}, "the choice 'sail' must be fold or once or twice, not 'thrice'"),
        ({"player": "Ks Qs"}, "player must be 3 cards, not 2"),
        ({"dealer": "Ks 9d 4c"}, "Ks is dealt twice"),
        ({"wagers": {**BETS, "crest": 100}}, "the crest has no stake of its own: it is paid on the ante"),
    ):
        assert run("settle", "--game", str(FILE), typed=json.dumps({**LINE, **wrong})) == (1, f"line 1: {words}\n", "")
    signal.signal(signal.SIGPIPE, handled)


def test_figures_advice_and_strategy(tmp_path: Path) -> None:
    figures = told("analyze", str(FILE))["main"]
    assert figures["house_edge"] == str(analyze(SLUG).main.house_edge)
    assert "Crest" in command("analyze", str(FILE))
    hand = {"game": SLUG, "player": "Ks Qs 5s", "wagers": {"ante": 500, "swell": 100}}
    advice = told("advise", "--game", str(FILE), typed=json.dumps(hand))
    assert [option["choice"] for option in advice["options"]] == ["fold", "once", "twice"]
    assert advice["best"] == "twice"
    assert "from 3 water" in command("strategy", str(FILE))
    table = tmp_path / "strategy.csv"
    command("strategy", str(FILE), "-o", str(table))
    by_file = told("simulate", str(FILE), "--rounds", "3000", "--strategy-file", str(table))
    assert by_file["wagers"] == told("simulate", str(FILE), "--rounds", "3000")["wagers"]


def test_a_bonus_of_its_main_game_is_designed_as_if_every_table_were_solved(game: Game) -> None:
    values, edge, tolerance = (1, 5, 20, 100), Fraction(4, 100), Fraction(1, 100)
    found = design(game, "crest", Wish(edge, tolerance, values=values))
    expected = {}
    for pays in combinations_with_replacement(sorted(values, reverse=True), 4):
        lines = [(line.event, Odds(pay)) for line, pay in zip(game.house().pay_table("crest").lines, pays, strict=True)]
        table = PayTable.build("crest", "own", game.book.scales["crest"], lines)
        main = analyze(SLUG, house=game.house().with_pay_table(table)).main
        if abs(main.house_edge - edge) <= tolerance:
            expected[pays] = main.house_edge
    designed = {tuple(odds.pays for odds in each.pays.values()): each.figures.house_edge for each in found.tables}
    assert found.complete
    assert designed == expected
    assert found.found == len(expected) > 1


def test_simulated_rounds_agree_with_the_lab_and_with_the_rule_book() -> None:
    simulated = told("simulate", str(FILE), "--rounds", "200000", "--seed", "5", "--seats", "3")
    assert all(abs(wager["z"]) < 4 for wager in simulated["wagers"].values())
    assert set(simulated["wagers"]) == {"ante", "sail", "crest", "main", "swell", "flood"}
    plan = Plan(SLUG, 9, seats=3)
    engine, rounds = engine_of(plan), 400
    codes = next(coded_rounds(plan, 0, rounds)).reshape(rounds, 3, -1)
    for number, seats in enumerate(replayed_many(plan, 0, rounds)):
        for seat, round in enumerate(seats):
            settled: Counter[str] = Counter()
            for done in round.settle().results:
                settled[done.wager] += done.returned - done.staked
            for paid in engine.paid:
                if paid.wager != "main":
                    assert settled[paid.wager] == 100 * paid.nets[codes[number, seat, paid.column]], (
                        number,
                        seat,
                        paid.wager,
                    )
    assert "decision" in command("replay", str(FILE), "--seed", "9", "--round", "3")


def test_another_process_reads_the_file_for_itself(game: Game) -> None:
    sent = pickle.dumps(Plan(SLUG, 10))
    del GAMES[SLUG]
    plan = pickle.loads(sent)  # noqa: S301 - our own
    assert plan.rules is game
    assert GAMES[SLUG] is game
    assert run_shard(plan, 0, 100).rounds == 100


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules"], ["what-if"], ["what-if", "--pays"], ["risk"], ["progressive", "--meter", "100"],
        ["protect", "--seats", "1", "--samples", "100"], ["design", "swell", "--edge", "4%", "--lines", "3"],
        ["design", "crest", "--edge", "6%", "--tolerance", "1%", "--lines", "3"], ["sessions", "--length", "20", "--sessions", "50"],
        ["shift", "--seats", "7", "--hours", "1", "--shifts", "10"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_other_command_takes_its_file(arguments: list[str]) -> None:
    name, *more = arguments
    assert told(name, str(FILE), *more)


def test_it_is_listed_and_its_published_figures_are_checked() -> None:
    assert SLUG in [entry["slug"] for entry in told("games", "--game", str(FILE))]
    claims = told("verify", str(FILE))
    assert [claim["status"] for claim in claims] == ["matches", "matches"]


@pytest.mark.parametrize("form", ["pdf", "html", "xlsx", "json"])
def test_it_is_reported_in_every_form(form: str, tmp_path: Path) -> None:
    written = tmp_path / f"report.{form}"
    command("report", str(FILE), "-o", str(written))
    assert written.stat().st_size > 5_000
    if form == "html":
        text = written.read_text("utf-8")
        assert "paid on the Ante" in text
        assert "1 or 2 times the Ante" in text
        assert "a hand set badly (no hand is set)" in text
        assert "The meter at its base amount" in text
        assert "feltlab verify spring_tide.py" in text
        assert "How the documents are read" not in text  # it has no rulings
        assert str(FILE.parent) not in text  # the same report in any folder
    if form == "pdf":
        command("report", str(FILE), "--rack-card", "-o", str(tmp_path / "rack.pdf"))


# The live table


def seven_seats(**settings: Any) -> Table:
    table = Table(SLUG, name="tide", **settings).sit(*SEATS)
    table.lock(tuple(SEATS), dict.fromkeys(SEATS, BETS))
    return table


def chosen(table: Table, seat: int, stage: str) -> dict[str, Any]:
    return {stage: ("fold", "once", "twice")[seat % 3]}


def test_seven_seats_play_a_round_that_verifies_and_replays() -> None:
    table = seven_seats()
    table.play_out(chosen)
    last = table.table.last
    assert last is not None
    assert {seat: hand.stakes.get("sail", 0) for seat, hand in last.hands.items()} == {
        seat: 500 * (seat % 3) for seat in SEATS
    }
    assert sum(table.purses.values()) == -table.bank
    assert replayed(table.log) == table.state
    record = history(table.table, last)
    assert rehearsal.differences(record) == []
    assert verify_shuffle.differences(verify_shuffle.read_round(dump(record).encode())) == []
    with pytest.raises(verify_shuffle.MalformedRoundError):
        verify_shuffle.read_round(dump(record | {"cut": None}).encode())


def test_nobody_sees_what_is_hidden() -> None:
    table = seven_seats(dealer="manual")
    pack = None
    while table.table.round is not None and table.round.phase == "play":
        pack = pack or pack_of(table.name, table.round)
        for own in (*SEATS, None):
            known = set(pack.seats[own]) if own else set()
            if "dealer" in table.round.turned:
                known |= set(pack.places["dealer"])
            for number, hand in table.round.hands.items():
                known |= set(pack.seats[number]) if hand.shown else set()
            seen = set(re.findall(r'"([2-9TJQKA][cdhs])"', dump(view(table.table, own))))
            assert seen <= set(card_names(known)), (own, step_of(table.round))
        if table.round.waiting:
            seat = table.round.waiting[0]
            table.decide(seat, chosen(table, seat, "sail"))
        else:
            table.must(Advance(step_of(table.round)))
    assert table.table.last is not None
    assert table.table.last.phase == "closed"


def test_every_byte_that_is_sent_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def any_sail(random: Random, stage: str, hand: dict[str, Any]) -> dict[str, Any]:
        return {stage: random.choice(("fold", "once", "twice"))}

    def leaky(state: State, player: str | None) -> dict[str, Any]:
        dealers = pack_of(state.table, state.round).places["dealer"] if state.round and state.round.hands else ()
        return {**sight.seen(state, player), "reason": " ".join(card_names(dealers))}

    monkeypatch.setitem(taint.GAMES, SLUG, (7, BETS))
    monkeypatch.setattr(taint, "choice_of", any_sail)
    watch, _ = taint.run(11, (SLUG,))
    assert watch.leaks == []
    assert watch.looked > 300
    monkeypatch.setattr(hall, "seen", leaky)
    watch, _ = taint.run(1, (SLUG,))
    assert watch.leaks


def test_what_goes_wrong_gives_the_bets_back(game: Game) -> None:
    assert set(irregular.seat_causes(game)) == {"wrong-count", "exposed"}
    assert {"dealer-wrong-count", "dealer-exposed"} <= set(irregular.round_causes(game))
    for cause in irregular.seat_causes(game):
        table = seven_seats()
        table.must(Void(cause, "", 3))
        assert table.purses["player-3"] == 0, cause
        table.play_out(chosen)
        assert sum(table.purses.values()) == -table.bank
    for cause in irregular.round_causes(game):
        table = seven_seats()
        table.must(Void(cause, "", None))
        assert (set(table.purses.values()), table.bank) == ({0}, 0), cause


def test_it_is_played_in_the_terminal() -> None:
    said = command("play", str(FILE), "--bots", "2", "--seed", "1", typed="5\ntwice\nq\n")
    assert "Spring Tide" in said
    assert "water" in said


def test_the_coach_knows_the_hand() -> None:
    table = seven_seats()
    line = advice_line(table.table, table.round, 2)
    assert line["player"] == card_names(pack_of(table.name, table.round).seats[2])
    advice = feltlab.lab.advise(line)
    assert [option.choice for option in advice.options] == ["fold", "once", "twice"]


def test_bots_through_the_pit_and_the_books_are_exported(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'trial.db'}"
    pits = Pits(url, "fifth", follow=False)
    pits.open_table("tide-1", Config(SLUG, betting_seconds=1))
    for seat, strategy in zip(
        SEATS, ("optimal", "by-value", "always-once", "always-twice", *["optimal"] * 3), strict=True
    ):
        pits.chips(f"bot-{seat}", 10**9)
        pits.must("tide-1", Sit(f"bot-{seat}", "Bot", seat, strategy, BETS))
    for _ in range(40):
        pits.now += 1000
        assert isinstance(pits.command("tide-1", Tick()), Done)
    assert ledger_sums(pits.store).is_right
    assert not differs_from_log(pits.store, pits.pit.tables["tide-1"])
    pits.close()
    exported = tmp_path / "rounds.jsonl"
    command("export", "--database", url, "--game", str(FILE), "-o", str(exported))
    records = exported.read_text().splitlines()
    assert len(records) == 40 == len(list(recorded(url, None)))
    command("replay", str(exported))
    one = tmp_path / "one.json"
    one.write_text(records[7])
    command("verify-shuffle", str(one))


# The site


@pytest.fixture(scope="module")
def site(game: Game) -> Iterator[TestClient]:
    pit, settings = Pit(open_store("sqlite://")), Settings()
    open_house(pit, settings)
    with TestClient(create_app(pit, settings=settings), base_url=ADDRESS, headers={"origin": ADDRESS}) as client:
        client.get("/api/me")
        yield client
    pit.stop()


@pytest.mark.parametrize("address", [*SHARED, *addresses(SLUG)])
def test_every_page_has_it(site: TestClient, address: str) -> None:
    heard = site.get(address)
    assert heard.status_code == 200, heard.text[:300]
    assert address not in addresses(SLUG) or "Spring Tide" in heard.text or SLUG in heard.text or heard.json()


def test_its_rules_page_tells_nothing_of_other_games(site: TestClient, game: Game) -> None:
    page = site.get(f"/rules/{SLUG}").text
    assert "Royal flush" not in page  # its one suit is no poker hand
    assert "Ante, Flop, Main" not in page
    assert "the rulings below" not in page


def test_the_lab_of_the_site_answers(site: TestClient) -> None:
    body = site.post("/api/lab/analyze", json={"game": SLUG}).json()
    assert body["analysis"]["main"]["house_edge"] == str(analyze(SLUG).main.house_edge)
    assert len(site.get(f"/api/lab/strategy/{SLUG}").json()["charts"]) == 2
    assert site.post("/api/lab/sessions", json={"game": SLUG, "length": 5, "sessions": 5}).status_code == 200
    opened = site.post("/api/tables", json={"key": "k", "config": {"game": SLUG, "private": True}})
    assert opened.status_code == 200, opened.text
    hand = site.get(f"/practice/{SLUG}/hand.json").json()
    asked = {"cards": " ".join(hand["cards"]), "choice": "once"}
    assert site.get(f"/practice/{SLUG}/judge.json", params=asked).json()["best"] in ("fold", "once", "twice")


def test_dealers_learn_it(site: TestClient, game: Game) -> None:
    drills = school.drills_of(game)
    assert {"calls", "steps", "round", "side", "mistake", "call", "progressive"} <= set(drills)
    for drill in drills:
        for seed in range(4):
            asked = site.post(f"/api/school/{SLUG}/{drill}", json={"seed": seed})
            assert asked.status_code == 200, (drill, asked.text)
            answered = site.post("/api/school/answer", json={"id": asked.json()["id"], "answer": None})
            assert answered.status_code == 200, (drill, answered.text)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_its_felt_is_played_in_a_browser(browser: Browser, open_house_with_it: House, size: dict[str, int]) -> None:  # noqa: F811
    with visitor(browser, viewport=size) as seen:
        page = seen.page
        sit_down(page, f"{open_house_with_it.address}/play/{SLUG}")
        page.locator('[data-chip="500"]').click()
        for wager in ("ante", "swell"):
            spot(page, wager).click()
            expect(spot(page, wager)).to_have_accessible_name(name_with_bet(500))
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for(page, "decide")
        expect(page.locator(".bar .tally")).to_contain_text("water")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Ask the coach").click()
        expect(page.locator(".worth li")).to_have_count(3)
        page.get_by_role("button", name="Twice $10").click()
        wait_for(page, "results")
        expect(page.locator(".results tr")).not_to_have_count(0)
        mine = own_hand(open_house_with_it.state(page))
        assert (mine.choices, mine.stakes["sail"]) == ({"sail": "twice"}, 1000)
        use_tool(page, "History")
        page.get_by_role("button", name="Replay").first.click()
        for _ in range(4):
            page.get_by_role("button", name="Next step").click()
        expect(page.locator(".replay-results").first).to_contain_text("Sail")
        recalled = page.request.get(
            f"{open_house_with_it.address}/floor/tables/{page.url.rsplit('/', 1)[1]}/rounds.jsonl"
        )
        assert recalled.ok
        round = json.loads(recalled.text().splitlines()[0])
        assert round["game"] == SLUG
        page.goto(f"{open_house_with_it.address}/floor/tables/{round['table']}/rounds/{round['round']}")
        expect(page.locator("main")).to_contain_text("Sail")


# What the declaration promises to the lab


def test_the_meter_and_the_grades_add_up(game: Game) -> None:
    terms = terms_of(game)
    wagers = analyze(SLUG).wagers
    for figures in wagers.values():
        assert sum(outcome.combinations for outcome in figures.outcomes) == figures.total
    assert wagers["swell"].probability("one color") == Fraction(2 * 2600 - 4 * 286, 22100)
    assert terms.numbers.qualifier == 10
