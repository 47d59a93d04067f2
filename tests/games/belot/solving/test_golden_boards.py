"""Whole boards keep their values from before the search was optimised.

A line of `boards.txt`: preset, four hands as masks, and per contract North-South's points
by leader. Exact values never change, so lines are never regenerated.
"""

from pathlib import Path

import pytest

from games.belot import PRESETS
from games.belot.cards import CONTRACTS
from games.belot.solving import solve_board, solve_deal

BOARDS = (Path(__file__).parent / "boards.txt").read_text("utf-8").splitlines()
FOUR_HANDED = {name for name, variant in PRESETS.items() if variant.players == 4}


def read(line: str) -> tuple[str, list[int], dict[int, tuple[int, ...]]]:
    heading, *rows = line.split(" | ")
    preset, *hands = heading.split()
    told = {code: tuple(map(int, points)) for code, *points in map(str.split, rows)}
    points = {CONTRACTS.index(code): row for code, row in told.items()}
    return preset, [int(hand, 16) for hand in hands], points


def test_golden_boards_cover_every_four_player_preset():
    assert {read(line)[0] for line in BOARDS} >= FOUR_HANDED


@pytest.mark.parametrize("line", BOARDS, ids=lambda line: line[:30])
def test_golden_board_is_solved_with_its_stored_points(line, compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    preset, hands, points = read(line)
    assert solve_board(PRESETS[preset], hands).points == points


def test_solving_one_lead_equals_that_seat_of_the_whole_board(compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    preset, hands, points = read(BOARDS[0])
    found = [[solve_deal(PRESETS[preset], hands, bid, seat) for seat in range(4)] for bid in points]
    assert found == [list(row) for row in points.values()]
