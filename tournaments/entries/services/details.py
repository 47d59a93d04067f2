from collections.abc import Mapping
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import Team, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.official import check_is_correctable
from tournaments.state.version_tokens import DETAILS, details_state

MAX_WORD_LENGTH = 60
REMARK_LENGTH = 120
MAX_SEEDING = 2000
MAX_TABLE = 1000
HANDICAP_LENGTH = 20


@transaction.atomic
def describe_team(
    *,
    team: Team,
    category: str = "",
    group: str = "",
    handicap: Fraction | None = None,
    seeding: int | None = None,
    fixed_table: int | None = None,
    remark: str = "",
    late: bool = False,
    seen: VersionToken = None,
    actor: Actor = None,
) -> Team:
    """Set a team's category, group, handicap (in the event's unit), seeding, table, remark.

    Category and handicap apply at once, the others from the next draw. An official handicap
    only changes with ``late``. Raises RuleViolationError, or ConflictError if ``seen`` is
    outdated.
    """
    tournament = lock_tournament(team.tournament_id)
    team = Team.objects.get(pk=team.pk)
    present = details_state(team)
    points = str(handicap) if handicap else ""
    if len(points) > HANDICAP_LENGTH:
        raise RuleViolationError("long_number", _("Write a shorter number."), field="handicap")
    changes_points = Fraction(points or 0) != Fraction(team.handicap or 0)
    points = points if changes_points else team.handicap
    team.category = clean_name(category)[:MAX_WORD_LENGTH]
    team.group = clean_name(group)[:MAX_WORD_LENGTH]
    team.handicap = points
    team.seeding = check_range(seeding, MAX_SEEDING, "seeding")
    team.fixed_table = check_range(fixed_table, MAX_TABLE, "fixed_table")
    team.remark = clean_name(remark)[:REMARK_LENGTH]
    if details_state(team).values == present.values:
        return team
    check_version(seen, present)
    if changes_points:
        check_is_correctable(tournament, late=late, actor=actor)
    team.save(update_fields=DETAILS)
    log(
        tournament.pk, "team_described", user=actor, team=team.name, category=team.category,
        group=team.group, handicap=points, seeding=team.seeding, fixed_table=team.fixed_table,
    )  # fmt: skip
    record_general_change(tournament.pk)
    return team


@transaction.atomic
def set_categories(
    *, tournament: Tournament, categories: Mapping[int, str], actor: Actor = None
) -> int:
    """Set categories by team id ("" for none); return the number changed.

    Applies at once, because categories have their own rankings and prizes.
    """
    tournament = lock_tournament(tournament.pk)
    teams = tournament.teams.filter(pk__in=categories)
    new_categories = {team: clean_name(categories[team.pk])[:MAX_WORD_LENGTH] for team in teams}
    changed = [team for team, category in new_categories.items() if team.category != category]
    for team in changed:
        team.category = new_categories[team]
    Team.objects.bulk_update(changed, ["category"])
    if changed:
        log(tournament.pk, "categories_set", user=actor, teams=len(changed))
        record_general_change(tournament.pk)
    return len(changed)


def check_range(number: int | None, most: int, field: str) -> int | None:
    if number is not None and not 1 <= number <= most:
        raise RuleViolationError(
            "out_of_range", _("Write a number from 1 to %d.") % most, field=field
        )
    return number
