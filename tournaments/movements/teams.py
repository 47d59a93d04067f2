"""Team movements: a team's pairs sit North-South and East-West at different tables.

A match takes two tables with the same board set. Board-a-match and Patton only score these
seatings.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Sitting, assemble_movement
from tournaments.movements.round_robin import Pairing, berger_round, laps


def american_whist(teams: int, rounds: int | None = None) -> Movement:
    """Odd number of teams, T − 1 rounds, no set shared by two tables.

    Team t sits North-South at table t; its East-West pair moves down two tables a round. Turns
    r and T − r are the halves of a match; fewer rounds take turns from both ends to keep
    matches whole.
    """
    require(
        teams >= 3 and teams % 2 == 1,
        "american_whist_odd",
        _("An American whist needs an odd number of teams, 3 at least."),
    )
    return _ring("american_whist", teams, rounds, opponent_step=2, set_step=1)


def new_england(teams: int, rounds: int | None = None) -> Movement:
    """Any number of teams, all play all in T − 1 rounds.

    With an even number, tables t and t + T/2 share their set. Turns r and T − r are the halves
    of a match.
    """
    require(teams >= 3, "too_few_teams", _("At least 3 teams are needed."))
    return _ring("new_england", teams, rounds, opponent_step=1, set_step=2)


def head_to_head(teams: int, rounds: int | None = None, same_boards: bool = True) -> Movement:
    """All play all, each match in an open and a closed room; an odd team rests.

    `same_boards`: one set for all matches of a round.
    """
    schedule = [
        [(b, a) for a, b in berger_round(teams, turn)] if swapped else berger_round(teams, turn)
        for turn, swapped in laps(teams, rounds)
    ]
    matches = teams // 2
    return assemble_movement(
        "head_to_head",
        [
            seat_matches(
                pairs, first_set=turn + 1 if same_boards else turn * matches + 1, one=same_boards
            )
            for turn, pairs in enumerate(schedule)
        ],
        entrants=teams,
        unit="team",
        facts={"rooms": ["open", "closed"], "exchange_at_half_time": True},
    )


def seat_matches(
    pairs: Sequence[Pairing], first_set: int | None = None, one: bool = True
) -> list[Sitting]:
    """Home team North-South in the open room (table 2m − 1), East-West in the closed (2m)."""
    sittings = []
    for match, (home, away) in enumerate(pairs):
        board_set = first_set if one or first_set is None else first_set + match
        sittings.append(Sitting(2 * match + 1, home, away, board_set))
        sittings.append(Sitting(2 * match + 2, away, home, board_set))
    return sittings


def as_team_matches(movement: Movement) -> Movement:
    """Turn meetings into team matches: table t becomes 2t − 1 and 2t."""
    listed = [
        [
            Sitting(2 * (meeting.table - 1) + at, *sides, meeting.board_set)
            for meeting in sittings
            for at, sides in enumerate(
                ((meeting.ns, meeting.ew), (meeting.ew, meeting.ns)), start=1
            )
        ]
        for sittings in movement.rounds
    ]
    doubled = assemble_movement(
        movement.kind, listed, entrants=movement.entrants, unit="team", facts=movement.facts
    )
    return replace(doubled, board_sets=movement.board_sets)


def triangle() -> Movement:
    return assemble_movement("triangle", triangle_rounds((1, 2, 3)), entrants=3, unit="team")


def triangle_rounds(
    teams: Sequence[int], first_table: int = 1, first_set: int = 1
) -> list[list[Sitting]]:
    """Three teams of an odd field play each other in two rounds."""
    a, b, c = teams
    rounds = [[(a, b, 0), (b, c, 1), (c, a, 2)], [(a, c, 2), (b, a, 0), (c, b, 1)]]
    return [
        [
            Sitting(first_table + at, ns, ew, first_set + board_set)
            for at, (ns, ew, board_set) in enumerate(tables)
        ]
        for tables in rounds
    ]


def _ring(
    kind: str, teams: int, rounds: int | None, *, opponent_step: int, set_step: int
) -> Movement:
    turns = _turns(teams, teams - 1 if rounds is None else rounds)
    return assemble_movement(
        kind,
        [
            [
                Sitting(
                    table + 1,
                    table + 1,
                    (table + opponent_step * turn) % teams + 1,
                    (set_step * table + turn) % teams + 1,
                )
                for table in range(teams)
            ]
            for turn in turns
        ],
        entrants=teams,
        unit="team",
        facts={"turns": turns} if len(turns) < teams - 1 else None,
    )


def _turns(teams: int, rounds: int) -> list[int]:
    """Turns to play: all, or equally many from both ends; turn T/2 is a whole match."""
    require(
        1 <= rounds < teams,
        "team_rounds",
        _("This movement of %(teams)d teams has 1 to %(longest)d rounds."),
        teams=teams,
        longest=teams - 1,
    )
    require(
        teams % 2 == 0 or rounds % 2 == 0,
        "half_matches",
        _("A match takes two rounds here: %(teams)d teams need an even number of rounds."),
        teams=teams,
    )
    half = rounds // 2
    middle = [teams // 2] if rounds % 2 else []
    return [*range(1, half + 1), *middle, *range(teams - half, teams)]
