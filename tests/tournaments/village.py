from tests.builders import plays_of
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.models import Tournament
from tournaments.results.services.results import correct_result

VILLAGE = {"cards": "open", "game": {"deals": 12}}


def games(tournament: Tournament, number: int, *, won: bool = False) -> None:
    for play in plays_of(tournament, sitting__round__number=number):
        seats = {seat.side: seat.team.number for seat in play.sitting.seats.all()}
        better = min(seats.values())
        points = {side: (1000 if team == better else 600) - team for side, team in seats.items()}
        slip = {"game": points}
        if won:
            slip["won"] = {side: 2 if team == better else 1 for side, team in seats.items()}
        correct_result(play_id=play.pk, slip=slip, reason="test", actor=None)


def next_round(tournament: Tournament):
    row = draw_next_round(tournament=tournament)
    assert row is not None
    return publish_round(tournament=tournament, number=row.number)
