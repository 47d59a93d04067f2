import pytest

from tests.builders import make_tournament, names_of, plays_of, rebuild
from tests.tournaments.setup.forms import SIXTEEN
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.models import Seat, StandingRow
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db


def test_single_players_are_ranked_by_the_sum_of_their_games():
    made = make_tournament(unit="player", cards="open", game={"deals": 16}, variant=SIXTEEN)
    for number in range(8):
        add_team(tournament=made, players=names_of(number)[:1])
    params = {"players": 8, "rounds": 3}
    publish_draw(
        tournament=draw_tournament(tournament=made, kind="melee", params=params, seed="07" * 32)
    )
    sums: dict[int, int] = {}
    for play in plays_of(made):
        game = {"NS": 1300 + 7 * play.pk % 90, "EW": 1290 - 7 * play.pk % 90}
        correct_result(play_id=play.pk, slip={"game": game}, reason="test", actor=None)
        for seat in Seat.objects.filter(sitting=play.sitting):
            sums[seat.team_id] = sums.get(seat.team_id, 0) + game[seat.side]
    rebuild(made)
    rows = StandingRow.objects.filter(tournament=made).order_by("position")
    assert {row.team_id: int(row.score) for row in rows} == sums
    assert [int(row.score) for row in rows] == sorted(sums.values(), reverse=True)
    partners = [
        frozenset(seats.values_list("team", flat=True))
        for round_ in made.rounds.all()
        for side in ("NS", "EW")
        for table in (1, 2)
        if (seats := Seat.objects.filter(round=round_, side=side, sitting__table__number=table))
    ]
    assert len(set(partners)) == len(partners) == 12
