import pytest

from tests.builders import fill_rounds, names_of
from tests.tournaments.formats import make_field
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.people import join_late, withdraw_team
from tournaments.draws.selectors.movements import movement_of
from tournaments.models import Tournament
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db
FORMATS = {
    "howell": (8, {"tables": 4}),
    "barometer": (8, {"entrants": 8, "rounds": 7}),
    "odd barometer": (9, {"entrants": 9, "rounds": 7}),
    "mitchell": (8, {"tables": 4, "variant": "skip", "arrow_switch": True}),
}
STEPS = {
    "one late": [("late", 1)],
    "one leaves": [("leaves", 2)],
    "late after round 2": [("late", 3)],
    "two late": [("late", 1), ("late", 1)],
    "one leaves, then one late": [("leaves", 2), ("late", 2)],
}


def take(tournament: Tournament, step: str, number: int, at: int) -> None:
    if step == "late":
        join_late(tournament=tournament, players=names_of(30 + at), from_round=number)
    else:
        withdraw_team(team=tournament.teams.get(number=3), from_round=number)


@pytest.mark.sample
@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
@pytest.mark.parametrize("name", FORMATS)
def test_combined_changes_seat_or_rest_every_present_team(name, steps):
    entrants, params = FORMATS[name]
    tournament = make_field(entrants, name.split()[-1], params)
    dealt, rounds = tournament.boards.count(), tournament.rounds.count()
    fill_rounds(tournament, steps[0][1] - 1)
    for at, (step, number) in enumerate(steps):
        take(tournament, step, number, at)
    layout = layout_of(tournament)
    here = set(tournament.teams.filter(withdrawn_from=None).values_list("pk", flat=True))
    for number in range(max(number for _step, number in steps), rounds + 1):
        rows = [key[1] for key in layout.seats if key[0] == number and key[1] in here]
        assert sorted(rows) == sorted(here)
    assert check_movement(movement_of(tournament)).is_valid
    assert (tournament.boards.count(), tournament.rounds.count()) == (dealt, rounds)
