"""Baccarat: the hand nearer to nine wins, and the third card follows the tableau.

 1. Eight 52-card decks, shuffled for each round; up to seven seats, which all bet on the same two hands.
 2. A seat opens with any of Banker, Player and Tie. It may add Dragon 7 and Panda 8, never alone.
 3. An ace is 1, 2 to 9 their face value, tens and face cards 0; a hand's points are the last digit of the sum.
 4. Player and Banker receive two cards face up. With 8 or 9 points on either side no more are dealt.
 5. The Player hand draws a third card with 0 to 5 points and stands with 6 or 7.
 6. If the Player hand stood, the Banker hand draws with 0 to 5 points and stands with 6 or 7.
 7. If it drew, the Banker hand draws with 0 to 2; with 3 unless the third card was an 8; with 4 if it was 2 to 7;
    with 5 if it was 4 to 7; with 6 if it was 6 or 7; and stands with 7.
 8. Banker wins 19 to 20, Player 1 to 1, Tie 8 to 1. Banker and Player push on a tie.
 9. Dragon 7 wins if the Banker hand wins with seven points in three cards.
10. Panda 8 wins if the Player hand wins with eight points in three cards.
"""

from feltlab.sdk import LOSE, PUSH, WIN, Deal, Hand, Odds, Ranking, claim, declare, opening, rule, side


@rule
def _points(cards):  # rule 3
    total = 0
    for card in cards:
        rank = card >> 2
        total += 1 if rank == 12 else rank + 2 if rank < 8 else 0
    return total % 10


@rule
def _size(cards):
    return len(cards)


@rule
def _draws_on(cards):
    """A third card's points plus 10, so that a card worth no points differs from no card."""
    return _points(cards) + 10


points = Ranking("baccarat points", _points, lambda value, cards: f"{value} point{'s' * (value != 1)}")
size = Ranking("cards", _size, lambda value, cards: f"{value} cards")
third = Ranking("third card", _draws_on, lambda value, cards: f"third card worth {value - 10}")


@rule
def player_draws(player, banker):  # rules 4 and 5
    return player < 8 and banker < 8 and player <= 5


@rule
def banker_draws(two, banker, drawn):
    if two >= 8 or banker >= 8:  # rule 4
        return False
    if drawn == 0:  # rule 6
        return banker <= 5
    card = drawn - 10  # rule 7
    if banker <= 2:
        return True
    if banker == 3:
        return card != 8
    return banker <= 6 and 2 * (banker - 3) <= card <= 7


@rule
def settle(player, banker):  # rule 8
    return PUSH if player == banker else WIN if banker > player else LOSE


@rule
def player_pays(player, banker):
    return 2 if player > banker else 1 if player == banker else 0


@rule
def tie_pays(player, banker):
    return 1 if player == banker else 0


@rule
def dragon_pays(player, banker, banker_cards):  # rule 9
    return 1 if banker == 7 and banker_cards == 3 and player < 7 else 0


@rule
def panda_pays(player, banker, player_cards):  # rule 10
    return 1 if player == 8 and player_cards == 3 and banker < 8 else 0


SHEET = "published combinatorial analysis"
GAME = declare(
    "baccarat",
    "Baccarat",
    __doc__,
    wagers=[
        opening("banker", odds=Odds(19, 20)),
        side("player", alone=True),
        side("tie", alone=True),
        side("dragon-7"),
        side("panda-8"),
    ],
    round=[
        Deal("player", 2, face="up"),
        Deal("banker", 2, face="up"),
        Deal("player_third", 1, face="up", when=player_draws),
        Deal("banker_third", 1, face="up", when=banker_draws),
    ],
    hands={
        "player": Hand(points, "player", "player_third"),
        "banker": Hand(points, "banker", "banker_third"),
        "two": Hand(points, "player"),
        "drawn": Hand(third, "player_third"),
        "player_cards": Hand(size, "player", "player_third"),
        "banker_cards": Hand(size, "banker", "banker_third"),
    },
    settle=settle,
    sides={
        "player": player_pays,
        "tie": tie_pays,
        "dragon-7": dragon_pays,
        "panda-8": panda_pays,
    },
    pays={
        "player": {"1-1": "player wins 1 to 1\n tie push"},
        "tie": {"8-1": "tie 8 to 1", "9-1": "tie 9 to 1"},
        "dragon-7": {"40-1": "three-card seven 40 to 1"},
        "panda-8": {"25-1": "three-card eight 25 to 1"},
    },
    decks=8,
    claims=[
        claim("house_edge", SHEET, "1.0579%"),
        claim("house_edge", SHEET, "1.2351%", wager="player"),
        claim("house_edge", SHEET, "14.3596%", wager="tie"),
        claim("hit_frequency", SHEET, "475627426473216/4998398275503360", wager="tie"),
        claim("hit_frequency", SHEET, "2292252566437888/4998398275503360"),
        claim("hit_frequency", SHEET, "2230518282592256/4998398275503360", wager="player"),
        claim("house_edge", "playbaccarat.com, Dragon 7", "7.61%", wager="dragon-7"),
        claim("house_edge", "E. Jacobson, 888casino", "10.1876%", wager="panda-8"),
    ],
)
