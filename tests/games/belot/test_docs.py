import doctest
from pathlib import Path

import games.belot.records.game

ROOT = Path(__file__).parents[3]


def test_engine_documentation_examples_pass():
    failed, tried = doctest.testfile(str(ROOT / "docs/engine.md"), module_relative=False)
    assert (failed, tried > 40) == (0, True)


def test_docstring_examples_pass():
    assert doctest.testmod(games.belot.records.game).failed == 0
