from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.clubs.names import has_letters
from tournaments.errors import Refused
from tournaments.models import Club, Season, Tournament
from tournaments.permissions import Actor
from tournaments.seasons.jobs import SEASON_JOB
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.version_tokens import present_season

SETTINGS = ("measure", "best", "least", "is_mean", "place_points", "is_public")


@transaction.atomic
def found_season(
    *,
    club: Club,
    name: str,
    tournaments: Iterable[Tournament] = (),
    actor: Actor = None,
    **settings: object,
) -> Season:
    """Create a season; ``settings`` are fields of ``Season``."""
    season = Season(club=club)
    return save(season, name, tournaments, settings)


@transaction.atomic
def change_season(
    *,
    season: Season,
    name: str,
    tournaments: Iterable[Tournament] = (),
    seen: Seen = None,
    actor: Actor = None,
    **settings: object,
) -> Season:
    """Change a season's settings or tournaments and enqueue its places.

    ``seen`` is the version token; raise ConflictError if the season changed.
    """
    season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    before = present_season(season)
    saved = save(season, name, tournaments, settings)
    if present_season(saved).seen != before.seen:
        must_be_as_seen(seen, before)
    return saved


@transaction.atomic
def remove_season(*, season: Season, actor: Actor = None) -> None:
    season.delete()


def save(
    season: Season, name: str, tournaments: Iterable[Tournament], settings: dict[str, object]
) -> Season:
    season.name = clean_name(name)[:120]
    if not has_letters(season.name):
        raise Refused("no_name", _("Give the season a name with letters."), field="name")
    for key in SETTINGS:
        if key in settings:
            setattr(season, key, settings[key])
    season.place_points = check_points(season.measure, season.place_points)
    season.save()
    chosen = list(tournaments)
    if any(row.club_id != season.club_id for row in chosen):
        raise Refused("other_club", _("A season counts tournaments of its own club only."))
    season.tournaments.set(chosen)
    SEASON_JOB.submit(season.pk)
    return season


def check_points(measure: str, points: Sequence[str]) -> list[str]:
    """Points by place as exact fractions; empty for other measures."""
    if measure != Season.Measure.PLACES:
        return []
    try:
        found = [Fraction(str(each).replace(",", ".")) for each in points]
    except (ValueError, ZeroDivisionError) as error:
        raise Refused(
            "bad_points", _("Write the points as numbers: 10 8 6."), field="place_points"
        ) from error
    if not found:
        raise Refused(
            "no_points", _("Say how many points each place brings: 10 8 6."), field="place_points"
        )
    if any(later > earlier for earlier, later in zip(found, found[1:], strict=False)):
        raise Refused(
            "points_rise", _("A better place cannot bring fewer points."), field="place_points"
        )
    return [str(each) for each in found]
