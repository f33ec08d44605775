import json
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from feltlab.errors import FeltlabError
from feltlab.games import GAMES
from feltlab.lab import analyze
from feltlab.lab.design import Design, Wish, design
from feltlab.money import Odds
from feltlab.rules.pay_table import PayTable, Share
from tests.conftest import Feltlab

SIDE_BETS = [
    (slug, wager, id)
    for slug, game in GAMES.items()
    for wager, tables in game.book.pay_tables.items()
    for id, table in tables.items()
    if wager not in ("main", "river") and not any(isinstance(line.pays, Share) for line in table.lines)
]


def _pays(found: Design) -> list[tuple[int, ...]]:
    return [tuple(odds.pays for odds in table.pays.values()) for table in found.tables]


@pytest.mark.parametrize(("slug", "wager", "id"), SIDE_BETS)
def test_the_documents_own_tables_are_found_by_their_edges(slug: str, wager: str, id: str) -> None:
    game = GAMES[slug]
    table = game.book.pay_tables[wager][id]
    decks = 4 if id.endswith("-4") else 6 if id.endswith("-6") else None
    house = game.house() if decks is None else game.house().changed({"decks": decks})
    edge = analyze(slug, pay_tables={wager: id}, house=house).wagers[wager].house_edge
    values = sorted(
        {line.pays.pays for line in table.lines if isinstance(line.pays, Odds)} | {1, 2, 3, 5, 10, 25, 50, 100}
    )
    found = design(game, wager, Wish(edge, Fraction(1, 10**6), values=values), house, like=id)
    printed = tuple(line.pays.pays for line in table.lines if isinstance(line.pays, Odds))
    assert _pays(found)[0] == printed


@pytest.mark.parametrize(("slug", "wager"), [("quick-draw-holdem", "river"), ("rule-out", "main")])
def test_main_tables_are_solved_again_and_the_printed_one_is_found(slug: str, wager: str) -> None:
    game = GAMES[slug]
    edge = analyze(slug).main.house_edge
    found = design(game, wager, Wish(edge, Fraction(1, 2000)))
    printed = tuple(line.pays.pays for line in game.house().pay_table(wager).lines if isinstance(line.pays, Odds))
    assert printed in _pays(found)
    for table in found.tables[:3]:
        pays = PayTable.build(wager, "own", game.book.scales[wager], list(table.pays.items()))
        assert analyze(slug, house=game.house().with_pay_table(pays)).main.house_edge == table.figures.house_edge
        assert abs(table.figures.house_edge - edge) <= Fraction(1, 2000)


def test_a_small_space_is_the_same_as_brute_force() -> None:
    game, values, wish_edge, tolerance = (
        GAMES["low-four"],
        (1, 2, 5, 10, 20, 50, 100),
        Fraction(8, 100),
        Fraction(2, 100),
    )
    found = design(game, "low-points", Wish(wish_edge, tolerance, values=values, most=10_000))
    events = [line.event for line in game.house().pay_table("low-points").lines]
    scale = game.book.scales["low-points"]
    expected = set()
    for pays in combinations_with_replacement(sorted(values, reverse=True), len(events)):
        table = PayTable.build("low-points", "own", scale, [(e, Odds(p)) for e, p in zip(events, pays, strict=True)])
        edge = analyze("low-four", house=game.house().with_pay_table(table)).wagers["low-points"].house_edge
        if abs(edge - wish_edge) <= tolerance:
            expected.add(pays)
    assert found.complete
    assert set(_pays(found)) == expected
    assert expected


def test_every_table_has_its_edge_recomputed_inside_the_band() -> None:
    game, wish = GAMES["ace-odd-even"], Wish(Fraction(5, 100), Fraction(25, 10_000), most=60)
    found = design(game, "poker", wish)
    assert len(found.tables) == 60
    assert not found.complete
    for table in found.tables:
        own = PayTable.build("poker", "own", game.book.scales["poker"], list(table.pays.items()))
        edge = analyze("ace-odd-even", house=game.house().with_pay_table(own)).wagers["poker"].house_edge
        assert edge == table.figures.house_edge
        assert abs(edge - wish.edge) <= wish.tolerance


