"""Tables learn no cards that they do not know: one refusal text, few tries."""

import itertools
import json
import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.belot import Deal, play_out, thumb_bot
from tests.builders import director_of, enter, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tournaments.errors import RuleViolationError
from tournaments.events.entry import Author
from tournaments.models import CardRefusal, LogEntry, Play, Result
from tournaments.results.services.entry_limits import MAX_ENTRIES
from tournaments.results.services.records import record_deal
from tournaments.results.services.results import correct_result
from tournaments.results.services.slips import entry_of, entry_of_table_record
from tournaments.results.services.table_cards import MAX_REFUSALS, reset_attempts

pytestmark = pytest.mark.django_db
TABLE = Author(source=Result.Source.TABLE, side="NS")
STUB = {"calls": ["H", "P", "P", "P"], "play": "ZZ"}


@built_once
def play() -> Play:
    return plays_of(make_drawn(4, boards_per_round=1))[0]


def post(play: Play, **values: Any) -> Any:
    address = reverse("api_results", args=[play.sitting.table.token])
    body = {"play": play.pk, "side": "NS", **values}
    return Client().post(address, json.dumps(body), content_type="application/json")


def slip_with_claim(
    contract: str = "H", side: str = "NS", kind: str = "carre", value: int = 200
) -> Any:
    announced = {"NS": 0, "EW": 0, side: value}
    claims = [{"side": side, "kind": kind, "value": value}]
    return slip(98, contract, announced=announced, claims=claims)


def denied_slips(play: Play) -> list[Any]:
    kinds = [("carre", 200), ("carre", 150), ("quinte", 100), ("quarte", 50), ("belote", 20)]
    slips = [
        slip_with_claim(contract, side, *kind)
        for kind, contract, side in itertools.product(kinds, "CDHS", ("NS", "EW"))
    ]
    slips += [slip(points, "S") for points in (1, 3, 160)]
    slips += [slip(162, contract, capot="NS") for contract in "CDHS"]
    return [each for each in slips if code_for_director(play, each)]


def code_for_director(play: Play, given: Any) -> str:
    try:
        entry_of(play, given)
    except RuleViolationError as refused:
        return refused.code
    return ""


def played(deal: Any, *, seed: int | None = None) -> dict[str, Any]:
    cards = {"pack": deal.pack} if seed is None else {"seed": seed}
    game = Deal(deal.variant, deal.dealer, **cards)
    for call in ("H", "P", "P", "P"):
        game.call(call)
    play_out(game, thumb_bot, random.Random(1))
    return game.record()


# Records ----------------------------------------------------------------------------------------


def test_record_without_cards_is_rejected(play):
    answer = post(play, record=STUB)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "cards_missing"
    assert answer.json()["details"] == {}


def test_rejected_records_reveal_no_card(play):
    """Refusals once listed ``legal`` cards, which revealed them one after another."""
    pack = play.board.dealt.pack.split()
    for tried in range(40):
        answer = post(play, record={**STUB, "play": " ".join(pack[:tried])})
        # The problem names the address; two letters of its token can look like a card.
        said = answer.content.decode().replace(play.sitting.table.token, "")
        assert "legal" not in said
        assert not any(code in said for code in pack)


def test_wrong_cards_and_broken_rules_get_the_same_response(play):
    other = played(play.board.dealt, seed=99)
    broken = {**played(play.board.dealt), "play": "ZZ"}
    first, second = post(play, record=other), post(play, record=broken)
    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert first.json()["errors"][0]["code"] == "not_these_cards"
    found = CardRefusal.objects.filter(play=play).values_list("code", flat=True)
    assert list(found) == ["wrong_board", "not_a_card"]


def test_record_cards_are_checked_before_scoring(play, monkeypatch):
    def scored(*_args: Any) -> Any:
        raise AssertionError("scored")

    monkeypatch.setattr("tournaments.results.services.slips.score_record", scored)
    for cards in ({"pack": "7C"}, {"pack": None}, {"hands": {"N": "7C"}}, {"hands": 5}):
        with pytest.raises(RuleViolationError, match="cards of this board"):
            entry_of_table_record(play, {**STUB, **cards})


def test_record_with_the_cards_of_the_board_is_stored(play):
    answer = post(play, record=played(play.board.dealt))
    assert answer.status_code == 201, answer.content
    assert not CardRefusal.objects.exists()


@pytest.mark.parametrize("record", [[], 5, None, "pack"])
def test_invalid_record_returns_400_without_a_card_refusal(play, record):
    answer = post(play, record=record)
    assert answer.status_code == 400
    assert not CardRefusal.objects.exists()


def test_record_for_open_play_is_rejected():
    tournament = make_drawn(4, kind="round_robin", cards="open", params={"entrants": 4})
    play = plays_of(tournament)[0]
    answer = post(play, record={"pack": "7C", **STUB})
    assert answer.json()["errors"][0]["code"] == "no_deal"


def test_director_record_takes_missing_cards_from_the_board(play):
    whole = played(play.board.dealt)
    bare = {key: value for key, value in whole.items() if key not in {"pack", "dealer"}}
    author = Author(source=Result.Source.DIRECTOR, user=director_of(play.board.tournament))
    assert record_deal(play_id=play.pk, record=bare, author=author).contract == "H"
    with pytest.raises(RuleViolationError) as caught:
        record_deal(play_id=play.pk, record=STUB, author=author)
    assert caught.value.details["legal"]


# Slips ------------------------------------------------------------------------------------------


