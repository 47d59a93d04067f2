"""Write a changed layout in the order the constraints require."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.changes.layout import Key, Layout, PlayRow, SubstitutionRow, TeamRow
from tournaments.changes.selectors.layouts import layout_of
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import record_general_change, set_current_result
from tournaments.models import (
    Board,
    Play,
    Result,
    Round,
    Seat,
    Sitting,
    Substitution,
    Table,
    Team,
    Tournament,
)
from tournaments.state.formats import planned_rounds
from tournaments.state.locks import lock_tournament

KeyDifferences = tuple[list[Key], list[Key], list[Key]]


def lock_layout(tournament: Tournament) -> tuple[Tournament, Layout]:
    """Lock the tournament and read its layout."""
    tournament = lock_tournament(tournament.pk)
    return tournament, layout_of(tournament)


def store_layout(tournament: Tournament, before: Layout, after: Layout) -> None:
    """Write the differences; both layouts must be from under ``lock_layout``."""
    store_bracket(tournament, before, after)
    store_teams(before, after)
    store_plan(tournament, before, after)
    create_rounds(tournament, before, after)
    clear_moved_seats(tournament, before, after)
    store_tables(tournament, before, after)
    store_plays(tournament, before, after)
    store_seats(tournament, before, after)
    delete_rounds(tournament, before, after)
    store_walkovers(tournament, before, after)
    gone, new, changed = key_differences(before.substitutions, after.substitutions)
    for key in [*gone, *new, *changed]:
        row = after.substitutions.get(key, SubstitutionRow())
        Substitution.objects.filter(pk=key[0]).update(is_active=row.is_active)
    record_general_change(tournament.pk)


def key_differences(before: Mapping[Key, object], after: Mapping[Key, object]) -> KeyDifferences:
    gone = sorted(key for key in before if key not in after)
    new = sorted(key for key in after if key not in before)
    changed = sorted(key for key in after if key in before and before[key] != after[key])
    return gone, new, changed


def store_bracket(tournament: Tournament, before: Layout, after: Layout) -> None:
    if before.bracket == after.bracket:
        return
    [row] = after.bracket.values()
    tournament.movement_params = {**tournament.movement_params, "entrants": row.entrants}
    tournament.planned_rounds = planned_rounds(tournament.movement_kind, tournament.movement_params)
    tournament.save(update_fields=["movement_params", "planned_rounds"])


def store_teams(before: Layout, after: Layout) -> None:
    """Numbers are unique: clear the changed ones first."""
    gone, new, changed = key_differences(before.teams, after.teams)
    keys = [*gone, *new, *changed]
    Team.objects.filter(pk__in=[key[0] for key in keys]).update(number=None)
    for key in keys:
        Team.objects.filter(pk=key[0]).update(**after.teams.get(key, TeamRow())._asdict())


def store_plan(tournament: Tournament, before: Layout, after: Layout) -> None:
    if before.plan != after.plan:
        planned = after.plan[(0,)].rounds
        Tournament.objects.filter(pk=tournament.pk).update(planned_rounds=planned)
        tournament.planned_rounds = planned


def create_rounds(tournament: Tournament, before: Layout, after: Layout) -> None:
    _gone, new, _changed = key_differences(before.periods, after.periods)
    Round.objects.bulk_create(
        Round(tournament=tournament, number=key[0], **after.periods[key]._asdict()) for key in new
    )


def delete_rounds(tournament: Tournament, before: Layout, after: Layout) -> None:
    """Delete rounds without seats; refused if one has started."""
    gone, _new, _changed = key_differences(before.periods, after.periods)
    rows = Round.objects.filter(tournament=tournament, number__in=[key[0] for key in gone])
    begun = rows.exclude(started_at=None).order_by("number").first()
    if begun is not None:
        raise RuleViolationError(
            "round_begun", _("Round %d has begun, so it stays.") % begun.number
        )
    rows.delete()


def clear_moved_seats(tournament: Tournament, before: Layout, after: Layout) -> None:
    """Seats are unique per side: clear all moved ones first."""
    gone, _new, changed = key_differences(before.seats, after.seats)
    seats = seat_keys(tournament)
    Seat.objects.filter(pk__in=[seats[key] for key in gone]).delete()
    moved = [seats[key] for key in changed]
    Seat.objects.filter(pk__in=moved).update(sitting=None, side="", place="")


def store_seats(tournament: Tournament, before: Layout, after: Layout) -> None:
    _gone, new, changed = key_differences(before.seats, after.seats)
    seats, sittings = seat_keys(tournament), sitting_keys(tournament)
    rounds = round_keys(tournament)
    new_seats: list[Seat] = []
    moved: list[Seat] = []
    for key in [*new, *changed]:
        row = after.seats[key]
        seat = Seat(
            pk=seats.get(key), round_id=rounds[key[0]], team_id=key[1], half=key[2],
            sitting_id=sittings[key[0], row.table] if row.table else None,
            side=row.side, place=row.place,
        )  # fmt: skip
        (moved if seat.pk else new_seats).append(seat)
    Seat.objects.bulk_create(new_seats)
    Seat.objects.bulk_update(moved, ["sitting", "side", "place"], batch_size=200)


def store_tables(tournament: Tournament, before: Layout, after: Layout) -> None:
    """Delete unused tables (refused if they have results) and create new ones."""
    gone, new, changed = key_differences(before.tables, after.tables)
    sittings, rounds = sitting_keys(tournament), round_keys(tournament)
    leaving = [sittings[key] for key in gone]
    blocking_results = Result.objects.filter(play__sitting__in=leaving).select_related(
        "play__sitting__round", "play__sitting__table"
    )
    if (result := blocking_results.first()) is not None:
        where = result.play.sitting
        raise RuleViolationError(
            "results_at_table",
            _("Round %(round)s, table %(table)s has results, so somebody must sit there.")
            % {"round": where.round.number, "table": where.table.number},
        )
    Sitting.objects.filter(pk__in=leaving).delete()
    tables = table_ids(tournament, {key[1] for key in new})
    for key in new:
        row = after.tables[key]
        Sitting.objects.create(
            round_id=rounds[key[0]], table_id=tables[key[1]], board_set=row.board_set,
            match=row.match, reasons=list(row.reasons),
        )  # fmt: skip
    for key in changed:
        row = after.tables[key]
        Sitting.objects.filter(pk=sittings[key]).update(
            board_set=row.board_set, match=row.match, reasons=list(row.reasons)
        )


def table_ids(tournament: Tournament, wanted: set[int]) -> dict[int, int]:
    """Table ids by number; creates missing tables."""
    ids_by_number = dict(Table.objects.filter(tournament=tournament).values_list("number", "pk"))
    for number in sorted(wanted - set(ids_by_number)):
        ids_by_number[number] = Table.objects.create(tournament=tournament, number=number).pk
    return ids_by_number


def store_plays(tournament: Tournament, before: Layout, after: Layout) -> None:
    gone, new, changed = key_differences(before.plays, after.plays)
    boards = dict(Board.objects.filter(tournament=tournament).values_list("number", "pk"))
    plays, sittings = play_keys(tournament), sitting_keys(tournament)
    board_numbers = {after.plays[key].board for key in [*new, *changed]}
    if board_numbers - set(boards):
        missing = min(board_numbers - set(boards))
        raise RuleViolationError(
            "no_such_board", _("There is no board %d.") % missing, field="board_set"
        )
    Play.objects.filter(pk__in=[plays[key] for key in gone if key in plays]).delete()
    Play.objects.bulk_create(
        Play(
            sitting_id=sittings[key[0], key[1]],
            board_id=boards[after.plays[key].board],
            order=key[2],
            is_turned=after.plays[key].is_turned,
        )
        for key in new
    )
    for key in changed:
        old, row = before.plays[key], after.plays[key]
        if (old.board, old.is_turned) != (row.board, row.is_turned):
            Play.objects.filter(pk=plays[key]).update(
                board_id=boards[row.board], is_turned=row.is_turned
            )
        if (old.result, old.state) != (row.result, row.state):
            set_result(plays[key], row)


def set_result(play_id: int, row: PlayRow) -> None:
    """Make an earlier result version count again, or none."""
    play = Play.objects.select_related("sitting__round").get(pk=play_id)
    result = Result.objects.filter(pk=row.result, play=play).first() if row.result else None
    if row.result and result is None:
        raise ConflictError("changed_since", _("The results were changed in the meantime."))
    set_current_result(play, result, Play.State(row.state))


def store_walkovers(tournament: Tournament, before: Layout, after: Layout) -> None:
    gone, new, changed = key_differences(before.walkovers, after.walkovers)
    numbers = {key[0] for key in [*gone, *new, *changed]}
    for row in Round.objects.filter(tournament=tournament, number__in=numbers):
        here = {
            str(key[1]): each.winner
            for key, each in after.walkovers.items()
            if key[0] == row.number
        }
        row.drawn = {**row.drawn, "walkovers": here}
        row.save(update_fields=["drawn"])


def round_keys(tournament: Tournament) -> dict[int, int]:
    return dict(Round.objects.filter(tournament=tournament).values_list("number", "pk"))


def seat_keys(tournament: Tournament) -> dict[Key, int]:
    rows = Seat.objects.filter(round__tournament=tournament)
    return {
        (number, team, half): pk
        for number, team, half, pk in rows.values_list("round__number", "team", "half", "pk")
    }


def sitting_keys(tournament: Tournament) -> dict[Key, int]:
    rows = Sitting.objects.filter(round__tournament=tournament)
    return {
        (number, table): pk
        for number, table, pk in rows.values_list("round__number", "table__number", "pk")
    }


def play_keys(tournament: Tournament) -> dict[Key, int]:
    rows = Play.objects.filter(sitting__round__tournament=tournament)
    return {
        (number, table, order): pk
        for number, table, order, pk in rows.values_list(
            "sitting__round__number", "sitting__table__number", "order", "pk"
        )
    }
