from tests.games.belot.other_games.naive_melds import can_declare, carres_in, runs_in
from tests.games.belot.other_games.naive_play import RANKS, SUITS, height, points_of

PACK = [suit + rank for suit in SUITS for rank in RANKS]
SUIT_CALLS = ["C", "D", "H", "S", "NT", "AT"]
OTHER_CALLS = ["P", "X", "XX", "XXX", "TAKE", *SUIT_CALLS, "**H", "*H*", "H*", "0H", "80", "80X"]
CLOSED = ["X-CLOSED", "XX-CLOSED", "XXX-CLOSED", "XXXX-CLOSED"]
OF_BALOOT = ["XXXX", *CLOSED, "XXXXX", "XXXXX-CLOSED", "P-CLOSED", "ASHKAL"]


def random_pack(rng):
    pack = list(PACK)
    if rng.random() < 0.4:
        rng.shuffle(pack)
        return pack
    if rng.random() < 0.5:
        pack.sort(key=lambda card: (card[1], card[0]))
    for _ in range(rng.randrange(1, 4)):
        cut = rng.randrange(8, 24)
        left, right = pack[:cut], pack[cut:]
        pack = []
        while left or right:
            heap = left if rng.random() * (len(left) + len(right)) < len(left) else right
            pack += [heap.pop(0) for _ in range(min(len(heap), rng.choice([1, 1, 2, 3])))]
    return pack


def call_universe(game):
    numbers = [*range(1, 100)]
    if game.get("step") == 10:
        numbers = [5, 75, 85, *range(10, 1000, 10)]
    found = [*OTHER_CALLS, *("*" + contract for contract in SUIT_CALLS)]
    if game["auction"] == "baloot":
        found += OF_BALOOT
    if game["auction"] == "numbers":
        for contract in SUIT_CALLS:
            found += [f"{number}{contract}" for number in numbers]
            found += [f"{number}{contract}*" for number in numbers]
    return list(dict.fromkeys(found))


def choose_call(rng, legal):
    contras = [call for call in legal if call.startswith("X")]
    if contras and rng.random() < (0.25 if "X" in contras else 0.4):
        return rng.choice(contras)
    bids = [call for call in legal if call != "P" and call not in contras]
    if not bids or ("P" in legal and rng.random() < 0.55):
        return "P"
    if rng.random() < 0.08:
        marked = [call for call in bids if "*" in call]
        return rng.choice(marked[:12] or bids)
    return rng.choice(bids[:12])


def choose_card(rng, legal, seat, contract, style):
    """Random card, or high cards for one side and low ones for the other."""
    if style == "random" or rng.random() < 0.1:
        return rng.choice(legal)
    ordered = sorted(legal, key=lambda card: (height(card, contract), points_of(card, "C", {})))
    return ordered[-1] if seat in style else ordered[0]


def random_melds(rng, naive):
    found = []
    if not can_declare(naive.game, naive.auction.contract):
        return found
    for seat in naive.seats:
        cards = set(naive.start[seat])
        for meld in carres_in(cards, naive.game, naive.auction.contract):
            if rng.random() < 0.8:
                found.append((seat, meld))
                cards -= set(meld)
        for run in runs_in(cards):
            if len(run) == 8 or rng.random() < 0.15:
                continue
            shorter = run[1:] if rng.random() < 0.5 else run[:-1]
            found.append((seat, shorter if len(run) > 3 and rng.random() < 0.2 else run))
    rng.shuffle(found)
    return found


def random_belotes(rng, naive):
    return [
        (seat, suit)
        for seat in naive.seats
        for suit in naive.belote_suits(seat)
        if rng.random() < 0.8
    ]


def random_claims(rng, naive):
    """Claimed roem by trick from 1; None claims all."""
    if naive.game["announced"] != "roem" or rng.random() < 0.5:
        return None
    lying = [[number, points] for number, points in enumerate(naive.roem(), 1) if points]
    claims = [claim for claim in lying if rng.random() < 0.7]
    return [[number, 20] if rng.random() < 0.2 else [number, points] for number, points in claims]
