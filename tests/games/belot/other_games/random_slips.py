from tests.games.belot.other_games.games_in_words import GAMES
from tests.games.belot.other_games.naive_melds import can_declare


def random_case(rng, name):
    game = GAMES[name]
    sides = ["NS", "EW"] if len(game["seats"]) == 4 else ["N", "S"]
    rng.shuffle(sides)
    takers, defence = sides
    contract = rng.choice(game["contracts"])
    whole = 130 if contract == "NT" and "points" not in game else 162
    taken = rng.choice([whole, 0, whole // 2, *(rng.randrange(whole + 1) for _ in range(6))])
    points = {takers: taken, defence: whole - taken}
    if len(game["seats"]) == 2:
        points[defence] = max(points[defence] - rng.randrange(40), 0)
    tricks = {side: int(own > 0 or rng.random() < 0.2) for side, own in points.items()}
    if not any(tricks.values()):
        tricks[takers] = 1
    deal = {
        "contract": contract,
        "contra": rng.randrange(game.get("contras", {}).get(contract, 0) + 1),
        "number": None,
        "capot_bid": False,
        "takers": takers,
        "defence": defence,
        "points": points,
        "tricks": tricks,
        "declarations": _declarations(rng, game, contract, sides, tricks),
        "belote": _belotes(rng, game, contract, sides, tricks),
    }
    if game["auction"] == "numbers":
        _bid(rng, game, deal)
    return _slip(name, game, deal), deal


def _declarations(rng, game, contract, sides, tricks):
    """Declarations of one side, or roem of both; none for a side without tricks, if required."""
    found = dict.fromkeys(sides, 0)
    if game["announced"] == "roem":
        return {side: 10 * rng.choice([0, 0, 2, 4, 5, 7, 12]) * tricks[side] for side in sides}
    side = rng.choice(sides)
    counts = tricks[side] or not game.get("a trick is needed")
    if counts and can_declare(game, contract) and rng.random() < 0.6:
        found[side] = rng.choice([20, 40, 50, 70, 100, 120, 200, 250])
    return found


def _belotes(rng, game, contract, sides, tricks):
    found = dict.fromkeys(sides, 0)
    side = rng.choice(sides)
    counts = tricks[side] or not game.get("a trick is needed")
    if counts and contract != "NT" and game["announced"] != "roem" and rng.random() < 0.5:
        found[side] = 20
    return found


def _bid(rng, game, deal):
    step, ten = game["step"], 10 // game["step"]
    near = deal["points"][deal["takers"]] + deal["declarations"][deal["takers"]]
    near = max(near // ten // step * step, game["lowest"])
    high = game["highest"] or 400
    number = rng.choice([near, near + step, rng.randrange(game["lowest"], high + 1, step)])
    deal["number"] = min(number, high)
    deal["capot_bid"] = rng.random() < 0.3
    if deal["capot_bid"] and game["capot"] == "above all numbers":
        deal["number"] = None


def _slip(name, game, deal):
    announced = {side: deal["declarations"][side] + own for side, own in deal["belote"].items()}
    slip = {
        "variant": name,
        "contract": deal["contract"],
        "declarer": deal["takers"][0],
        "contra": deal["contra"],
        "points": deal["points"],
        "announced": announced,
    }
    if any(deal["belote"].values()):
        slip["belote"] = deal["belote"]
    elif any(announced.values()) and game["announced"] != "roem":
        slip["belote"] = dict.fromkeys(announced, 0)
    if 0 in deal["points"].values():
        lone = [side for side, count in deal["tricks"].items() if count]
        slip["capot"] = lone[0] if len(lone) == 1 else None
    if game["auction"] == "numbers":
        ten = 10 // game["step"]
        slip["bid"] = game["capot is"] if deal["number"] is None else ten * deal["number"]
        if deal["capot_bid"]:
            slip["capot_bid"] = True
    return slip
