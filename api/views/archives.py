"""Tournament archives: download, upload, inspect, restore."""

import base64
import binascii
from typing import Final

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path, club_or_404
from api.permissions import DIRECT
from api.serializers.archives import (
    ArchiveSerializer,
    BroughtSerializer,
    LookSerializer,
)
from api.serializers.fields import FilePartField, TextField, YesNoField
from api.serializers.tournaments import TournamentSerializer
from api.views.tournament_admin import CODE, DIRECTED, with_counts
from tournaments.archive.file import MAX_FILE_BYTES
from tournaments.archive.selectors import (
    archive_contents,
    archives_of,
    archives_of_deleted,
    pending_uploads,
    put_back_preview,
    stored_document,
)
from tournaments.archive.services.restore import (
    discard_upload,
    import_archive,
    log_download,
    replace_with_stored_archive,
    upload_archive,
)
from tournaments.archive.texts import BAD_FILES
from tournaments.archive.writer import document_of
from tournaments.errors import RuleViolationError
from tournaments.models import Club, PersonalToken, StoredArchive, Tournament
from tournaments.permissions import Actor


def download_archive(tournament: Tournament, actor: Actor) -> Kwargs:
    log_download(tournament=tournament, actor=actor)
    return document_of(tournament)


def decode_file(file: str | bytes) -> bytes:
    """Decode an uploaded file: form part or base64; raises Refused."""
    if isinstance(file, bytes):
        return file
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError) as error:
        raise RuleViolationError("no_base64", _("This is not base64."), field="file") from error


def upload_to_club(club: Club, file: str | bytes, actor: Actor) -> StoredArchive:
    return upload_archive(club=club, content=decode_file(file), actor=actor)


def upload_to_tournament(tournament: Tournament, file: str | bytes, actor: Actor) -> StoredArchive:
    content = decode_file(file)
    return upload_archive(club=tournament.club, content=content, tournament=tournament, actor=actor)


def archives_of_club(club: Club) -> list[StoredArchive]:
    return [*pending_uploads(club), *archives_of_deleted(club)]


def archive_at(
    kept_id: int, club: Club | None = None, tournament: Tournament | None = None
) -> Kwargs:
    own = {"club": club, "tournament": None} if club else {"tournament": tournament}
    archive = StoredArchive.objects.filter(pk=kept_id, **own).select_related("club").first()
    if archive is None:
        raise Http404
    return {"kept": archive}


def archive_contents_view(kept: StoredArchive) -> Kwargs:
    return {"kept": kept, "contents": archive_contents(kept, stored_document(kept))}


def preview_restore(tournament: Tournament, kept: StoredArchive) -> Kwargs:
    document = stored_document(kept)
    compared = put_back_preview(tournament, document).compared
    return {"kept": kept, "contents": archive_contents(kept, document), "changes": compared}


FILE: Final = {
    "file": TextField(
        max_length=MAX_FILE_BYTES * 4 // 3 + 4, help_text="the file in base64, packed or not"
    )
}
FILE_PART: Final = {
    "file": FilePartField(
        most=MAX_FILE_BYTES, words=BAD_FILES["too_large"], help_text="the file, packed or not"
    )
}
RESTORE_OPTIONS: Final = {
    "anyway": YesNoField(
        required=False, default=False, help_text="though values do not follow from each other"
    ),
    "with_names": YesNoField(
        required=False, default=False, help_text="though somebody was forgotten since"
    ),
}
CLUB_ACCESS: Final = ResourceSpec(root=club_or_404, may="tournaments.create_in_club")
CLUB_ARCHIVE: Final = ResourceSpec(
    root=club_or_404, may="tournaments.create_in_club", find=archive_at
)
ADDRESSES: Final = [
    api_path(
        f"{CODE}archive-file/",
        "api_archive_file",
        DIRECTED,
        get=OperationSpec(
            does=download_archive,
            scope=PersonalToken.Scope.DIRECT,
            gives=OpenApiTypes.OBJECT,
            words="All that is stored of a tournament (docs/archive.md); the log says who took it.",
        ),
    ),
    api_path(
        f"{CODE}archives/",
        "api_kept_archives",
        DIRECTED,
        get=OperationSpec(
            does=archives_of,
            gives=ArchiveSerializer,
            many=True,
            words="Archives that were made by themselves before something that cannot be undone.",
        ),
        post=OperationSpec(
            does=upload_to_tournament,
            takes=FILE,
            parts=FILE_PART,
            gives=BroughtSerializer,
            status=201,
            words="Send an archive of this tournament, to be looked at and put back.",
        ),
    ),
    api_path(
        f"{CODE}archives/<int:kept_id>/",
        "api_kept_archive",
        ResourceSpec(may=DIRECT, find=archive_at),
        get=OperationSpec(
            does=preview_restore,
            gives=LookSerializer,
            words="What is in an archive, and what putting it back would change.",
        ),
        post=OperationSpec(
            does=replace_with_stored_archive,
            takes=RESTORE_OPTIONS,
            gives=TournamentSerializer,
            shows=with_counts,
            words="Put an archive in the tournament's place, which is set aside.",
        ),
        delete=OperationSpec(
            does=discard_upload, status=204, words="Throw a file away that was sent and not used."
        ),
    ),
    api_path(
        "clubs/<int:club_id>/archives/",
        "api_club_archives",
        CLUB_ACCESS,
        get=OperationSpec(
            does=archives_of_club,
            gives=ArchiveSerializer,
            many=True,
            words="Files that were sent, and archives of tournaments that were deleted.",
        ),
        post=OperationSpec(
            does=upload_to_club,
            takes=FILE,
            parts=FILE_PART,
            gives=BroughtSerializer,
            status=201,
            words="Send an archive, to be looked at and made a tournament of the club.",
        ),
    ),
    api_path(
        "clubs/<int:club_id>/archives/<int:kept_id>/",
        "api_club_archive",
        CLUB_ARCHIVE,
        get=OperationSpec(
            does=archive_contents_view, gives=LookSerializer, words="What is in an archive."
        ),
        post=OperationSpec(
            does=import_archive,
            takes=RESTORE_OPTIONS,
            gives=TournamentSerializer,
            shows=with_counts,
            status=201,
            words="Make an archive a tournament of the club.",
        ),
        delete=OperationSpec(
            does=discard_upload, status=204, words="Throw a file away that was sent and not used."
        ),
    ),
]
