"""The replay of an evening still plays by what the project says of itself."""

import random
from collections import Counter

from benchmarks.evening import shipped
from benchmarks.evening.http import unchunked
from benchmarks.evening.plan import Manner, Shape, turns_of
from games.scoring import score_slip


def test_intervals_are_read_from_the_scripts_that_browsers_run():
    assert (shipped.PATIENCE, shipped.POLL, shipped.QUIET_POLL) == (12, 6, 12)
    assert shipped.LISTENING_POLL == 30
    assert (shipped.SPREAD, shipped.AT_MOST_EVERY, shipped.PUBLIC_POLL) == (2, 5, 15)
    assert shipped.console_every() == 4


def test_commands_are_those_of_the_containers_with_another_port():
    web = shipped.with_option(shipped.composed("web"), "--bind", "127.0.0.1:1")
    assert web[:2] == ["gunicorn", "config.asgi:application"]
    assert "--bind=127.0.0.1:1" in web
    assert "--workers=2" in web
    assert "--concurrency=2" in shipped.composed("worker")
    assert shipped.memory_settings()["MALLOC_ARENA_MAX"] == "2"


def test_every_play_has_one_turn_with_a_slip_that_scores():
    rounds = [[1, 2], [3, 4], [5, 6]]
    turns = list(turns_of(rounds, Shape(tables=1, minutes=3), random.Random(1)))
    assert Counter(turn.play for turn in turns) == Counter(range(1, 7))
    played = [turn.slip for turn in turns if turn.manner is not Manner.LATE]
    assert all(score_slip("bulgarian", slip)["status"] == "complete" for slip in played)


def test_an_evening_of_two_hundred_tables_has_two_thousand_results():
    assert Shape().results == 2000


def test_a_chunked_answer_is_put_together():
    assert unchunked(b"4\r\nWiki\r\n6\r\npedia \r\n0\r\n\r\n") == b"Wikipedia "
