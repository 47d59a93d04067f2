import doctest
from pathlib import Path

import games.belot.records.game

ROOT = Path(__file__).parents[3]


def test_the_tour_runs():
    failed, tried = doctest.testfile(str(ROOT / "docs/engine.md"), module_relative=False)
    assert (failed, tried > 40) == (0, True)


def test_the_docstring_examples_run():
    assert doctest.testmod(games.belot.records.game).failed == 0
