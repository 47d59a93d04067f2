import pytest

from tests.tournaments.movements.lines import movement_from_json
from tournaments.movements import check_movement, howell
from tournaments.movements.individual import whist
from tournaments.movements.listing import movement_json


@pytest.mark.parametrize("movement", [howell(5, 7), howell(4, missing=True), whist(9)])
def test_listing_round_trips_through_json(movement):
    again = movement_from_json(movement_json(movement))
    assert again.rounds == movement.rounds
    assert again.sit_outs == movement.sit_outs
    assert check_movement(again) == check_movement(movement)


def test_faults_of_imported_listing_are_returned():
    listing = {"rounds": [[{"table": 1, "ns": 1, "ew": 2, "boards": 1}] * 2]}
    answer = movement_json(movement_from_json(listing))["check"]
    assert answer["valid"] is False
    assert [fault["rule"] for fault in answer["faults"]] == ["I4", "I1", "I2", "I1", "I2"]
