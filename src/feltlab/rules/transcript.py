"""A settled round as text that a dealer can read."""

from feltlab.money import dollars
from feltlab.rules.lines import dealt_fields
from feltlab.rules.settling import SeatRound
from feltlab.rules.tokens import tokens_returned


def _dealt(round: SeatRound) -> list[tuple[str, str]]:
    named = {deal.place for deal in round.game.round.second_deals}
    rows = []
    for name, value in dealt_fields(round).items():
        joined = (", " if name in named else " ").join(value) if isinstance(value, list) else str(value or "none")
        rows.append((name, joined))
    return rows


def transcript(round: SeatRound) -> str:
    settlement = round.settle()
    wagers = {slug: wager.name for slug, wager in round.game.wagers.items()}
    rows = [*_dealt(round), ("decision", round.game.choice_text(round))]
    for name, hand in settlement.hands.items():
        called = wagers[name] if name in round.stakes else name.replace("_", " ")
        rows.append((name if name == "taken" else f"{called} reads", hand))
    back = tokens_returned(settlement, round.tokens)
    for result in settlement.results:
        note = f" ({dollars(back[result.wager])} of it the token)" if result.wager in back else ""
        money = f"staked {dollars(result.staked)}, returned {dollars(result.returned)}{note}"
        rows.append((wagers[result.wager], f"{money}: {result.why}"))
    total = f"staked {dollars(settlement.staked)}, returned {dollars(settlement.returned)}"
    rows.append(("Total", f"{total}, net {dollars(settlement.net)}"))
    width = max(len(name) for name, _ in rows)
    return "\n".join([round.game.title, *(f"  {name:<{width}}  {text}" for name, text in rows)])
