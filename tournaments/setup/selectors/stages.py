"""The stages of a contest: which tournament follows which, and who would go on."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.facts.formats import groups_of
from tournaments.facts.snapshot import snapshot_of
from tournaments.models import Team, Tournament
from tournaments.movements import main_and_consolation
from tournaments.standings import compute_standings

DEEPEST = 10


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage in the list of a contest's stages."""

    code: str
    name: str
    state: str
    words: str
    is_here: bool


def root_of(tournament: Tournament) -> Tournament:
    """The first stage of the contest."""
    here = tournament
    for _step in range(DEEPEST):
        if here.follows is None:
            break
        here = here.follows
    return here


def stages_of(tournament: Tournament) -> list[Stage]:
    """All stages of the contest in order, the first first; empty where there is only one."""
    first = root_of(tournament)
    found, layer = [first], [first]
    while layer and len(found) < 64:
        ids = [each.pk for each in layer]
        layer = list(Tournament.objects.filter(follows__in=ids).order_by("pk"))
        found += layer
    if len(found) == 1:
        return []
    return [
        Stage(
            each.code,
            each.stage_name or each.name,
            each.state,
            each.get_state_display(),
            each.pk == tournament.pk,
        )
        for each in found
    ]


def rankings_of(tournament: Tournament) -> list[list[Team]]:
    """The teams of each list or group that are still there, best first, from the facts."""
    here = tournament.teams.filter(number__isnull=False, withdrawn_from=None)
    teams = {team.pk: team for team in here}
    rows = [
        row for row in compute_standings(snapshot_of(tournament).facts).rows if row.entrant in teams
    ]
    groups = groups_of(tournament)
    if groups:
        pool = {number: at for at, group in enumerate(groups) for number in group}
        listed: dict[int | str, list[Team]] = {at: [] for at in range(len(groups))}
        for row in rows:
            team = teams[row.entrant]
            listed[pool.get(team.number or 0, 0)].append(team)
        return [found for found in listed.values() if found]
    lists: dict[int | str, list[Team]] = defaultdict(list)
    for row in rows:
        lists[str(row.section)].append(teams[row.entrant])
    return list(lists.values())


def divide_rankings(
    rankings: Sequence[Sequence[Team]], through: int
) -> tuple[list[Team], list[Team]]:
    """The teams that go on (the first of each list) and those that stay, in order of seeds."""
    present = [[team for team in ranking if team.withdrawn_from is None] for ranking in rankings]
    if len(present) == 1:
        return list(present[0][:through]), list(present[0][through:])
    by_id = {team.pk: team for ranking in present for team in ranking}
    main, rest = main_and_consolation(
        [[team.pk for team in ranking] for ranking in present], through
    )
    return [by_id[pk] for pk in main], [by_id[pk] for pk in rest]
