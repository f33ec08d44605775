"""One-file games in which several cards are traded: at the table, with coach and bots, in the browser, in a terminal."""

import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect

from feltlab import verify_shuffle
from feltlab.cards.names import card_names
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.rules.lines import read_round
from feltlab.service.checks import ledger_sums
from feltlab.service.export import recorded
from feltlab.service.pit import Pit
from feltlab.service.recovery import differs_from_log
from feltlab.service.requests import Done
from feltlab.service.store import open_store
from feltlab.table import Config, Refusal, rehearsal
from feltlab.table.coach import advice, judged
from feltlab.table.commands import Decide, Sit, Tick
from feltlab.table.history import history
from feltlab.table.pack import pack_of
from feltlab.table.state import Round
from feltlab.table.views import view
from feltlab.web.app import create_app
from feltlab.web.door.settings import Settings
from feltlab.web.live.opening import open_house
from feltlab.web.school import drills
from feltlab.web.site import figures
from feltlab.wire import dump
from tests.live.house import House as Pits
from tests.one_game_less import ADDRESS, addresses, run
from tests.table.driver import Table, player, replayed
from tests.waiting import until
from tests.web.browser import PHONE, browser  # noqa: F401 - a fixture
from tests.web.felt.house import House, house, own_hand, sit_down, spot, visitor, wait_for

FILES = (
    Path(__file__).parents[2] / "examples" / "games" / "jacks_or_better.py",
    Path(__file__).parents[1] / "exact" / "ferry.py",
)
BETS = {"ferry": {"ante": 500, "dealt": 100, "late": 100}, "jacks-or-better": {"ante": 500}}
SEATS = {"ferry": range(1, 8), "jacks-or-better": range(1, 6)}


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    slugs = [load_game(file).slug for file in FILES]
    yield
    for slug in slugs:
        del GAMES[slug]


def all_seats(slug: str, name: str, **settings: Any) -> Table:
    table = Table(slug, name=name, **settings).sit(*SEATS[slug])
    table.lock(tuple(SEATS[slug]), dict.fromkeys(SEATS[slug], BETS[slug]))
    return table


def answer(table: Table, seat: int, chance: Random) -> dict[str, Any]:
    ask = GAMES[table.game].round.asks[table.round.asked]
    hand = table.round.hands[seat]
    if ask.trade:
        traded = chance.sample(card_names(hand.cards), chance.randint(0, ask.trade.most))
        return {ask.name: traded or None}
    barred = view(table.table, seat)["round"]["seats"][str(seat)].get("barred", [])
    return {ask.name: chance.choice([option for option in ask.options if option not in barred])}


def played(table: Table, chance: Random) -> Round:
    while table.table.round and table.round.phase == "play":
        seat = table.round.waiting[0]
        table.decide(seat, answer(table, seat, chance))
    assert table.table.last is not None
    return table.table.last


@pytest.mark.parametrize("slug", BETS)
def test_rounds_of_all_seats_verify_replay_and_settle_as_lines(slug: str) -> None:
    chance, met = Random(slug), Counter[int]()
    for number in range(15):
        table = all_seats(slug, f"draw-{number}")
        last = played(table, chance)
        assert sum(table.purses.values()) == -table.bank
        assert replayed(table.log) == table.state
        record = history(table.table, last)
        assert rehearsal.differences(record) == []
        assert verify_shuffle.differences(verify_shuffle.read_round(dump(record).encode())) == []
        met.update(len(hand.drawn) for hand in last.hands.values())
        draws = GAMES[slug].round.draws
        for seat, hand in last.hands.items():
            line: dict[str, Any] = {
                "game": slug,
                "player": card_names(hand.cards),
                "choices": hand.choices,
                "wagers": BETS[slug],
            }
            drawn = {draws: card_names(hand.drawn)} if hand.drawn else {}
            settled = read_round(line | drawn, GAMES[slug], GAMES[slug].house()).settle()
            assert settled.net == table.purses[player(seat)]
    assert set(met) == set(range(GAMES[slug].round.most_traded + 1))


