"""Cards, contracts, seats and figures as text in the active language."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.belot import Variant

Number = int | float | str | Decimal | Fraction
Text = str | Promise

NO_VALUE: Final = "–"
MINUS: Final = "−"

CONTRACT_NAMES: Final[dict[str, Text]] = {
    "C": _("clubs"),
    "D": _("diamonds"),
    "H": _("hearts"),
    "S": _("spades"),
    "NT": _("no trumps"),
    "AT": _("all trumps"),
}
CONTRACT_MARKS: Final[dict[str, Text]] = {
    "NT": pgettext_lazy("contract mark", "NT"),
    "AT": pgettext_lazy("contract mark", "AT"),
}
SEAT_NAMES: Final[dict[str, Text]] = {
    "N": _("North"),
    "W": _("West"),
    "S": _("South"),
    "E": _("East"),
    "NS": _("North–South"),
    "EW": _("East–West"),
}
SEAT_LETTERS: Final[dict[str, Text]] = {
    "N": pgettext_lazy("seat letter", "N"),
    "W": pgettext_lazy("seat letter", "W"),
    "S": pgettext_lazy("seat letter", "S"),
    "E": pgettext_lazy("seat letter", "E"),
    "NS": pgettext_lazy("seat letter", "NS"),
    "EW": pgettext_lazy("seat letter", "EW"),
}
CONTRA_NAMES: Final[dict[int, Text]] = {
    1: _("contra"),
    2: _("recontra"),
    3: _("sur-contra"),
    4: _("coffee"),
}
"""Level 4 (baloot): the deal decides the match."""
OUTCOME_NAMES: Final[dict[str, Text]] = {
    "made": pgettext_lazy("outcome", "made"),
    "lost": pgettext_lazy("outcome", "failed"),
    "hanging": pgettext_lazy("outcome", "hanging"),
    "passed_out": pgettext_lazy("outcome", "passed out"),
    "forfeit": pgettext_lazy("outcome", "forfeit"),
}
RANK_NAMES: Final[dict[str, Text]] = {
    "A": pgettext_lazy("rank", "ace"),
    "K": pgettext_lazy("rank", "king"),
    "Q": pgettext_lazy("rank", "queen"),
    "J": pgettext_lazy("rank", "jack"),
}
SUITS_AS_SHOWN: Final = "SHCD"
RANKS_HIGH_TO_LOW: Final = "AKQJT987"


def contract_name(code: str) -> str:
    """Name of a contract or suit (``C D H S NT AT``); unknown codes unchanged."""
    return str(CONTRACT_NAMES.get(code, code))


def contract_mark(code: str) -> str:
    """Two letters for no trumps or all trumps, empty for a suit."""
    return str(CONTRACT_MARKS.get(code, ""))


def seat_name(seat: str) -> str:
    """Name of a seat (``N W S E``) or a side (``NS EW``)."""
    return str(SEAT_NAMES.get(seat, seat))


def seat_letter(seat: str) -> str:
    return str(SEAT_LETTERS.get(seat, seat))


def contra_name(level: int) -> str:
    """Contra level's name: 1 contra, 2 recontra, 3 sur-contra, 4 coffee; empty for 0."""
    return str(CONTRA_NAMES.get(level, ""))


def contra_mark(level: int, contract: str = "", rules: Variant | None = None) -> str:
    """Multiplier of a contra level: ×2, ×4, ×8 or by the rules; empty for 0.

    The name instead where the deal then decides the match.
    """
    if not level:
        return ""
    factor = 2**level if level < 4 else None
    if rules and contract:
        factor = rules.contra_factor(contract, level)
    return f"×{factor}" if factor else contra_name(level)


def outcome_name(outcome: str) -> str:
    return str(OUTCOME_NAMES.get(outcome, outcome))


def contract_words(contract: str, seat: str = "", contra: int = 0, bid: str = "") -> str:
    """Contract as text: "hearts, South, contra", or "120 in hearts, …" with a ``bid``.

    An empty contract is "Passed out".
    """
    if not contract:
        return gettext("Passed out")
    name = contract_name(contract)
    if bid:
        name = gettext("%(number)s in %(contract)s") % {"number": bid, "contract": name}
    parts = (name, seat_name(seat), contra_name(contra))
    return ", ".join(part for part in parts if part)


def rank_name(rank: str) -> str:
    return str(RANK_NAMES.get(rank, rank_mark(f"H{rank}")))


def rank_mark(card: str) -> str:
    rank = card[1:]
    return "10" if rank == "T" else rank


def card_name(card: str) -> str:
    """A card's name: "queen of hearts"."""
    rank = rank_name(card[1:])
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": rank,
        "suit": contract_name(card[:1]),
    }


def card_codes(cards: str | Iterable[str]) -> list[str]:
    """Split card codes at blanks; lists pass through."""
    return cards.split() if isinstance(cards, str) else list(cards)


def sort_for_display(cards: str | Iterable[str]) -> list[str]:
    """Sort card codes: spades, hearts, clubs, diamonds, each high to low."""
    return sorted(card_codes(cards), key=_shown_key)


def _shown_key(card: str) -> tuple[int, int]:
    return SUITS_AS_SHOWN.index(card[0]), RANKS_HIGH_TO_LOW.index(card[1])


def ranks_by_suit(cards: str | Iterable[str]) -> list[tuple[str, str]]:
    """Group card codes into (suit, "A K 10") pairs, all four suits, a dash for a void."""
    ordered = sort_for_display(cards)
    return [
        (suit, " ".join(rank_mark(card) for card in ordered if card[0] == suit) or NO_VALUE)
        for suit in SUITS_AS_SHOWN
    ]


def round_to(value: Number, places: int) -> Decimal:
    """Round exactly, half away from zero, without binary fractions."""
    exact = value if isinstance(value, Fraction) else Fraction(str(value))
    doubled = 2 * abs(exact.numerator) * 10**places + exact.denominator
    whole = doubled // (2 * exact.denominator)
    return Decimal(-whole if exact.numerator < 0 else whole).scaleb(-places)


def figure_text(value: Number | None, places: int = 0) -> str:
    """Figure with the language's decimal mark and a true minus; a dash for none."""
    if value is None or value == "":
        return NO_VALUE
    number = round_to(value, places)
    written = f"{abs(number):f}".replace(".", get_format("DECIMAL_SEPARATOR"))
    return f"{MINUS}{written}" if number < 0 else written


def percent_text(value: Number | None, places: int = 2) -> str:
    """Percentage with its sign: 67.42%, or 67,42 % by language."""
    return gettext("%(figure)s%%") % {"figure": figure_text(value, places)}


def signed_text(value: Number | None, places: int = 0) -> str:
    """Difference with its sign: +12, −30 or 0; a dash for none."""
    written = figure_text(value, places)
    if value is None or value == "":
        return written
    return f"+{written}" if round_to(value, places) > 0 else written


def figures_text(figures: Iterable[int]) -> str:
    return "–".join(str(figure).replace("-", MINUS) for figure in figures)


def score_text(ours: int | None, theirs: int | None) -> str:
    """Score with an en dash: 10–6; a dash alone while a side is unknown."""
    if ours is None or theirs is None:
        return NO_VALUE
    return f"{ours}–{theirs}".replace("-", MINUS)
