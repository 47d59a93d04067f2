"""How people head the columns of a table of results, and what they write into its cells.

In five languages, and as other programs do. Letters that mean different seats in different
languages (``O``: ouest, oost) mean none.
"""

import re
from collections.abc import Mapping
from typing import Final

HEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "round": ("round", "rnd", "кръг", "тур", "tour", "kolo", "ronde"),
    "table": ("table", "tbl", "маса", "stol", "tafel"),
    "board": ("board", "bd", "борд", "раздаване", "donne", "étui", "bord", "dijeljenje", "spel"),
    "contract": ("contract", "обява", "игра", "козове", "contrat", "enchère", "ugovor", "poziv"),
    "declarer": (
        "declarer", "by", "played by", "обявил", "играе", "déclarant", "preneur", "igra", "zvao",
        "speler", "leider",
    ),
    "contra": ("contra", "double", "контра", "contre", "kontra"),
    "bid": ("bid", "число", "annonce", "broj", "bod"),
    "ns_points": (
        "ns points", "points ns", "точки с ю", "с ю точки", "bodovi ns", "punten nz", "nz punten",
    ),
    "ew_points": (
        "ew points", "points ew", "точки и з", "и з точки", "points eo", "bodovi ew", "bodovi iz",
        "punten ow", "ow punten",
    ),
    "ns_announced": ("ns announced", "обявени с ю", "annonces ns", "zvanja ns", "roem nz"),
    "ew_announced": ("ew announced", "обявени и з", "annonces eo", "zvanja ew", "roem ow"),
    "ns_belote": ("ns belote", "белот с ю", "belote ns", "bela ns"),
    "ew_belote": ("ew belote", "белот и з", "belote eo", "bela ew"),
    "ns_score": ("ns score", "резултат с ю", "score ns", "rezultat ns", "score nz"),
    "ew_score": ("ew score", "резултат и з", "score eo", "rezultat ew", "score ow"),
    "ns_games": ("ns games", "ns won", "игри с ю", "parties ns", "partije ns", "partijen nz"),
    "ew_games": ("ew games", "ew won", "игри и з", "parties eo", "partije ew", "partijen ow"),
    "kind": ("kind", "вид", "genre", "vrsta", "soort"),
}  # fmt: skip
"""The headings that are known for each column, as ``plain_words`` writes them."""
CONTRACTS: Final[Mapping[str, str]] = {
    "c": "C", "♣": "C", "clubs": "C", "спатия": "C", "trèfle": "C", "trefle": "C", "tref": "C",
    "klaveren": "C", "d": "D", "♦": "D", "diamonds": "D", "каро": "D", "carreau": "D",
    "karo": "D", "ruiten": "D", "h": "H", "♥": "H", "hearts": "H", "купа": "H", "cœur": "H",
    "coeur": "H", "herc": "H", "harten": "H", "s": "S", "♠": "S", "spades": "S", "пика": "S",
    "pique": "S", "pik": "S", "schoppen": "S", "n": "NT", "nt": "NT", "no trumps": "NT",
    "бк": "NT", "без коз": "NT", "sans atout": "NT", "bez aduta": "NT", "a": "AT", "at": "AT",
    "all trumps": "AT", "вк": "AT", "всичко коз": "AT", "ta": "AT", "tout atout": "AT",
    "sve adut": "AT", "alles troef": "AT",
}  # fmt: skip
SEATS: Final[Mapping[str, str]] = {
    "n": "N", "north": "N", "север": "N", "с": "N", "nord": "N", "sjever": "N", "noord": "N",
    "w": "W", "west": "W", "запад": "W", "з": "W", "ouest": "W", "zapad": "W", "s": "S",
    "south": "S", "юг": "S", "ю": "S", "sud": "S", "jug": "S", "j": "S", "zuid": "S", "e": "E",
    "east": "E", "изток": "E", "и": "E", "est": "E", "istok": "E", "oost": "E",
}  # fmt: skip
CONTRAS: Final[Mapping[str, int]] = {
    "": 0, "0": 0, "no": 0, "1": 1, "x": 1, "contra": 1, "контра": 1, "contre": 1, "kontra": 1,
    "2": 2, "xx": 2, "recontra": 2, "реконтра": 2, "surcontre": 2, "rekontra": 2, "3": 3,
    "xxx": 3, "4": 4, "xxxx": 4,
}  # fmt: skip
NOT_PLAYED: Final = frozenset(
    {"not played", "неизигран", "не е игран", "pas joué", "nije igrano", "niet gespeeld", "np"}
)
PASSED_OUT: Final = frozenset(
    {"passed out", "pass", "p", "пас", "passe", "dalje", "gepast", "rondpas"}
)
BETWEEN: Final = re.compile(r"[\s_\-–—./:()]+")


def plain_words(text: str) -> str:
    """A heading or a word of a cell as it is looked up: small letters, single blanks."""
    return BETWEEN.sub(" ", text.casefold()).strip()


KEYS: Final[Mapping[str, str]] = {
    plain_words(word): key for key, words in HEADS.items() for word in words
}
"""The column that a heading means."""
