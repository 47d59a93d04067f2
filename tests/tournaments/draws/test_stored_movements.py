import pytest

from tests.builders import make_drawn
from tournaments.draws.selectors.movements import movement_of
from tournaments.movements import build_movement, check_movement

pytestmark = pytest.mark.django_db

PAIRS = [
    ("barometer", {"entrants": 9}, 9),
    ("mitchell", {"tables": 4, "variant": "share"}, 8),
    ("mitchell", {"tables": 5, "missing": "ew", "arrow_switch": True}, 9),
    ("howell", {"tables": 4}, 8),
    ("endless_howell", {"tables": 4}, 8),
]


@pytest.mark.parametrize(("kind", "params", "teams"), PAIRS)
def test_stored_draw_equals_its_movement(kind, params, teams):
    tournament = make_drawn(teams, kind=kind, params=params)
    stored, made = movement_of(tournament), build_movement(kind, params)
    assert stored.rounds == made.rounds
    assert stored.sit_outs == made.sit_outs
    assert (stored.unit, stored.entrants, stored.winners) == ("pair", teams, made.winners)
    assert check_movement(stored).is_valid


def test_loading_movement_takes_three_queries(django_assert_num_queries):
    tournament = make_drawn(15)
    with django_assert_num_queries(3):
        movement_of(tournament)
