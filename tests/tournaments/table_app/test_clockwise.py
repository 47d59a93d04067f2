import pytest

from games.belot import seeded_pack, variant_from_json
from games.wording.deals import deal_display
from tests.builders import make_drawn
from tests.shared_rows import built_once
from tournaments.console.selectors.prints import slips
from tournaments.draws.selectors.fairness import fairness_of
from tournaments.models import Board, Play
from tournaments.rulings.selectors.suspicious_results import expected_leader
from tournaments.state.dealing_rules import has_same_dealing
from tournaments.table_app.selectors.tables import board_state

pytestmark = pytest.mark.django_db

CLOCKWISE = {"preset": "bulgarian", "direction": "clockwise"}


@built_once
def tournament():
    return make_drawn(variant=CLOCKWISE, boards_per_round=4)


def test_dealers_rotate_clockwise_from_board_one(tournament):
    boards = Board.objects.filter(tournament=tournament).order_by("number")
    dealt = [board.deal for board in boards.select_related("deal")[:5]]
    assert [deal.dealer for deal in dealt] == ["N", "E", "S", "W", "N"]
    assert dealt[0].pack == seeded_pack(tournament.variant, bytes.fromhex(tournament.seed), 1)


def test_slips_and_checks_use_the_left_neighbour_as_leader(tournament):
    rows = slips(tournament, 1)[0].boards
    assert {(dealer, first) for _number, dealer, first in rows} <= {
        ("N", "E"),
        ("E", "S"),
        ("S", "W"),
        ("W", "N"),
    }
    assert expected_leader(tournament, "S") == "W"


def test_board_state_names_the_left_neighbour_as_first(tournament):
    play = Play.objects.filter(sitting__round__tournament=tournament).order_by("board__number")
    state = board_state(play.select_related("board__deal").first(), (), is_over=False)
    assert (state.board, state.dealer, state.first) == (1, "N", "E")


def test_hands_are_shown_in_order_of_play(tournament):
    board = Board.objects.filter(tournament=tournament).select_related("deal").first()
    face = deal_display(board.deal)
    assert [hand.seat for hand in face.hands] == ["N", "E", "S", "W"]
    assert (face.dealer, face.leader) == ("N", "E")
    assert face.hands[1].first[:3] == tuple(board.deal.pack.split()[:3])


def test_verify_command_contains_the_clockwise_option(tournament):
    assert "--clockwise" in fairness_of(tournament).command


def test_clockwise_rules_have_a_different_dealing(tournament):
    assert not has_same_dealing(tournament.variant, variant_from_json("bulgarian"))
