from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.clubs.names import has_letters
from tournaments.errors import RuleViolationError
from tournaments.models import Club, Season, Tournament
from tournaments.permissions import Actor
from tournaments.seasons.jobs import SEASON_JOB
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.version_tokens import season_state

SETTINGS = ("measure", "best", "least", "is_mean", "place_points", "is_public")


@transaction.atomic
def create_season(
    *,
    club: Club,
    name: str,
    tournaments: Iterable[Tournament] = (),
    actor: Actor = None,
    **settings: object,
) -> Season:
    """Create a season; ``settings`` are fields of ``Season``."""
    season = Season(club=club)
    return save_season(season, name, tournaments, settings)


@transaction.atomic
def change_season(
    *,
    season: Season,
    name: str,
    tournaments: Iterable[Tournament] = (),
    seen: VersionToken = None,
    actor: Actor = None,
    **settings: object,
) -> Season:
    """Change a season's settings or tournaments and enqueue its places.

    ``seen`` is the version token; raise ConflictError if the season changed.
    """
    season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    before = season_state(season)
    saved = save_season(season, name, tournaments, settings)
    if season_state(saved).seen != before.seen:
        check_version(seen, before)
    return saved


@transaction.atomic
def remove_season(*, season: Season, actor: Actor = None) -> None:
    season.delete()


def save_season(
    season: Season, name: str, tournaments: Iterable[Tournament], settings: dict[str, object]
) -> Season:
    season.name = clean_name(name)[:120]
    if not has_letters(season.name):
        raise RuleViolationError("no_name", _("Give the season a name with letters."), field="name")
    for key in SETTINGS:
        if key in settings:
            setattr(season, key, settings[key])
    season.place_points = check_points(season.measure, season.place_points)
    season.save()
    chosen = list(tournaments)
    if any(row.club_id != season.club_id for row in chosen):
        raise RuleViolationError(
            "other_club", _("A season can include only its own club’s tournaments.")
        )
    season.tournaments.set(chosen)
    SEASON_JOB.submit(season.pk)
    return season


def check_points(measure: str, points: Sequence[str]) -> list[str]:
    """Points by place as exact fractions; empty for other measures."""
    if measure != Season.Measure.PLACES:
        return []
    try:
        parsed_points = [Fraction(str(each).replace(",", ".")) for each in points]
    except (ValueError, ZeroDivisionError) as error:
        raise RuleViolationError(
            "bad_points", _("Write the points as numbers: 10 8 6."), field="place_points"
        ) from error
    if not parsed_points:
        raise RuleViolationError(
            "no_points", _("Enter the points for each place: 10 8 6."), field="place_points"
        )
    if any(
        later > earlier for earlier, later in zip(parsed_points, parsed_points[1:], strict=False)
    ):
        raise RuleViolationError(
            "points_rise", _("A better place cannot bring fewer points."), field="place_points"
        )
    return [str(each) for each in parsed_points]