def test_a_record_with_another_card_is_told() -> None:
    table = all_seats("jacks-or-better", "told")
    record = history(table.table, played(table, Random(3)))
    seat, drawn = next(iter(record["dealt"]["replacements"].items()))
    for wrong in ([*drawn[:-1], "2c" if drawn[-1] != "2c" else "3c"], [*drawn, *drawn] * 3):
        told = record | {"dealt": record["dealt"] | {"replacements": {seat: wrong}}}
        assert rehearsal.differences(told)
        assert verify_shuffle.differences(verify_shuffle.read_round(dump(told).encode()))
    for claim in (True, 4, 6):
        cut = record | {"cut": record["cut"] | {"replacements": claim}}
        assert rehearsal.differences(cut)


def test_nobody_else_sees_what_is_traded_and_drawn() -> None:
    chance, hidden = Random(1), 0
    for number in range(6):
        table = all_seats("ferry", f"sight-{number}")
        while table.table.round is not None and table.round.phase == "play":
            for own in (*SEATS["ferry"], None):
                seen = set(re.findall(r'"([2-9TJQKA][cdhs])"', dump(view(table.table, own)["round"])))
                hand = table.round.hands[own] if own else None
                assert seen == ({*card_names(hand.cards), *card_names(hand.drawn)} if hand else set())
            hidden += any(hand.drawn for hand in table.round.hands.values())
            table.decide(table.round.waiting[0], answer(table, table.round.waiting[0], chance))
    assert hidden


def test_a_trade_that_may_not_be_is_refused_and_changes_nothing() -> None:
    table = all_seats("jacks-or-better", "refused")
    seat = table.round.waiting[0]
    own, other = card_names(table.round.hands[seat].cards), card_names(pack_of(table.name, table.round).seats[2])
    for wrong in (
        [other[0]] if seat != 2 else ["Xx"],
        [own[0], own[0]],
        [],
        "",
        3,
        True,
        {"a": 1},
        [None],
        ["Jo"],
        "As" * 9,
    ):
        done = table.do(Decide(player(seat), seat, table.round.number, "draw", {"draw": wrong}))
        assert isinstance(done, Refusal), wrong
    table.decide(seat, {"draw": f"{own[3]} {own[1]}"})
    assert table.round.hands[seat].choices == {"draw": [own[1], own[3]]}
    assert len(table.round.hands[seat].drawn) == 2


def test_the_coach_follows_the_round() -> None:
    table = all_seats("ferry", "coach")
    seat, stages = table.round.waiting[0], []
    while table.table.round and seat in table.round.waiting:
        said = advice(table.table, seat)
        assert said is not None
        stages.append(said[0])
        best = said[1].best.choice
        made = {said[0]: best if said[0] != "draw" else best.split()[1:] or None}
        assert judged(table.table, seat, made)[1] == best
        table.decide(seat, {said[0]: "call"} if said[0] == "call" else made)
        for other in [waiting for waiting in table.round.waiting if waiting != seat] if table.table.round else []:
            table.decide(
                other, {said[0]: "call"} if said[0] == "call" else {said[0]: None if said[0] == "draw" else "stand"}
            )
    assert stages == ["call", "draw", "double"]


