from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws.selectors.brackets import Meeting, meetings_of
from tournaments.models import Tournament
from tournaments.movements import LivesEntry, lives_rules


@dataclass(frozen=True, slots=True)
class TeamLives:
    """A team's lives; ``left`` 0 is out unless it can still buy one."""

    number: int
    lost: int
    bought: int
    left: int
    may_buy: bool


def lives_of(tournament: Tournament, meetings: Sequence[Meeting] | None = None) -> list[TeamLives]:
    met = list(meetings if meetings is not None else meetings_of(tournament))
    rules = lives_rules(tournament.movement_params)
    lost = Counter(each.loser for each in met if each.loser is not None)
    bought: Counter[int] = Counter()
    rounds = 0
    for drawn in tournament.rounds.filter(is_published=True).values_list("drawn", flat=True):
        bought.update(drawn.get("bought", []))
        rounds += 1
    numbers = tournament.teams.filter(number__isnull=False).order_by("number")
    lines = []
    for number in filter(None, numbers.values_list("number", flat=True)):
        life = LivesEntry(number, rank=0, lost=lost[number], bought=bought[number])
        lines.append(
            TeamLives(
                number=number,
                lost=life.lost,
                bought=life.bought,
                left=life.lives_left(rules),
                may_buy=life.can_buy_back(rules, rounds),
            )
        )
    return lines


def alive_in(tournament: Tournament) -> set[int]:
    return {line.number for line in lives_of(tournament) if line.left}
