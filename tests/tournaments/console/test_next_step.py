import re

import pytest
from django.test import Client

from tests.builders import enter, fill_rounds, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.formats import better_wins, make_field
from tests.tournaments.manage import address, client_of
from tournaments.console.selectors.clock import clock_of
from tournaments.console.services.clock import start_round
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Result, Tournament
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


@built_once
def danish() -> Tournament:
    return make_drawn(8, kind="danish", params={"entrants": 8, "rounds": 4})


@pytest.fixture
def client(danish) -> Client:
    return client_of(danish)


def head_of(page: str) -> str:
    progress = re.search(r'class="progress-words">\s*<b>(.*?)</b>', page, re.S)
    primary = re.search(r'class="btn btn-primary".*?>(.*?)</', page, re.S)
    words = [found[1] if found else "–" for found in (progress, primary)]
    return " | ".join(" ".join(word.split()) for word in words)


def console(client: Client, tournament: Tournament) -> str:
    return client.get(address("tournament", tournament)).content.decode()


def test_planned_round_count_is_shown_before_drawing(danish, client):
    assert head_of(console(client, danish)) == "Round 1 of 4 | Start round 1"
    start_round(tournament=danish, number=1)
    assert head_of(console(client, danish)) == "Round 1 of 4 | Draw round 2"
    public = client.get(danish.get_absolute_url()).content.decode()
    assert head_of(public).startswith("Round 1 of 4")
    screen = client.get(f"{danish.get_absolute_url()}projector/").content.decode()
    assert head_of(screen).startswith("Round 1 of 4")


def test_next_step_draws_then_publishes_then_starts(danish, client):
    start_round(tournament=danish, number=1)
    fill_rounds(danish, 1)
    assert head_of(console(client, danish)) == "Round 1 of 4 | Draw round 2"
    client.post(address("next_round", danish), {"number": "2"})
    assert head_of(console(client, danish)) == "Round 1 of 4 | Publish round 2"
    client.post(address("publish_round", danish, 2))
    page = console(client, danish)
    assert head_of(page) == "Round 1 of 4 | Start round 2"
    assert 'value="start-2"' in page  # at once: what the next round lacks is nothing to wait for


def test_started_round_without_results_is_named():
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    for number in (1, 2, 3):
        start_round(tournament=tournament, number=number)
    client = client_of(tournament)
    assert head_of(console(client, tournament)) == "Round 3 of 7 | Start round 4"
    public = client.get(tournament.get_absolute_url()).content.decode()
    assert head_of(public).startswith("Round 3 of 7")


def test_before_play_no_round_is_named():
    tournament = make_drawn(8)
    public = Client().get(tournament.get_absolute_url()).content.decode()
    assert head_of(public).startswith("Not begun · 7 rounds")


def test_lives_format_shows_no_round_count():
    tournament = make_drawn(8, kind="lives", params={"entrants": 8, "lives": 2})
    assert clock_of(tournament).rounds == 0
    public = Client().get(tournament.get_absolute_url()).content.decode()
    assert head_of(public).startswith("Not begun |")
    start_round(tournament=tournament, number=1)
    public = Client().get(tournament.get_absolute_url()).content.decode()
    assert head_of(public).startswith("Round 1 |")


def test_last_round_shows_finish_link_but_no_next_step():
    tournament = make_drawn(8, kind="barometer", params={"entrants": 8, "rounds": 1})
    start_round(tournament=tournament, number=1)
    fill_rounds(tournament, 1)
    page = console(client_of(tournament), tournament)
    assert head_of(page) == "Round 1 of 1 | –"
    assert f'href="{address("finish", tournament)}"' in page


def test_finish_page_lists_open_items_without_finishing(danish, client):
    start_round(tournament=danish, number=1)
    first, second, *_others = plays_of(danish)
    enter(first)
    enter(second)
    enter(second, "EW", slip={**RESULT, "points": {"NS": 60, "EW": 102}})
    page = client.get(address("finish", danish)).content.decode()
    words = " ".join(page.split())
    assert "6 results are missing" in words
    assert "1 result is disputed" in words
    assert "1 result is confirmed by one side only" in words
    assert "3 planned rounds have not been played" in words
    assert "The evening cannot end yet" in words
    danish.refresh_from_db()
    assert danish.state == Tournament.State.PLAYING


