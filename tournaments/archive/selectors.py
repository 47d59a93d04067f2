"""The archives that were kept of a tournament, and of a club's deleted ones."""

from django.db.models import QuerySet

from tournaments.models import Club, KeptArchive, Tournament


def archives_of(tournament: Tournament) -> QuerySet[KeptArchive]:
    """The newest first, without what is in them; one query."""
    kept = KeptArchive.objects.filter(tournament=tournament).exclude(
        happened=KeptArchive.Happened.BROUGHT
    )
    return kept.defer("content").select_related("user")


def archives_of_deleted(club: Club) -> QuerySet[KeptArchive]:
    """The last archive of each of a club's tournaments that were deleted; one query."""
    gone = KeptArchive.objects.filter(
        club=club, tournament=None, happened=KeptArchive.Happened.DELETION
    )
    return gone.defer("content").select_related("user")
