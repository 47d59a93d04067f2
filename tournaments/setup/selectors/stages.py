from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.standings.advancement import StageChange, change_of

MAX_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Stage:
    code: str
    name: str
    state: str
    words: str
    is_here: bool
    change: StageChange | None = None


def root_of(tournament: Tournament) -> Tournament:
    here = tournament
    for _step in range(MAX_DEPTH):
        if here.follows is None:
            break
        here = here.follows
    return here


def stages_of(tournament: Tournament) -> list[Stage]:
    """All stages in order; empty for a single one."""
    first = root_of(tournament)
    stages, layer = [first], [first]
    while layer and len(stages) < 64:
        ids = [each.pk for each in layer]
        layer = list(Tournament.objects.filter(follows__in=ids).order_by("pk"))
        stages += layer
    if len(stages) == 1:
        return []
    return [
        Stage(
            each.code,
            each.stage_name or each.name,
            each.state,
            each.get_state_display(),
            each.pk == tournament.pk,
            change_of(each),
        )
        for each in stages
    ]
