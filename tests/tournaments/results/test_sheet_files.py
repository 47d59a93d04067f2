from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games.belot import PRESETS
from tournaments.exports.readers import table_in
from tournaments.results.file_rows import rows_in

FILES = Path(__file__).parent / "files"
TOURNAMENT: Any = SimpleNamespace(is_open_play=False, variant=PRESETS["bulgarian"])


@pytest.mark.parametrize(
    ("name", "contracts"),
    [("hearts.csv", ["H", "S", "H", "D"]), ("french-letters.csv", ["S", "H", "S", "NT"])],
)
def test_sample_file_yields_the_expected_contracts(name, contracts):
    rows = rows_in(table_in((FILES / name).read_bytes()), TOURNAMENT)
    assert [row.slip["contract"] for row in rows] == contracts
    assert not any(row.slip.get("passed_out") for row in rows)
