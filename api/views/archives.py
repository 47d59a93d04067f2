"""Tournament archives: download, upload, inspect, restore."""

import base64
import binascii
from typing import Final

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes

from api.declarative import About, Deed, Named, address, club_or_404
from api.permissions import DIRECT
from api.serializers.archives import (
    ArchiveSerializer,
    BroughtSerializer,
    LookSerializer,
)
from api.serializers.fields import FilePartField, TextField, YesNoField
from api.serializers.tournaments import TournamentSerializer
from api.views.tournament_admin import CODE, DIRECTED, with_counts
from tournaments.archive.file import MOST_SENT
from tournaments.archive.selectors import (
    archives_of,
    archives_of_deleted,
    contents_of,
    document_in_kept,
    put_back_preview,
    waiting_files,
)
from tournaments.archive.services.restore import (
    bring_file,
    bring_in,
    note_download,
    put_kept_back,
    throw_file_away,
)
from tournaments.archive.texts import BAD_FILES
from tournaments.archive.writer import document_of
from tournaments.errors import Refused
from tournaments.models import Club, KeptArchive, PersonalToken, Tournament
from tournaments.permissions import Actor


def take_archive(tournament: Tournament, actor: Actor) -> Named:
    note_download(tournament=tournament, actor=actor)
    return document_of(tournament)


def bytes_of(file: str | bytes) -> bytes:
    """Decode an uploaded file: form part or base64; raises Refused."""
    if isinstance(file, bytes):
        return file
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("no_base64", _("This is not base64."), field="file") from error


def bring_to_club(club: Club, file: str | bytes, actor: Actor) -> KeptArchive:
    return bring_file(club=club, content=bytes_of(file), actor=actor)


def bring_to_tournament(tournament: Tournament, file: str | bytes, actor: Actor) -> KeptArchive:
    content = bytes_of(file)
    return bring_file(club=tournament.club, content=content, tournament=tournament, actor=actor)


def archives_of_club(club: Club) -> list[KeptArchive]:
    return [*waiting_files(club), *archives_of_deleted(club)]


def archive_at(
    kept_id: int, club: Club | None = None, tournament: Tournament | None = None
) -> Named:
    own = {"club": club, "tournament": None} if club else {"tournament": tournament}
    kept = KeptArchive.objects.filter(pk=kept_id, **own).select_related("club").first()
    if kept is None:
        raise Http404
    return {"kept": kept}


def look_into(kept: KeptArchive) -> Named:
    return {"kept": kept, "contents": contents_of(kept, document_in_kept(kept))}


def look_before(tournament: Tournament, kept: KeptArchive) -> Named:
    document = document_in_kept(kept)
    compared = put_back_preview(tournament, document).compared
    return {"kept": kept, "contents": contents_of(kept, document), "changes": compared}


FILE: Final = {
    "file": TextField(
        max_length=MOST_SENT * 4 // 3 + 4, help_text="the file in base64, packed or not"
    )
}
PART: Final = {
    "file": FilePartField(
        most=MOST_SENT, words=BAD_FILES["too_large"], help_text="the file, packed or not"
    )
}
SAID: Final = {
    "anyway": YesNoField(
        required=False, default=False, help_text="though values do not follow from each other"
    ),
    "with_names": YesNoField(
        required=False, default=False, help_text="though somebody was forgotten since"
    ),
}
OF_CLUB: Final = About(root=club_or_404, may="tournaments.create_in_club")
ONE_OF_CLUB: Final = About(root=club_or_404, may="tournaments.create_in_club", find=archive_at)
ADDRESSES: Final = [
    address(
        f"{CODE}archive-file/",
        "api_archive_file",
        DIRECTED,
        get=Deed(
            does=take_archive,
            scope=PersonalToken.Scope.DIRECT,
            gives=OpenApiTypes.OBJECT,
            words="All that is stored of a tournament (docs/archive.md); the log says who took it.",
        ),
    ),
    address(
        f"{CODE}archives/",
        "api_kept_archives",
        DIRECTED,
        get=Deed(
            does=archives_of,
            gives=ArchiveSerializer,
            many=True,
            words="Archives that were made by themselves before something that cannot be undone.",
        ),
        post=Deed(
            does=bring_to_tournament,
            takes=FILE,
            parts=PART,
            gives=BroughtSerializer,
            status=201,
            words="Send an archive of this tournament, to be looked at and put back.",
        ),
    ),
    address(
        f"{CODE}archives/<int:kept_id>/",
        "api_kept_archive",
        About(may=DIRECT, find=archive_at),
        get=Deed(
            does=look_before,
            gives=LookSerializer,
            words="What is in an archive, and what putting it back would change.",
        ),
        post=Deed(
            does=put_kept_back,
            takes=SAID,
            gives=TournamentSerializer,
            shows=with_counts,
            words="Put an archive in the tournament's place, which is set aside.",
        ),
        delete=Deed(
            does=throw_file_away, status=204, words="Throw a file away that was sent and not used."
        ),
    ),
    address(
        "clubs/<int:club_id>/archives/",
        "api_club_archives",
        OF_CLUB,
        get=Deed(
            does=archives_of_club,
            gives=ArchiveSerializer,
            many=True,
            words="Files that were sent, and archives of tournaments that were deleted.",
        ),
        post=Deed(
            does=bring_to_club,
            takes=FILE,
            parts=PART,
            gives=BroughtSerializer,
            status=201,
            words="Send an archive, to be looked at and made a tournament of the club.",
        ),
    ),
    address(
        "clubs/<int:club_id>/archives/<int:kept_id>/",
        "api_club_archive",
        ONE_OF_CLUB,
        get=Deed(does=look_into, gives=LookSerializer, words="What is in an archive."),
        post=Deed(
            does=bring_in,
            takes=SAID,
            gives=TournamentSerializer,
            shows=with_counts,
            status=201,
            words="Make an archive a tournament of the club.",
        ),
        delete=Deed(
            does=throw_file_away, status=204, words="Throw a file away that was sent and not used."
        ),
    ),
]
