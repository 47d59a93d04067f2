from dataclasses import dataclass

from tournaments.clubs.names import last_name
from tournaments.draws.selectors.seatings import TableSide, short_name, sides_of
from tournaments.entries.selectors.lineups import Lineups, players_in
from tournaments.models import Play, Seat, Team


@dataclass(frozen=True)
class SeatedSide:
    """A side, or one player where three play: number, short name, players by seat."""

    number: str
    name: str
    people: list[str]


def names_of(play: Play, lineups: Lineups) -> list[SeatedSide]:
    seats, number = list(play.sitting.seats.all()), play.sitting.round.number
    sides = play.board.tournament.sides_of_game
    if len(sides) > 2:
        side_by_place = {seat.place: TableSide((seat.team,)) for seat in seats}
        return [side_named(side_by_place.get(at, TableSide(())), number, lineups) for at in sides]
    by_side = sides_of(seats)
    return [side_named(by_side[side], number, lineups) for side in Seat.Side.values]


def side_named(side: TableSide, number: int, lineups: Lineups) -> SeatedSide:
    names = " – ".join(lineup_name(team, number, lineups) for team in side.teams)
    people = [row.name for team in side.teams for row in players_in(team, number, lineups)]
    return SeatedSide(side.number, names or "–", people)


def lineup_name(team: Team, number: int, lineups: Lineups) -> str:
    if team.pk not in lineups:
        return short_name(team)
    return " – ".join(last_name(player.name) for player in players_in(team, number, lineups))
