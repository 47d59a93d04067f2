from fractions import Fraction

import pytest

from tests.builders import enter, fill_rounds, make_drawn, phone_of, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.contests import make_contest, score, sit, team
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.errors import RuleViolationError
from tournaments.models import Adjustment, LogEntry, Play, Result, StandingRow
from tournaments.rulings.services.rulings import (
    adjust,
    cancel_adjustment,
    penalise_by_tariff,
    rule_result,
)

pytestmark = pytest.mark.django_db

ADJUSTED = {
    "ruling": "adjusted", "ns_award": "plus", "ew_award": "minus", "ruling_reason": "revoke",
    "is_public": "on",
}  # fmt: skip


@built_once
def tournament():
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def test_average_ruling_adds_a_result_version(tournament):
    play = plays_of(tournament, sitting__round__number=1)[0]
    client = client_of(tournament)
    client.post(address("ruling", tournament, play.pk), ADJUSTED)
    result = Play.objects.get(pk=play.pk).current
    assert (result.version, result.kind, result.net) == (2, "adjusted", None)
    assert result.awards == {"NS": {"average": "plus"}, "EW": {"average": "minus"}}
    assert (result.reason, result.slip["public"]) == ("revoke", True)
    page = client.get(address("play", tournament, play.pk)).content.decode()
    assert "adjusted: NS average plus, EW average minus" in page
    assert LogEntry.objects.filter(action="result_ruled").count() == 1


def test_weighted_and_split_scores_are_parsed_into_awards(tournament):
    play = plays_of(tournament, sitting__round__number=1)[0]
    client = client_of(tournament)
    values = {**ADJUSTED, "ns_award": "assigned", "ns_nets": "10: 2/3, −4: 1/3"}
    client.post(address("ruling", tournament, play.pk), {**values, "ew_award": "same"})
    result = Play.objects.get(pk=play.pk).current
    assert result.awards["NS"] == {"nets": [[10, "2/3"], [-4, "1/3"]]} == result.awards["EW"]
    split = {**values, "ew_award": "assigned", "ew_nets": "16 x 60%, -16 x 40%"}
    client.post(address("ruling", tournament, play.pk), split)
    result = Play.objects.get(pk=play.pk).current
    assert result.awards["EW"] == {"nets": [[16, "3/5"], [-16, "2/5"]]}


def test_weights_not_summing_to_one_are_rejected_keeping_input(tournament):
    play = plays_of(tournament, sitting__round__number=1)[0]
    values = {**ADJUSTED, "ns_award": "assigned", "ns_nets": "10: 2/3", "ew_award": "same"}
    answer = client_of(tournament).post(address("ruling", tournament, play.pk), values)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "weights make 1 together" in page
    assert 'value="10: 2/3"' in page
    assert Play.objects.get(pk=play.pk).current.version == 1


def test_ruling_preview_shows_effects_and_stores_nothing(tournament):
    play = plays_of(tournament, sitting__round__number=1)[0]
    values = {**ADJUSTED, "do": "look"}
    page = client_of(tournament).post(address("ruling", tournament, play.pk), values)
    assert "What it changes" in page.content.decode()
    assert Play.objects.get(pk=play.pk).current.version == 1


def test_late_play_ruling_hides_the_board(tournament, client):
    play = plays_of(tournament, sitting__round__number=1)[0]
    board = f"/en/t/{tournament.code}/board/{play.board.number}.csv"
    assert client.get(board).status_code == 200
    rule_result(play_id=play.pk, kind=Result.Kind.LATE, reason="after the last round")
    assert client.get(board).status_code == 404


def test_rulings_page_adds_and_cancels_point_adjustments(tournament):
    client, first = client_of(tournament), team(tournament, 1)
    before = StandingRow.objects.get(team=first).figure
    values = {"what": "take", "team": str(first.pk), "amount": "2,5", "per": "total",
              "reason": "late", "round": "1"}  # fmt: skip
    page = client.post(address("rulings", tournament), {**values, "do": "look"})
    assert "Nothing is stored yet" in page.content.decode()
    assert not Adjustment.objects.exists()
    assert messages_of(client.post(address("rulings", tournament), values)) == [
        "The ruling is stored. The standings follow."
    ]
    rebuild(tournament)
    row = StandingRow.objects.get(team=first)
    assert Fraction(before) - Fraction(row.figure) == Fraction(5, 2)
    made = Adjustment.objects.get()
    assert (made.amount, made.is_public, made.who) == ("-5/2", False, made.user.get_username())
    client.post(address("ruling_cancel", tournament, made.pk), {"reason": "a mistake"})
    rebuild(tournament)
    assert StandingRow.objects.get(team=first).figure == before
    assert "cancelled" in client.get(address("rulings", tournament)).content.decode()
    with pytest.raises(RuleViolationError):
        cancel_adjustment(adjustment=made, reason="again")


def test_open_play_tariff_gives_162_points_to_opponents():
    tournament = make_contest(2, 1, cards="open", scoring="points_then_wins")
    [play] = sit(tournament, 1, 1, [1], [2], [1])
    score(play, 0, points=(612, 540), deals=12)
    penalise_by_tariff(offender=team(tournament, 1), round_number=1, reason="talking")
    rebuild(tournament)
    found = StandingRow.objects.filter(tournament=tournament).order_by("position")
    assert [(row.team.number, row.figure) for row in found] == [(2, "702"), (1, "612")]
    assert list(Adjustment.objects.values_list("amount", flat=True)) == ["0", "162"]


def test_adjustment_requires_reason_and_a_valid_round(tournament):
    first = team(tournament, 1)
    for values, code in (
        ({"per": Adjustment.Per.BOARD, "reason": "x"}, "round_needed"),
        ({"reason": " "}, "reason_needed"),
        ({"reason": "x", "round_number": 99}, "no_such_round"),
    ):
        with pytest.raises(RuleViolationError) as refused:
            adjust(team=first, amount=Fraction(1), **values)
        assert refused.value.code == code


def test_stranger_gets_404_for_rulings(tournament):
    from tests.tournaments.manage import stranger

    assert stranger().get(address("rulings", tournament)).status_code == 404


def test_table_can_enter_a_late_play(tournament):
    from tournaments.table_app.selectors.tables import BoardState

    play = plays_of(tournament, sitting__round__number=1)[0]
    rule_result(play_id=play.pk, kind=Result.Kind.LATE, reason="after the last round")

    def shown() -> BoardState:
        rounds = phone_of(play.sitting.table).rounds
        boards = [board for each in rounds for board in each.boards]
        return next(board for board in boards if board.play == play.pk)

    assert (shown().state, shown().current, shown().entries) == ("empty", None, [])
    enter(Play.objects.get(pk=play.pk), "NS", slip=slip(98))
    assert shown().state == "entered"
    enter(Play.objects.get(pk=play.pk), "EW", slip=slip(98))
    assert Play.objects.get(pk=play.pk).state == Play.State.CONFIRMED
    assert Play.objects.get(pk=play.pk).current.kind == "played"
