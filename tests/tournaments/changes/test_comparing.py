from typing import Any

import pytest

from tournaments.changes.services import diff
from tournaments.changes.services.diff import ComparedFigure, lines_of


def test_figure_missing_on_one_side_is_shown_as_dash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(diff, "figures", lambda _tournament, look: look)
    without: Any = {"Tables": "4", "End": "22:00"}
    whole: Any = {"Tables": "4", "Balance": "78 %", "End": "22:00"}
    tournament: Any = None
    stays = [ComparedFigure("Tables", "4", "4"), ComparedFigure("End", "22:00", "22:00")]
    assert lines_of(tournament, without, whole) == [ComparedFigure("Balance", "–", "78 %"), *stays]
    assert lines_of(tournament, whole, without) == [ComparedFigure("Balance", "78 %", "–"), *stays]
