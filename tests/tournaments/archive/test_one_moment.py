"""An archive written during entry has each result completely or not at all."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests.builders import enter_and_confirm, make_drawn, plays_of, rebuild, slip
from tournaments.archive import writer
from tournaments.archive.parts import Part
from tournaments.archive.verification import check_document
from tournaments.archive.writer import document_of
from tournaments.models import Tournament
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    if connection.vendor != "postgresql":
        pytest.skip("one writer at a time here: nobody enters while an archive is read")
    return make_drawn(4)


def run_on_another_connection(deed: Callable[[], Any]) -> None:

    def run() -> None:
        try:
            deed()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def test_archive_excludes_a_result_entered_while_it_is_written(tournament, monkeypatch):
    first, second = plays_of(tournament)[:2]
    enter_and_confirm(first, slip=slip(90, "H", "N"))
    rebuild(tournament)
    plain_rows, told = writer.rows_of, []

    def rows_of(row: Tournament, part: Part, lacking: Any) -> Any:
        if part.name == "results":
            run_on_another_connection(
                lambda: correct_result(
                    play_id=second.pk, slip=slip(74, "C", "E"), reason="", actor=None
                )
            )
            told.append(part.name)
        return plain_rows(row, part, lacking)

    monkeypatch.setattr(writer, "rows_of", rows_of)
    document = document_of(tournament)
    assert told == ["results"]
    stage = document["stages"][0]
    assert len(stage["results"]) == 1
    assert sum(play["current"] is not None for play in stage["plays"]) == 1
    assert "result_entered" not in {
        line["action"] for line in stage["log"] if line["details"].get("board") == 2
    }
    assert check_document(document).findings == ()
    monkeypatch.undo()
    assert len(document_of(tournament)["stages"][0]["results"]) == 2