def test_head_follows_results_when_clock_is_not_used():
    tournament = make_drawn(8)
    client = client_of(tournament)
    fill_rounds(tournament, 2)
    page = console(client, tournament)
    assert head_of(page) == "Round 3 of 7 | Start round 3"
    assert "Start planned" not in page
    start_round(tournament=tournament, number=3)
    assert head_of(console(client, tournament)) == "Round 3 of 7 | Start round 4"
    fill_rounds(tournament, 5)
    assert head_of(console(client, tournament)) == "Round 6 of 7 | Start round 6"


def test_bracket_console_has_no_early_end_shortcut(client, danish):
    assert 'data-key="E"' in console(client, danish)
    cup = make_drawn(
        4, kind="single_elimination", params={"entrants": 4}, club=danish.club,
        name="Cup", scoring="total_points",
    )  # fmt: skip
    assert 'data-key="E"' not in console(client, cup)


def test_finish_page_offers_to_remove_empty_rounds():
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    client = client_of(tournament)
    words = " ".join(client.get(address("finish", tournament)).content.decode().split())
    assert "Nothing was entered in the last 5 rounds, from round 3 on." in words
    assert f'href="{address("evening", tournament, "fewer-rounds")}"' in words
    fill_rounds(tournament, 7)
    words = " ".join(client.get(address("finish", tournament)).content.decode().split())
    assert "Nothing was entered" not in words


RESULT = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}


def test_finishing_with_unconfirmed_results_requires_override():
    tournament = make_drawn(8, kind="barometer", params={"entrants": 8, "rounds": 1})
    start_round(tournament=tournament, number=1)
    for play in plays_of(tournament):
        enter(play)
    client = client_of(tournament)
    client.post(address("finish", tournament))
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.PLAYING
    with pytest.raises(RuleViolationError, match="8 results are not confirmed") as refusal:
        finish_tournament(tournament=tournament)
    assert refusal.value.code == "results_unconfirmed"
    client.post(address("finish", tournament), {"anyway": "on"})
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    assert not tournament.is_official
    assert Result.objects.count() == 8


def test_finishing_before_planned_rounds_requires_override(danish):
    fill_rounds(danish, 1)
    with pytest.raises(RuleViolationError, match="3 planned rounds") as refusal:
        finish_tournament(tournament=danish)
    assert refusal.value.code == "rounds_to_come"
    assert finish_tournament(tournament=danish, anyway=True).state == Tournament.State.FINISHED


def test_bracket_with_winner_can_be_finished():
    tournament = make_drawn(2, kind="single_elimination", params={"entrants": 2})
    fill_rounds(tournament, 1)
    assert finish_tournament(tournament=tournament).state == Tournament.State.FINISHED


def cup_before_the_final() -> Tournament:
    tournament = make_field(
        4, "single_elimination", {"entrants": 4}, scoring="total_points", boards_per_round=2
    )
    better_wins(tournament, 1)
    draw_next_round(tournament=tournament)
    publish_round(tournament=tournament, number=2)
    for number in (1, 2):
        start_round(tournament=tournament, number=number)
    return tournament


def test_no_round_is_offered_after_played_final():
    tournament = cup_before_the_final()
    client = client_of(tournament)
    assert head_of(console(client, tournament)) == "Round 2 of 2 | –"
    better_wins(tournament, 2)
    page = console(client, tournament)
    assert head_of(page) == "Round 2 of 2 | –"
    assert "Draw round 3" not in page
    assert f'href="{address("finish", tournament)}"' in page


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_bracket_offers_next_draw_while_round_is_played(kind):
    tournament = make_field(4, kind, {"entrants": 4}, scoring="total_points")
    start_round(tournament=tournament, number=1)
    assert head_of(console(client_of(tournament), tournament)).endswith("| Draw round 2")


def test_tied_final_asks_for_winner_and_offers_no_round():
    tournament = cup_before_the_final()
    client = client_of(tournament)
    for order, points in ((1, 110), (2, 52)):
        [play] = plays_of(tournament, sitting__round__number=2, order=order)
        entered = slip(points) if order == 1 else slip(points, declarer="W")
        correct_result(play_id=play.pk, slip=entered, reason="test", actor=None)
    page = console(client, tournament)
    assert head_of(page) == "Round 2 of 2 | Decide the winner"
    assert "No winner yet" in page
    assert "Draw round 3" not in page
    draw = client.get(address("draw", tournament))
    assert "has no winner. Who gets this match?" in draw.content.decode()
    assert "Draw round 3" not in draw.content.decode()
    [tie] = draw.context["next"].ties
    decide_match(tournament=tournament, number=2, match=tie.meeting.match, winner=2)
    assert head_of(console(client, tournament)) == "Round 2 of 2 | –"
