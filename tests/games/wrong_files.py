"""A hundred ways to get a game file wrong: the replacement, and the message it should get."""

from typing import Final

RIGHT: Final = '''"""Heron: two cards and a third against the dealer's.

 1. Fold or play.
"""

from dataclasses import dataclass

from feltlab.sdk import *
from feltlab.sdk import Odds


@rule
def high(cards):
    best = 0
    for card in cards:
        best = max(best, card >> 2)
    return best


height = Ranking("height", high, lambda value, cards: f"{value} high")


@dataclass(frozen=True)
class Rules(Numbers):
    qualifier: int = whole(3, 0, 12, "what the dealer needs")


@rule
def settle(own, dealer, play, qualifier):
    if play == 0:
        return LOSE, NONE, NONE
    tall = paid(1) if own == 12 else NONE
    if dealer < qualifier:
        return WIN, PUSH, tall
    if own == dealer:
        return PUSH, PUSH, tall
    return (WIN, WIN, tall) if own > dealer else (LOSE, LOSE, tall)


@rule
def feather(own):
    return 2 if own == 12 else 1 if own == 11 else 0


GAME = declare(
    "heron",
    "Heron",
    __doc__,
    wagers=[opening("ante"), raised("play"), bonus("tall"), side("feather")],
    round=[
        Deal("player", 2, SEATS),
        Deal("dealer", 2),
        Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "play": 1})),
        Turn("dealer"),
    ],
    hands={"own": Hand(height, "player"), "dealer": Hand(height, "dealer")},
    settle=settle,
    sides={"feather": feather},
    pays={"tall": {"felt": "ace 1 to 1"}, "feather": {"felt": "ace 4 to 1\\n king 2 to 1"}},
    numbers=Rules(seats=7),
    claims=[claim("house_edge", "nobody", "1%")],
    examples=[example(-1, player="2s 3d", dealer="9d 8d", choices={"play": "fold"})],
)
'''

