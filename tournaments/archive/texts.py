from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from games.wording.texts import score_text
from tournaments.archive.diff import ChangedResult
from tournaments.archive.file import ArchiveFileError, Json
from tournaments.archive.verification import Finding
from tournaments.models import Result

SCORED = frozenset({Result.Kind.PLAYED, Result.Kind.GAME, Result.Kind.PASSED_OUT})


def result_text(brief: Mapping[str, Json] | None) -> str:
    if brief is None:
        return "–"
    if brief["kind"] in SCORED:
        return score_text(brief["ns_score"], brief["ew_score"])
    return str(Result.Kind(brief["kind"]).label)


def place_text(other: ChangedResult, *, is_open: bool) -> str:
    number, table, board = other.place
    if is_open:
        return gettext("Round %(round)d, table %(table)d") % {"round": number, "table": table}
    return gettext("Round %(round)d, table %(table)d, board %(board)d") % {
        "round": number,
        "table": table,
        "board": board,
    }


BAD_FILES: Final[Mapping[str, StrPromise]] = {
    "too_large": _("The file is too large for an archive of a tournament."),
    "damaged": _("The file is damaged: it cannot be unpacked."),
    "cut_off": _("The file ends in the middle: the rest is missing. Send it again."),
    "no_json": _("This is no archive of a tournament: the file is not JSON."),
    "other_format": _("This is no archive of a tournament."),
    "other_version": _("This archive version is not supported."),
    "bad_shape": _("The archive is not valid at this point."),
    "other_hash": _("The file has been changed: its hash does not match."),
    "exhausted": _("The file takes too long to be read."),
}
FINDINGS: Final[Mapping[str, StrPromise]] = {
    "bad_seed": _("This is not a valid seed"),
    "cannot_be": _("This cannot be computed"),
    "no_line": _("An entry in the ledger cannot move money like this"),
    "no_movement": _("There is no such movement"),
    "no_number": _("This is no exact number"),
    "no_result": _("This result is impossible under the rules"),
    "no_seat": _("This seating is impossible"),
    "no_standings": _("No standings follow from the results"),
    "not_in_order": _("Not in the right order"),
    "not_published": _("Results were entered in a round that is not published"),
    "not_the_newest": _("Another version of the result is the newest"),
    "of_another_play": _("This belongs to another play"),
    "of_nobody": _("Nothing in the archive refers to this"),
    "other_boards": _("These are not the boards of the table"),
    "other_cards": _(
        "The cards of this board are missing, or there are cards where there should be none"
    ),
    "other_deal": _("The deal does not match"),
    "other_fingerprint": _("The fingerprint does not match the seed"),
    "other_lot": _("The lot does not follow from the seed"),
    "other_movement": _("The seating does not match the movement"),
    "other_round": _("Seat and table belong to different rounds"),
    "other_rows": _("The number of rows in the standings does not match"),
    "other_rules": _("These rules were never in force"),
    "other_score": _("The score does not match"),
    "other_standing": _("The standings do not match"),
    "other_state": _("The state does not fit the results"),
    "other_sum": _("The sum does not match"),
    "other_unit": _("The unit of the totals does not match"),
    "table_not_full": _("The table has another number of seats"),
    "twice": _("This appears twice"),
}
MAX_VALUE_LENGTH: Final = 120


def file_error_text(error: ArchiveFileError) -> str:
    words = str(BAD_FILES[error.code])
    return f"{words} ({error.at})" if error.at else words


def finding_text(finding: Finding) -> str:
    text = f"{FINDINGS[finding.code]}: {finding.at}"
    if finding.found is not None:
        text += f": {short(finding.found)}"
    return text if finding.right is None else f"{text} ≠ {short(finding.right)}"


def short(value: object) -> str:
    text = str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"
