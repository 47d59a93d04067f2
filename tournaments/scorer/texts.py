from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.wording.sides import sort_by_side

Text = str | Promise

STATE_WORDS: Final[Mapping[str, Text]] = {
    "missing": pgettext_lazy("scorer", "missing"),
    "doubtful": pgettext_lazy("scorer", "doubtful"),
    "differs": pgettext_lazy("scorer", "two entries"),
    "recorded": pgettext_lazy("scorer", "recorded"),
    "to_come": pgettext_lazy("scorer", "to come"),
    "compare": pgettext_lazy("scorer", "type it again"),
    "same": pgettext_lazy("scorer", "the same twice"),
}
SHAPES: Final[Mapping[str, tuple[str, str]]] = {
    "missing": ("ring", "empty"),
    "compare": ("ring", "empty"),
    "to_come": ("ring", "empty"),
    "doubtful": ("triangle", "silent"),
    "differs": ("cross", "dispute"),
    "recorded": ("tick", "confirmed"),
    "same": ("tick", "confirmed"),
}
"""Symbol and colour by state."""
FILTERS: Final[tuple[tuple[str, Text], ...]] = (
    ("missing", pgettext_lazy("scorer filter", "Missing")),
    ("doubtful", pgettext_lazy("scorer filter", "Doubtful")),
    ("differs", pgettext_lazy("scorer filter", "Differ")),
    ("recorded", pgettext_lazy("scorer filter", "Recorded")),
)
LINE_ERRORS: Final[Mapping[str, Text]] = {
    "x_first": gettext_lazy("Put X after the contract, not before it."),
    "contract": gettext_lazy("Expected the contract: C, D, H, S, N or A."),
    "seat": gettext_lazy("Expected the declarer: N, W, S or E."),
    "points": gettext_lazy("Expected the points of North–South."),
    "rest": gettext_lazy("This part cannot be read."),
    "lead": gettext_lazy("Expected the seat that led, after L."),
    "after_pass": gettext_lazy("After P there is nothing more."),
    "ambiguous": gettext_lazy(
        "This letter lies on two different keys. Use Latin letters, or write the word."
    ),
    "number": gettext_lazy("This number is too large."),
    "not_here": gettext_lazy("This contract does not exist in these rules."),
    "too_many": gettext_lazy(
        "More points than the tricks are worth. Where no trumps are doubled, count them undoubled."
    ),
    "say_capot": gettext_lazy(
        "A side without points: add K if it took no trick, T if it took a trick without points."
    ),
    "no_capot_bid": gettext_lazy("All tricks cannot be bid in these rules."),
    "capot_alone": gettext_lazy("A bid of all tricks has no number here: * and the contract."),
    "no_solo_bid": gettext_lazy("All tricks alone cannot be bid by these rules."),
    "not_bid": gettext_lazy("This number cannot be bid in these rules."),
    "missing_bid": gettext_lazy("The number that was bid goes before the contract: 120H."),
    "number_unknown": gettext_lazy("No row of this page has this number."),
    "missing_contract": gettext_lazy("The contract is missing."),
    "missing_seat": gettext_lazy("Who named it is missing."),
    "missing_points": gettext_lazy("The points are missing."),
}
"""By code of ``games.slips.lines``."""


def few_words(deals: int, total: int, least: int) -> str:
    values = {"least": deals * least, "missing": deals * least - total}
    return _("at least %(least)d, %(missing)d missing") % values


def differs_words(stands: str, typed: str) -> str:
    return _("two entries: %(stands)s and %(typed)s") % {"stands": stands, "typed": typed}


def typing_words(name: str) -> str:
    return _("%s is typing") % name


def with_you_words(names: Sequence[str]) -> str:
    if not names:
        return ""
    words = ngettext("%(names)s is typing with you.", "%(names)s are typing with you.", len(names))
    return words % {"names": ", ".join(names)}


def line_words(typed: Mapping[str, Any]) -> str:
    if typed.get("not_played"):
        return "−"
    if "line" in typed:
        return str(typed["line"])
    figures = typed.get("figures", {})
    won = sort_by_side({key.removeprefix("won_"): figures[key] for key in figures if "_" in key})
    points = sort_by_side(figures)
    parts = [":".join(won.values()), "–".join(str(each) or "…" for each in points.values())]
    return " ".join(part for part in parts if part.strip("–…"))
