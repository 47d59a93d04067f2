from collections.abc import Iterable

from tournaments.changes.layout import (
    BracketRow,
    Layout,
    PlanRow,
    PlayRow,
    RoundRow,
    SeatRow,
    SubstitutionRow,
    TableRow,
    TeamRow,
    WalkoverRow,
)
from tournaments.models import Play, Round, Seat, Sitting, Substitution, Team, Tournament
from tournaments.state.formats import is_bracket


def layout_of(tournament: Tournament) -> Layout:
    teams = Team.objects.filter(tournament=tournament)
    sittings = Sitting.objects.filter(round__tournament=tournament)
    seats = Seat.objects.filter(round__tournament=tournament)
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    changed = Substitution.objects.filter(tournament=tournament)
    layout = Layout()
    planned = Tournament.objects.values_list("planned_rounds", flat=True).get(pk=tournament.pk)
    layout.plan[(0,)] = PlanRow(planned)
    rounds = Round.objects.filter(tournament=tournament)
    for number, is_published, drawn in rounds.values_list("number", "is_published", "drawn"):
        layout.periods[(int(number),)] = RoundRow(is_published)
        for match, winner in drawn.get("walkovers", {}).items():
            layout.walkovers[int(number), int(match)] = WalkoverRow(winner)
    for pk, *team in teams.values_list("pk", "number", "withdrawn_from", "is_present"):
        layout.teams[(pk,)] = TeamRow._make(team)
    for number, at, *table in sittings.values_list(
        "round__number", "table__number", "board_set", "match", "reasons"
    ):
        layout.tables[number, at] = TableRow._make(table)
    for number, who, half, *seat in seats.values_list(
        "round__number", "team", "half", "sitting__table__number", "side", "place"
    ):
        layout.seats[int(number), who, half] = SeatRow._make(seat)
    for number, at, order, *play in plays.values_list(
        "sitting__round__number",
        "sitting__table__number",
        "order",
        "board__number",
        "current",
        "state",
        "is_turned",
    ):
        layout.plays[number, at, int(order)] = PlayRow._make(play)
    for pk, is_active in changed.values_list("pk", "is_active"):
        layout.substitutions[(pk,)] = SubstitutionRow(is_active)
    if is_bracket(tournament):
        layout.bracket[(0,)] = BracketRow(tournament.movement_params.get("entrants"))
    return layout


def boards_of_set(tournament: Tournament, board_set: int) -> list[int]:
    size = tournament.boards_per_round
    return list(range((board_set - 1) * size + 1, board_set * size + 1))


def boards_for(
    tournament: Tournament, layout: Layout, number: int, board_set: int | None
) -> list[int]:
    """Boards of a new table: its set, or in open play those of the round's other tables."""
    if tournament.cards == Tournament.Cards.BOARDS and board_set:
        return boards_of_set(tournament, board_set)
    rows = (key for key in layout.tables if key[0] == number)
    example: Iterable[PlayRow] = next((layout.boards_at(*key).values() for key in rows), ())
    return [row.board for row in example]


def sets_in_play(tournament: Tournament) -> list[int]:
    boards = tournament.boards.count()
    return list(range(1, boards // max(1, tournament.boards_per_round) + 1))
