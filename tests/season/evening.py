import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.builders import make_club, make_tournament, slip
from tests.season.formats import FORMATS, SIZES, Format, Params, has_movement
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.draws.services.draws import draw_tournament, publish_draw, undo_draw
from tournaments.entries.services.entries import add_team, set_present
from tournaments.models import Club, Play, Team, Tournament
from tournaments.state.formats import DRAWN_BY_ROUND


@dataclass
class Evening:
    tournament: Tournament
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    exchanged: Counter[int] = field(default_factory=Counter)
    latecomers: set[str] = field(default_factory=set)
    drawn: set[int] = field(default_factory=set)
    rests: int = 0
    copies: int = 0
    gone: int = 0
    late: int = 0

    def teams(self) -> list[Team]:
        return list(self.tournament.teams.filter(number__isnull=False, withdrawn_from=None))

    def new_names(self) -> list[str]:
        self.late += 1
        size = SIZES[self.tournament.unit]
        return [f"Гост {letter}{self.late}" for letter in "ЖЗИК"[:size]]

    def begin(self) -> None:
        """Publish the draw and record its promises: entrants, rests, copies of a board."""
        self.tournament = publish_draw(tournament=self.tournament)
        self.drawn = {team.pk for team in self.teams()}
        self.rests = max(rests_of(layout_of(self.tournament)).values(), default=0)
        self.copies = copies_of(self.tournament)


def random_evening(seed: int, club: Club | None = None) -> Evening:
    rng = random.Random(seed)
    chosen, entrants, params = random_field(rng)
    values = {"boards_per_round": rng.randint(1, 2), "name": f"Evening {seed}", **chosen.values}
    unit = values.pop("unit", None)
    tournament = make_tournament(club=club or make_club(), **values)
    tournament.unit = unit or tournament.unit
    tournament.save()
    for number in range(entrants):
        size = SIZES[tournament.unit]
        people = [f"Играч {letter}{number}" for letter in "АБВГ"[:size]]
        add_team(tournament=tournament, players=people)
    evening = Evening(tournament, rng)
    draw(evening, chosen.kind, params, seed)
    if rng.random() < 0.4:
        draw_again(evening, chosen, entrants, seed)
    evening.begin()
    return evening


def random_field(rng: random.Random) -> tuple[Format, int, Params]:
    while True:
        chosen = rng.choice(FORMATS)
        entrants = rng.randint(chosen.fewest, chosen.most)
        params = fitting_params(chosen, entrants, rng)
        if params is not None:
            return chosen, entrants, params


def fitting_params(chosen: Format, entrants: int, rng: random.Random) -> Params | None:
    """Parameters for exactly these entrants, if the format has them."""
    params = chosen.params(entrants, rng)
    return (
        params
        if chosen.kind in DRAWN_BY_ROUND or has_movement(chosen.kind, params, entrants)
        else None
    )


def draw(evening: Evening, kind: str, params: Params, seed: int) -> None:
    evening.tournament = draw_tournament(
        tournament=evening.tournament, kind=kind, params=params, by_lot=False, seed=f"{seed:064x}"
    )


def draw_again(evening: Evening, chosen: Format, entrants: int, seed: int) -> None:
    """Draw again after an entrant came or stayed away before play."""
    comes = evening.rng.random() < 0.6
    entrants += 1 if comes else -1
    if not chosen.fewest <= entrants <= chosen.most:
        return
    params = fitting_params(chosen, entrants, evening.rng)
    if params is None:
        return
    if evening.rng.random() < 0.5:
        publish_draw(tournament=evening.tournament)
    undo_draw(tournament=evening.tournament)
    if comes:
        add_team(tournament=evening.tournament, players=evening.new_names())
    else:
        away = evening.rng.choice(list(evening.tournament.teams.all()))
        set_present(team=away, is_present=False)
    draw(evening, chosen.kind, params, seed)
    evening.done["drawn again before play"] += 1


def random_slip(evening: Evening) -> dict[str, Any]:
    rng = evening.rng
    if evening.tournament.is_open_play:
        sides = evening.tournament.sides_of_game
        return {"game": {side: rng.randint(400, 1300) for side in sides}}
    points = rng.choice([50, 62, 74, 83, 90, 98, 110, 120])
    return slip(points, rng.choice("CDHS"), rng.choice("NWSE"))


def rests_of(layout: Layout) -> Counter[int]:
    """Rounds without a table, by entrant; a resting half of a team counts."""
    places = {(key[0], key[1]) for key, row in layout.seats.items() if row.table is None}
    return Counter(team for _number, team in places)


def copies_of(tournament: Tournament) -> int:
    """Most tables that play one board in the same round."""
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    at_once = Counter(plays.values_list("sitting__round__number", "board__number"))
    return max(at_once.values(), default=0)
