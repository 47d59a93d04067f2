"""A result of an archive in a few words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.wording.words import score_text
from tournaments.archive.file import Json
from tournaments.models import Result
from tournaments.restoring.comparing import OtherResult

SCORED = frozenset({Result.Kind.PLAYED, Result.Kind.GAME, Result.Kind.PASSED_OUT})


def result_text(brief: Mapping[str, Json] | None) -> str:
    """A score, or what stands in its place; a dash for none."""
    if brief is None:
        return "–"
    if brief["kind"] in SCORED:
        return score_text(brief["ns_score"], brief["ew_score"])
    return str(Result.Kind(brief["kind"]).label)


def place_text(other: OtherResult, *, is_open: bool) -> str:
    """Where a result was made; in open play a round is one game."""
    number, table, board = other.place
    if is_open:
        return _("Round %(round)d, table %(table)d") % {"round": number, "table": table}
    told = _("Round %(round)d, table %(table)d, board %(board)d")
    return told % {"round": number, "table": table, "board": board}
