"""Endings of four to six cards equal an exhaustive search, under any duties."""

import random
import shutil
import subprocess
from collections.abc import Iterator
from math import ceil
from pathlib import Path

import pytest

from games.belot.solving import card_values
from games.belot.solving.double_dummy.labels import points_at, relabel, trumps_of
from games.belot.tricks import CARD_TABLES, CLOSED_LEAD
from tests.games.belot.brute_force import ending
from tests.selection import ONE_IN

SOURCE = Path(__file__).parent / "endings.c"


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if shutil.which("gcc") is None:
        pytest.skip("no C compiler")
    built = tmp_path_factory.mktemp("endings") / "endings"
    subprocess.run(["gcc", "-O2", "-o", built, SOURCE], check=True)
    with subprocess.Popen(
        [built], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.stdin.close()


def endings(seed: str, size: int, count: int) -> Iterator[tuple[int, int, list[int], int, int]]:
    """Duties, contract, hands, leader, capot state; half with few suits or close ranks."""
    rng = random.Random(seed)
    for _ in range(count):
        hands, state = ending(rng, size)
        if rng.random() < 0.5:
            suits = rng.sample(range(4), 3)
            pack = [8 * suit + rank for suit in suits for rank in range(8)]
            cards = rng.sample(pack, 4 * size)
            hands = [sum(1 << card for card in cards[s::4]) for s in range(4)]
        yield (
            rng.randrange(2 * CLOSED_LEAD),
            rng.randrange(len(CARD_TABLES)),
            hands,
            rng.randrange(4),
            state,
        )


def line(duties: int, contract: int, hands: list[int], leader: int, state: int) -> str:
    points = [points_at(label, contract) for label in range(32)]
    labelled = [relabel(hand, contract) for hand in hands]
    return " ".join(map(str, [duties, trumps_of(contract), leader, state, *points, *labelled]))


def compare(program, size: int, count: int) -> None:
    for case in endings(f"endings {size}", size, count):
        duties, contract, hands, leader, state = case
        found = card_values(duties, contract, hands, leader, [], state)
        program.stdin.write(line(*case) + "\n")
        program.stdin.flush()
        told = map(int, program.stdout.readline().split())
        by_label = {relabel(1 << card, contract): value for card, value in found.items()}
        assert [by_label[label] for label in sorted(by_label)] == list(told), case


@pytest.mark.parametrize(("size", "count"), [(4, 300), (5, 60), (6, 5)])
def test_solved_endings_equal_brute_force(
    program, size, count, compiled, monkeypatch, every_example
):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    compare(program, size, count if every_example else ceil(count / ONE_IN))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(4, 80_000), (5, 18_000), (6, 2_000)])
def test_hundred_thousand_solved_endings_equal_brute_force(
    program, size, count, compiled, monkeypatch
):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    compare(program, size, count)
