"""What the audit trail and a request for a second person hold is read field by field, in words, without JSON or ids."""

from feltlab.service.pit import Pit
from feltlab.service.requests import AtTable, Request
from feltlab.table.commands import Rate
from feltlab.table.config import Config
from feltlab.web.floor.details import fields_of
from tests.web.floor.house import LOGIN, running


def said(fields: list[dict[str, object]]) -> dict[object, object]:
    return {each["name"]: said(each["fields"]) if each["fields"] else each["text"] for each in fields}  # type: ignore[arg-type]


def test_amounts_times_rates_and_bets_are_in_words() -> None:
    config = {"game": "low-four", "title": "", "decks": None, "limits": {"ante": [500, 100_000], "low-points": [100, 100]},
              "pay_tables": {"low-points": "4"}, "left_off": ["combo-progressive"], "betting_seconds": 0,
              "decision_seconds": 45, "aggregate_limit": 100_000_050, "private": False, "penetration": 75}  # fmt: skip
    detail = {"key": "k", "path": "/api/tables", "config": config, "expires_at": 1_700_000_000_000, "second": "p-otto",
              "increment_ppm": 125_000, "player": "p-gone", "do": "buy-in", "cents": -12_345, "made_up": ["a", 1]}  # fmt: skip
    assert said(fields_of(detail, {"p-otto": "Otto"})) == {
        "Terms": {
            "Game": "Low Four",
            "Limits": {"Ante": "$5 – $1,000", "Low Points Bonus": "$1 – $1"},
            "Pay tables": {"Low Points Bonus": "4"},
            "Left off the felt": "Combo Progressive",
            "Betting clock": "none",
            "Decision clock": "45 s",
            "Maximum payout per round": "$1,000,000.50",
            "Private": "no",
            "Cut card at": "75%",
        },
        "Expires (UTC)": "2023-11-14 22:13:20",
        "Second person": "Otto",
        "Increment": "12.5%",
        "Player": "p-gone",
        "Asks for": "Issue chips",
        "Amount": "−$123.45",
        "Made up": "a, 1",
    }


def test_a_bet_has_the_name_that_its_table_gives_it() -> None:
    with running(LOGIN) as house:
        house.open_table("low-four-1", Config("low-four"))
        change(house.pit)
        auditor = house.staff("auditor")
        entries = auditor.get("/floor/audit.json").json()["trail"]["entries"]
        (entry,) = [each for each in entries if each["action"] == "rate"]
        assert said(entry["fields"])["Bet"] == "Combo Progressive"
        assert entry["detail"]["wager"] == "combo-progressive"  # for programs as it was written
        page = auditor.get("/floor/audit").text
        assert "Meter rate changed" in page
        assert "combo-progressive" not in page
        assert "{&#34;" not in page


def change(pit: Pit) -> None:
    rate = Rate("combo-progressive", 100_000)
    pit.ask(Request(AtTable("low-four-1", rate, "test")))
