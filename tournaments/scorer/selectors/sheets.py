from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Play, Tournament
from tournaments.scorer.selectors.reach import can_enter_table, filter_accessible
from tournaments.state.visibility import open_round_number, published_rounds


@dataclass(frozen=True)
class GridSelection:
    """Selected rows: a round of open play, a table's boards, or one board at all tables."""

    round: int
    table: int | None = None
    board: int | None = None
    twice: bool = False

    @property
    def query(self) -> str:
        parts = [f"round={self.round}"]
        parts += [f"table={self.table}"] if self.table and self.board is None else []
        parts += [f"board={self.board}"] if self.board is not None else []
        return "&".join([*parts, *(["twice=1"] if self.twice else [])])


def has_begun(tournament: Tournament) -> bool:
    states = {Tournament.State.PLAYING, Tournament.State.FINISHED}
    return tournament.state in states and published_rounds(tournament).exists()


def selection_for(
    tournament: Tournament,
    *,
    round: int | None = None,
    table: int | None = None,
    board: int | None = None,
    twice: bool = False,
) -> GridSelection:
    """The selection; missing values default to where entry continues."""
    last = published_rounds(tournament).count()
    number = round
    if number is None or not 1 <= number <= last:
        number = open_round_number(tournament)
    if tournament.is_open_play:
        return GridSelection(number, table, None, twice)
    if board is not None:
        return GridSelection(number, None, board, twice)
    own = table if can_enter_table(table) else None
    return GridSelection(number, own or first_table(tournament, number), None, twice)


def first_table(tournament: Tournament, number: int) -> int:
    """The first table of a round without a result, else its first."""
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__number=number
    )
    name = "sitting__table__number"
    tables = filter_accessible(plays).order_by(name).values_list(name, flat=True)
    table_number = tables.filter(state=Play.State.EMPTY).first() or tables.first()
    return int(table_number or 1)


def plays_of(tournament: Tournament, sheet: GridSelection) -> QuerySet[Play]:
    plays = Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__is_published=True
    )
    if tournament.is_open_play:
        chosen = plays.filter(sitting__round__number=sheet.round)
    elif sheet.board is not None:
        chosen = plays.filter(board__number=sheet.board)
    else:
        chosen = plays.filter(sitting__table__number=sheet.table or 0)
    return filter_accessible(chosen).order_by(
        "sitting__round__number", "sitting__table__number", "order"
    )
