"""Mutants that no test could kill, by the text of their line and the change ("" for any), and why."""

ARGUED = {
    "feltlab.cards.shuffle": [
        ("_BYTES_BELOW: Final = (0,", "0 is 1", "nothing is drawn below 0"),
        ("range(1, _BYTE + 1))", "1 is 2", "an entry more at the end is never read; fewer at the start are found"),
        ("while len(self._bytes) - self._next < count:", "Lt is LtE", "a block that comes early is the same block"),
        ("if len(self._bytes) - self._next < 2:", "Lt is LtE", "a block that comes early is the same block"),
        ("if len(self._bytes) - self._next < 2:", "2 is 3", "a block that comes early is the same block"),
        ("if not 0 < n <= _WORD:", "0 is 1", "1 is drawn from a byte"),
    ],
    "feltlab.rules.progressive": [
        ("// whole if whole else 0", "0 is 1", "nobody is paid it"),
        ("zip(shares, parts, strict=True)", "True is False", "there is a part for each share"),
    ],
    "feltlab.games.ace_odd_even.rules": [
        ("if dealer < qualifier:", "Lt is LtE", "a qualifier is a floor below every hand of its kind"),
    ],
    "feltlab.games.ace_odd_even.speech": [
        ("if strength < numbers.qualifier:", "Lt is LtE", "a qualifier is a floor below every hand of its kind"),
    ],
    "feltlab.table.taking": [
        ('Key = TypeVar("Key")', "", "a name for type checkers"),
        ("strict=True", "True is False", "an award has a payment for each share"),
        (
            "result.returned - result.staked - result.from_meter",
            "Sub is Add",
            "games with a meter are paid in one pass",
        ),
    ],
    "feltlab.hands.parity": [
        ("EVEN: Final = 2", "2 is 3", "a name for neither of the others"),
        (
            "return ODD if side_strength(ranks, ODD) >",
            "Gt is GtE",
            "of seven cards one at least is no ace: no sides are alike",
        ),
    ],
    "feltlab.hands.poker": [
        ("_SUITS = 40", "40 is 41", "a bit between ranks and suits is never set"),
        ("for card in range(52)]", "52 is 53", "what is behind the last card is no card's"),
        ("for rank in range(13) for suit", "13 is 14", "what is behind the last card is no card's"),
        ("for events in range(1 << 8)", "", "there are eight events: what is behind them is never looked up"),
        ("while not flags >> SUIT_SHIFT + 4 * suit & 8:", "8 is 9", "flags has no bit but the fourth of each suit"),
        ("counts = [0] * 13", "13 is 14", "no card is counted in the last place"),
        ("suit = max(range(4), key=suits.count)", "4 is 5", "no card is of a fifth suit"),
        ("strength & (1 << PLACE_BITS) - 1", "1 is 2", "a bit more is 0 for straights; a bit less is found"),
        ("    seen = 0", "0 is 1", "a pair of deuces is place 0, as is no pair"),
        ("    pairs = 0", "0 is 1", "a pair of deuces is place 0, as is no pair"),
    ],
    "feltlab.hands.ranking": [
        ('isinstance(ranks, str) else "?"', "'?' is another word", "nothing but a rank is one"),
    ],
    "feltlab.hands.poker_hands": [
        ("once, twice, thrice, four, suits = 0, 0, 0, 0, 0", "0 is 1", "a closer look at more hands finds the same"),
        ("if suits + 0x5555 & 0x8888:", "", "a closer look at more hands finds the same"),
        ("if suits + 0x4444 & 0x8888:", "", "a closer look at more hands finds the same"),
        ("if suits + 0x3333 & 0x8888:", "", "a closer look at more hands finds the same"),
        ("for suit in range(4):", "4 is 5", "no card is of a fifth suit"),
        ("+ 12 * ", "12 is 13", "kickers are told apart as well in wider steps"),
        ("+ 66 * ", "66 is 67", "kickers are told apart as well in wider steps"),
        ("+ 11 * ", "11 is 12", "kickers are told apart as well in wider steps"),
        ("+ 220 * ", "220 is 221", "kickers are told apart as well in wider steps"),
        ("found = 0", "0 is 1", "the first way takes its place"),
    ],
    "feltlab.hands.survivors": [
        ('"Odd": lambda rank:', "LtE is Lt", "ten is even"),
        ("_STRIKES_SUIT = {", "", "a suit is one of four letters: more of them match nothing"),
        ("return 0", "0 is 1", "a Joker is out before it is looked up"),
        ('"cdhs"[card & 3] in suits', "'cdhs' is another word", "a fifth letter is no card's"),
        ("for card in range(JOKER + 1)", "1 is 2", "what is behind the Joker is nobody's"),
        ("* 4 + (card & 3)", "4 is 5", "the order of two cards is the same in wider steps"),
    ],
    "feltlab.hands.low": [
        ("best, lowest = (0, 0, 0, 0), 99", "", "the first way takes the place of both"),
        ("seen, total = 0, 0", "0 is 1", "of the total: every way's is one more then; of `seen` it is killed"),
    ],
}


def why(module: str, line: str, what: str) -> str | None:
    return next((why for text, changed, why in ARGUED.get(module, []) if text in line and changed in ("", what)), None)
