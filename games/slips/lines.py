"""A result typed on one line, such as ``14 H S 98`` (``docs/scorer.md``).

``[number] contract [contra] seat points [extras]``: ``number`` is the board's, or another
counter of the page. Where numbers are bid, the number before the contract is the bid, as
``14 120H S 98``; ``*H`` is all tricks without a number, ``26H*`` a number with them,
``**H`` all tricks by one player alone: then ``KK`` says that the seat took them alone.
Spaces and capitals are optional. ``static/js/slips/line.js`` reads the same tables
(`browser_language`); a test holds both equal.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Rules = Mapping[str, Any]
"""As returned by `browser_rules`."""
SPACES: Final = " \t\u00a0,;"
LONGEST: Final = 60
MOST: Final = 9999
CONTRACTS: Final[Mapping[str, str]] = {
    **{letter: letter for letter in "CDHS"},
    "N": "NT", "NT": "NT", "A": "AT", "AT": "AT",
    "СПАТИЯ": "C", "КАРО": "D", "КУПА": "H", "ПИКА": "S",
    "БЕЗ КОЗ": "NT", "БЕЗКОЗ": "NT", "БК": "NT",
    "ВСИЧКО КОЗ": "AT", "ВСИЧКОКОЗ": "AT", "ВСИЧКО": "AT", "ВК": "AT",
}  # fmt: skip
CONTRAS: Final[Mapping[str, int]] = {
    "X": 1, "XX": 2, "XXX": 3, "XXXX": 4, "КОНТРА": 1, "РЕКОНТРА": 2, "СУПЕРКОНТРА": 3,
}  # fmt: skip
SEATS: Final[Mapping[str, str]] = {
    **{letter: letter for letter in "NWSE"},
    "СЕВЕР": "N", "ЗАПАД": "W", "ЮГ": "S", "ИЗТОК": "E",
}  # fmt: skip
SEAT_INITIALS: Final[Mapping[str, str]] = {"С": "N", "З": "W", "Ю": "S", "И": "E"}
"""Bulgarian letters, accepted only after a contract written as a Bulgarian word."""
PASSES: Final[Mapping[str, str]] = {"P": "P", "PASS": "P", "ПАС": "P"}
EXTRAS: Final[Mapping[str, str]] = {"K": "K", "T": "T", "КАПО": "K"}
SOLO_EXTRAS: Final[Mapping[str, str]] = {"KK": "KK"}
"""After a solo bid: the declarer took all tricks alone; ``K``: the side did."""
BELOTE_LETTERS: Final = "BБ"
"""After a sign: one letter per belote of 20 points."""
BELOTE: Final = 20
LEAD_LETTERS: Final[Mapping[str, str]] = {"L": "L", "Л": "L"}
"""Before the seat that led to the first trick."""
LATIN_KEYS: Final[Mapping[str, str]] = {
    "А": "DA", "Б": "", "Г": "H", "Д": "D", "Е": "E", "З": "P", "Й": "X", "К": "K", "Н": "NK",
    "П": "P", "С": "S", "Т": "T", "У": "W", "В": "W", "Х": "NH", "Ц": "C", "Ш": "T", "Ъ": "C",
    "Ь": "AX", "Я": "S",
}  # fmt: skip
"""Latin keys of each Cyrillic letter on both Bulgarian keyboards."""


@dataclass
class ResultLine:
    """A parsed line. ``fault`` is (code, from, to), ``missing`` what the line still lacks."""

    number: int | None = None
    bid: int | None = None
    capot_bid: bool = False
    solo_bid: bool = False
    contract: str = ""
    contra: int = 0
    declarer: str = ""
    points: list[int] = field(default_factory=list)
    announced: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    """Belotes included."""
    belote: dict[str, int] = field(default_factory=lambda: {"NS": 0, "EW": 0})
    """Part of ``announced``."""
    capot: str = ""
    lead: str = ""
    passed_out: bool = False
    not_played: bool = False
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    fault: tuple[str, int, int] | None = None
    missing: str = ""


class LineError(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class LineReader:
    def __init__(self, text: str, places: Mapping[str, str], bids: bool) -> None:
        self.text = "".join(upper_letter(letter) for letter in text)
        self.places = places
        self.bids = bids
        self.at = 0
        self.line = ResultLine()
        self.seats: Mapping[str, str] = SEATS

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in SPACES:
            self.at += 1

    @property
    def is_over(self) -> bool:
        self.skip()
        return self.at >= len(self.text)

    def add_piece(self, kind: str, length: int) -> None:
        """Record a piece and move past it."""
        self.line.pieces.append((kind, self.at, self.at + length))
        self.at += length

    def read_key(self, kind: str, table: Mapping[str, object]) -> str:
        """Read the longest key of the table that comes next; empty if none does."""
        self.skip()
        for key in sorted(table, key=len, reverse=True):
            if self.text.startswith(key, self.at):
                self.add_piece(kind, len(key))
                return key
        key = self.key_from_cyrillic(table)
        if key:
            self.add_piece(kind, len(key))
        return key

    def key_from_cyrillic(self, table: Mapping[str, object]) -> str:
        """Read a key from a Cyrillic letter, by its position on the keyboard."""
        if self.at >= len(self.text):
            return ""
        fitting = [key for key in self.places.get(self.text[self.at], "") if key in table]
        if len(fitting) > 1:
            raise LineError("ambiguous")
        if not fitting:
            return ""
        letter, end = self.text[self.at], self.at
        while end < len(self.text) and self.text[end] == letter:
            end += 1
        repeated = fitting[0] * (end - self.at)
        # Only contra is written by repeating its letter.
        return repeated if repeated in table else fitting[0]

    def number(self, kind: str) -> int | None:
        self.skip()
        match = re.compile("[0-9]+").match(self.text, self.at)
        if match is None:
            return None
        if len(match[0]) > 4 or int(match[0]) > MOST:
            raise LineError("number")
        self.add_piece(kind, len(match[0]))
        return int(match[0])

    @property
    def is_at_contract(self) -> bool:
        """Whether more follows than a pass or the not-played sign."""
        rest = self.text[self.at :].strip(SPACES)
        return bool(rest) and rest != "-" and rest not in PASSES

    def read_star(self) -> bool:
        self.skip()
        has_star = self.text.startswith("*", self.at)
        if has_star:
            self.add_piece("bid", 1)
        return has_star

    def read_sign(self) -> str:
        self.skip()
        match = re.compile(rf"([+-]) *(?=[0-9{BELOTE_LETTERS}])").match(self.text, self.at)
        if match is None:
            return ""
        self.add_piece("extra", len(match[0]))
        return "EW" if match[1] == "-" else "NS"

    def read_belotes(self) -> int:
        match = re.compile(f"[{BELOTE_LETTERS}]*").match(self.text, self.at)
        assert match is not None
        if match[0]:
            self.add_piece("extra", len(match[0]))
        return len(match[0])


def upper_letter(letter: str) -> str:
    """Uppercase a letter if its capital is one character; normalise dashes and ×."""
    if letter in "−–":
        return "-"
    if letter == "×":
        return "X"
    high = letter.upper()
    return high if len(high) == 1 else letter


def read_line(
    text: str, places: Mapping[str, str] = LATIN_KEYS, *, bids: bool = False
) -> ResultLine:
    """Parse a line; what cannot be read is its ``fault``. ``bids``: numbers are bid."""
    reader = LineReader(text[:LONGEST], places, bids)
    try:
        read(reader)
    except LineError as found:
        reader.skip()
        rest = reader.text[reader.at :]
        length = len(re.split(rf"[{SPACES}]", rest)[0]) if rest else 0
        reader.line.fault = (found.code, reader.at, reader.at + length)
    return reader.line


def read(reader: LineReader) -> None:
    line = reader.line
    line.number = reader.number("number")
    if reader.bids:
        read_bid(reader)
    if reader.is_over:
        line.missing = "contract"
        return
    if reader.text[reader.at :].strip(SPACES) == "-":
        reader.add_piece("not_played", 1)
        line.not_played = True
    elif reader.read_key("pass", PASSES):
        line.passed_out = True
        if not reader.is_over:
            raise LineError("after_pass")
    else:
        read_contract(reader)


def read_bid(reader: LineReader) -> None:
    """The last number before a contract is the bid; a star means all tricks."""
    line = reader.line
    line.bid = reader.number("bid")
    if reader.read_star():
        line.capot_bid = True
        line.solo_bid = reader.read_star()
    elif line.bid is None and line.number is not None and reader.is_at_contract:
        line.number, line.bid = None, line.number
        line.pieces[-1] = ("bid", *line.pieces[-1][1:])


def read_contract(reader: LineReader) -> None:
    line = reader.line
    key = reader.read_key("contract", CONTRACTS)
    if not key:
        raise LineError("x_first" if reader.text[reader.at] in "XЙЬ" else "contract")
    line.contract = CONTRACTS[key]
    if reader.bids and reader.read_star():
        line.capot_bid = True
    read_contra(reader)
    if reader.is_over:
        line.missing = "seat"
        return
    in_words = len(key) > 1 and key[0] not in "NA"
    reader.seats = {**SEATS, **SEAT_INITIALS} if in_words else SEATS
    seat = reader.read_key("seat", reader.seats)
    if not seat:
        raise LineError("seat")
    line.declarer = reader.seats[seat]
    read_contra(reader)
    read_points(reader)


def read_contra(reader: LineReader) -> None:
    if reader.line.contra:
        return
    key = reader.read_key("contra", CONTRAS)
    reader.line.contra = CONTRAS[key] if key else 0


def read_points(reader: LineReader) -> None:
    line = reader.line
    while len(line.points) < 2 and (value := reader.number("points")) is not None:
        line.points.append(value)
    while not reader.is_over:
        read_extra(reader)
    if not line.points and line.capot not in ("K", "KK"):
        line.missing = "points"


def read_extra(reader: LineReader) -> None:
    line = reader.line
    side = reader.read_sign()
    if side:
        belotes = BELOTE * reader.read_belotes()
        line.announced[side] += belotes or reader.number("extra") or 0
        line.belote[side] += belotes
        return
    if not line.lead and reader.read_key("extra", LEAD_LETTERS):
        read_lead(reader)
        return
    table = {**EXTRAS, **SOLO_EXTRAS} if line.solo_bid else EXTRAS
    key = "" if line.capot else reader.read_key("extra", table)
    if not key:
        raise LineError("rest" if line.points or line.capot else "points")
    line.capot = table[key]


def read_lead(reader: LineReader) -> None:
    seat = reader.read_key("extra", reader.seats)
    if not seat:
        raise LineError("lead")
    reader.line.lead = reader.seats[seat]


def slip_from_line(line: ResultLine, rules: Rules) -> dict[str, object] | str:
    """The slip of a complete line under `browser_rules`, or the code of the missing part."""
    if line.fault:
        return line.fault[0]
    if line.not_played:
        return {"not_played": True}
    if line.passed_out:
        return {"passed_out": True}
    if line.missing:
        return f"missing_{line.missing}"
    total = rules["totals"].get(line.contract)
    if total is None:
        return "not_here"
    own = rules["side_of"][line.declarer]
    points = points_of(line, total, own)
    if points["EW"] < 0:
        return "too_many"
    slip: dict[str, object] = {
        "contract": line.contract,
        "declarer": line.declarer,
        "contra": line.contra,
        "points": points,
        "announced": line.announced,
    }
    if rules["belotes_apart"]:
        slip["belote"] = line.belote
    if rules["numbers"]:
        bid_fields = bid_of(line, rules)
        if isinstance(bid_fields, str):
            return bid_fields
        slip |= bid_fields
    empty = [side for side, of in points.items() if of == 0]
    if empty and not line.capot:
        return "say_capot"
    if line.capot == "KK":
        slip["alone"] = True
    if line.capot in ("K", "KK"):
        slip["capot"] = own if len(empty) != 1 else "EW" if empty == ["NS"] else "NS"
    elif line.capot:
        slip["capot"] = None
    if line.lead:
        slip["lead"] = line.lead
    return slip


def bid_of(line: ResultLine, rules: Rules) -> dict[str, object] | str:
    """The bid in card points, or an error code."""
    if line.capot_bid and rules["capot_bid"] == "none":
        return "no_capot_bid"
    if line.solo_bid and not rules["solo_value"]:
        return "no_solo_bid"
    if line.bid is None and line.solo_bid:
        return {"bid": rules["solo_value"], "capot_bid": True}
    if line.bid is None:
        is_whole = line.capot_bid and rules["capot_bid"] == "top"
        return {"bid": rules["capot_value"], "capot_bid": True} if is_whole else "missing_bid"
    if line.capot_bid and rules["capot_bid"] == "top":
        return "capot_alone"
    bid = line.bid * rules["number_unit"]
    if bid not in rules["numbers"]:
        return "not_bid"
    return {"bid": bid} | ({"capot_bid": True} if line.capot_bid else {})


def points_of(line: ResultLine, total: int, own: str) -> dict[str, int]:
    """Both sides' points: as typed, computed, or all for the declarer's side."""
    if not line.points:
        return {"NS": total, "EW": 0} if own == "NS" else {"NS": 0, "EW": total}
    first = line.points[0]
    return {"NS": first, "EW": line.points[1] if len(line.points) > 1 else total - first}


def browser_language() -> dict[str, object]:
    return {
        "spaces": SPACES, "longest": LONGEST, "most": MOST, "contracts": CONTRACTS,
        "contras": CONTRAS, "seats": SEATS, "initials": SEAT_INITIALS, "passes": PASSES,
        "extras": EXTRAS, "alone": SOLO_EXTRAS, "belotes": BELOTE_LETTERS,
        "belote": BELOTE, "leads": LEAD_LETTERS,
        "places": LATIN_KEYS,
    }  # fmt: skip
