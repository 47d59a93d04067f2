"""Column headings and cell values of result tables, in several languages.

Headings of other programs are included. A letter is read in the language of the
headings: ``P`` is pique in French and a pass in English, ``O`` is west in French and
east in Dutch.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

LANGUAGES: Final = ("en", "bg", "fr", "hr", "nl", "de")
HEADINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "round": {
        "en": "round|rnd|rd", "bg": "кръг|тур", "fr": "tour|manche", "hr": "kolo|runda",
        "nl": "ronde", "de": "runde",
    },
    "table": {
        "en": "table|tbl", "bg": "маса", "fr": "table", "hr": "stol", "nl": "tafel", "de": "tisch",
    },
    "board": {
        "en": "board|bd|deal|hand", "bg": "борд|раздаване", "fr": "donne|étui|etui|main",
        "hr": "bord|dijeljenje|podjela", "nl": "spel|gift", "de": "board|teilung",
    },
    "contract": {
        "en": "contract|suit|trumps|trump", "bg": "обява|игра|козове|коз|контракт",
        "fr": "contrat|enchère|atout|couleur", "hr": "ugovor|poziv|adut",
        "nl": "contract|troef|kleur", "de": "kontrakt|trumpf",
    },
    "declarer": {
        "en": "declarer|by|played by", "bg": "обявил|играе|обявяващ",
        "fr": "déclarant|preneur|par|joué par", "hr": "igra|zvao|zvač|igrač|nositelj",
        "nl": "speler|leider|door", "de": "spieler|alleinspieler",
    },
    "contra": {
        "en": "contra|double|doubled", "bg": "контра", "fr": "contre|coinche", "hr": "kontra",
        "nl": "contra|doublet", "de": "kontra",
    },
    "bid": {"en": "bid", "bg": "число", "fr": "annonce", "hr": "broj", "nl": "bod", "de": "gebot"},
    "kind": {"en": "kind", "bg": "вид", "fr": "genre", "hr": "vrsta", "nl": "soort", "de": "art"},
}  # fmt: skip
"""Column headings by language, as ``plain_words`` returns them."""
SIDE_WORDS: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "en": {"ns": ("ns|n s", "north south"), "ew": ("ew|e w", "east west")},
    "bg": {"ns": ("с ю|сю|ns", "север юг"), "ew": ("и з|из|ew", "изток запад")},
    "fr": {"ns": ("ns|n s", "nord sud"), "ew": ("eo|e o", "est ouest")},
    "hr": {"ns": ("ns|sj|s j", "sjever jug"), "ew": ("ew|iz|i z", "istok zapad")},
    "nl": {"ns": ("nz|n z|ns", "noord zuid"), "ew": ("ow|o w|ew", "oost west")},
    "de": {"ns": ("ns", "nord süd"), "ew": ("ow", "ost west")},
}
SUM_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "points": {
        "en": "points|card points", "bg": "точки", "fr": "points", "hr": "bodovi|bodova|poeni",
        "nl": "punten", "de": "punkte",
    },
    "announced": {
        "en": "announced|declarations", "bg": "обявени|премии", "fr": "annonces", "hr": "zvanja",
        "nl": "roem", "de": "ansagen",
    },
    "belote": {
        "en": "belote", "bg": "белот", "fr": "belote", "hr": "bela|bele", "nl": "stuk",
        "de": "belote",
    },
    "score": {
        "en": "score", "bg": "резултат", "fr": "score|résultat", "hr": "rezultat", "nl": "score",
        "de": "ergebnis",
    },
    "games": {
        "en": "games|won", "bg": "игри", "fr": "parties", "hr": "partije", "nl": "partijen",
        "de": "spiele",
    },
}  # fmt: skip
CONTRACT_WORDS: Final[Mapping[str, str]] = {
    "C": "♣|clubs|club|спатия|спатии|trèfle|trefle|trèfles|tref|žir|klaveren|klaver|treff|kreuz",
    "D": "♦|diamonds|diamond|каро|carreau|carreaux|karo|bundeva|ruiten|ruit|caro",
    "H": "♥|hearts|heart|купа|купи|cœur|coeur|cœurs|coeurs|herc|srce|harten|hart|herz",
    "S": "♠|spades|spade|пика|пики|pique|piques|pik|list|schoppen|schop",
    "NT": "n|nt|no trumps|no trump|notrump|бк|без коз|без козове|без|sans atout|sans atouts|sans"
    "|bez aduta|bez|ba|zonder troef|zt|ohne trumpf",
    "AT": "a|at|all trumps|all trump|вк|всичко коз|всичко|ta|tout atout|tous atouts|tout"
    "|sve adut|sve aduti|sve|alles troef|alltrump",
}
"""Valid in every language."""
CONTRACT_ABBREVIATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "code": {"c": "C", "d": "D", "h": "H", "s": "S"},
    "en": {"c": "C", "d": "D", "h": "H", "s": "S", "p": "passed out"},
    "bg": {
        "с": "C", "сп": "C", "ка": "D", "ку": "H", "п": "S", "пи": "S", "к": "? H or D", "б": "NT",
        "в": "AT",
    },
    "fr": {
        "p": "S", "pi": "S", "c": "H", "co": "H", "cœ": "H", "ca": "D", "k": "D", "t": "C",
        "tr": "C", "sa": "NT",
    },
    "hr": {
        "p": "S", "t": "C", "tr": "C", "k": "D", "ka": "D", "h": "H", "he": "H", "s": "? H or S",
        "b": "? D or NT", "sa": "AT", "ž": "C", "l": "S",
    },
    "nl": {
        "s": "S", "sch": "S", "h": "H", "ha": "H", "r": "D", "ru": "D", "k": "C", "kl": "C",
        "sa": "NT", "p": "passed out",
    },
    "de": {"p": "S", "h": "H", "t": "C", "k": "? C or D", "sa": "NT"},
}  # fmt: skip
"""By language; ``code``: of this site and other programs; ``?``: ambiguous."""
SEAT_WORDS: Final[Mapping[str, str]] = {
    "N": "north|север|nord|sjever|noord",
    "W": "west|запад|ouest|zapad",
    "S": "south|юг|sud|jug|zuid|süd",
    "E": "east|изток|est|istok|oost|ost",
}
SEAT_LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "code": {"n": "N", "w": "W", "s": "S", "e": "E"},
    "en": {"n": "N", "w": "W", "s": "S", "e": "E"},
    "bg": {"с": "N", "з": "W", "ю": "S", "и": "E"},
    "fr": {"n": "N", "o": "W", "s": "S", "e": "E"},
    "hr": {"s": "N", "z": "W", "j": "S", "i": "E"},
    "nl": {"n": "N", "w": "W", "z": "S", "o": "E"},
    "de": {"n": "N", "w": "W", "s": "S", "o": "E"},
}
CONTRAS: Final[Mapping[str, int]] = {
    word: level
    for level, words in enumerate((
        "|0|no|non|nee|ne|не|nein", "1|x|х|contra|контра|contre|contré|kontra|coinche|coinché",
        "2|xx|хх|recontra|реконтра|surcontre|surcontré|rekontra|surcoinche|surcoinché",
        "3|xxx|ххх", "4|xxxx|хххх",
    ))
    for word in words.split("|")
}  # fmt: skip
NOT_PLAYED: Final = frozenset(
    "not played|неизигран|неиграно|не е игран|не е играно|pas joué|pas jouée|non joué|non jouée"
    "|nije igrano|niet gespeeld|nicht gespielt|np".split("|")
)
PASSED_OUT: Final = frozenset(
    "passed out|all pass|all passed|pass|пас|паса|всички пас|passe|passé|passée|passent|dalje"
    "|dalje svi|svi dalje|gepast|rondpas|pas|gepasst".split("|")
)
PASS: Final = "passed out"
BETWEEN: Final = re.compile(r"[\s_\-–—./:()]+")
SIGNS: Final = str.maketrans({
    **dict.fromkeys("\ufe0e\ufe0f\u200d\u200b\u2060\ufeff"),
    "❤": "♥", "♡": "♥", "♢": "♦", "♤": "♠", "♧": "♣",
})  # fmt: skip


def plain_words(text: str) -> str:
    """Normalise a heading or cell for lookup; initials are joined: "S. A." is "sa"."""
    text = unicodedata.normalize("NFC", text).translate(SIGNS)
    words = BETWEEN.sub(" ", text.casefold()).strip().split()
    if len(words) > 1 and all(len(word) == 1 for word in words):
        return "".join(words)
    return " ".join(words)


def heads_of(language: str) -> dict[str, str]:
    columns = {
        plain_words(word): key
        for key, words in HEADINGS.items()
        for word in words.get(language, "").split("|")
    }
    sides = [
        (side, name)
        for side, names in SIDE_WORDS[language].items()
        for each in names
        for name in each.split("|")
    ]
    for key, words in SUM_WORDS.items():
        for word in words[language].split("|"):
            for side, name in sides:
                columns[plain_words(f"{word} {name}")] = f"{side}_{key}"
                columns[plain_words(f"{name} {word}")] = f"{side}_{key}"
    return columns


HEADS_BY_LANGUAGE: Final = {language: heads_of(language) for language in LANGUAGES}
CONTRACTS: Final = {
    plain_words(word): code for code, words in CONTRACT_WORDS.items() for word in words.split("|")
} | {plain_words(word): PASS for word in PASSED_OUT}
SEATS: Final = {word: seat for seat, words in SEAT_WORDS.items() for word in words.split("|")}


def columns_of(cells: Sequence[str]) -> dict[str, int]:
    """Column index by known heading.

    Ambiguous headings are read in the language of the other headings.
    """
    heads = [plain_words(cell) for cell in cells]
    languages = languages_of(heads) or LANGUAGES
    columns: dict[str, int] = {}
    for at, head in enumerate(heads):
        for language in (*languages, *LANGUAGES):
            if key := HEADS_BY_LANGUAGE[language].get(head):
                columns.setdefault(key, at)
                break
    return columns


def languages_of(cells: Iterable[str]) -> tuple[str, ...]:
    """Languages that know most headings, then those of the remaining headings."""
    heads = [plain_words(cell) for cell in cells]
    known = {
        language: {head for head in heads if head in HEADS_BY_LANGUAGE[language]}
        for language in LANGUAGES
    }
    most = max(map(len, known.values()))
    if not most:
        return ()
    first = [language for language in LANGUAGES if len(known[language]) == most]
    rest = set().union(*known.values()) - known[first[0]]
    others = [language for language in LANGUAGES if known[language] & rest]
    return tuple(dict.fromkeys([*first, *others]))


class ShortForms:
    """Meanings of short forms in a column, by the language of the headings.

    Codes are accepted unless the language has another meaning. Short forms unknown to the
    language show that the column uses another one: then ambiguous letters are not read.
    ``foreign`` are short forms with no meaning in this language.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        letters: Mapping[str, Mapping[str, str]],
        languages: Sequence[str],
        cells: Iterable[str],
        foreign: Iterable[str] = (),
    ) -> None:
        self.words = words
        used = {plain_words(cell) for cell in cells} - set(words)
        self.codes = letters["code"]
        self.tables = [letters[language] for language in languages or LANGUAGES]
        own = self.tables[0]
        strange = {word for word in used if word not in own}
        strange |= {word for word in foreign if own.get(word) == PASS}
        others = [self.codes] if strange <= set(self.codes) else list(letters.values())
        self.tables += [table for table in others if strange & set(table)]
        self.known = {word for table in letters.values() for word in table}

    def read(self, text: str) -> str | None:
        """Value of a cell; None if unknown or ambiguous."""
        word = plain_words(text)
        if word in self.words:
            return self.words[word]
        meanings = {table.get(word, self.codes.get(word)) for table in self.tables}
        [meaning, *others] = meanings
        return None if others or (meaning or "").startswith("?") else meaning

    def is_ambiguous(self, text: str) -> bool:
        return plain_words(text) in self.known and self.read(text) is None
