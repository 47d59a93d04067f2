"""Texts for the reason codes stored with a drawn round."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.movements import PAIR_REASONS

BRACKET_PARTS: Mapping[str, str | Promise] = {
    "main": _("main bracket, round %(round)s"),
    "losers": _("losers’ bracket, round %(round)s"),
    "final": _("the final"),
    "third": _("for the third place"),
}
CONSOLATION: str | Promise = _("consolation, round %(round)s")
IN_A_SERIES: str | Promise = _(
    "%(what)s: match %(leg)s of at most %(best_of)s, %(won)s:%(lost)s so far"
)
SAME_GROUP: str | Promise = _("must not meet place %(place)s (%(group)s)")


def reason_text(reason: Mapping[str, Any]) -> str:
    code = reason["code"]
    if code == "bracket":
        words = CONSOLATION if reason.get("bracket") else BRACKET_PARTS[reason["part"]]
        text = str(words) % reason
        return str(IN_A_SERIES) % {**reason, "what": text} if "leg" in reason else text
    if code == "avoid" and reason.get("group"):
        return str(SAME_GROUP) % reason
    return gettext(PAIR_REASONS[code]) % reason if code in PAIR_REASONS else str(code)


def bye_text(drawn: Mapping[str, Any]) -> str:
    code = (drawn.get("bye") or {}).get("code", "")
    return gettext(PAIR_REASONS[code]) if code else ""


def board_span(boards: list[int]) -> str:
    if len(boards) > 1 and boards == list(range(boards[0], boards[-1] + 1)):
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards))
