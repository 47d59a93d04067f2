"""Simulations with real workers: all take part, one is killed."""

import pytest

from games.models import Simulation, SimulationBatch
from games.simulations.questions import play_batch
from games.simulations.selectors.progress import progress_of, tally_of
from games.simulations.services import start_simulation
from tests.builders import make_user
from tests.processes import environment, kill, until, worker

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
QUESTION = {"variant": "bulgarian", "dealer": "N", "levels": {"NS": "thumb", "EW": "thumb"}}
DEALS = 4000


def counted(simulation: Simulation) -> int:
    return progress_of(simulation).done


def is_done(simulation: Simulation) -> bool:
    return progress_of(simulation).state == "done"


@pytest.mark.slow
def test_simulation_completes_after_one_of_two_workers_dies():
    simulation = start_simulation(question=QUESTION, count=DEALS, seed=11, person=make_user())
    variables = environment()
    with worker(variables) as first, worker(variables):
        until(lambda: owners(simulation) >= 2 and counted(simulation) > 200, 90)
        kill(first)
        assert not is_done(simulation)
        until(lambda: is_done(simulation), 120)
    batches = list(simulation.batches.order_by("first"))
    assert sum(batch.count for batch in batches) == DEALS
    assert [batch.first for batch in batches] == [
        sum(before.count for before in batches[:index]) for index in range(len(batches))
    ]
    with worker(variables):
        alone = start_simulation(question=QUESTION, count=DEALS, seed=11, person=make_user("b"))
        until(lambda: is_done(alone), 120)
    whole = play_batch(QUESTION, 11, 0, DEALS)
    assert tally_of(simulation).to_json() == tally_of(alone).to_json() == whole


def owners(simulation: Simulation) -> int:
    stored = SimulationBatch.objects.filter(simulation=simulation, tally__isnull=False)
    return len(set(stored.values_list("owner", flat=True)))
