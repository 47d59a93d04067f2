import uuid

import pytest

from tests.builders import director_of, enter, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.results.helpers import confirm, refused
from tournaments.errors import ConflictError
from tournaments.models import Confirmation, LogEntry, Play, Table
from tournaments.results.services.entry_limits import MAX_CONFIRMATIONS, MAX_ENTRIES
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


@built_once
def play():
    return plays_of(make_drawn(4), sitting__round__number=1)[0]


# Confirming


def test_other_side_confirms_the_entry(play):
    enter(play, "NS")
    confirm(play, "EW")
    play.refresh_from_db()
    assert play.state == "confirmed"
    line = LogEntry.objects.order_by("pk").last()
    assert (line.action, line.details["side"]) == ("result_confirmed", "EW")
    assert line.details["before"] == line.details["after"]


def test_entering_side_cannot_confirm_its_own_entry(play):
    enter(play, "NS")
    confirm(play, "NS")
    play.refresh_from_db()
    assert play.state == "entered"


def test_entry_can_be_confirmed_by_client_key(play):
    key = uuid.uuid4()
    enter(play, "NS", client_key=key)
    confirm(play, "EW", version=None, entry_key=key)
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_repeated_confirmation_is_stored_once(play):
    key = uuid.uuid4()
    enter(play, "NS")
    confirm(play, client_key=key)
    confirm(play, client_key=key)
    assert Confirmation.objects.count() == 1


def test_confirming_a_confirmed_result_succeeds_silently(play):
    enter(play, "NS")
    confirm(play)
    assert confirm(play).play.state == "confirmed"
    assert Confirmation.objects.count() == 1


def test_disagreement_makes_a_dispute_and_keeps_the_entry(play):
    result = enter(play, "NS")
    confirm(play, agrees=False)
    play.refresh_from_db()
    assert (play.state, play.current) == ("disputed", result)


def test_new_entry_after_disagreement_needs_confirmation_again(play):
    enter(play, "NS", slip=slip(98))
    confirm(play, agrees=False)
    enter(play, "NS", slip=slip(83))
    play.refresh_from_db()
    assert play.state == "entered"
    confirm(play, version=2)
    play.refresh_from_db()
    assert (play.state, play.current.ns_score) == ("confirmed", 8)


def test_confirming_the_other_entry_settles_a_dispute(play):
    first = enter(play, "NS", slip=slip(98))
    enter(play, "EW", slip=slip(83))
    confirm(play, "EW", version=1)
    play.refresh_from_db()
    assert (play.state, play.current) == ("confirmed", first)


def test_confirming_a_replaced_entry_raises_conflict(play):
    enter(play, "NS", slip=slip(98))
    enter(play, "NS", slip=slip(83))
    error = refused(confirm, play, "EW", version=1)
    assert (error.code, type(error)) == ("entry_changed", ConflictError)
    assert not Confirmation.objects.exists()


def test_disagreeing_with_a_confirmed_result_is_rejected(play):
    enter(play, "NS")
    confirm(play)
    assert refused(confirm, play, agrees=False).code == "confirmed_already"


@pytest.mark.parametrize("version", [0, 2, None])
def test_confirming_an_unknown_version_is_rejected(play, version):
    enter(play, "NS")
    assert refused(confirm, play, version=version).code == "no_such_version"


def test_confirming_a_board_of_another_table_is_rejected(play):
    enter(play, "NS")
    other = Table.objects.exclude(pk=play.sitting.table_id).get()
    error = refused(confirm_result, table=other, play_id=play.pk, version=1, side="EW", agrees=True)
    assert error.code == "not_your_board"


def test_confirming_after_the_tournament_is_rejected(play):
    tournament = play.sitting.round.tournament
    enter(play, "NS")
    for each in plays_of(tournament, state=Play.State.EMPTY):
        correct_result(play_id=each.pk, slip=slip(), reason="test", actor=None)
    finish_tournament(tournament=tournament, anyway=True)
    assert refused(confirm, play).code == "not_playing"


# Correcting


def test_entries_beyond_the_limit_need_the_director(play):
    for number in range(MAX_ENTRIES):
        enter(play, slip=slip(98 + number))
    refusal = refused(enter, play, slip=slip(60))
    assert (refusal.code, play.results.count()) == ("too_often", MAX_ENTRIES)
    assert str(refusal).startswith("This board was entered too often. Call the director")
    enter(play, "EW", slip=slip(98 + MAX_ENTRIES - 1))
    play.refresh_from_db()
    assert (play.state, play.results.count()) == ("confirmed", MAX_ENTRIES)
    user = director_of(play.sitting.round.tournament)
    corrected = correct_result(play_id=play.pk, slip=slip(60), reason="seen", actor=user)
    assert corrected.version == MAX_ENTRIES + 1


def test_repeated_entry_with_known_key_ignores_the_limit(play):
    key = uuid.uuid4()
    for number in range(MAX_ENTRIES):
        last = enter(play, slip=slip(98 + number), client_key=key if number == 9 else None)
    assert enter(play, slip=slip(60), client_key=key) == last


def test_confirmations_of_a_side_are_limited(play):
    enter(play)
    for _ in range(MAX_CONFIRMATIONS):
        confirm(play, agrees=False)
    assert refused(confirm, play).code == "too_often"
    assert Confirmation.objects.count() == MAX_CONFIRMATIONS
    confirm(play, "NS", agrees=False)
    assert Confirmation.objects.count() == MAX_CONFIRMATIONS + 1


def test_correction_stores_reason_and_keeps_all_versions(play):
    enter(play, "NS", slip=slip(98))
    confirm(play)
    director = director_of(play.sitting.round.tournament)
    result = correct_result(play_id=play.pk, slip=slip(83), reason=" wrong board ", actor=director)
    play.refresh_from_db()
    assert (play.state, play.current, result.version) == ("confirmed", result, 2)
    assert (result.source, result.user, result.reason) == ("director", director, "wrong board")
    assert play.results.count() == 2
    line = LogEntry.objects.first()
    assert (line.details["before"]["ns"], line.details["after"]["ns"]) == (10, 8)


def test_first_entry_by_director_needs_no_reason(play):
    result = correct_result(play_id=play.pk, slip=slip(), reason=" ", actor=None)
    assert (result.version, result.reason, result.play.state) == (1, "", "confirmed")


def test_correction_without_reason_is_rejected(play):
    enter(play)
    error = refused(correct_result, play_id=play.pk, slip=slip(), reason=" ", actor=None)
    assert (error.code, error.field) == ("reason_needed", "reason")


def test_override_stores_declarations_impossible_with_cards(play):
    wild = slip(98, announced={"NS": 200, "EW": 0}, claims=None)
    wild.pop("claims")
    error = refused(correct_result, play_id=play.pk, slip=wild, reason="seen", actor=None)
    assert error.code == "announced_impossible"
    result = correct_result(play_id=play.pk, slip=wild, reason="seen", actor=None, override=True)
    assert result.outcome["totals"] == {"NS": 298, "EW": 64}


def test_override_still_enforces_the_rules_of_the_game(play):
    error = refused(
        correct_result,
        play_id=play.pk,
        slip=slip(98, contra=3),
        reason="x",
        actor=None,
        override=True,
    )
    assert error.code == "contra_out_of_range"
