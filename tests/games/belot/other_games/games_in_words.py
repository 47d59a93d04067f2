"""The other games as dictionaries, written from the rules' text and independent of the
engine.

Read by `naive_*.py`. Sources: rules for more games, sections 3 (contrée), 4 (coinche), 5
(Bazar Blot), 6 (klaverjas), 7 (baloot), 9 (klaberjass).
"""

SUITS = ["C", "D", "H", "S"]
RIGHT = "NWSE"  # counter-clockwise: the dealer's right is next
LEFT = "NESW"  # clockwise: the dealer's left is next

CONTREE = {
    "seats": RIGHT,
    "packets": [3, 2, 3],
    "auction": "numbers",
    "contracts": SUITS,
    "lowest": 80,
    "highest": 160,
    "step": 10,
    "capot": "above all numbers",
    "void, an opponent wins": "trump over, else any card",
    "void, partner wins": "any card",
    "announced": "nothing but belotes",
    "written": "contrée",
    "capot is": 250,
    "lost": 160,
    "lost, all tricks": 250,
    "a lost bid of capot": "all tricks",
    "contras": dict.fromkeys([*SUITS, "NT", "AT"], 2),
    "times": [1, 2, 4],
    "multiplied": "base and bid",
    "loser's belote": "to the winner",
    "needs": "the bid",
    "rounding": "85 is 90",
    "match": {"target": 2000},
}

CANNES = CONTREE | {
    "highest": 260,
    "capot is": 270,
    "lost": 162,
    "lost, all tricks": 252,
    "times": [1, 2, 3],
    "multiplied": "the bid",
    "rounding": "85 is 80",
    "match": {"target": 2001, "last deal": "to the point"},
}

COINCHE = CONTREE | {
    "contracts": [*SUITS, "NT", "AT"],
    "highest": None,
    "points": "162 in every contract",
    "announced": "by kind",
    "carrés": ["J", "9", "A", "T", "K", "Q"],
    "carré points": {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
    "longest run": 5,
    "equal runs": "nobody's",
    "needs": "the bid and more than the defence",
    "loser's belote": "kept",
}

FRENCH = {
    "seats": RIGHT,
    "packets": [3, 2],
    "turned up": "to the taker",
    "auction": "turn-up",
    "contracts": SUITS,
    "void, an opponent wins": "trump over, else any trump",
    "void, partner wins": "any card",
    "announced": "by kind",
    "carrés": ["J", "9", "A", "T", "K", "Q"],
    "carré points": {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
    "longest run": 5,
    "equal runs": "nobody's",
    "written": "taker against the rest",
    "loser's belote": "kept",
    "match": {"target": 1001},
}

BAZAR_BLOT = {
    "seats": LEFT,
    "packets": [4, 4],
    "auction": "numbers",
    "contracts": [*SUITS, "NT"],
    "lowest": 8,
    "highest": 80,
    "step": 1,
    "capot": "a mark on a number",
    "recontra": "the bidder's",
    "points": "162 in every contract",
    "void, an opponent wins": "trump over, else any trump",
    "void, partner wins": "any card",
    "announced": "together",
    "carrés": ["J", "9", "A", "K", "Q", "T"],
    "carrés without trumps": ["A", "K", "Q", "J", "T"],
    "carré points": {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100},
    "carré points without trumps": {"A": 190, "T": 100, "K": 100, "Q": 100, "J": 100},
    "longest run": 8,
    "equal runs": "trumps, then the earlier seat",
    "written": "bazar blot",
    "contras": dict.fromkeys([*SUITS, "NT"], 2),
    "times": [1, 2, 4],
    "times without trumps": [2, 3, 5],
    "match": {"target": 301},
}

KLAVERJAS = {
    "seats": LEFT,
    "packets": [3, 2, 3],
    "auction": "name",
    "contracts": SUITS,
    "announced": "roem",
    "written": "klaverjas",
    "match": {"deals": 16},
}

ROTTERDAM = KLAVERJAS | {
    "first call": "dealer",
    "void, an opponent wins": "trump over, else any trump",
    "void, partner wins": "trump over, else any trump",
    "four jacks": 100,
}

AMSTERDAM = KLAVERJAS | {
    "first call": "dealer's left",
    "void, an opponent wins": "trump over, but under only with nothing else",
    "void, partner wins": "any card, but under only with nothing else",
    "four jacks": 200,
}

BALOOT = {
    "seats": RIGHT,
    "packets": [3, 2],
    "turned up": "to the taker",
    "auction": "baloot",
    "contracts": [*SUITS, "NT"],
    "void, an opponent wins": "trump over, else any card",
    "void, partner wins": "any card",
    "announced": "together",
    "carrés": ["A", "K", "Q", "J", "T"],
    "carré points": {"A": 100, "K": 100, "Q": 100, "J": 100, "T": 100},
    "carré points without trumps": {"A": 200, "K": 100, "Q": 100, "J": 100, "T": 100},
    "longest run": 5,
    "equal runs": "the earlier seat",
    "written": "baloot",
    "contras": dict.fromkeys(SUITS, 4) | {"NT": 1},
    "open or closed": True,
    "match": {"target": 152},
}

KLABERJASS = {
    "seats": "NS",
    "packets": [3, 3],
    "turned up": "out",
    "seven for the turn-up": True,
    "auction": "turn-up",
    "contracts": SUITS,
    "beats plain cards": True,
    "void, an opponent wins": "trump over, else any trump",
    "announced": "together",
    "carrés": [],
    "carré points": {},
    "longest run": 4,
    "equal runs": "trumps, then the earlier seat",
    "a trick is needed": True,
    "written": "taker against the rest",
    "loser's belote": "to the winner",
    "match": {"target": 500},
}

GAMES = {
    "contree_ffb": CONTREE,
    "contree_cannes": CANNES,
    "coinche_ffb": COINCHE,
    "french_ffb": FRENCH,
    "bazar_blot": BAZAR_BLOT,
    "klaverjas_rotterdam": ROTTERDAM,
    "klaverjas_amsterdam": AMSTERDAM,
    "baloot": BALOOT,
    "klaberjass2": KLABERJASS,
}
