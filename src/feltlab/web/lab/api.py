"""The lab's JSON API: any terms, any hand, any meter, bounded simulations; longer work is a job (`working`)."""

from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi import Body as FromBody

from feltlab.errors import FeltlabError, shown
from feltlab.games import GAMES
from feltlab.lab import advise, check_strategy
from feltlab.money import plain_number
from feltlab.web.door.bodies import StrictRoute
from feltlab.web.lab import answers, charts, sections, strategy_charts
from feltlab.web.lab import protection as protection_page
from feltlab.web.lab.questions import Analyze, AskAtMeter, EditTerms, SimulateSessions, SimulateShift, asked_terms
from feltlab.web.lab.tasks import AT_ONCE, played_sessions, played_shifts, silent
from feltlab.web.lab.terms import LONGEST, Edit, WrongTermError, edited, known_terms
from feltlab.web.site.page import PlainResponse
from feltlab.web.site.work import bounded

router = APIRouter(prefix="/api/lab", tags=["lab"], route_class=StrictRoute)
AskedTerms = Annotated[str, Query(max_length=LONGEST)]


def analyzed(asked: Analyze) -> dict[str, Any]:
    terms = asked_terms(asked)
    if asked.strategy:
        check_strategy(terms.slug, terms.terms, asked.strategy)
    analysis = sections.analysis_of(terms, asked.strategy)
    drawn = {"net": charts.net_distribution(analysis.main), "return": charts.contributions(analysis.main)}
    return {
        "terms": terms.text,
        "analysis": analysis.to_dict(),
        "charts": {name: chart.to_dict() for name, chart in drawn.items()},
    }


@router.post("/analyze", responses=answers.of(answers.Analyzed))
async def analyze_(asked: Analyze) -> Response:
    """The output of `feltlab analyze --json`, under `analysis`."""
    return PlainResponse(await bounded(lambda: analyzed(asked)))


def written(asked: EditTerms) -> dict[str, Any]:
    rules = {wager: rule.said() for wager, rule in asked.progressives.items()}
    terms = asked_terms(asked)
    edit = Edit(asked.numbers, asked.felt, asked.tables, rules, asked.left_off)
    return edited(terms, edit).to_dict()


@router.post("/terms", responses=answers.of(answers.TermsAnswer))
async def terms_(asked: EditTerms) -> Response:
    """Terms from a form, written as a rule file; an error names its field and line."""
    try:
        return PlainResponse(await bounded(lambda: written(asked)))
    except WrongTermError as error:
        said = {"ok": False, "error": str(error), "field": error.field, "line": error.line}
        return PlainResponse(said, 400)


def advised(line: dict[str, Any]) -> dict[str, Any]:
    text = line.pop("terms", "")
    if not isinstance(text, str):
        raise FeltlabError(f"terms are the text of a rule file, not {shown(text)}")
    game = line.get("game")
    house = known_terms(game, text).house if isinstance(game, str) and game in GAMES else None
    return advise(line, house).to_dict()


@router.post("/advise", responses=answers.of(answers.Advised))
async def advise_(line: Annotated[dict[str, Any], FromBody()]) -> Response:
    """The exact value of each choice for a hand, as in `feltlab advise --json`; `terms` as elsewhere."""
    return PlainResponse(await bounded(lambda: advised(line)))


def read_meter(text: str) -> Fraction:
    meter = plain_number(text.replace(",", "").strip())
    if meter is None:
        raise FeltlabError(f"a meter is a number of bets such as 25000, not {shown(text)}")
    if not 0 <= meter <= 10**12 or meter.denominator > 10**6:
        raise FeltlabError(f"a meter is from 0 to a million million bets, not {shown(text)}")
    return meter


def at_meter(asked: AskAtMeter) -> dict[str, Any]:
    terms = asked_terms(asked)
    found = sections.progressive_of(terms)
    if found is None:
        raise FeltlabError(f"{terms.slug} has no progressive")
    return sections.progressive_data(found, read_meter(asked.meter))


@router.post("/progressive", responses=answers.of(answers.MeterAnswer))
async def progressive(asked: AskAtMeter) -> Response:
    return PlainResponse(await bounded(lambda: at_meter(asked)))


@router.get("/strategy/{game}", responses=answers.of(answers.DrawnAnswer))
async def strategy(game: str, terms: AskedTerms = "") -> Response:
    """Charts of the whole strategy, from every hand."""
    return PlainResponse(await bounded(lambda: strategy_charts.drawn(known_terms(game, terms))))


@router.post("/sessions", responses=answers.of(answers.Simulated))
async def sessions(asked: SimulateSessions) -> Response:
    """Sessions at one seat: simulated, the same for the same seed. A run of more than a second must be a job."""

    def played() -> dict[str, Any]:
        asked_terms(asked)
        return played_sessions(asked, silent, AT_ONCE)

    return PlainResponse(await bounded(played))


@router.post("/shift", responses=answers.of(answers.Simulated))
async def shift(asked: SimulateShift) -> Response:
    """A full table over shifts: what the house wins."""

    def played() -> dict[str, Any]:
        asked_terms(asked)
        return played_shifts(asked, silent, AT_ONCE)

    return PlainResponse(await bounded(played))


@router.get("/protection/{game}", responses=answers.of(answers.ProtectionAnswer))
async def protection(game: str, terms: AskedTerms = "") -> Response:
    """The figures sampled on these terms, if there are any; a job samples them."""
    return PlainResponse(await bounded(lambda: protection_page.state_of(known_terms(game, terms))))
