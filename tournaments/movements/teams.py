"""Teams of four: one pair sits North-South, the other East-West elsewhere, on the same boards.

A match between two teams is played at two tables, the same set at both; each pair of a team meets a
set once.  Board-a-match and Patton are ways of scoring these seatings.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Sitting, assemble_movement
from tournaments.movements.round_robin import Pairing, berger_round, laps


def american_whist(teams: int, rounds: int | None = None) -> Movement:
    """An odd number of teams, each against each, no set at two tables: T − 1 rounds.

    Team t sits North-South at table t; its East-West pair goes down two tables a round.  The
    halves of a match fall into turns r and T − r, so it is scored when both are played.  A shorter
    one takes turns from both ends, so that every match is whole.
    """
    require(
        teams >= 3 and teams % 2 == 1,
        "american_whist_odd",
        _("An American whist needs an odd number of teams, 3 at least."),
    )
    return _ring("american_whist", teams, rounds, opponent_step=2, set_step=1)


def new_england(teams: int, rounds: int | None = None) -> Movement:
    """The New England relay: any number of teams, each against each in T − 1 rounds.

    With an even number tables t and t + T/2 share their set all round.  The halves of a match fall
    into turns r and T − r here too.
    """
    require(teams >= 3, "too_few_teams", _("At least 3 teams are needed."))
    return _ring("new_england", teams, rounds, opponent_step=1, set_step=2)


def head_to_head(teams: int, rounds: int | None = None, same_boards: bool = True) -> Movement:
    """All play all, each match at two tables (open and closed room) with the boards exchanged.

    `same_boards` gives all matches of a round one set; otherwise each match has a set of its own.
    An odd team rests.
    """
    schedule = [
        [(b, a) for a, b in berger_round(teams, turn)] if swapped else berger_round(teams, turn)
        for turn, swapped in laps(teams, rounds)
    ]
    matches = teams // 2
    return assemble_movement(
        "head_to_head",
        [
            matches_at_tables(
                pairs, first_set=turn + 1 if same_boards else turn * matches + 1, one=same_boards
            )
            for turn, pairs in enumerate(schedule)
        ],
        entrants=teams,
        unit="team",
        facts={"rooms": ["open", "closed"], "exchange_at_half_time": True},
    )


def matches_at_tables(
    pairs: Sequence[Pairing], first_set: int | None = None, one: bool = True
) -> list[Sitting]:
    """Seat matches: the home team North-South in the open room, East-West in the closed one.

    Match m has tables 2m − 1 (open) and 2m (closed).
    """
    sittings = []
    for match, (home, away) in enumerate(pairs):
        board_set = first_set if one or first_set is None else first_set + match
        sittings.append(Sitting(2 * match + 1, home, away, board_set))
        sittings.append(Sitting(2 * match + 2, away, home, board_set))
    return sittings


def in_two_rooms(movement: Movement) -> Movement:
    """A plan of meetings, one a table, as matches of teams: table t becomes 2t − 1 and 2t."""
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
    """Three teams, each against each over two rounds."""
    return assemble_movement("triangle", triangle_rounds((1, 2, 3)), entrants=3, unit="team")


def triangle_rounds(
    teams: Sequence[int], first_table: int = 1, first_set: int = 1
) -> list[list[Sitting]]:
    """Two rounds in which three teams of an odd field play each other, scored after both."""
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
    """The turns that are played: all, or as many from both ends; turn T/2 is a match by itself."""
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
