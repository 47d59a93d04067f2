"""Open play paper has columns for each game and never mentions boards."""

from typing import Any

import pytest

from tests.builders import make_club, make_drawn
from tests.tournaments.manage import address, client_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def paper(tournament: Tournament, kind: str) -> str:
    response = client_of(tournament).get(address("print_sheets", tournament, kind))
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.parametrize(
    ("game", "columns"),
    [({"to": 501, "best_of": 3}, 6), ({"to": 501}, 2), ({"deals": 12}, 2)],
)
def test_a_slip_has_a_column_for_each_side_in_each_game(game: Any, columns: int) -> None:
    tournament = make_drawn(4, cards="open", game=game)
    slips = paper(tournament, "slips")
    tables = slips.split("<section")[1:]
    assert len(tables) == 6  # three rounds at two tables
    lines = game.get("deals", 16) + 1
    assert [table.count("<td></td>") for table in tables] == [columns * lines] * 6
    assert ("Game 3" in slips) == (columns == 6)


def test_open_play_table_card_mentions_games_not_boards() -> None:
    page = paper(make_drawn(4, cards="open", game={"deals": 12}), "tables")
    assert "After the game one side enters the result" in page
    assert "board" not in page.split("<main")[1]
    assert "After each board" in paper(make_drawn(4, club=make_club("Boards")), "tables")
