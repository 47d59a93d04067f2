from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.movements.model import Movement


class SetChange(NamedTuple):
    round: int
    table: int
    before: int
    after: int


def reassign_sets(
    movement: Movement,
    sets: Sequence[int],
    from_round: int,
    *,
    preferred: Sequence[int] = (),
    spare: Sequence[int] = (),
) -> list[SetChange]:
    """Other sets for tables, from a round on, where an entrant would meet a set again.

    ``sets`` are those that exist: ``preferred`` first, then the least played in the round and
    overall, ``spare`` last. A table without a set new to all its entrants keeps its own.
    """
    chosen = {
        (number, sitting.table): sitting.board_set
        for number, sittings in enumerate(movement.rounds, 1)
        for sitting in sittings
        if sitting.board_set is not None
    }
    seats = {
        (number, sitting.table): sitting.entrants
        for number, sittings in enumerate(movement.rounds, 1)
        for sitting in sittings
    }
    changes = []
    for place in sorted(place for place in chosen if place[0] >= from_round):
        elsewhere = {
            board_set
            for other, board_set in chosen.items()
            if other != place and set(seats[other]) & set(seats[place])
        }
        before = chosen[place]
        if before not in elsewhere:
            continue
        here = Counter(board_set for other, board_set in chosen.items() if other[0] == place[0])
        total = Counter(chosen.values())
        free = [each for each in sets if each not in elsewhere]
        late = [each for each in spare if each not in elsewhere]
        if free:
            after = min(free, key=lambda s: (s not in preferred, here[s], total[s], s))
        elif late:
            after = late[0]
        else:
            continue
        chosen[place] = after
        changes.append(SetChange(*place, before, after))
    return changes
