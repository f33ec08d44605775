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
    "feltlab.hands.flushes": [
        ("_SUIT_BITS = 13", "13 is 14", "a bit between suits is never set"),
        ("for _ in range(4):", "4 is 5", "no card is of a fifth suit"),
        ("run &= run >> 1", "RShift is LShift", "by its highest card a run has the same order as by its lowest"),
        ("place += 1", "1 is 2", "places are told apart as well in wider steps"),
    ],
    "feltlab.hands.rank_masks": [
        ("Shorts: TypeAlias =", "", "a name for type checkers"),
        ("def _masks(size: int = -1)", "1 is 2", "any number below 0 stands for all"),
        ("masks = np.arange(1 << 13)", "1 is 2", "what is behind the last mask is never looked up"),
        ("masks = np.arange(1 << 13)", "13 is 14", "what is behind the last mask is never looked up"),
        ("return masks if size < 0", "Lt is LtE", "the empty set is in place 0 among all masks too"),
        ("return masks if size < 0", "0 is 1", "the empty set is in place 0 among all masks too"),
        ("for _ in range(13):", "13 is 14", "after thirteen steps nothing is left to take away"),
        ("for count in range(8)", "8 is 9", "a row more is never read"),
        ("found = np.full(len(masks), -1)", "1 is 2", "any number below 0 says that there is none"),
        ("for place in range(15 - length):", "", "no mask has a run above the ace"),
        (">= length, found, 0)", "0 is 1", "a hand of too few ranks has a pair, which is more than 1; so is a flush"),
    ],
    "feltlab.hands.totals": [
        ("aces += 1", "", "whether there are any is all that counts"),
        ("else rank + 2 if rank < _TEN", "Lt is LtE", "the last digit of ten is 0"),
        ("range(_ACE, -1, -1)", "1 is 2", "no card is below a deuce; of the step it is killed"),
        ("min(card >> 2, _TEN) + 2 for card", "2 is 3", "beside an ace for 11 five others fit, and it would take ten"),
    ],
    "feltlab.hands.two_cards": [
        ("13 * high", "13 is 14", "kickers are told apart as well in wider steps"),
        ("(_FLUSH if suited else 0) +", "0 is 1", "all high cards are one place higher and still below a flush"),
        ("else _STRAIGHT) + low", "Add is Sub", "beside the ace the lower rank is the deuce, which is 0"),
        ("low if high - low == 12 else high", "Sub is Add", "two neighbours have an odd sum"),
    ],
    "feltlab.hands.wild": [
        ("    return -1", "1 is 2", "any number below 0 says that there is none"),
        ("jokers, first, second = 0, 0, 0", "0 is 1", "a place is read after it is found; of `jokers` it is killed"),
        ("for one in range(52 if jokers else 1):", "1 is 2", "a hand looked at twice is the same"),
        ("for other in range(one, 52", "Gt is GtE", "a hand looked at twice is the same"),
        ("for other in range(one, 52", "1 is 2", "a hand looked at twice is the same; of `jokers` it is killed"),
        ("and other >> 2 >= lowest", "RShift is LShift", "the other is never the lower one; of the one it is killed"),
    ],
}


def why(module: str, line: str, what: str) -> str | None:
    return next((why for text, changed, why in ARGUED.get(module, []) if text in line and changed in ("", what)), None)
