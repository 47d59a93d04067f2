import random
from collections import Counter

import pytest

from benchmarks.evening import probes, shipped, spectators
from benchmarks.evening.http import decode_chunked
from benchmarks.evening.plan import ConfirmationPath, Shape, plan_table
from games.belot import PRESETS
from games.slips.scoring import score_slip
from tests.builders import enter_and_confirm, fill_rounds, make_drawn, plays_of, rebuild
from tournaments.console.services.clock import start_round


def test_benchmark_intervals_are_read_from_the_browser_scripts():
    assert (shipped.PATIENCE, shipped.POLL, shipped.QUIET_POLL) == (12, 6, 12)
    assert shipped.LISTENING_POLL == 30
    assert (shipped.SPREAD, shipped.AT_MOST_EVERY, shipped.PUBLIC_POLL) == (2, 5, 15)
    assert shipped.console_every() == 4


def test_benchmark_commands_equal_the_container_commands():
    web = shipped.with_option(shipped.service_command("web"), "--bind", "127.0.0.1:1")
    assert web[:2] == ["gunicorn", "config.asgi:application"]
    assert "--bind=127.0.0.1:1" in web
    assert shipped.variables_of("web") == {"WEB_CONCURRENCY": "2"}
    assert (shipped.niceness("web"), shipped.niceness("visitors")) == (0, 9)
    assert "--concurrency=2" in shipped.service_command("worker")
    assert shipped.memory_settings()["MALLOC_ARENA_MAX"] == "2"


def test_planned_table_has_one_turn_with_a_valid_slip_per_play():
    rounds = [[1, 2], [3, 4], [5, 6]]
    turns = list(plan_table(rounds, Shape(tables=1, minutes=3), random.Random(1)))
    assert Counter(turn.play for turn in turns) == Counter(range(1, 7))
    played = [turn.slip for turn in turns if turn.manner is not ConfirmationPath.LATE]
    assert all(score_slip(PRESETS["bulgarian"], slip)["status"] == "complete" for slip in played)


def test_default_benchmark_evening_has_two_thousand_results():
    assert Shape().results == 2000


def test_chunked_response_is_decoded():
    assert decode_chunked(b"4\r\nWiki\r\n6\r\npedia \r\n0\r\n\r\n") == b"Wikipedia "


@pytest.mark.django_db
def test_benchmark_patterns_match_real_pages(client):
    tournament = make_drawn(4, params={"entrants": 4, "rounds": 2})
    start_round(tournament=tournament, number=1)
    fill_rounds(tournament, 1)
    start_round(tournament=tournament, number=2)
    enter_and_confirm(plays_of(tournament, sitting__round__number=2)[0])
    page = client.get(rebuild(tournament).get_absolute_url()).content
    found = spectators.FOLLOWS.search(page)
    assert found
    assert len(found.groups()) == 2
    assert int(probes.AFTER.search(page)[1]) == 1
    assert int(probes.RUNNING.search(page)[1]) == 2
    assert sum(map(int, probes.DONE.findall(page))) == 1
