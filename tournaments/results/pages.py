"""Two people had the same form open: what stands now, beside what the later one entered."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.templatetags.belot import contract
from tournaments.facts import Entry
from tournaments.forms.base import Difference, SeenForm
from tournaments.models import Play, Result
from tournaments.templatetags.contest import result_words

CHANGED = 409


def in_conflict(forms: Iterable[Any]) -> SeenForm | None:
    """The form among them that was filled in from a state that is gone."""
    return next((each for each in forms if isinstance(each, SeenForm) and each.conflict), None)


def result_differences(play: Play, entry: Entry, reason: str) -> list[Difference]:
    """The version that counts now, and what somebody wanted instead."""
    now = play.current
    mine = Result(play=play, reason=reason, **entry.columns())
    found = [
        Difference(_("Contract"), contract_of(now), contract_of(mine)),
        Difference(_("Card points"), points_of(now), points_of(mine)),
        Difference(_("Score"), score_of(now), score_of(mine)),
        Difference(_("Reason"), (now.reason if now else "") or "–", reason or "–"),
    ]
    return [each for each in found if (each.now, each.mine) != ("–", "–")]


def contract_of(result: Result | None) -> str:
    if result is None or not result.contract:
        return "–"
    return contract(result.contract, result.declarer, result.contra)


def points_of(result: Result | None) -> str:
    points = result.outcome.get("points") if result else None
    return format_html("{}–{}", points["NS"], points["EW"]) if points else "–"


def score_of(result: Result | None) -> str:
    return str(result_words(result)) if result else _("not entered")
