from collections.abc import Sequence
from typing import Any

from tests.builders import enter_slips, make_tournament, plays_of, slip
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.models import Play, Round, Team, Tournament

SEED = "07" * 32


def enter_field(tournament: Tournament, count: int, **values: Any) -> list[Team]:
    """Entrants without people, where only numbers matter."""
    return Team.objects.bulk_create(
        Team(tournament=tournament, name=f"Entrant {number}", entry_order=number, **values)
        for number in range(1, count + 1)
    )


def make_field(entrants: int, kind: str, params: Any, **values: Any) -> Tournament:
    publish = values.pop("publish", True)
    tournament = make_tournament(**values)
    enter_field(tournament, entrants)
    tournament = draw_tournament(
        tournament=tournament, kind=kind, params=params, by_lot=False, seed=SEED
    )
    return publish_draw(tournament=tournament) if publish else tournament


def pairs_in(row: Round) -> list[tuple[int, int]]:
    found = []
    for sitting in row.sittings.order_by("table__number"):
        seats = {seat.side: seat.team.number for seat in sitting.seats.select_related("team")}
        found.append((seats["NS"], seats["EW"]))
    return found


def resting_in(row: Round) -> list[int]:
    seats = row.seats.filter(sitting__isnull=True)
    return list(seats.order_by("team__number").values_list("team__number", flat=True))


def numbers_by_side(play: Play) -> dict[str, int]:
    seats = play.sitting.seats.values_list("side", "team__number")
    return {side: number or 0 for side, number in seats}


def better_wins(tournament: Tournament, number: int) -> None:
    plays = plays_of(tournament, sitting__round__number=number)
    sides = [numbers_by_side(play) for play in plays]
    slips = [slip(110 if each["NS"] < each["EW"] else 50) for each in sides]
    enter_slips(tournament, plays, slips)


def play_on(tournament: Tournament, rounds: int) -> Sequence[Round]:
    better_wins(tournament, 1)
    for number in range(2, rounds + 1):
        draw_next_round(tournament=tournament)
        publish_round(tournament=tournament, number=number)
        better_wins(tournament, number)
    return list(tournament.rounds.order_by("number"))
