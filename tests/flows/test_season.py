"""A season of random evenings ends consistently."""

import random

import pytest

from tests.season import Evening, next_stage, play_evening, problems, random_evening

pytestmark = pytest.mark.django_db


def played_to_the_end(seed: int) -> None:
    evening: Evening | None = random_evening(seed)
    while evening:
        play_evening(evening)
        assert list(problems(evening)) == [], (seed, evening.tournament.movement_kind, evening.done)
        evening = next_stage(evening)


@pytest.mark.sample
@pytest.mark.parametrize("seed", range(12))
def test_random_evening_with_incidents_ends_consistently(seed):
    played_to_the_end(seed)


@pytest.mark.slow
@pytest.mark.parametrize("time", range(60))
def test_many_random_evenings_end_consistently(time):
    played_to_the_end(random.getrandbits(32))