def test_bots_play_through_the_pit_and_every_round_verifies(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'draws.db'}"
    pits = Pits(url, "draws", follow=False)
    for slug, seats in SEATS.items():
        pits.open_table(slug, Config(slug, betting_seconds=1))
        for seat in seats:
            pits.chips(f"{slug}-{seat}", 10**9)
            strategy = "bold" if slug == "ferry" and seat == 1 else "optimal"
            pits.must(slug, Sit(f"{slug}-{seat}", "Bot", seat, strategy, BETS[slug]))
    for _ in range(8):
        pits.now += 1000
        assert all(isinstance(pits.command(slug, Tick()), Done) for slug in BETS)
    assert ledger_sums(pits.store).is_right
    assert not any(differs_from_log(pits.store, pits.pit.tables[slug]) for slug in BETS)
    pits.close()
    lines = list(recorded(url, None))
    assert [verify_shuffle.differences(verify_shuffle.read_round(line.encode())) for line in lines] == [[]] * 16
    assert any('"double":"double"' in line for line in lines)
    assert any(re.search(r'"draw":\["..","..","..","..","?', line) for line in lines)


def test_every_page_and_drill_has_them() -> None:
    pit, settings = Pit(open_store("sqlite://")), Settings()
    open_house(pit, settings)
    with TestClient(create_app(pit, settings=settings), base_url=ADDRESS, headers={"origin": ADDRESS}) as client:
        client.get("/api/me")
        for address in addresses("ferry"):
            assert client.get(address).status_code == 200, address
        for drill in drills.drills_of(GAMES["ferry"]):
            asked = client.post(f"/api/school/ferry/{drill}", json={"seed": 2})
            assert asked.status_code == 200, (drill, asked.text)
            answered = client.post("/api/school/answer", json={"id": asked.json()["id"], "answer": None})
            assert answered.status_code == 200, (drill, answered.text)
        client.get("/practice/jacks-or-better/hand.json")  # five cards take a moment: a job solves them
        until(lambda: figures.is_ready("jacks-or-better"))
        hand = client.get("/practice/jacks-or-better/hand.json").json()
        offered = hand["facts"]["options"]["draw"]
        assert len(offered) == 32
        query = {"cards": " ".join(hand["cards"]), "choice": offered[7]}
        assert len(client.get("/practice/jacks-or-better/judge.json", params=query).json()["options"]) == 32
    pit.stop()


@pytest.fixture(scope="module")
def open_house_with_them(games: None) -> Iterator[House]:
    yield from house.__wrapped__()  # type: ignore[attr-defined]


def test_two_cards_are_traded_in_a_browser(browser: Browser, open_house_with_them: House) -> None:  # noqa: F811
    with suppress(figures.StillSolvingError):
        figures.need("jacks-or-better")
    until(lambda: figures.is_ready("jacks-or-better"))
    with visitor(browser, viewport=PHONE) as seen:
        page = seen.page
        sit_down(page, f"{open_house_with_them.address}/play/jacks-or-better")
        page.locator('[data-chip="500"]').click()
        spot(page, "ante").click()
        page.get_by_role("button", name="Deal", exact=True).click()
        trade = page.get_by_role("button", name=re.compile("^Trade"))
        expect(trade).to_have_text(re.compile("up to 5"))
        for place in (1, 3):
            page.locator(f'.my-card[data-place="{place}"]').click()
        dealt = [card.get_attribute("data-card") for card in page.locator(".my-card").all()]
        trade.click()
        wait_for(page, "results")
        hand = own_hand(open_house_with_them.state(page))
        assert hand.choices == {"draw": [dealt[1], dealt[3]]}
        drawn = card_names(hand.drawn)
        after = [dealt[0], drawn[0], dealt[2], drawn[1], dealt[4]]
        for place, card in enumerate(after):
            expect(page.locator(f'.my-card[data-place="{place}"]')).to_have_attribute("data-card", str(card))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_they_are_played_in_the_terminal() -> None:
    handled = signal.getsignal(signal.SIGPIPE)
    for file, typed in zip(FILES, ("5\n?\nt\nkeep\n5\nkeep\n", "5\ncall\nkeep\nstand\n"), strict=True):
        code, said, wrong = run("play", str(file), "--bots", "2", "--seed", "1", typed=f"{typed}q\n")
        assert (code, wrong) == (0, ""), said
        assert "Ante" in said
        assert "stays" in said
    signal.signal(signal.SIGPIPE, handled)
