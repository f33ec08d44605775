"""The rack card: every bet a player makes, every card of a second deck, in three forms, with the house's lines."""

from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from feltlab.cards import RULE_CARDS
from feltlab.commands.report import report
from feltlab.games import GAMES
from feltlab.games.loading import load_game
from feltlab.report.bets import before_the_deal
from feltlab.report.filing import Filing
from feltlab.report.rack_card import CARE, HELPLINE, CardForm, card_data, rack_card_of
from feltlab.report.subject import subject_of
from feltlab.report.words import told
from tests.report.kept import LIGHT, subject

A4, A5 = (595, 842), (420, 595)
PAGES = {CardForm.PAGE: [A4], CardForm.HALF: [A5], CardForm.TWO_SIDED: [A5, A5]}


def words(made: bytes) -> list[str]:
    return [" ".join(leaf.extract_text().split()) for leaf in PdfReader(BytesIO(made)).pages]


@pytest.mark.parametrize("form", CardForm)
@pytest.mark.parametrize("slug", LIGHT)
def test_every_form_has_all_of_the_card_and_no_command(slug: str, form: CardForm) -> None:
    made = rack_card_of(subject(slug), form=form)
    sides = [tuple(round(float(side)) for side in leaf.mediabox[2:]) for leaf in PdfReader(BytesIO(made)).pages]
    assert sides == PAGES[form]
    found, data = " ".join(words(made)), card_data(subject(slug))
    for text in (*data["steps"], CARE, HELPLINE, data["strategy"]["price"]):
        assert text in found
    for table in data["tables"]:
        assert all(" ".join(row) in found for row in table["rows"])
        assert table["note"] in found
    assert "feltlab report" not in found
    assert ".pdf" not in found
    assert made == rack_card_of(subject(slug), form=form)


def letters(made: bytes) -> Counter[float]:
    """How many there are of each size, in points."""
    found: Counter[float] = Counter()

    def seen(text: str, _: object, matrix: list[float], __: object, size: float) -> None:
        found[round(abs(size * matrix[0]), 2)] += len(text.strip())

    for leaf in PdfReader(BytesIO(made)).pages:
        leaf.extract_text(visitor_text=seen)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_half_a_page_can_be_read_at_arms_length(slug: str) -> None:
    sizes = letters(rack_card_of(subject(slug), form=CardForm.HALF))
    assert sizes.most_common(1)[0][0] >= 9
    assert min(size for size, count in sizes.items() if count > 50) >= 7.5  # the version's line is shorter


def test_the_back_of_a_card_says_what_it_costs_and_where_help_is() -> None:
    front, back = words(rack_card_of(subject("low-four"), form=CardForm.TWO_SIDED))
    assert "How to play" in front
    assert "What it costs" in back
    assert HELPLINE in back


@pytest.mark.parametrize("slug", GAMES)
def test_the_first_step_has_every_bet_that_is_put_down_before_the_deal(slug: str) -> None:
    game = GAMES[slug]
    first = told(game)["steps"][0].format(bets=before_the_deal(game))
    for wager in game.wagers.values():
        assert wager.follows or f"the {wager.name}" in first
        assert all(f"${cents // 100}" in first for cents in wager.fixed_stakes)
    left = game.house().without(tuple(slug for slug, wager in game.wagers.items() if wager.optional))
    bare = subject_of(slug, house=left)
    assert card_data(bare)["steps"][0] == f"Bet the {game.wagers[game.initial].name}."


def test_bets_that_open_a_round_by_themselves_are_a_choice() -> None:
    game = load_game(Path(__file__).parents[2] / "examples" / "games" / "baccarat.py")
    assert before_the_deal(game).startswith("Bet the ")
    assert " or the " in before_the_deal(game).partition(".")[0]


def test_a_second_deck_is_listed_card_by_card() -> None:
    (deck,) = card_data(subject("rule-out"))["decks"]
    assert deck == {"title": "The 15 Rule Cards", "cards": list(RULE_CARDS)}
    found = words(rack_card_of(subject("rule-out")))[0]
    assert " · ".join(RULE_CARDS) in found
    assert card_data(subject("low-four"))["decks"] == []


def test_both_totals_count_for_the_progressive() -> None:
    tables = {table["title"]: table["note"] for table in card_data(subject("low-four"))["tables"]}
    assert tables["Combo Progressive"] == "your total + dealer's total"
    assert (
        "The Combo Progressive depends on your total + dealer's total." in card_data(subject("low-four"))["steps"][-1]
    )


def test_the_house_has_its_own_lines(tmp_path: Path) -> None:
    filing = Filing(house="Club One", slogan="Know when to stop.", helpline="Call 0800 123 456.")
    for form in CardForm:
        found = " ".join(words(rack_card_of(subject("rule-out"), filing, form)))
        for text in ("CLUB ONE", "Know when to stop.", "Call 0800 123 456.", CARE):
            assert text in found
        assert HELPLINE not in found
    file, out = tmp_path / "filing.toml", tmp_path / "card.pdf"
    file.write_text('[house]\nname = "Club One"\nslogan = "Stop in time."\nhelpline = "Call us."')
    report("rule-out", out, rack_card=True, form=CardForm.HALF, filing=file, slogan="Know when to stop.")
    (found,) = words(out.read_bytes())
    assert "CLUB ONE" in found
    assert "Know when to stop." in found
    assert "Stop in time." not in found
    assert "Call us." in found


def test_a_game_of_a_file_tells_its_strategy_in_steps() -> None:
    game = load_game(Path(__file__).parents[2] / "examples" / "games" / "three_card_poker.py")
    made = subject_of(game.slug)
    data = card_data(made)
    assert data["steps"][0] == "Bet the Ante. You may add the Pair Plus and the Six Card Bonus."
    assert any("queen-6 high" in line and line.endswith("play") for line in data["strategy"]["lines"])
    assert not any("costs" in line for line in data["strategy"]["lines"])
    assert f"{float(made.priced['by-value'].house_edge):.2%}" in data["strategy"]["price"]
    assert "pair-plus" not in " ".join(step.words for step in game.book.procedure.steps)


@pytest.mark.parametrize("slug", GAMES)
def test_an_event_stands_on_one_line_of_half_a_page(slug: str) -> None:
    """An event that is broken looks like two, and only one of them pays."""
    made = subject(slug)
    lines = PdfReader(BytesIO(rack_card_of(made, form=CardForm.HALF))).pages[0].extract_text().splitlines()
    events = [row[0] for table in card_data(made)["tables"] for row in table["rows"]]
    assert events
    assert [event for event in events if not any(event in line for line in lines)] == []
