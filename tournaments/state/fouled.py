"""Fouled boards: tables with wrong cards, and the ruling."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Board, FouledBoard, Play, Tournament

CARD_GROUP_LETTERS = "ABCD"
"""Groups with other cards; 0: cards as dealt."""
Cards = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Fouled:
    row: FouledBoard
    groups: tuple[tuple[str, tuple[Play, ...]], ...]


def cards_of(tournament: Tournament) -> Cards:
    """Card group by (board number, play), without plays that had the original cards; one query.

    Plays reassigned to another board are ignored.
    """
    rows = FouledBoard.objects.filter(board__tournament=tournament).order_by("version")
    newest = dict(rows.values_list("board__number", "groups"))
    return {
        (board, int(play)): group
        for board, groups in newest.items()
        for play, group in groups.items()
    }


def fouled_ruling(board: Board) -> FouledBoard | None:
    return board.foulings.order_by("-version").first()


def plays_of_board(board: Board) -> list[Play]:
    plays = Play.objects.filter(board=board).select_related(
        "current", "sitting__round", "sitting__table"
    )
    return list(
        plays.prefetch_related("sitting__seats__team").order_by(
            "sitting__round__number", "sitting__table__number"
        )
    )


def fouled_boards(tournament: Tournament) -> list[Fouled]:
    rows = FouledBoard.objects.filter(board__tournament=tournament).select_related("board")
    newest = {row.board_id: row for row in rows.order_by("board__number", "version")}
    split = [row for row in newest.values() if row.groups]
    plays = Play.objects.filter(board__in=[row.board_id for row in split]).select_related(
        "sitting__round", "sitting__table"
    )
    listed = list(plays.order_by("sitting__round__number", "sitting__table__number"))
    return [Fouled(row, tuple(groups_in(row, listed))) for row in split]


def groups_in(row: FouledBoard, plays: list[Play]) -> list[tuple[str, tuple[Play, ...]]]:
    groups = []
    for number, letter in enumerate(CARD_GROUP_LETTERS, start=1):
        same = tuple(
            play
            for play in plays
            if play.board_id == row.board_id and row.groups.get(str(play.pk)) == number
        )
        if same:
            groups.append((letter, same))
    return groups