def test_constraints_hold() -> None:
    wish = Wish(
        Fraction(5, 100), Fraction(1, 100), {"7 card flush": Odds(5000)}, max_pay=5000,
        hit_frequency=(Fraction(0), Fraction(1, 2)), deviation=(Fraction(1), Fraction(4)),
    )  # fmt: skip
    found = design(GAMES["ace-odd-even"], "poker", wish)
    assert found.tables
    for table in found.tables:
        assert table.pays["7 card flush"].pays == 5000
        assert 1 <= table.figures.variance <= 16
        pays = [odds.pays for odds in table.pays.values()]
        assert pays == sorted(pays, reverse=True)


def test_fewer_lines_are_fewer_hits() -> None:
    found = design(GAMES["low-four"], "low-points", Wish(Fraction(10, 100), Fraction(1, 100), lines=3))
    assert all(len(table.pays) == 3 for table in found.tables)


@pytest.mark.parametrize(
    ("wager", "wish"),
    [
        ("ante", Wish(Fraction(5, 100))),
        ("combo-progressive", Wish(Fraction(5, 100))),
        ("low-points", Wish(Fraction(5, 100), keep={"9 points": Odds(5)})),
        ("low-points", Wish(Fraction(5, 100), keep={"1 or 2 points": Odds(2), "7 or 8 points": Odds(5)})),
        ("low-points", Wish(Fraction(5, 100), keep={"1 or 2 points": Odds(3, 2)})),
        ("low-points", Wish(Fraction(5, 100), values=(10, 20), max_pay=5)),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wager: str, wish: Wish) -> None:
    with pytest.raises(FeltlabError):
        design(GAMES["low-four"], wager, wish)


@pytest.mark.parametrize(
    "most", [{"hit_frequency": (Fraction(1, 2), Fraction(1, 3))}, {"deviation": (Fraction(4), Fraction(1))}]
)
def test_a_least_above_its_most_is_refused(most: dict[str, tuple[Fraction, Fraction]]) -> None:
    with pytest.raises(FeltlabError, match="is above the largest"):
        Wish(Fraction(5, 100), **most)  # type: ignore[arg-type]


def test_design_prints_the_contract(feltlab: Feltlab) -> None:
    done = feltlab("design", "low-four", "low-points", "--edge", "6.41%", "--keep", "1 or 2 points=300 to 1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["complete"] is True
    first = found["pay_tables"][0]
    assert first["pays"]["1 or 2 points"] == "300 to 1"
    assert abs(Fraction(first["house_edge"]) - Fraction("0.0641")) <= Fraction(1, 1000)
    assert sum(map(Fraction, first["return_by_line"].values())) == 1 - Fraction(first["house_edge"])


def test_an_impossible_band_is_an_empty_list_and_exit_1(feltlab: Feltlab) -> None:
    done = feltlab("design", "rule-out", "joker", "--edge", "1%", "--tolerance", "0.0001%", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["pay_tables"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("low-four", "ante", "--edge", "5%"),
        ("low-four", "low-points", "--edge", "lots"),
        ("low-four", "low-points", "--edge", "5%", "--tolerance", "-1%"),
        ("low-four", "low-points", "--edge", "200%"),
        ("low-four", "low-points", "--edge", "5%", "--keep", "1 or 2 points"),
        ("low-four", "low-points", "--edge", "5%", "--keep", "99 points=5 to 1"),
        ("low-four", "low-points", "--edge", "5%", "--keep", "1 or 2 points=many"),
        ("low-four", "low-points", "--edge", "5%", "--like", "9"),
        ("low-four", "low-points", "--edge", "5%", "--hit-frequency-min", "60%", "--hit-frequency-max", "5%"),
        ("low-four", "low-points"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(feltlab: Feltlab, arguments: tuple[str, ...]) -> None:
    done = feltlab("design", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
