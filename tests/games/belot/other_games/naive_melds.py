from tests.games.belot.other_games.naive_play import RANKS, SUITS, sides_of


def runs_in(cards):
    """Longest runs of three or more, each from the bottom up."""
    found = []
    for suit in SUITS:
        run = []
        for rank in [*RANKS, "end"]:
            if rank != "end" and suit + rank in cards:
                run.append(suit + rank)
                continue
            if len(run) >= 3:
                found.append(run)
            run = []
    return found


def carre_points(game, contract):
    usual = game["carré points"]
    return game.get("carré points without trumps", usual) if contract == "NT" else usual


def carre_order(game, contract):
    usual = game.get("carrés", [])
    return game.get("carrés without trumps", usual) if contract == "NT" else usual


def carres_in(cards, game, contract):
    return [
        [suit + rank for suit in SUITS]
        for rank in game["carrés"]
        if rank in carre_points(game, contract) and all(suit + rank in cards for suit in SUITS)
    ]


def can_declare(game, contract):
    """Whether anything besides a belote can be announced."""
    if game["announced"] not in ("by kind", "together"):
        return False
    return contract != "NT" or "carré points without trumps" in game


def is_carre(meld):
    return meld[0][1] == meld[1][1]


def value_of(meld, game, contract):
    if is_carre(meld):
        return carre_points(game, contract)[meld[0][1]]
    return {3: 20, 4: 50}.get(min(len(meld), game["longest run"]), 100)


def contest(game, contract, melds, seats):
    """Points by side for declarations (seat, cards), `seats` in turn."""
    sides = sides_of(game)
    carres = [(seat, meld) for seat, meld in melds if is_carre(meld)]
    runs = [(seat, meld) for seat, meld in melds if not is_carre(meld)]
    order = carre_order(game, contract)
    best_carre = min(carres, key=lambda one: order.index(one[1][0][1]), default=None)
    scored = []
    if game["announced"] == "together" and best_carre:
        scored = [one for one in melds if sides[one[0]] == sides[best_carre[0]]]
    else:
        if best_carre:
            scored = [one for one in carres if sides[one[0]] == sides[best_carre[0]]]
        holder = _best_runs_side(game, contract, runs, seats)
        scored += [one for one in runs if sides[one[0]] == holder]
    total = dict.fromkeys(sides.values(), 0)
    for seat, meld in scored:
        total[sides[seat]] += value_of(meld, game, contract)
    return total


def _best_runs_side(game, contract, runs, seats):
    """Side with the best run; None if there is none or equal runs cancel."""
    if not runs:
        return None
    sides = sides_of(game)

    def strength(meld):
        return min(len(meld), game["longest run"]), RANKS.index(meld[-1][1])

    top = max(strength(meld) for _, meld in runs)
    equal = [(seat, meld) for seat, meld in runs if strength(meld) == top]
    if len({sides[seat] for seat, _ in equal}) == 1:
        return sides[equal[0][0]]
    if game["equal runs"] == "nobody's":
        return None
    if game["equal runs"].startswith("trumps"):
        in_trumps = [one for one in equal if one[1][0][0] == contract]
        if in_trumps:
            return sides[in_trumps[0][0]]
    return sides[min(equal, key=lambda one: seats.index(one[0]))[0]]


def roem_of(cards, trump, game):
    """Roem of a trick (section 6)."""
    total = sum({3: 20, 4: 50}[len(run)] for run in runs_in(cards))
    if len({card[1] for card in cards}) == 1:
        total += game["four jacks"] if cards[0][1] == "J" else 100
    if trump + "K" in cards and trump + "Q" in cards:
        total += 20
    return total
