"""Results of the computer field, visible once a board is over."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count

from tournaments.models import Board, FieldResult, Tournament
from tournaments.state.visibility import finished_boards

MAX_TABLES = 64
DEFAULT_TABLES = 16


@dataclass(frozen=True, slots=True)
class FieldContract:
    contract: str
    side: str
    tables: int
    made: int
    mean: Fraction


@dataclass(frozen=True, slots=True)
class FieldOfBoard:
    """The field on one board; ``mean`` is North–South minus East–West."""

    tables: int
    mean: Fraction
    contracts: tuple[FieldContract, ...]


@dataclass(frozen=True, slots=True)
class FieldProgress:
    done: int
    total: int

    @property
    def is_whole(self) -> bool:
        return self.done >= self.total


def field_of(board: int, tournament: Tournament) -> FieldOfBoard | None:
    """The field's results on a board, or None."""
    over = finished_boards(tournament).filter(number=board)
    rows = list(FieldResult.objects.filter(board__in=over).order_by("number"))
    return summary_of(rows) if rows else None


def summary_of(rows: list[FieldResult]) -> FieldOfBoard:
    groups: dict[tuple[str, str], list[FieldResult]] = defaultdict(list)
    for row in rows:
        groups[row.contract, side_of(row.declarer)].append(row)
    contracts = (
        FieldContract(
            contract,
            side,
            len(results),
            sum(row.outcome == "made" for row in results),
            Fraction(sum(row.net for row in results), len(results)),
        )
        for (contract, side), results in groups.items()
    )
    return FieldOfBoard(
        tables=len(rows),
        mean=Fraction(sum(row.net for row in rows), len(rows)),
        contracts=tuple(sorted(contracts, key=lambda each: (-each.tables, -each.mean))),
    )


def side_of(seat: str) -> str:
    return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}.get(seat, "")


def missing_boards(tournament: Tournament) -> list[tuple[Board, list[int]]]:
    """Boards with missing table numbers; two queries."""
    boards = tournament.boards.filter(deal__isnull=False).select_related("deal")
    have: dict[int, set[int]] = defaultdict(set)
    for board, number in FieldResult.objects.filter(board__tournament=tournament).values_list(
        "board", "number"
    ):
        have[board].add(number)
    table_numbers = range(1, tournament.field_tables + 1)
    missing = [
        (board, [number for number in table_numbers if number not in have[board.pk]])
        for board in boards.order_by("number")
    ]
    return [(board, numbers) for board, numbers in missing if numbers]


def field_progress(tournament: Tournament) -> FieldProgress:
    counted = tournament.boards.filter(deal__isnull=False).aggregate(
        boards=Count("pk", distinct=True), done=Count("field_results")
    )
    return FieldProgress(counted["done"], counted["boards"] * tournament.field_tables)
