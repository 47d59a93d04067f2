"""Seats are public before play: no page head counts a round."""

import re

import pytest

from tests.builders import plays_of, rebuild
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.formats import better_wins, make_field
from tournaments.console.selectors.clock import ClockFace, clock_of
from tournaments.console.services.clock import start_round

pytestmark = pytest.mark.django_db

WORDS = "Not begun · 3 rounds"
ROUND = re.compile(r"\b[Rr]ound \d+( of \d+)?\b(?! begins at| comes next|\.)")


def cup():
    return make_field(
        6, "single_elimination", {"entrants": 6}, scoring="total_points", is_public=True
    )


def heads(client, tournament) -> dict[str, str]:
    code, club = tournament.code, tournament.club_id
    pages = {
        "home": "/en/",
        "club": f"/en/club/{club}/",
        "standings": f"/en/t/{code}/",
        "bracket": f"/en/t/{code}/bracket/",
        "projector": f"/en/t/{code}/projector/",
    }
    clear_versioned_caches()
    found = {}
    for name, address in pages.items():
        html = client.get(address).content.decode()
        head = re.search(r'id="live-head".*?(<nav class="tabs"|</header>)', html, re.DOTALL)
        told = head[0] if head else html[html.index("<body") :]
        found[name] = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", told))
    return found


def test_every_page_says_that_a_cup_has_not_begun(client):
    told = heads(client, cup())
    assert {name for name, text in told.items() if WORDS not in text} == set()
    assert {name: found[0] for name, text in told.items() if (found := ROUND.search(text))} == {}
    assert {name for name, text in told.items() if "Being played" in text} == set()


@pytest.mark.parametrize("begin", ["clock", "result"])
def test_every_page_says_begun_after_clock_or_first_result(client, begin):
    tournament = cup()
    if begin == "clock":
        start_round(tournament=tournament, number=1, actor=None)
    else:
        better_wins(tournament, 1)
    told = heads(client, tournament)
    assert {name for name, text in told.items() if "Not begun" in text} == set()
    number = 1 if begin == "clock" else 2
    assert f"Round {number} of 3" in told["standings"]
    assert f"Round {number} of 3" in told["projector"]


def test_first_result_without_clock_begins_tournament():
    tournament = cup()
    assert clock_of(tournament).is_ahead
    better_wins(tournament, 1)
    assert not clock_of(tournament).is_ahead
    assert plays_of(tournament)[0].state != "empty"


def test_overlay_and_embed_show_start_time_instead_of_round_0(client):
    tournament = rebuild(cup())
    for address in (f"/en/overlay/{tournament.code}/", f"/en/embed/t/{tournament.code}/"):
        html = client.get(address).content.decode()
        assert "Begins on Saturday, 21 November at 18:30" in html
        assert "ound 0" not in html


@pytest.mark.parametrize(
    ("face", "is_ahead"),
    [
        (ClockFace("none"), True),
        (ClockFace("between"), True),
        (ClockFace("waiting", round=1, rounds=3), True),
        (ClockFace("waiting", round=1, rounds=3, part=0.5), False),
        (ClockFace("waiting", round=2, rounds=3, done=1), False),
        (ClockFace("running", round=1, rounds=3), False),
        (ClockFace("paused", round=1, rounds=3), False),
        (ClockFace("between", round=2, done=2), False),
        (ClockFace("played", 3, 3, 3), False),
    ],
)
def test_clock_is_ahead_until_play_begins(face, is_ahead):
    assert face.is_ahead is is_ahead
