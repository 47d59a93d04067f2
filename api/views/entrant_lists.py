"""Lists of entrants, pasted or as a file: preview and import."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import serializers

from api.declarative import Fields, Kwargs, OperationSpec, api_path
from api.serializers.entrant_lists import (
    ListEnteredSerializer,
    ListPreviewSerializer,
    PastedListEntrySerializer,
    PastedListSerializer,
)
from api.serializers.fields import FilePartField, TextField
from api.views.archives import decode_file
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.cash.selectors.fees import plan_of
from tournaments.cash.services.fees import FeesRequest
from tournaments.cash.services.marks import apply_marks
from tournaments.clubs.selectors import unknown_but_near
from tournaments.clubs.services import ResolvedNames
from tournaments.entries.forms.entries import UNREADABLE_TEXTS, problem_words
from tournaments.entries.lists import read_file, read_text, validate_rows
from tournaments.entries.rows import Row
from tournaments.entries.selectors.attendance import entered_names
from tournaments.entries.selectors.team_lines import team_line
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT, add_teams
from tournaments.errors import RuleViolationError
from tournaments.exports.encodings import samples_of
from tournaments.exports.readers import MAX_BYTES, EncodingNeededError
from tournaments.exports.workbooks import UnreadableError
from tournaments.models import Team, Tournament
from tournaments.permissions import Actor


def parse_list(
    tournament: Tournament, text: str, file: str | bytes, file_name: str, encoding: str
) -> list[Row]:
    """Parse a list and check it against existing entrants; raises Refused."""
    size = PLAYERS_PER_ENTRANT[tournament.unit]
    if bool(text) and bool(file):
        raise RuleViolationError("text_or_file", _("Send either a text or a file."), field="file")
    field = "file" if file else "text"
    try:
        if file or file_name:
            content = decode_file(file) if file else text.encode(errors="replace")
            rows = read_file(file_name, content, size[1], encoding)
        else:
            rows = read_text(text)
    except UnreadableError as error:
        raise unreadable_file_error(error, UNREADABLE_TEXTS, field) from error
    return validate_rows(rows, entered_names(tournament), size)


def unreadable_file_error(
    error: UnreadableError, words: Mapping[str, object], field: str
) -> RuleViolationError:
    """Error for an unreadable file; lists the candidate encodings if ambiguous."""
    details: Kwargs = {}
    if isinstance(error, EncodingNeededError):
        samples = samples_of(error.readings)
        details["readings"] = [{"encoding": name, "sample": text} for name, text in samples]
    return RuleViolationError(error.code, str(words[error.code]), field=field, **details)


def rows_with_messages(tournament: Tournament, rows: Sequence[Row]) -> list[Kwargs]:
    return [{"row": row, "words": problem_words(row, tournament.unit)} for row in rows]


def list_preview(
    tournament: Tournament,
    text: str = "",
    file: str | bytes = "",
    file_name: str = "",
    encoding: str = "",
) -> Kwargs:
    rows = parse_list(tournament, text, file, file_name, encoding)
    good = [row for row in rows if row.problem is None]
    is_paid = any(row.marks.is_about_money for row in good)
    return {
        "rows": rows_with_messages(tournament, rows),
        "good": len(good),
        "wrong": len(rows) - len(good),
        "needs_fees": is_paid and plan_of(tournament) is None,
        "near": unknown_but_near(tournament.club, [name for row in good for name in row.names]),
    }


@transaction.atomic
def enter_list(
    tournament: Tournament,
    actor: Actor,
    text: str = "",
    file: str | bytes = "",
    file_name: str = "",
    encoding: str = "",
    anyway: bool = False,
    fees: Kwargs | None = None,
    people: ResolvedNames | None = None,
) -> Kwargs:
    """Enter the valid rows and apply their marks; raises Refused for invalid rows."""
    rows = parse_list(tournament, text, file, file_name, encoding)
    good = [row for row in rows if row.problem is None]
    left = [row for row in rows if row.problem is not None]
    if not good or (left and not anyway):
        raise wrong_rows_error(tournament, left)
    teams = add_teams(
        tournament=tournament,
        teams=[row.names for row in good],
        names=[row.title for row in good],
        remarks=[row.marks.remark for row in good],
        people=people or {},
        actor=actor,
    )
    fees_request = FeesRequest(tuple(fees["kinds"]), fees["currency"]) if fees else None
    entered = list(zip(teams, [row.marks for row in good], strict=True))
    is_all = apply_marks(tournament=tournament, entered=entered, fees=fees_request, actor=actor)
    return {
        "entered": team_lines(teams),
        "left": rows_with_messages(tournament, left),
        "all_marks": is_all,
    }


def team_lines(teams: Sequence[Team]) -> list[object]:
    rows = Team.objects.filter(pk__in=[team.pk for team in teams]).order_by("entry_order")
    return [team_line(team) for team in rows.prefetch_related("team_players__player")]


def wrong_rows_error(tournament: Tournament, left: Sequence[Row]) -> RuleViolationError:
    if not left:
        return RuleViolationError("no_rows", _("Paste at least one row."), field="text")
    first = problem_words(left[0], tournament.unit)
    words = _("Line %(line)d: %(why)s") % {"line": left[0].line, "why": first}
    faults = [
        {"line": row.line, "code": str(row.problem), "words": problem_words(row, tournament.unit)}
        for row in left
    ]
    return RuleViolationError("wrong_rows", words, field="text", rows=faults)


def file_parts() -> Fields:
    names: Fields = {
        "file_name": TextField(max_length=200, help_text="such as `list.csv`"),
        "encoding": TextField(max_length=20, required=False, allow_blank=True),
    }
    file = FilePartField(
        most=MAX_BYTES, words=UNREADABLE_TEXTS["too_big"], help_text="CSV, XLSX or plain text"
    )
    return {"file": file, **names}


LIST: Final = f"{CODE}teams/list/"
ADDRESSES: Final = [
    api_path(
        LIST,
        "api_team_list",
        DIRECTED,
        post=OperationSpec(
            does=enter_list,
            takes=PastedListEntrySerializer,
            parts={
                **file_parts(),
                "anyway": serializers.BooleanField(required=False, default=False),
            },
            gives=ListEnteredSerializer,
            status=201,
            words="Enter a pasted list, with who is here, who has paid and who is a guest.",
        ),
    ),
    api_path(
        f"{LIST}preview/",
        "api_team_list_preview",
        DIRECTED,
        post=OperationSpec(
            does=list_preview,
            takes=PastedListSerializer,
            parts=file_parts(),
            gives=ListPreviewSerializer,
            words="What is understood of a list, row by row; nothing is stored.",
        ),
    ),
]
