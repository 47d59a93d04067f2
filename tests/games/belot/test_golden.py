"""Golden files: whole deals as text, replayed and compared.

After an intended change run `python -m tests.golden.make` and review the diff; after a
new switch value, `python -m tests.golden.make --add`.
"""

import pytest

from games.belot import PRESETS
from tests.golden.make import files, record_in, told, unseen_values

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_deal_text_is_unchanged(path):
    assert told(record_in(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_at_least_twelve_complete_golden_deals(preset):
    whole = [
        path
        for path in FILES
        if path.parent.name == preset and "status       complete" in path.read_text("utf-8")
    ]
    assert len(whole) >= 12


def test_every_switch_value_is_covered_by_a_golden_deal():
    unseen = [f"{switch.key} {value}" for switch, value in unseen_values()]
    assert unseen == [], "run python -m tests.golden.make --add"