WRONG: Final[dict[str, tuple[str, str, str]]] = {
    "half a line": (
        "def high(cards):",
        "def high(cards:",
        ":13: SyntaxError: '(' was never closed",
    ),
    "a wrong indent": (
        "    best = 0\n",
        "  best = 0\n",
        ":15: IndentationError: unexpected indent",
    ),
    "an unknown name in a ranking": (
        "max(best, card >> 2)",
        "max(bets, card >> 2)",
        ":16: NameError: name 'bets' is not defined: did you mean best?",
    ),
    "numbers that could change": (
        "@dataclass(frozen=True)",
        "@dataclass",
        ":23: rule numbers must not change during a round: write @dataclass(frozen=True) above the class",
    ),
    "odds as text": (
        'opening("ante")',
        'opening("ante", odds="3 to 2")',
        ":49: heron: ante pays '3 to 2': write Odds(3, 2) for 3 to 2",
    ),
    "an example without a number": (
        "example(-1,",
        'example("one",',
        ":62: example('one', …): the net is a number of opening bets",
    ),
    "a grade below nothing": (
        "tall = paid(1)",
        "tall = paid(-1)",
        ":29: settle gives paid(-1) for the tall bet, which is not a code",
    ),
    "a GAME that is a number": (
        "GAME = declare(",
        "GAME = 5\nOTHER = declare(",
        ":45: GAME is 5, which is not a game: end the file with GAME = declare(…)",
    ),
    "numbers without a mark": (
        "@dataclass(frozen=True)\n",
        "",
        ":23: heron: write @dataclass(frozen=True) above class Rules: without it, it has no numbers",
    ),
    "numbers that are a class": (
        "numbers=Rules(seats=7)",
        "numbers=Rules",
        ":60: heron: numbers must be an instance: write numbers=Rules(…)",
    ),
    "a question without what the dealer says": (
        'Ask("play", "Play?", ',
        'Ask("play", ',
        ':53: step 3 of the round, ask play: what the dealer says is missing: write Ask("play", "Play or fold?", …)',
    ),
    "a strategy that is a function": (
        "numbers=Rules(seats=7)",
        'numbers=Rules(seats=7), strategies={"bold": feather}',
        ':60: heron: a strategy has a rule for each question: write {"bold": {"play": feather}}',
    ),
    "a strategy for no question": (
        "numbers=Rules(seats=7)",
        'numbers=Rules(seats=7), strategies={"bold": {"paly": feather}}',
        ":60: heron: the strategy 'bold' has a rule for each question, which are play; see 'play'",
    ),
    "a strategy that puts up what is not offered": (
        "numbers=Rules(seats=7)",
        'numbers=Rules(seats=7), strategies={"bold": {"play": feather}}',
        ":41: heron: the strategy 'bold' puts up 2 units on the play, where 0, 1 may be",
    ),
    "a text of one argument": (
        "lambda value, cards:",
        "lambda value:",
        ":20: the text of the ranking 'height' takes (value, cards) and returns the hand in words: ",
    ),
    "a text that says nothing": (
        'lambda value, cards: f"{value} high"',
        "lambda value, cards: None",
        ":20: the text of the ranking 'height' takes (value, cards) and returns the hand in words, not null",
    ),
    "a claim that is a float": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "nobody", 0.01)',
        ":61: heron: house_edge is given as it is printed, as text: '0.01', not 0.01",
    ),
    "a claim without a value": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "1%")',
        ":61: claim is missing value: write claim(figure, source, value, ",
    ),
    "a claim of an unknown strategy": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "nobody", "1%", strategy="foo")',
        ":61: heron: 'foo' is not a strategy to claim: choose from optimal, by-value, never-fold, as-dealt, always-fold, ",
    ),
    "a claim of an unknown decision": (
        'claim("house_edge", "nobody", "1%")',
        'claim("decision", "nobody", "1%", of="play: run")',
        ":61: heron: a decision is named as 'question: answer', not 'play: run': choose from play: fold, play: play",
    ),
    "a probability of nothing": (
        'claim("house_edge", "nobody", "1%")',
        'claim("probability", "nobody", "1%")',
        ":61: heron: a probability is of an event",
    ),
    "a step that is given too little": (
        'Deal("dealer", 2)',
        'Deal("dealer")',
        ":52: Deal is missing cards: write Deal(place, cards, to, ",
    ),
    "a step that is given something unknown": (
        'Deal("dealer", 2)',
        'Deal("dealer", 2, fase="up")',
        ":52: Deal has no argument 'fase': did you mean face?",
    ),
    "a hand that goes to no seat": (
        'Deal("player", 2, SEATS)',
        'Deal("player", 2)',
        ":51: heron: nobody sees a card when 'play' is asked: deal to SEATS what each seat gets, as Deal(",
    ),
    "a hand that is called as a raise": (
        '"dealer": Hand(height, "dealer")}',
        '"dealer": Hand(height, "dealer"), "play": Hand(height, "dealer")}',
        ":56: heron: a hand cannot be called 'play': a rule that asks for it would get the bet or the number",
    ),
    "an ante that vanishes": (
        "        return LOSE, NONE, NONE\n",
        "        return NONE, NONE, NONE\n",
        ":29: settle gives NONE for an ante bet that was made: the stake would vanish",
    ),
    "a bonus that loses": (
        "if own == 12 else NONE",
        "if own == 12 else LOSE",
        ":29: settle gives LOSE for the bonus tall, which has no stake to lose or to return: a bonus is NONE or paid(grade)",
    ),
    "a bonus that pushes": (
        "if own == 12 else NONE",
        "if own == 12 else PUSH",
        ":29: settle gives PUSH for the bonus tall, which has no stake to lose or to return: a bonus is NONE or paid(grade)",
    ),
    "a bonus that wins beside its table": (
        "tall = paid(1)",
        "tall = WIN",
        ":29: settle gives WIN for the bonus tall, which is paid by its table: a bonus is NONE or paid(grade)",
    ),
    "an unknown import": (
        "import Odds",
        "import Luck",
        ":9: feltlab.sdk has no 'Luck'",
    ),
    "a missing module": (
        "from feltlab.sdk import Odds",
        "import nowhere_to_be_found",
        ":9: ModuleNotFoundError: No module named 'nowhere_to_be_found'",
    ),
    "an exit": (
        "from feltlab.sdk import Odds",
        "raise SystemExit(3)",
        ":9: SystemExit: 3",
    ),
    "a division by nothing": (
        "from feltlab.sdk import Odds",
        "1 / 0",
        ":9: ZeroDivisionError: division by zero",
    ),
    "a loop without an end": (
        "from feltlab.sdk import Odds",
        "while True: pass",
        ":9",
    ),
    "a recursion without an end": (
        "from feltlab.sdk import Odds",
        "def f(): return f()\nf()",
        ":9: RecursionError: maximum recursion depth exceeded",
    ),
    "no GAME": (
        "GAME = declare(",
        "OTHER = declare(",
        ": there is no GAME: end the file with GAME = declare(…)",
    ),
    "a GAME that is none": (
        "GAME = declare(",
        "GAME = dict(",
        ":45: TypeError: dict expected at most 1 argument, got 3",
    ),
    "no settle": (
        "    settle=settle,\n",
        "",
        ":45: declare is missing settle, the rule that settles the bets",
    ),
    "settle is no function": (
        "    settle=settle,\n",
        "    settle=3,\n",
        ":57: heron: settle must be a function marked @rule, not 3",
    ),
    "settle is a name": (
        "    settle=settle,\n",
        "    settle='settle',\n",
        ":57: heron: settle must be a function marked @rule, not 'settle'",
    ),
    "no wagers": (
        '[opening("ante"), raised("play"), bonus("tall"), side("feather")]',
        "[]",
        ":49: heron: no bet opens the round: give it an opening(…)",
    ),
    "wagers without an opening": (
        '[opening("ante"), ',
        "[",
        ":49: heron: no bet opens the round: give it an opening(…)",
    ),
    "a wager that is text": (
        'opening("ante")',
        '"ante"',
        ":49: heron: 'ante' is not a bet: write opening(…), raised(…), bonus(…) or side(…)",
    ),
    "a wager twice": (
        'side("feather")]',
        'side("feather"), side("feather")]',
        ":49: heron: two wagers have the same name",
    ),
    "a wager with a wrong slug": (
        'opening("ante")',
        'opening("The Ante")',
        ":49: heron: a bet cannot be called 'The Ante': use lowercase letters, digits and hyphens",
    ),
    "a wager named main": (
        'side("feather")',
        'side("main")',
        ":49: heron: a bet cannot be called 'main': use lowercase letters, digits and hyphens",
    ),
    "an unknown argument": (
        "    settle=settle,\n",
        "    settle=settle,\n    colour=3,\n",
        ":45: declare has no argument 'colour'",
    ),
    "a wrong slug": (
        '    "heron",',
        '    "Heron!",',
        ":45: 'Heron!' is not a slug: use lowercase letters and digits, with hyphens between words",
    ),
    "a slug of the registry": (
        '    "heron",',
        '    "low-four",',
        ": low-four is already a game: give it another slug",
    ),
    "a slug that is a number": (
        '    "heron",',
        "    7,",
        ":45: 7 is not a slug: use lowercase letters and digits, with hyphens between words",
    ),
    "a title that is a number": (
        '    "Heron",',
        "    7,",
        ":45: heron: the title must be text, not 7",
    ),
    "an empty title": (
        '    "Heron",',
        '    "",',
        ":45: heron: the title must be text, not ''",
    ),
    "no card": (
        "    __doc__,",
        "    None,",
        ":45: heron: the rules card, usually __doc__, must be text, not null",
    ),
    "a card that is a number": (
        "    __doc__,",
        "    5,",
        ":45: heron: the rules card, usually __doc__, must be text, not 5",
    ),
    "no hands": (
        '{"own": Hand(height, "player"), "dealer": Hand(height, "dealer")}',
        "{}",
        ":29: heron: settle asks for 'own': a rule may ask for play, qualifier, seats",
    ),
    "a hand without a ranking": (
        'Hand(height, "player")',
        'Hand("height", "player")',
        ":56: heron: the hand 'own' needs a Ranking with a function, not 'height'",
    ),
    "a hand without a place": (
        'Hand(height, "player")',
        "Hand(height)",
        ":56: heron: the hand 'own' does not say where its cards are",
    ),
    "a hand of an unknown place": (
        'Hand(height, "player")',
        'Hand(height, "moon")',
        ":56: hand 'own': there are no cards at 'moon'; the places are player, dealer",
    ),
    "a hand that is no hand": (
        'Hand(height, "player")',
        "height",
        ":56: heron: the hand 'own' must be Hand(ranking, place), not Ranking(name='height', value=<function …",
    ),
    "a ranking without a function": (
        'Ranking("height", high,',
        'Ranking("height", 3,',
        ":56: heron: the hand 'own' needs a Ranking with a function, not Ranking(name='height', value=3, text=<f…",
    ),
    "an empty round": (
        "    round=[\n",
        "    round=[] and [\n",
        ":50: no Deal of the round brings any cards",
    ),
    "a step that is none": (
        'Turn("dealer"),',
        '"turn",',
        ":54: heron: step 4 of the round is not a step: 'turn'",
    ),
    "no cards": (
        'Deal("dealer", 2)',
        'Deal("dealer", 0)',
        ":52: step 2 of the round, deal dealer: it deals no card",
    ),
    "cards that are text": (
        'Deal("dealer", 2)',
        'Deal("dealer", "2")',
        ":52: step 2 of the round, deal dealer: it deals a whole number of cards, not '2'",
    ),
    "half a card": (
        'Deal("dealer", 2)',
        'Deal("dealer", 2.5)',
        ":52: step 2 of the round, deal dealer: it deals a whole number of cards, not 2.5",
    ),
    "too many cards for seven seats": (
        'Deal("player", 2, SEATS)',
        'Deal("player", 8, SEATS)',
        ":45: heron: 7 seats need more cards than a deck has; 6 can be dealt",
    ),
    "more cards than a deck": (
        'Deal("player", 2, SEATS)',
        'Deal("player", 60, SEATS)',
        ":45: heron: 7 seats need more cards than a deck has; 0 can be dealt",
    ),
    "a place twice": (
        'Deal("dealer", 2)',
        'Deal("player", 2)',
        ":52: step 2 of the round, deal player: 'player' is dealt twice",
    ),
    "a turn before the deal": (
        '        Deal("dealer", 2),\n',
        '        Turn("dealer"),\n        Deal("dealer", 2),\n',
        ":52: step 2 of the round, turn dealer: there are no cards at 'dealer' yet",
    ),
    "a turn of nothing": (
        'Turn("dealer"),',
        'Turn("moon"),',
        ":54: step 4 of the round, turn moon: there are no cards at 'moon' yet",
    ),
    "a place turned twice": (
        'Turn("dealer"),',
        'Turn("dealer"), Turn("dealer"),',
        ":54: step 5 of the round, turn dealer: it is already turned over; to turn a place over in steps, deal it in parts",
    ),
    "parts that do not add up": (
        'Deal("dealer", 2)',
        'Deal("dealer", 2, parts={"one": 1})',
        ":52: step 2 of the round, deal dealer: its parts have 1 cards, the place 2",
    ),
    "an unknown face": (
        'Deal("dealer", 2)',
        'Deal("dealer", 2, face="sideways")',
        ":52: step 2 of the round, deal dealer: it goes to 'seats' or 'table', face 'up' or 'down'",
    ),
    "an unknown receiver": (
        'Deal("player", 2, SEATS)',
        'Deal("player", 2, "everybody")',
        ":51: step 1 of the round, deal player: it goes to 'seats' or 'table', face 'up' or 'down'",
    ),
    "a place with a taken name": (
        'Deal("dealer", 2)',
        'Deal("seed", 2)',
        ":52: step 2 of the round, deal seed: a place cannot be called 'seed'",
    ),
    "a question without options": (
        '{"fold": 0, "play": 1}',
        "{}",
        ":53: step 3 of the round, ask play: it has 0 options, and a question needs two or more",
    ),
    "a question with one option": (
        '{"fold": 0, "play": 1}',
        '{"play": 1}',
        ":53: step 3 of the round, ask play: it has 1 options, and a question needs two or more",
    ),
    "an option of less than nothing": (
        '{"fold": 0, "play": 1}',
        '{"fold": 0, "play": -1}',
        ":53: step 3 of the round, ask play: its options are whole numbers of units from 0 up",
    ),
    "an option of half a unit": (
        '{"fold": 0, "play": 1}',
        '{"fold": 0, "play": 0.5}',
        ":53: step 3 of the round, ask play: its options are given as {answer: units}, in whole units, not {'fold': 0, 'play': 0.5}",
    ),
    "an option of text": (
        '{"fold": 0, "play": 1}',
        '{"fold": 0, "play": "1"}',
        ":53: step 3 of the round, ask play: its options are given as {answer: units}, in whole units, not {'fold': 0, 'play': '1'}",
    ),
    "a fold that bets": (
        '{"fold": 0, "play": 1}',
        '{"fold": 1, "play": 2}',
        ":53: step 3 of the round, ask play: a fold puts up 0 units, not 1",
    ),
    "options that are a list": (
        '{"fold": 0, "play": 1}',
        '["fold", "play"]',
        ":53: step 3 of the round, ask play: its options are given as {answer: units}, in whole units, not ['fold', 'play']",
    ),
    "a raise of an unknown bet": (
        'Raise("play", "ante"',
        'Raise("stay", "ante"',
        ":53: heron: 'play' raises 'stay', which is not a bet: choose from ante, play, tall, feather",
    ),
    "a raise in units of nothing": (
        'Raise("play", "ante"',
        'Raise("play", "moon"',
        ":53: the raise of play names 'moon', which is not a wager: choose from ante, play, tall, feather",
    ),
    "a question about nothing": (
        'Raise("play", "ante", {"fold": 0, "play": 1})',
        "None",
        ":53: step 3 of the round, ask play: it asks for nothing: give it a Raise or a Trade",
    ),
    "a question that is never asked": (
        '        Turn("dealer"),\n',
        '        Ask("again", "Again?", Raise("play", "ante", {"check": 0, "play": 2})),\n        Turn("dealer"),\n',
        ":54: step 4 of the round, ask again: it is never asked, because the play bet is made or folded before it",
    ),
    "a question twice": (
        '        Turn("dealer"),\n',
        '        Ask("play", "Again?", Raise("play", "ante", {"check": 0, "play": 2})),\n        Turn("dealer"),\n',
        ":54: step 4 of the round, ask play: an earlier question has that name",
    ),
    "a bet that nobody takes": (
        '        Turn("dealer"),\n',
        '        Turn("dealer"),\n        Take("pay", ("ante", "play", "tall")),\n',
        ":50: heron: no step of the round takes and pays the feather bet",
    ),
    "a take of an unknown bet": (
        '        Turn("dealer"),\n',
        '        Turn("dealer"),\n        Take("pay", ("moon",)),\n',
        ":55: the step 'pay' names 'moon', which is not a wager: choose from ante, play, tall, feather",
    ),
    "steps after the end": (
        '        Turn("dealer"),\n',
        '        Close(),\n        Turn("dealer"),\n',
        ":50: a round ends with one Close()",
    ),
    "a take where nobody folds": (
        '        Turn("dealer"),\n',
        '        Turn("dealer"),\n        Take("folds", ("ante",), folded_at="river"),\n        Take("pay", ("ante", "play", "tall", "feather")),\n',
        ":55: heron: the step 'folds' is for folds at 'river', where nobody folds",
    ),
    "settle asks for what is not there": (
        "def settle(own, dealer, play, qualifier):",
        "def settle(own, dealer, play, moon):",
        ":29: heron: settle asks for 'moon': a rule may ask for own, dealer, play, qualifier, seats",
    ),
    "settle gives two codes": (
        "        return LOSE, NONE, NONE\n",
        "        return LOSE, NONE\n",
        ":29: heron: settle returned two codes, but three bets are settled: return (ante, play, tall)",
    ),
    "settle gives two codes at times": (
        "        return PUSH, PUSH, tall\n",
        "        return PUSH, PUSH\n",
        ":29: heron: settle returned two codes, but three bets are settled: return (ante, play, tall)",
    ),
    "settle gives nothing": (
        "    return (WIN, WIN, tall) if own > dealer else (LOSE, LOSE, tall)\n",
        "    pass\n",
        ":29: heron: settle returned nothing for player 3h 7c, dealer Jc 6s: every branch returns a code for ante, play, tall",
    ),
    "settle gives text": (
        "        return PUSH, PUSH, tall\n",
        '        return "push", PUSH, tall\n',
        ":29: settle, for the ante bet: a code is one of NONE, LOSE, PUSH, WIN or paid(grade), not 'push'",
    ),
    "settle gives a list": (
        "        return PUSH, PUSH, tall\n",
        "        return [PUSH, PUSH, tall]\n",
        ":29: heron: settle returned the list [2, 2, 0]: return the codes with commas between them, as (ante, play, tall)",
    ),
    "settle gives money": (
        "        return WIN, PUSH, tall\n",
        "        return 1.5, PUSH, tall\n",
        ":29: settle, for the ante bet: a code is one of NONE, LOSE, PUSH, WIN or paid(grade), not 1.5",
    ),
    "settle gives a truth": (
        "        return WIN, PUSH, tall\n",
        "        return own > 3, PUSH, tall\n",
        ":29: settle, for the ante bet: a code is one of NONE, LOSE, PUSH, WIN or paid(grade), not true",
    ),
    "settle gives no code": (
        "        return WIN, PUSH, tall\n",
        "        return 5, PUSH, tall\n",
        ":29: settle gives 5 for the ante bet, which is not a code: a code is one of NONE, LOSE, PUSH, WIN or paid(grade)",
    ),
    "settle gives less than nothing": (
        "        return WIN, PUSH, tall\n",
        "        return -1, PUSH, tall\n",
        ":29: settle gives -1 for the ante bet, which is not a code: a code is one of NONE, LOSE, PUSH, WIN or paid(grade)",
    ),
    "settle loses a bet out of sight": (
        "        return WIN, PUSH, tall\n",
        "        return WIN, NONE, tall\n",
        ":29: settle gives NONE for a play bet that was made: the stake would vanish",
    ),
    "settle pays a bet that was not made": (
        "        return LOSE, NONE, NONE\n",
        "        return LOSE, LOSE, NONE\n",
        ":29: settle gives a result for the play bet, which was not made: give NONE",
    ),
    "settle pays a grade that no table has": (
        "tall = paid(1)",
        "tall = paid(4)",
        ":29: tall is paid by grade 4, which none of its pay tables has",
    ),
    "settle pays a bet without a table": (
        "        return WIN, PUSH, tall\n",
        "        return WIN, paid(1), tall\n",
        ":29: play is paid by grade 1, which none of its pay tables has",
    ),
    "settle divides by nothing": (
        "        return PUSH, PUSH, tall\n",
        "        return PUSH, PUSH, own // 0\n",
        ":36: a rule or a ranking fails: ZeroDivisionError: integer division or modulo by zero",
    ),
    "settle looks for a key": (
        "        return PUSH, PUSH, tall\n",
        "        return {}[3]\n",
        ":36: a rule or a ranking fails: KeyError: 3",
    ),
    "settle raises": (
        "        return PUSH, PUSH, tall\n",
        '        raise RuntimeError("oh")\n',
        ":36: RuntimeError: oh",
    ),
    "settle never ends": (
        "    if play == 0:\n",
        "    while own >= 0:\n        own += 1\n    if play == 0:\n",
        ":30: example 1",
    ),
    "settle calls what is not there": (
        "        return PUSH, PUSH, tall\n",
        "        return nothing(own), PUSH, tall\n",
        ":36: NameError: name 'nothing' is not defined",
    ),
    "settle takes any arguments": (
        "def settle(own, dealer, play, qualifier):",
        "def settle(*everything):",
        ":29: heron: settle asks for 'everything': a rule may ask for own, dealer, play, qualifier, seats",
    ),
    "settle has a default": (
        "def settle(own, dealer, play, qualifier):",
        "def settle(own, dealer, play, qualifier, moon=3):",
        ":29: heron: settle asks for 'moon': a rule may ask for own, dealer, play, qualifier, seats",
    ),
    "a strength that is text": (
        "    return best\n",
        "    return str(best)\n",
        ":13: the ranking 'height' gives '1' for the hand 'own': a strength is a whole number",
    ),
    "a strength that is half": (
        "    return best\n",
        "    return best / 2\n",
        ":13: the ranking 'height' gives 0.5 for the hand 'own': a strength is a whole number",
    ),
    "a strength that is nothing": (
        "    return best\n",
        "    pass\n",
        ":13: the ranking 'height' gives null for the hand 'own': a strength is a whole number",
    ),
    "a strength that is a pair": (
        "    return best\n",
        "    return best, 1\n",
        ":13: the ranking 'height' gives (1, 1) for the hand 'own': a strength is a whole number",
    ),
    "a strength that is huge": (
        "    return best\n",
        "    return best << 80\n",
        ":13: the ranking 'height' gives 1208925819614629174706176 for the hand 'own': a strength is a whole number",
    ),
    "a ranking that raises": (
        "    return best\n",
        "    return cards[7]\n",
        ":17: example 1: a rule or a ranking fails: IndexError: tuple index out of range",
    ),
    "a ranking that never ends": (
        "    return best\n",
        "    while best < 99:\n        best += 0\n    return best\n",
        ":17: example 1: high ",
    ),
    "a ranking that looks at one card": (
        "def high(cards):\n",
        "def high(cards, more):\n",
        ":62: example 1: a rule or a ranking fails: TypeError: high() missing 1 required positional argument: 'more'",
    ),
    "a name that fails": (
        'f"{value} high"',
        'f"{nothing} high"',
        ":20: NameError: name 'nothing' is not defined",
    ),
    "a side bet without a function": (
        '    sides={"feather": feather},\n',
        "",
        ":45: heron: the side bet feather has no function in sides",
    ),
    "a side bet with a wrong function": (
        'sides={"feather": feather}',
        'sides={"feather": 3}',
        ":58: heron: feather must be a function marked @rule, not 3",
    ),
    "a function for no bet": (
        'sides={"feather": feather}',
        'sides={"feather": feather, "moon": feather}',
        ":58: heron: sides names 'moon', which is not a side bet: choose from feather",
    ),
    "a side bet that asks too much": (
        "def feather(own):",
        "def feather(moon):",
        ":41: heron: feather asks for 'moon': a rule may ask for own, dealer, play, qualifier, seats",
    ),
    "a grade of less than nothing": (
        "return 2 if own == 12",
        "return -1 if own == 12",
        ":41: the side bet feather gives -1: a grade is a whole number, 0 for nothing",
    ),
    "a grade that no table has": (
        "return 2 if own == 12",
        "return 9 if own == 12",
        ":41: feather is paid by grade 9, which none of its pay tables has",
    ),
    "a grade that is text": (
        "return 2 if own == 12",
        "return 'ace' if own == 12",
        ":41: the side bet feather gives 'ace': a grade is a whole number, 0 for nothing",
    ),
    "a grade that is half": (
        "return 2 if own == 12",
        "return 1.5 if own == 12",
        ":41: the side bet feather gives 1.5: a grade is a whole number, 0 for nothing",
    ),
    "a side bet that raises": (
        "return 2 if own == 12",
        "return 1 // 0 if own == 12",
        ":42: a rule or a ranking fails: ZeroDivisionError: integer division or modulo by zero",
    ),
    "a pay table for nothing": (
        'pays={"tall"',
        'pays={"moon"',
        ":59: heron: pays name 'moon', which is not a wager: choose from ante, play, tall, feather",
    ),
    "a bonus without a pay table": (
        'pays={"tall": {"felt": "ace 1 to 1"}, ',
        "pays={",
        ":59: heron: tall is a bonus without a pay table",
    ),
    "a side bet without a pay table": (
        ', "feather": {"felt": "ace 4 to 1\\n king 2 to 1"}}',
        "}",
        ":59: heron: feather is a side bet without a pay table",
    ),
    "a pay table without tables": (
        '{"felt": "ace 1 to 1"}',
        "{}",
        ":59: heron: tall has no pay table",
    ),
    "a pay table that is text": (
        '{"felt": "ace 1 to 1"}',
        '"ace 1 to 1"',
        ":59: heron: pay tables of tall must be given by id, as {id: lines}, not 'ace 1 to 1'",
    ),
    "a pay table without lines": (
        '"ace 1 to 1"',
        '""',
        ":59: tall pay table 'felt' has no lines",
    ),
    "a line without a pay": (
        '"ace 1 to 1"',
        '"ace"',
        ":59: tall pay table 'felt': cannot read the line 'ace'",
    ),
    "a line that pays words": (
        '"ace 1 to 1"',
        '"ace much"',
        ":59: tall pay table 'felt': cannot read the line 'ace much'",
    ),
    "a line that pays less than nothing": (
        '"ace 1 to 1"',
        '"ace -1 to 1"',
        ":59: tall pay table 'felt': cannot read the line 'ace -1 to 1'",
    ),
    "a line that divides by nothing": (
        '"ace 1 to 1"',
        '"ace 1 to 0"',
        ":59: odds cannot be '1 to 0': the second number must be at least 1",
    ),
    "a line twice": (
        "ace 4 to 1\\n king 2 to 1",
        "ace 4 to 1\\n ace 2 to 1",
        ":59: feather pay table 'felt': 'ace' is paid on two lines",
    ),
    "a share of no meter": (
        "king 2 to 1",
        "king 10% of jackpot",
        ":41: feather has no meter: no line of its pay table can pay a share of one",
    ),
    "a second table with other events": (
        '"ace 4 to 1\\n king 2 to 1"}',
        '"ace 4 to 1\\n king 2 to 1", "other": "queen 3 to 1"}',
        ":59: 'queen' is not an event of this wager: choose from ace, king",
    ),
    "pays that are a list": (
        'pays={"tall": {"felt": "ace 1 to 1"}, "feather": {"felt": "ace 4 to 1\\n king 2 to 1"}}',
        "pays=[]",
        ":59: heron: pays must be given by name, as {name: …}, not []",
    ),
    "a number outside its range": (
        "whole(3, 0, 12,",
        "whole(30, 0, 12,",
        ":60: heron: qualifier is 30, which is not within its own range",
    ),
    "a number that is text": (
        "whole(3, 0, 12,",
        "whole('3', 0, 12,",
        ":60: heron: qualifier must be a whole number, not '3'",
    ),
    "no seats": (
        "Rules(seats=7)",
        "Rules(seats=0)",
        ":60: heron: seats is 0, which is not within its own range",
    ),
    "too many seats": (
        "Rules(seats=7)",
        "Rules(seats=9)",
        ":60: heron: seats is 9, which is not within its own range",
    ),
    "numbers that are none": (
        "numbers=Rules(seats=7)",
        'numbers={"seats": 7}',
        ":60: heron: numbers must be an instance of a frozen dataclass derived from Numbers",
    ),
    "a claim that is text": (
        'claim("house_edge", "nobody", "1%")',
        '"1%"',
        ":61: heron: claims are made by claim(…), and '1%' is not",
    ),
    "a claim about nothing": (
        'claim("house_edge", "nobody", "1%")',
        'claim("luck", "nobody", "1%")',
        ":61: heron: 'luck' is not a figure: choose from house_edge, element_of_risk, rtp, average_wager, average_return, fold_frequency, hit_frequency, push_frequency, loss_frequency, expectation, variance, standard_deviation, probability, decision, edge_with_a_card_seen",
    ),
    "a claim about an unknown bet": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "nobody", "1%", wager="moon")',
        ":61: heron: a claim is about 'moon': the bets are ante, play, tall, feather",
    ),
    "a claim that is no number": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "nobody", "much")',
        ":61: heron: house_edge is printed as a number or a fraction, not 'much'",
    ),
    "a claim with an unknown table": (
        'claim("house_edge", "nobody", "1%")',
        'claim("house_edge", "nobody", "1%", pays={"tall": "moon"})',
        ":61: 'moon' is not a tall pay table: choose from felt",
    ),
    "an example that comes out otherwise": (
        "example(-1,",
        "example(2,",
        ":62: example 1: the rules settle it with Ante -1, not +2",
    ),
    "an example with a wrong card": (
        'player="2s 3d"',
        'player="2s 3x"',
        ":62: example 1: '3x' is not a card: write rank and suit like 'As' or 'Td', or 'Jo'",
    ),
    "an example with a card twice": (
        'player="2s 3d"',
        'player="2s 9d"',
        ":62: example 1: 9d is dealt twice",
    ),
    "an example with a wrong choice": (
        'choices={"play": "fold"}',
        'choices={"play": "run"}',
        ":62: example 1: the choice 'play' must be fold or play, not 'run'",
    ),
    "an example without cards": (
        'player="2s 3d", ',
        "",
        ":62: example 1: 'player' is missing",
    ),
    "an example that is text": (
        'example(-1, player="2s 3d", dealer="9d 8d", choices={"play": "fold"})',
        '"fold"',
        ":62: heron: examples are made by example(…), and 'fold' is not",
    ),
    "a trade of no card": (
        'Ask("play", "Play?", Raise("play", "ante", {"fold": 0, "play": 1})),',
        'Ask("swap", "Swap?", trade=Trade(0)),',
        ":53: step 3 of the round, ask swap: a trade is Trade(most), the most cards that may be traded, not",
    ),
    "a trade of more cards than there are": (
        '        Turn("dealer"),\n',
        '        Ask("swap", "Swap?", trade=Trade(3)),\n        Turn("dealer"),\n',
        ":54: step 4 of the round, ask swap: 3 cards may be traded, and a seat has 2",
    ),
    "a trade before the deal": (
        '        Deal("player", 2, SEATS),\n',
        '        Ask("swap", "Swap?", trade=Trade()),\n        Deal("player", 2, SEATS),\n',
        ":51: step 1 of the round, ask swap: deal every card of a seat before it trades any",
    ),
    "two trades": (
        '        Turn("dealer"),\n',
        '        Ask("one", "?", trade=Trade()),\n        Ask("two", "?", trade=Trade()),\n',
        ":54: step 4 of the round, ask one: a round may have one trade, not 2",
    ),
    "a trade that makes a place which is dealt": (
        '        Turn("dealer"),\n',
        '        Ask("swap", "Swap?", trade=Trade(makes="dealer")),\n',
        ":54: step 4 of the round, ask swap: cards are dealt to 'replacement' or 'dealer' already",
    ),
    "a trade that raises": (
        '{"fold": 0, "play": 1})),',
        '{"fold": 0, "play": 1}), trade=Trade()),',
        ":53: step 3 of the round, ask play: it asks for a trade and for more: make the trade a separate question",
    ),
    "an argument that is not one": (
        "settle=settle",
        "setle=settle",
        ":45: declare has no argument 'setle': did you mean settle?",
    ),
    "a name that the kit does not have": (
        "from feltlab.sdk import Odds",
        "from feltlab.sdk import bestof",
        ":9: feltlab.sdk has no 'bestof': did you mean best_of?",
    ),
    "a rank that is a number": (
        'whole(3, 0, 12, "what the dealer needs")',
        'rank(4, "what the dealer needs")',
        ":25: a rank is one of 2 3 4 5 6 7 8 9 T J Q K A, as text, not 4",
    ),
    "a number without a range": (
        'whole(3, 0, 12, "what the dealer needs")',
        "3",
        ":60: heron: the number qualifier has no range: write qualifier: int = whole(default, least, most, meaning)",
    ),
    "strategies in a tuple": (
        "numbers=Rules(seats=7)",
        'numbers=Rules(seats=7), strategies=({"bold": {"play": feather}},)',
        ":60: heron: strategies must be given by name, as {name: …}, not ",
    ),
    "a line with a colon": (
        '"ace 1 to 1"',
        '"ace 25:1"',
        ":59: tall pay table 'felt': cannot read the line 'ace 25:1': write it like 25 to 1",
    ),
    "a line with a bare number": (
        '"ace 1 to 1"',
        '"ace 25"',
        ":59: tall pay table 'felt': cannot read the line 'ace 25': write it like 25 to 1",
    ),
    "codes that are text": (
        "        return LOSE, NONE, NONE\n",
        '        return "LOSE", "NONE", "NONE"\n',
        ":29: settle, for the ante bet: a code is one of NONE, LOSE, PUSH, WIN or paid(grade), not 'LOSE'",
    ),
    "one code for three bets": (
        "        return LOSE, NONE, NONE\n",
        "        return LOSE\n",
        ":29: heron: settle returned one code, but three bets are settled: return (ante, play, tall)",
    ),
    "a name that is not imported": (
        "from feltlab.sdk import Odds\n",
        "del paid\n",
        ":32: name 'paid' is not defined: import it from feltlab.sdk",
    ),
    "no card at all": (
        "    __doc__,\n",
        "",
        ":45: declare is missing the rules card, usually __doc__",
    ),
    "an allow that asks for what is hidden": (
        '{"fold": 0, "play": 1})',
        '{"fold": 0, "play": 1}, allow=lambda dealer, units: True)',
        ":53: heron: allow of 'play' looks at the hand 'dealer', which is not seen when 'play' is asked",
    ),
    "an allow that asks for what is not there": (
        '{"fold": 0, "play": 1})',
        '{"fold": 0, "play": 1}, allow=lambda own, unit: True)',
        ":53: heron: allow of 'play' asks for 'unit': a rule may ask for own, units, qualifier, seats",
    ),
    "an allow that says no truth": (
        '{"fold": 0, "play": 1})',
        '{"fold": 0, "play": 1}, allow=lambda own, units: "yes")',
        ":53: allow of 'play' gives 'yes' for 'play': it returns True or False",
    ),
    "an example that is wrong by one bet": (
        'example(-1, player="2s 3d", dealer="9d 8d", choices={"play": "fold"})',
        'example(2, player="As 3d", dealer="9d 8d", choices={"play": "play"})',
        ":62: example 1: the rules settle it with Ante +1, Play +1, Tall +1, +3 in all, not +2",
    ),
    "money for a code": (
        "return WIN, PUSH, tall",
        "return 500, 500, tall",
        ":29: ante is paid by grade 492, which none of its pay tables has (settle gives codes such as WIN, not money)",
    ),
    "a raise of a bet by another name": (
        'Raise("play", "ante"',
        'Raise("plya", "ante"',
        ":53: heron: 'play' raises 'plya', which is not a bet: choose from ante, play, tall, feather",
    ),
    "a bonus on a raise": (
        'bonus("tall")',
        'bonus("tall", on="play")',
        ":49: heron: tall is paid on 'play', and a bonus is paid on an opening bet: ante.",
    ),
    "a ranking of cards in the order in which they lie": (
        "        best = max(best, card >> 2)\n",
        "        best = 2 * best + (card >> 2)\n",
        ":13: the ranking 'height' depends on the order of the cards: ",
    ),
    "a grade that is true or false": (
        "    return 2 if own == 12 else 1 if own == 11 else 0\n",
        "    return own == 12\n",
        ":41: the side bet feather gives false: a grade is a whole number, 0 for nothing; write 1 if … else 0",
    ),
    "a second deck": (
        '        Deal("dealer", 2),\n',
        '        Deal("dealer", 2, deck="Weather"),\n',
        ":52: heron: dealer is dealt from 'Weather': a game file has one deck, of playing cards",
    ),
}