def test_slips_contradicting_the_cards_get_the_same_response(play):
    slips = denied_slips(play)
    codes = {code_for_director(play, each) for each in slips}
    assert {"claim_not_held", "points_impossible"} <= codes
    answers = set()
    for each in slips:
        CardRefusal.objects.all().delete()
        answer = post(play, slip=each)
        answers.add((answer.status_code, answer.content))
    assert len(answers) == 1
    assert not Result.objects.exists()


def test_form_and_phone_show_the_same_card_refusal(play):
    bad = denied_slips(play)[0]
    token = play.sitting.table.token
    phone = Client().post(
        reverse("api_results", args=[token]) + "?answer=state",
        json.dumps({"play": play.pk, "side": "NS", "slip": bad}),
        content_type="application/json",
    )
    assert phone.json()["errors"][0]["code"] == "not_these_cards"
    values = {"play": play.pk, "side": "EW", "kind": "played", "contract": "H", "declarer": "S",
              "contra": "0", "points": 98, "announced_ns": 200}  # fmt: skip
    page = Client().post(reverse("table_slip", args=[token]), values, follow=True)
    assert phone.json()["errors"][0]["detail"] in page.content.decode()
    assert CardRefusal.objects.count() == 2


def test_slip_errors_are_returned_before_the_card_check(play):
    """Runs of both sides cannot count; whether they are held is not checked."""
    claims = [{"side": side, "kind": "tierce", "value": 20} for side in ("NS", "EW")]
    both = slip(98, announced={"NS": 20, "EW": 20}, claims=claims)
    answer = post(play, slip=both)
    assert answer.json()["errors"][0]["code"] == "one_side_counts"
    assert not CardRefusal.objects.exists()


def test_card_refusal_is_stored_with_reason_and_logged_without(play):
    post(play, slip=slip_with_claim(), who="Ана")
    found = CardRefusal.objects.get()
    assert (found.play, found.side, found.who, found.code) == (play, "NS", "Ана", "claim_not_held")
    assert found.detail == "On this board nobody of North–South can have had this carré."
    assert found.asked["announced"] == {"NS": 200, "EW": 0}
    line = LogEntry.objects.get(action="against_cards")
    assert line.details == {"round": 1, "table": 1, "board": play.board.number, "side": "NS"}


def test_card_refusal_changes_no_public_state(play):
    def seen() -> Any:
        play.refresh_from_db()
        tournament = play.board.tournament
        tournament.refresh_from_db()
        table = type(play.sitting.table).objects.get(pk=play.sitting.table_id)
        return play.state, play.current, table.version, tournament.facts_version

    before = seen()
    post(play, slip=slip_with_claim())
    assert seen() == before


# How often --------------------------------------------------------------------------------------


def test_entries_are_blocked_after_too_many_card_refusals(play):
    bad = denied_slips(play)[: MAX_REFUSALS + 1]
    for number, each in enumerate(bad[:MAX_REFUSALS]):
        code = post(play, slip=each, side=("NS", "EW")[number % 2]).json()["errors"][0]["code"]
        assert code == "not_these_cards"
    for each in (bad[-1], slip(98), bad[0]):
        assert post(play, slip=each).json()["errors"][0]["code"] == "ask_director"
    record = played(play.board.dealt)
    assert post(play, record=record).json()["errors"][0]["code"] == "ask_director"
    assert CardRefusal.objects.count() == MAX_REFUSALS
    assert not Result.objects.exists()


def test_passed_out_slip_is_accepted_after_the_refusal_limit(play):
    for each in denied_slips(play)[:MAX_REFUSALS]:
        post(play, slip=each)
    assert post(play, slip={"passed_out": True}).status_code == 201


def test_repeated_entry_counts_as_one_card_refusal(play):
    """A phone whose answer was lost sends again."""
    for _time in range(MAX_REFUSALS + 2):
        assert post(play, slip=slip_with_claim()).json()["errors"][0]["code"] == "not_these_cards"
    assert CardRefusal.objects.count() == 1
    assert LogEntry.objects.filter(action="against_cards").count() == 1


def test_refusal_limit_applies_per_board(play):
    other = plays_of(play.board.tournament, sitting__round__number=1).pop()
    for each in denied_slips(play)[:MAX_REFUSALS]:
        post(play, slip=each)
    assert other != play
    assert enter(other)


def test_director_can_reset_attempts_or_enter_the_result(play):
    bad = denied_slips(play)
    for each in bad[:MAX_REFUSALS]:
        post(play, slip=each)
    reset_attempts(play_id=play.pk, actor=director_of(play.board.tournament))
    assert post(play, slip=slip(98)).status_code == 201
    assert LogEntry.objects.filter(action="tries_given_back").count() == 1
    assert CardRefusal.objects.filter(lifted_at=None).count() == 0
    correct_result(play_id=play.pk, slip=slip(98), reason="seen", actor=None)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


def test_reset_attempts_rejects_an_unknown_play() -> None:
    with pytest.raises(RuleViolationError) as caught:
        reset_attempts(play_id=0)
    assert (caught.value.code, caught.value.field) == ("no_such_play", "play")


def test_entry_limit_applies_before_the_card_check(play):
    """Otherwise “too often” would reveal that the cards allow the claim."""
    for points in range(60, 60 + MAX_ENTRIES):
        enter(play, slip=slip(points))
    good = post(play, slip=slip(98)).json()["errors"][0]["code"]
    bad = post(play, slip=denied_slips(play)[0]).json()["errors"][0]["code"]
    assert (good, bad) == ("too_often", "too_often")
    assert not CardRefusal.objects.exists()
