import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.belot import Deal, from_text, play_out, random_bot
from games.models import CardCosts, Record
from games.replay.examples import EXAMPLE
from games.replay.jobs import COSTS_JOB
from games.replay.tasks import CostSearch
from jobs.models import Job
from jobs.tasks import run
from tests.builders import make_drawn, plays_of
from tests.markup import one_line
from tests.solver import quick_solver
from tests.spells import with_time_slice
from tests.tournaments.manage import client_of
from tournaments.bots.playing import simulate_play
from tournaments.models import Play

__all__ = ["quick_solver"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_solver")]
HIDDEN = '<section class="card card-bleed" id="costs"'


@pytest.fixture
def brought() -> Record:
    return Record.objects.create(record=from_text(EXAMPLE), source=Record.Source.IMPORT)


def search() -> None:
    while waiting := list(Job.objects.filter(kind="costs", state="queued")):
        for job in waiting:
            run(job.pk)


def page_of(record: Record, query: str = "") -> str:
    path = reverse("replay", args=[record.share])
    return Client().get(path + query).content.decode()


def ask(record: Record) -> Any:
    return Client().post(reverse("replay_costs", args=[record.share]), {"step": "7"})


def test_imported_deal_is_searched_for_costs_on_request(brought: Record) -> None:
    assert "Find the costly cards" in page_of(brought)
    assert not Job.objects.exists()
    assert ask(brought).url == reverse("replay", args=[brought.share]) + "?step=7"
    assert "looking for the cards that cost points" in page_of(brought)
    search()
    page = page_of(brought)
    assert "Points lost against best play with all cards seen." in page
    assert "−14" in page
    assert CardCosts.objects.get().is_whole


def test_repeated_cost_request_enqueues_one_search(brought: Record) -> None:
    ask(brought)
    ask(brought)
    assert Job.objects.filter(kind="costs").count() == 1


def test_each_costly_card_links_to_its_step_and_its_cost(brought: Record) -> None:
    ask(brought)
    search()
    order = CardCosts.objects.get().costs[0][0]
    first_card = page_of(brought).count("data-cost-at=")
    assert first_card == len(CardCosts.objects.get().costs)
    calls = len(brought.record["calls"])
    page = page_of(brought, f"?step={calls + order + 1}")
    assert f'href="?step={calls + order + 1}"' in page
    assert '<b class="cost">−14</b> with this card.' in page


def test_finished_cost_search_refreshes_the_page(brought: Record) -> None:
    path = reverse("replay_costs", args=[brought.share])
    ask(brought)
    assert "HX-Refresh" not in Client().get(path)
    search()
    assert Client().get(path)["HX-Refresh"] == "true"


def test_cost_job_result_contains_no_cards(brought: Record) -> None:
    ask(brought)
    search()
    job = Job.objects.get(kind="costs")
    assert job.result == {}
    assert set(job.payload) == {"version"}


@pytest.mark.sql
def test_interrupted_cost_search_resumes(brought: Record, monkeypatch: Any) -> None:
    with_time_slice(monkeypatch, COSTS_JOB, 0.002)
    ask(brought)
    search()
    row = CardCosts.objects.get()
    assert row.is_whole
    whole = CostSearch(brought.record)
    while not whole.is_over:
        whole.step()
    assert row.costs == whole.rows
    assert Job.objects.filter(kind="costs", state="done").count() > 1


def test_passed_out_deal_offers_no_cost_search() -> None:
    passed = from_text(EXAMPLE) | {"calls": ["P"] * 4, "play": ""}
    passed = {
        key: passed[key] for key in ("variant", "dealer", "pack", "hands", "calls") if key in passed
    }
    record = Record.objects.create(record=passed, source=Record.Source.IMPORT)
    assert HIDDEN not in page_of(record)
    assert ask(record).status_code == 404


def test_cost_search_is_hidden_when_analysis_is_disabled(brought: Record, settings: Any) -> None:
    settings.BOARD_ANALYSIS = False
    assert HIDDEN not in page_of(brought)


def test_costs_are_unavailable_before_the_board_is_over() -> None:
    tournament = make_drawn(4, boards_per_round=1)
    first, *_rest = plays_of(tournament, sitting__round__number=1)
    simulate_play(first.pk)
    record = Record.objects.get()
    path = reverse("replay_costs", args=[record.share])
    assert Client().post(path).status_code == 404
    director = client_of(tournament)
    assert director.post(path).status_code == 404
    seen = director.get(reverse("replay", args=[record.share])).content.decode()
    assert HIDDEN not in seen
    assert not Job.objects.filter(kind="costs").exists()


def test_tournament_record_is_searched_once_its_board_is_over() -> None:
    tournament = make_drawn(4, boards_per_round=1)
    for play in plays_of(tournament, state=Play.State.EMPTY):
        simulate_play(play.pk)
    played = [record for record in Record.objects.all() if record.record.get("play")]
    assert "looking for the cards that cost points" in page_of(played[0])
    page_of(played[0])
    assert Job.objects.filter(kind="costs").count() == 1
    search()
    assert "Find the costly cards" not in page_of(played[0])
    assert CardCosts.objects.get().record == played[0]


def test_klaverjas_costs_say_that_roem_is_included() -> None:
    deal = play_out(Deal("klaverjas_amsterdam", seed=2), random_bot, random.Random(2))
    record = Record.objects.create(record=deal.record(), source=Record.Source.IMPORT)
    ask(record)
    search()
    assert "Combinations in tricks (roem) are included" in one_line(page_of(record))


@pytest.mark.sql
def test_costs_of_other_games_do_not_mention_roem(brought: Record) -> None:
    ask(brought)
    search()
    assert "roem" not in page_of(brought)
