from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of
from tests.tournaments.open_contests import open_field
from tournaments.archive.services.restore import discard_upload
from tournaments.cash.services.prizes import announce_prizes
from tournaments.changes.services.byes import pair_resting
from tournaments.changes.services.repairs import check_has_board_sets
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round, undo_round_start
from tournaments.draws.selectors.instructions import instructions_of
from tournaments.draws.selectors.proposals import rest_words_of_others
from tournaments.draws.selectors.timetable import playing_minutes
from tournaments.errors import RuleViolationError
from tournaments.models import Delivery, StoredArchive, Tournament
from tournaments.models.parts.game import OpenGame
from tournaments.notifications.webhooks.texts import PROBLEMS, problem_words
from tournaments.public.selectors.hands import hands_of, hands_text
from tournaments.rehearsal.story import can_have_latecomer
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state import hall
from tournaments.state.official import make_official
from tournaments.templatetags.contest import play_name

pytestmark = pytest.mark.django_db


@built_once
def drawn() -> Tournament:
    return make_drawn(
        4, club=make_club("Drawn"), publish=False, params={"entrants": 4, "rounds": 2}
    )


@built_once
def cup() -> Tournament:
    return make_field(
        4, "single_elimination", {"entrants": 4}, scoring="total_points", club=make_club("Cups")
    )


@built_once
def game() -> Tournament:
    return open_field(4, "berger", club=make_club("Games"))


NOT_PLAYING = [
    (lambda row: make_official(tournament=row), "not_finished"),
    (lambda row: finish_tournament(tournament=row), "not_playing"),
    (lambda row: start_round(tournament=row, number=1), "not_playing"),
    (lambda row: undo_round_start(tournament=row, number=1), "not_the_newest"),
    (lambda row: call_director(table=row.tables.all()[0]), "not_playing"),
    (lambda row: announce_prizes(tournament=row), "no_prizes"),
]


@pytest.mark.parametrize(("act", "code"), NOT_PLAYING)
def test_play_actions_are_rejected_before_play_starts(
    drawn: Tournament, act: Any, code: str
) -> None:
    with pytest.raises(RuleViolationError) as refused:
        act(drawn)
    assert refused.value.code == code


def test_undo_round_start_requires_the_newest_round() -> None:
    tournament = make_drawn(4, club=make_club("Two"), params={"entrants": 4, "rounds": 2})
    for number in (1, 2):
        start_round(tournament=tournament, number=number)
    with pytest.raises(RuleViolationError) as refused:
        undo_round_start(tournament=tournament, number=1)
    assert refused.value.code == "not_the_newest"
    undo_round_start(tournament=tournament, number=2)
    undo_round_start(tournament=tournament, number=1)


def test_bye_in_a_bracket_cannot_be_paired_later(cup: Tournament) -> None:
    with pytest.raises(RuleViolationError) as refused:
        pair_resting(tournament=cup, from_round=1)
    assert refused.value.code == "bracket"
    assert not can_have_latecomer(cup)


def test_open_play_has_no_board_sets(game: Tournament) -> None:
    with pytest.raises(RuleViolationError) as refused:
        check_has_board_sets(game)
    assert refused.value.code == "no_boards"
    play = plays_of(game, sitting__table__number=1)[0]
    assert play_name(play) == "Round 1, table 1"


def test_automatic_archive_cannot_be_discarded() -> None:
    with pytest.raises(RuleViolationError) as refused:
        discard_upload(kept=StoredArchive(happened=StoredArchive.Happened.DELETION))
    assert refused.value.code == "kept_by_itself"


def test_hand_records_say_that_no_board_is_over(drawn: Tournament) -> None:
    assert "No board is over yet." in hands_text(hands_of(drawn))


def test_empty_player_file_and_unknown_play_return_404(drawn: Tournament) -> None:
    players = reverse("club_players_file", args=[drawn.club.pk, "csv"])
    assert Client().get(players).status_code == 404
    doubts = address("doubts", drawn)
    assert client_of(drawn).post(doubts, {"play": 10**9}).status_code == 404


@pytest.mark.parametrize(
    ("game", "minutes"),
    [({"minutes": 40}, 40), ({"best_of": 3, "to": 501}, 90), ({"deals": 4}, 12)],
)
def test_playing_minutes_follow_the_game_length(game: dict[str, int], minutes: int) -> None:
    assert playing_minutes(Tournament(cards="open", game=OpenGame(**game))) == minutes


def test_rest_words_use_singular_and_plural() -> None:
    assert rest_words_of_others(1, 1) == "everybody 1 round"
    assert rest_words_of_others(2, 2) == "everybody 2 rounds"


def test_rover_is_named_in_the_instructions(drawn: Tournament) -> None:
    drawn.movement_kind = "mitchell"
    drawn.movement_params = {"tables": 7, "variant": "plain", "rover": True}
    assert any("rover" in line for line in instructions_of(drawn))


@pytest.mark.parametrize(
    ("delivery", "words"),
    [
        (Delivery(problem="too_slow"), PROBLEMS["too_slow"]),
        (Delivery(status=302), "The address sent on to another one, which is not followed."),
        (Delivery(status=500), ""),
    ],
)
def test_problem_words_follow_delivery_problem_and_status(delivery: Delivery, words: str) -> None:
    assert problem_words(delivery) == words


def test_state_cache_evicts_tournaments_at_limit(drawn: Tournament, monkeypatch: Any) -> None:
    monkeypatch.setattr(hall, "MAX_CACHED", 0)
    hall.shared_state_of(rebuild(drawn), lambda: 1)
    assert not hall.CACHE
