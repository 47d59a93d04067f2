from typing import Any

from tests.builders import plays_of, rebuild
from tests.tournaments.open_contests import (
    Points,
    all_draw,
    lower_wins,
    next_round,
    numbers_at,
    open_field,
    play_games,
)
from tournaments.models import LogEntry, Tournament
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament


def first_wins(a: int, b: int) -> tuple[int, int]:
    if 1 in (a, b):
        return lower_wins(a, b)
    return all_draw(a, b)


def finished(entrants: int, points: Points, kind: str = "berger", **values: Any) -> Tournament:
    tie_breaks = values.pop("tie_breaks", ["none"])
    tournament = open_field(entrants, kind, **values)
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=tie_breaks)
    tournament.refresh_from_db()
    for number in range(1, 1 + max(tournament.rounds.count(), tournament.planned_rounds or 0)):
        if not tournament.rounds.filter(number=number).exists():
            next_round(tournament)
        play_games(tournament, number, points)
    return finish_tournament(tournament=rebuild(tournament))


def numbers_in(stage: Tournament) -> list[int]:
    return list(stage.teams.order_by("seeding").values_list("origin__number", flat=True))


def lines(action: str) -> list[dict[str, Any]]:
    return list(LogEntry.objects.filter(action=action).values_list("details", flat=True))


def correct_to_win(
    tournament: Tournament, winner: int, loser: int, points: int = 1600, lost: int = 100
) -> None:
    for play in plays_of(tournament):
        if set(numbers_at(play)) == {winner, loser}:
            ns, _ew = numbers_at(play)
            score = {"NS": points, "EW": lost} if ns == winner else {"NS": lost, "EW": points}
            correct_result(play_id=play.pk, slip={"game": score}, reason="misread", actor=None)
