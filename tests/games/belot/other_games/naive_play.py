SUITS = "CDHS"
RANKS = "789TJQKA"
TRUMP = "78QKTA9J"
PLAIN = "789JQKTA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
LEVEL_NO_TRUMPS = PLAIN_POINTS | {"A": 19}
LEVEL_ALL_TRUMPS = {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1}


def sides_of(game):
    if len(game["seats"]) == 4:
        return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
    return {seat: seat for seat in game["seats"]}


def is_trump(card, contract):
    return contract == "AT" or card[0] == contract


def height(card, contract):
    return (TRUMP if is_trump(card, contract) else PLAIN).index(card[1])


def points_of(card, contract, game):
    """Card points (section 1; level tables: section 4)."""
    level = "points" in game
    if contract == "NT":
        return (LEVEL_NO_TRUMPS if level else PLAIN_POINTS).get(card[1], 0)
    if contract == "AT":
        return (LEVEL_ALL_TRUMPS if level else TRUMP_POINTS).get(card[1], 0)
    return (TRUMP_POINTS if card[0] == contract else PLAIN_POINTS).get(card[1], 0)


def winner_of(trick, contract):
    trumps = [play for play in trick if play[1][0] == contract]
    same = trumps or [play for play in trick if play[1][0] == trick[0][1][0]]
    return max(same, key=lambda play: height(play[1], contract))


def legal_cards(game, contract, hand, trick, seat, closed=False):
    return sorted(_allowed(game, contract, hand, trick, seat, closed))


def _allowed(game, contract, hand, trick, seat, closed):
    if not trick:
        others = [card for card in hand if not is_trump(card, contract)]
        return others if closed and others else hand
    led = trick[0][1]
    best_seat, best = winner_of(trick, contract)
    same = [card for card in hand if card[0] == led[0]]
    if same:
        higher = [card for card in same if height(card, contract) > height(best, contract)]
        trumped = best[0] != led[0]
        if is_trump(led, contract) or (game.get("beats plain cards") and not trumped):
            return higher or same
        return same
    trumps = [card for card in hand if card[0] == contract]
    if is_trump(led, contract) or not trumps:
        return hand
    sides = sides_of(game)
    whose = "partner wins" if sides[best_seat] == sides[seat] else "an opponent wins"
    return _void(game["void, " + whose], contract, hand, trumps, best)


def _void(duty, contract, hand, trumps, best):
    """Cards allowed with trumps but without the plain suit led."""
    if duty == "any card":
        return hand
    under = []
    if is_trump(best, contract):
        under = [card for card in trumps if height(card, contract) < height(best, contract)]
    over = [card for card in trumps if card not in under]
    rest = [card for card in hand if card not in under]
    if duty == "any card, but under only with nothing else":
        return rest or hand
    if over:
        return over
    if duty == "trump over, else any trump":
        return trumps
    if duty == "trump over, else any card":
        return hand
    assert duty == "trump over, but under only with nothing else"
    return rest or hand
