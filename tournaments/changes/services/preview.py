"""Preview a change: apply, compare, roll back."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_of_set
from tournaments.changes.services.diff import (
    ComparedFigure,
    SeatedRound,
    first_seating,
    lines_of,
    order_of_rests,
)
from tournaments.changes.services.preview_details import TournamentState, read_state
from tournaments.models import Team, Tournament
from tournaments.scoring import RowChange, find_changes
from tournaments.standings.previews import run_and_roll_back


@dataclass(frozen=True)
class SeatMove:
    """A team's seat before (None: new) and after."""

    team: Team
    before: SeatRow | None
    after: SeatRow


@dataclass(frozen=True)
class RoundMoves:
    number: int
    seats: list[SeatMove] = field(default_factory=list)
    boards: list[tuple[int, list[int], list[int]]] = field(default_factory=list)


@dataclass(frozen=True)
class PlaceMove:
    team: Team
    change: RowChange


@dataclass(frozen=True)
class Preview:
    """All effects of a change; ``faults`` break a rule of the movement, ``notes`` do not.

    ``leaving`` are (team, first, last round) without seats; ``results`` is the number of
    moved results. ``seating`` is the first changed round, ``rests`` the numbers of newly
    resting entrants. ``made`` is the rolled-back change.
    """

    rounds: list[RoundMoves]
    leaving: list[tuple[Team, int, int]]
    places: list[PlaceMove]
    faults: list[str]
    notes: list[str]
    results: int
    counted: bool
    lines: list[ComparedFigure] = field(default_factory=list)
    seating: SeatedRound | None = None
    rests: list[int] = field(default_factory=list)
    made: object = None

    @property
    def is_doubtful(self) -> bool:
        """Whether it has faults or notes."""
        return bool(self.faults or self.notes)

    @property
    def verdict(self) -> str:
        return "warn" if self.is_doubtful else "ok"


def preview_of(tournament: Tournament, change: Callable[[], object]) -> Preview:
    """Apply, compare and roll back; exceptions of the change propagate."""
    before, after, result = run_and_roll_back(lambda: read_state(tournament), change)
    return replace(compare_states(tournament, before, after), made=result)


def compare_states(
    tournament: Tournament, before: TournamentState, after: TournamentState
) -> Preview:
    teams = {**before.teams, **after.teams}
    moved = find_changes(before.standings, after.standings)
    # Walk-over boards get new results; none is moved.
    moved_results = [
        key
        for key, row in after.layout.plays.items()
        if row.result is not None
        and before.layout.plays.get(key) != row
        and before.layout.walkovers == after.layout.walkovers
    ]
    return Preview(
        rounds=round_moves(before.layout, after.layout, teams),
        leaving=teams_leaving(before.layout, after.layout, teams),
        places=[PlaceMove(teams[int(each.entrant)], each) for each in moved],
        faults=new_faults(tournament, before, after),
        notes=notes_of(before, after),
        results=len(moved_results),
        counted=bool(after.standings.rows and any(row.boards for row in after.standings.rows)),
        lines=lines_of(tournament, before, after),
        seating=first_seating(before, after),
        rests=order_of_rests(before, after),
    )


def round_moves(before: Layout, after: Layout, teams: dict[int, Team]) -> list[RoundMoves]:
    moves_by_round: dict[int, RoundMoves] = {}
    for key in sorted(before.seats.keys() | after.seats.keys()):
        old, new = before.seats.get(key), after.seats.get(key)
        if old != new and new is not None:
            row = moves_by_round.setdefault(key[0], RoundMoves(key[0]))
            row.seats.append(SeatMove(teams[key[1]], old, new))
    for number, table in sorted(before.tables.keys() & after.tables.keys()):
        old_boards, new_boards = (
            [play.board for play in layout.boards_at(number, table).values()]
            for layout in (before, after)
        )
        if old_boards != new_boards:
            row = moves_by_round.setdefault(number, RoundMoves(number))
            row.boards.append((table, old_boards, new_boards))
    return [moves_by_round[number] for number in sorted(moves_by_round)]


def teams_leaving(
    before: Layout, after: Layout, teams: dict[int, Team]
) -> list[tuple[Team, int, int]]:
    """Teams that lose seats, with first and last round."""
    rounds_by_team: dict[int, list[int]] = {}
    for key in sorted(before.seats.keys() - after.seats.keys()):
        rounds_by_team.setdefault(key[1], []).append(key[0])
    return [(teams[team], rounds[0], rounds[-1]) for team, rounds in rounds_by_team.items()]


def new_faults(
    tournament: Tournament, before: TournamentState, after: TournamentState
) -> list[str]:
    """Rules broken only by the change; sets are shown by their boards."""
    known = {(f.rule, f.round, f.entrant, f.board_set) for f in before.checked.faults}
    faults = []
    for fault in after.checked.faults:
        if (fault.rule, fault.round, fault.entrant, fault.board_set) in known:
            continue
        if fault.board_set is None or fault.rule != "I2":
            faults.append(str(fault))
            continue
        boards = boards_of_set(tournament, fault.board_set)
        words = _(
            "Round %(round)d, table %(table)d: number %(entrant)d plays boards %(boards)s again."
        )
        faults.append(words % {**fault.params, "boards": f"{boards[0]}–{boards[-1]}"})
    return faults


def notes_of(before: TournamentState, after: TournamentState) -> list[str]:
    """Allowed but notable effects: repeated meetings, shared sets, repeated rests."""
    met = {repeat.entrants: repeat.rounds for repeat in before.checked.repeats}
    notes = [
        _("%(first)d and %(second)d meet again: rounds %(rounds)s.")
        % {
            "first": repeat.entrants[0],
            "second": repeat.entrants[1],
            "rounds": ", ".join(map(str, repeat.rounds)),
        }
        for repeat in after.checked.repeats
        if met.get(repeat.entrants) != repeat.rounds
    ]
    shared = {(share.round, share.tables) for share in before.checked.shares}
    everybody = {key[0] for key in after.layout.tables}
    for share in after.checked.shares:
        tables = [key for key in after.layout.tables if key[0] == share.round]
        if (share.round, share.tables) in shared or len(share.tables) == len(tables):
            continue
        if share.round in everybody:
            notes.append(
                _("Round %(round)d: tables %(tables)s share their boards.")
                % {"round": share.round, "tables": ", ".join(map(str, share.tables))}
            )
    if after.boards > before.boards:
        notes.append(
            _("Boards %(first)d–%(last)d are new and must be dealt.")
            % {"first": before.boards + 1, "last": after.boards}
        )
    copies = after.checked.most_sharing_tables
    if copies > max(1, before.checked.most_sharing_tables):
        words = ngettext(
            "Up to %(n)d table plays a board at once: that many copies are needed.",
            "Up to %(n)d tables play a board at once: that many copies are needed.",
            copies,
        )
        notes.append(words % {"n": copies})
    return notes + rest_notes(before, after)


def rest_notes(before: TournamentState, after: TournamentState) -> list[str]:
    """Entrants with more than one and more than before, by count."""
    old, new = before.layout.rests(), after.layout.rests()
    rests_by_team = {team: times for team, times in new.items() if times > 1 and times > old[team]}
    return [
        _("%(times)d rounds without a table: %(numbers)s")
        % {"times": times, "numbers": numbers_of(after, rests_by_team, times)}
        for times in sorted(set(rests_by_team.values()))
    ]


def numbers_of(look: TournamentState, times_of: dict[int, int], times: int) -> str:
    numbers = [look.teams[team].number or 0 for team, each in times_of.items() if each == times]
    return ", ".join(map(str, sorted(numbers)))
