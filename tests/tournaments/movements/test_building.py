import inspect
from pathlib import Path

import pytest

from tournaments.movements import FORMATS, ROWS, Seating, build_movement, check_movement

KIND_NAMES = {kind: row.words.name for kind, row in FORMATS.items()}
BUILDERS = {row.kind: row.builder for row in ROWS if row.seating is Seating.AHEAD}
DOCUMENT = Path(__file__).parents[3] / "docs" / "movements.md"
SMALLEST = {
    "tables": 5,
    "entrants": 9,
    "players": 9,
    "teams": 7,
    "rounds": 4,
    "pools": 2,
}
WITHOUT = {"endless_howell": {"tables": 4}}


@pytest.mark.parametrize("kind", BUILDERS)
def test_every_kind_has_a_name_and_is_documented(kind):
    assert kind in KIND_NAMES
    assert f"`{kind}`" in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", BUILDERS)
def test_every_parameter_is_documented(kind):
    text = DOCUMENT.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("|") and f"`{kind}`" in line)
    assert [name for name in inspect.signature(BUILDERS[kind]).parameters if name not in line] == []


@pytest.mark.parametrize("kind", BUILDERS)
def test_every_kind_is_rebuilt_from_stored_params(kind):
    names = inspect.signature(BUILDERS[kind]).parameters
    params = WITHOUT.get(kind) or {name: SMALLEST[name] for name in names if name in SMALLEST}
    movement = build_movement(kind, params)
    assert movement.kind == kind
    assert check_movement(movement).is_valid
    assert movement == build_movement(kind, params)
