"""Whole boards equal the reference program (`benchmarks/c/solver.c`)."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.solver import SOURCE, random_board
from games.belot import PRESETS
from games.belot.solving import solve_board
from games.belot.tricks import NOT_UNDER, duties_of

PRESET_BY_DUTIES = {
    duties_of(variant): name
    for name, variant in PRESETS.items()
    if variant.players == 4
    and variant.points == "classic"
    and variant.declarations != "trick"
    and not duties_of(variant) & NOT_UNDER
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("no C compiler")
    built = tmp_path_factory.mktemp("reference") / "solver"
    subprocess.run(["gcc", "-O3", "-o", built, SOURCE], check=True)
    return built


def compare(program: Path, name: str, count: int) -> None:
    rng = random.Random(f"reference {name}")
    boards = [random_board(rng) for _ in range(count)]
    lines = [str(duties_of(PRESETS[name])), *(" ".join(map(str, hands)) for hands in boards)]
    told = subprocess.run(
        [program], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    for hands, line in zip(boards, told.stdout.splitlines(), strict=True):
        results = list(map(int, line.split()[:24]))
        for contract, row in solve_board(PRESETS[name], hands).points.items():
            assert list(row) == results[4 * contract : 4 * contract + 4], (hands, contract)


@pytest.mark.sample
@pytest.mark.parametrize("name", PRESET_BY_DUTIES.values())
def test_solved_boards_equal_the_reference_solver(name, program, compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    compare(program, name, 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESET_BY_DUTIES.values())
def test_two_thousand_solved_boards_equal_the_reference_solver(
    name, program, compiled, monkeypatch
):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    compare(program, name, 2000 // len(PRESET_BY_DUTIES) + 1)
