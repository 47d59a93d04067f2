"""A board is over when all tables have settled it, or the director says so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    director_of,
    enter,
    enter_and_confirm,
    make_drawn,
    plays_of,
    rebuild,
    slip,
)
from tournaments.draws.seating import deal_boards
from tournaments.errors import RuleViolationError
from tournaments.models import Board, LogEntry, Play, Result, Tournament
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.rulings.services.closing import close_board, reopen_board
from tournaments.rulings.services.rulings import rule_result
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.state.visibility import finished_boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn(8, boards_per_round=1)


def board_one(tournament: Tournament) -> Board:
    return tournament.boards.get(number=1)


def is_over(tournament: Tournament, number: int = 1) -> bool:
    tournament.refresh_from_db()
    return finished_boards(tournament).filter(number=number).exists()


def last_play(tournament: Tournament) -> Play:
    """All tables but the last have confirmed board 1."""
    *others, last = plays_of(tournament, board__number=1)
    for play in others:
        enter_and_confirm(play)
    return last


def shows_cards(tournament: Tournament) -> bool:
    page = Client().get(reverse("tournament_board", args=[tournament.code, 1]))
    return "This board is not over yet" not in page.content.decode()


def test_not_played_entry_of_last_table_keeps_board_hidden(tournament):
    """It once did, and the table then entered results with open cards."""
    play = last_play(tournament)
    enter(play, slip={"not_played": True})
    assert not is_over(tournament)
    assert not shows_cards(tournament)
    confirm_result(table=play.sitting.table, play_id=play.pk, version=1, side="EW", agrees=True)
    assert not is_over(tournament)
    assert not shows_cards(tournament)


def test_not_played_ruling_by_director_completes_the_board(tournament):
    play = last_play(tournament)
    enter_and_confirm(play, slip={"not_played": True})
    rule_result(play_id=play.pk, kind=Result.Kind.NOT_PLAYED, reason="no time")
    assert is_over(tournament)
    assert shows_cards(tournament)


def test_unconfirmed_last_result_keeps_board_hidden(tournament):
    play = last_play(tournament)
    enter(play)
    assert not is_over(tournament)
    enter(play, "EW", slip=slip(120))
    assert not is_over(tournament)
    correct_result(play_id=play.pk, slip=slip(98), reason="both agree", actor=None)
    assert is_over(tournament)


def test_confirmed_last_result_shows_cards_on_board_page(tournament):
    play = last_play(tournament)
    rebuild(tournament)
    assert not shows_cards(tournament)
    enter(play)
    assert not shows_cards(tournament)
    enter(play, "EW")
    assert shows_cards(tournament)


def test_late_play_keeps_board_hidden(tournament):
    play = last_play(tournament)
    rule_result(play_id=play.pk, kind=Result.Kind.LATE, reason="after the last round")
    assert not is_over(tournament)


def test_draft_round_with_the_board_keeps_it_hidden(tournament):
    enter_and_confirm(last_play(tournament))
    assert is_over(tournament)
    tournament.rounds.filter(number=2).update(is_published=False)
    play = plays_of(tournament, sitting__round__number=2)[0]
    Play.objects.filter(pk=play.pk).update(board=board_one(tournament))
    assert not is_over(tournament)


@pytest.mark.sql
def test_director_closes_and_reopens_a_board(tournament):
    play = last_play(tournament)
    director = director_of(tournament)
    with pytest.raises(RuleViolationError) as caught:
        close_board(board=board_one(tournament), actor=director)
    assert (caught.value.code, caught.value.details["waiting"]) == ("board_in_play", 1)
    assert not is_over(tournament)
    close_board(board=board_one(tournament), confirmed=True, actor=director)
    assert is_over(tournament)
    assert shows_cards(tournament)
    with pytest.raises(RuleViolationError, match="closed this board"):
        enter(play)
    reopen_board(board=board_one(tournament), actor=director)
    assert not is_over(tournament)
    assert not shows_cards(tournament)
    lines = LogEntry.objects.filter(action__startswith="board_").values_list("action", "who")
    assert sorted(lines) == [("board_closed", director.username),
                             ("board_reopened", director.username)]  # fmt: skip


def test_closing_a_finished_board_is_rejected(tournament):
    enter_and_confirm(last_play(tournament))
    with pytest.raises(RuleViolationError, match="over already"):
        close_board(board=board_one(tournament))
    with pytest.raises(RuleViolationError, match="not closed"):
        reopen_board(board=board_one(tournament))


def test_entry_can_be_confirmed_after_the_board_was_closed(tournament):
    play = last_play(tournament)
    enter(play)
    close_board(board=board_one(tournament), confirmed=True)
    confirm_result(table=play.sitting.table, play_id=play.pk, version=1, side="EW", agrees=True)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


def test_closing_a_board_of_open_play_is_rejected():
    tournament = make_drawn(4, kind="round_robin", cards="open", params={"entrants": 4})
    with pytest.raises(RuleViolationError, match="cards of its own"):
        close_board(board=board_one(tournament), confirmed=True)


def test_finished_tournament_makes_every_board_public(tournament):
    for play in plays_of(tournament):
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    finish_tournament(tournament=tournament)
    assert is_over(tournament, 7)
    with pytest.raises(RuleViolationError, match="not being played"):
        close_board(board=board_one(tournament))


def test_dealing_more_boards_from_a_public_seed_is_rejected(tournament):
    """A tournament that was finished and reopened has shown the seed of all further boards."""
    for play in plays_of(tournament):
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    assert len(deal_boards(tournament, 8)) == 8
    finish_tournament(tournament=tournament)
    tournament = reopen_tournament(tournament=tournament)
    assert len(deal_boards(tournament, 8)) == 8
    with pytest.raises(RuleViolationError, match="further stage"):
        deal_boards(tournament, 9)
