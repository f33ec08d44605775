"""A settled round as text that a dealer can read."""

from feltlab.cards import RULE_CARDS, card_text, cards_text
from feltlab.money import dollars
from feltlab.rules.lines import Round
from feltlab.rules.tokens import tokens_returned


def _dealt(name: str, value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ", ".join(RULE_CARDS[rule] for rule in value) if name == "rules" else cards_text(value)
    return card_text(value) if isinstance(value, int) and name != "decks" else str(value)


def transcript(round: Round) -> str:
    settlement = round.settle()
    wagers = {slug: wager.name for slug, wager in round.game.wagers.items()}
    rows = [(name, _dealt(name, value)) for name, value in round.deal._asdict().items()]
    rows += [("decision", round.game.choice_text(round.deal, round.choice))]
    rows += [
        (name if name == "taken" else f"{wagers.get(name, name)} reads", hand)
        for name, hand in settlement.hands.items()
    ]
    back = tokens_returned(settlement, round.tokens)
    for result in settlement.results:
        note = f" ({dollars(back[result.wager])} of it the token)" if result.wager in back else ""
        money = f"staked {dollars(result.staked)}, returned {dollars(result.returned)}{note}"
        rows.append((wagers[result.wager], f"{money}: {result.why}"))
    total = f"staked {dollars(settlement.staked)}, returned {dollars(settlement.returned)}"
    rows.append(("Total", f"{total}, net {dollars(settlement.net)}"))
    width = max(len(name) for name, _ in rows)
    return "\n".join([round.game.title, *(f"  {name:<{width}}  {text}" for name, text in rows)])
