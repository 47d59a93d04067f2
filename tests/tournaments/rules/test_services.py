import pytest

from games.belot import PRESETS, variant_from_json
from games.models import Deal, Record
from tests.builders import (
    enter,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    plays_of,
    rebuild,
    slip,
)
from tests.tournaments.rules.forms import EQUAL, HOUSE, RULES, correct, enter_equal
from tournaments.bots.playing import simulate_play
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import Play, Result, RuleSet, StandingRow, Tournament
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.rules.services.rescoring import rule_change
from tournaments.rules.services.rules import change_rules, save_rule_set
from tournaments.state.dealing_rules import has_same_dealing

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn() -> Tournament:
    return make_drawn(4, boards_per_round=1)


def scores(tournament: Tournament) -> list[tuple[int, int]]:
    plays = Play.objects.filter(sitting__round__tournament=tournament, current__isnull=False)
    return list(plays.order_by("pk").values_list("current__ns_score", "current__ew_score"))


# Before any result ------------------------------------------------------------------------------


def test_rules_change_without_reason_before_the_draw():
    tournament = make_tournament()
    change_rules(tournament=tournament, variant="bela")
    tournament.refresh_from_db()
    assert tournament.variant == PRESETS["bela"]
    line = tournament.log.first()
    assert (line.action, line.details["rules"]) == ("rules_chosen", "Bela")


def test_equal_rules_change_nothing_and_are_not_logged():
    tournament = make_tournament()
    change_rules(tournament=tournament, variant={"preset": "bulgarian", "contra_levels": 2})
    tournament.refresh_from_db()
    assert tournament.variant == PRESETS["bulgarian"]
    assert tournament.log.count() == 1


def test_rules_for_another_number_of_players_are_rejected():
    with pytest.raises(RuleViolationError) as caught:
        change_rules(tournament=make_tournament(), variant="bela3")
    assert caught.value.code == "wrong_players"
    assert "These rules are for 3 at a table." in caught.value.message


def test_invalid_rules_are_rejected_at_the_faulty_field():
    with pytest.raises(RuleViolationError) as caught:
        change_rules(tournament=make_tournament(), variant={"preset": "bela", "contra_levels": 2})
    assert caught.value.field == "variant.contra_levels"
    assert str(caught.value) == "Contra needs the auction in which each call is higher."


def test_rule_change_after_the_draw_updates_dealt_boards(drawn):
    packs = list(Deal.objects.order_by("pk").values_list("pack", "dealer"))
    change_rules(tournament=drawn, variant=HOUSE)
    assert {deal.variant for deal in Deal.objects.all()} == {RULES}
    assert list(Deal.objects.order_by("pk").values_list("pack", "dealer")) == packs


@pytest.mark.parametrize(
    "variant", ["french", "bela", {"preset": "bulgarian", "packets": "3+3 / 2"}]
)
def test_rules_with_other_dealing_are_rejected_after_draw(drawn, variant):
    with pytest.raises(RuleViolationError) as caught:
        change_rules(tournament=drawn, variant=variant)
    assert caught.value.code == "dealt_already"
    drawn.refresh_from_db()
    assert drawn.variant == PRESETS["bulgarian"]


def test_presets_with_the_same_packets_have_the_same_dealing():
    alike = {
        preset for preset in PRESETS if has_same_dealing(PRESETS["bulgarian"], PRESETS[preset])
    }
    assert alike == {"bulgarian", "belote", "belot"}


# With results -----------------------------------------------------------------------------------


def test_rule_change_preview_has_new_scores_and_stores_nothing(drawn):
    play, other = plays_of(drawn, sitting__round__number=1)
    enter_equal(play)
    correct(other, points=98)
    change = rule_change(drawn, RULES)
    (line,) = change.rescored
    assert (change.results, line.play.pk) == (2, play.pk)
    assert (line.before.ns_score, line.before.ew_score) == (0, 8)
    assert line.after.score == (0, 16)
    assert Result.objects.count() == 2


def test_rule_change_adds_versions_only_for_changed_outcomes(drawn):
    play, other = plays_of(drawn, sitting__round__number=1)
    before, untouched = enter_equal(play), correct(other, points=98)
    change_rules(tournament=drawn, variant=HOUSE, reason="The club plays it so")
    play.refresh_from_db()
    other.refresh_from_db()
    new = play.current
    assert (new.version, new.ns_score, new.ew_score, new.net) == (2, 0, 16, -16)
    assert (new.source, new.reason, play.state) == ("director", "The club plays it so", "confirmed")
    assert new.slip == before.slip
    assert other.current == untouched
    before.refresh_from_db()
    assert (before.ns_score, before.ew_score) == (0, 8)


def test_rule_change_affecting_results_requires_a_reason(drawn):
    enter_equal(plays_of(drawn)[0])
    with pytest.raises(RuleViolationError) as caught:
        change_rules(tournament=drawn, variant=HOUSE, reason="  ")
    assert caught.value.field == "reason"
    drawn.refresh_from_db()
    assert drawn.variant == PRESETS["bulgarian"]


def test_rule_change_recomputes_standings_as_previewed(drawn):
    fill_rounds(drawn, 3)
    for play in plays_of(drawn, sitting__round__number=1)[:1]:
        enter_equal(play)
    rebuild(drawn)
    before = list(StandingRow.objects.order_by("team").values_list("figure", flat=True))
    predicted = {each.entrant: each.after.total for each in rule_change(drawn, RULES).places}
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    rebuild(drawn)
    rows = StandingRow.objects.order_by("team")
    after = list(rows.values_list("figure", flat=True))
    changed = {row.team_id for row, old in zip(rows, before, strict=True) if row.figure != old}
    assert drawn.is_fresh
    assert changed == set(predicted)
    assert {row.team_id: row.figure for row in rows if row.team_id in changed} == {
        team: str(total) for team, total in predicted.items()
    }
    assert len(after) == 4


def test_log_records_rule_change_and_reason(drawn):
    enter_equal(plays_of(drawn)[0])
    change_rules(tournament=drawn, variant=HOUSE, reason="as always here")
    details = drawn.log.first().details
    assert drawn.log.first().action == "rules_changed"
    assert (details["before"], details["after"]) == ("bulgarian", HOUSE)
    assert (details["results"], details["reason"]) == (1, "as always here")


def test_impossible_result_is_listed_and_needs_confirmation(drawn):
    play, other = plays_of(drawn, sitting__round__number=1)
    stays = correct(play, contract="NT", points=65)
    enter_equal(other)
    suits = {"preset": "bulgarian", "contracts": "C D H S", "on_equal": "lost"}
    (line,) = rule_change(drawn, variant_from_json(suits)).stranded
    assert line.play.pk == play.pk
    assert "NT" in line.reason
    with pytest.raises(RuleViolationError) as caught:
        change_rules(tournament=drawn, variant=suits, reason="no NT here")
    assert (caught.value.code, caught.value.details) == ("results_impossible", {"results": 1})
    change_rules(tournament=drawn, variant=suits, reason="no NT here", confirmed=True)
    play.refresh_from_db()
    assert play.current == stays
    assert scores(drawn) == [(0, 13), (0, 16)]


def test_recorded_deal_is_rescored_from_its_record(drawn):
    for play in plays_of(drawn):
        simulate_play(play.pk)
    records = Record.objects.count()
    change = rule_change(drawn, variant_from_json({"preset": "bulgarian", "sheet": "card_points"}))
    written = [each for each in change.rescored if each.before.record]
    assert written
    change_rules(
        tournament=drawn,
        variant={"preset": "bulgarian", "sheet": "card_points"},
        reason="points as they are",
    )
    play = Play.objects.select_related("current__record").get(pk=written[0].play.pk)
    assert play.current.record.record["variant"] == {
        "preset": "bulgarian",
        "sheet": "card_points",
    }
    assert play.current.record_id != written[0].before.record_id
    assert Record.objects.count() == records + len(written)
    assert play.current.ns_score == play.current.outcome["score"]["NS"]


def test_record_that_breaks_the_new_rules_is_not_rescored(drawn):
    from games.belot import RuleError
    from games.slips.scoring import score_record

    for play in plays_of(drawn):
        simulate_play(play.pk)
    strict = {"preset": "bulgarian", "beat_plain": True, "trump_when_void": "always"}
    stranded = {each.result.pk for each in rule_change(drawn, variant_from_json(strict)).stranded}
    broken = set()
    for result in Result.objects.select_related("record"):
        try:
            score_record(variant_from_json(strict), result.record.record)
        except RuleError:
            broken.add(result.pk)
    assert stranded == broken
    assert broken


def test_not_played_board_is_not_rescored(drawn):
    play = plays_of(drawn)[0]
    result = correct_result(
        play_id=play.pk, slip={"not_played": True}, reason="no time", actor=None
    )
    assert rule_change(drawn, RULES).rescored == ()
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    play.refresh_from_db()
    assert play.current == result


def test_results_after_the_preview_raise_conflict(drawn):
    enter_equal(plays_of(drawn)[0])
    drawn.refresh_from_db()
    seen = drawn.facts_version
    enter_equal(plays_of(drawn)[1])
    with pytest.raises(ConflictError) as caught:
        change_rules(tournament=drawn, variant=HOUSE, reason="x", expected=seen)
    assert caught.value.code == "results_came_in"


def test_rescored_entry_still_waits_for_the_other_side(drawn):
    play = plays_of(drawn, sitting__round__number=1)[0]
    enter(play, "NS", slip=EQUAL)
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    play.refresh_from_db()
    assert (play.state, play.current.version, play.current.side) == ("entered", 2, "NS")
    assert (play.current.source, play.current.ew_score) == ("table", 16)
    confirm_result(table=play.sitting.table, play_id=play.pk, side="EW", agrees=True, version=1)
    play.refresh_from_db()
    assert (play.state, play.current.version, play.current.ew_score) == ("confirmed", 2, 16)


def test_equal_slip_of_other_side_confirms_rescored_entry(drawn):
    play = plays_of(drawn, sitting__round__number=1)[0]
    enter(play, "NS", slip=EQUAL)
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    enter(Play.objects.get(pk=play.pk), "EW", slip=EQUAL)
    play.refresh_from_db()
    assert (play.state, play.current.version, play.current.ew_score) == ("confirmed", 2, 16)


def test_both_entries_of_a_dispute_are_rescored(drawn):
    play = plays_of(drawn, sitting__round__number=1)[0]
    enter(play, "NS", slip=EQUAL)
    enter(Play.objects.get(pk=play.pk), "EW", slip=slip(90))
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    play.refresh_from_db()
    assert play.state == "disputed"
    newest = {row.side: row for row in play.results.order_by("version")}
    assert newest["NS"].ew_score == 16
    assert play.current.side == "EW"
    confirm_result(table=play.sitting.table, play_id=play.pk, side="EW", agrees=True, version=1)
    play.refresh_from_db()
    assert (play.state, play.current.ew_score) == ("confirmed", 16)


def test_reapplying_current_rules_rescores_outdated_results(drawn):
    play, other = plays_of(drawn, sitting__round__number=1)
    enter_equal(play)
    correct(other, points=98)
    Result.objects.filter(play=play).update(outcome={}, ns_score=1, ew_score=1, net=0)
    (line,) = rule_change(drawn, PRESETS["bulgarian"]).rescored
    assert (line.play.pk, line.after.score) == (play.pk, (0, 8))
    change_rules(tournament=drawn, variant="bulgarian", reason="scored by an older program")
    assert scores(drawn)[0] == (0, 8)
    assert Result.objects.filter(play=other).count() == 1


def test_new_entries_are_scored_by_the_new_rules(drawn):
    first, second = plays_of(drawn, sitting__round__number=1)
    enter_equal(first)
    change_rules(tournament=drawn, variant=HOUSE, reason="house")
    assert enter(Play.objects.get(pk=second.pk), "NS", slip=EQUAL).ew_score == 16


# Named rules ------------------------------------------------------------------------------------


@pytest.mark.sql
def test_rule_set_versions_are_kept():
    club = make_club()
    first = save_rule_set(club=club, name=" Serdika  rules ", variant=HOUSE)
    again = save_rule_set(club=club, name="Serdika rules", variant=HOUSE)
    second = save_rule_set(club=club, name="Serdika rules", variant="belot")
    assert (first.name, first.version, again, second.version) == ("Serdika rules", 1, first, 2)
    assert list(RuleSet.objects.values_list("version", "variant").order_by("version")) == [
        (1, RULES),
        (2, PRESETS["belot"]),
    ]


def test_tournament_keeps_its_rules_when_the_rule_set_changes():
    club = make_club()
    kept = save_rule_set(club=club, name="Ours", variant=HOUSE)
    tournament = make_tournament(club, variant=kept.variant)
    save_rule_set(club=club, name="Ours", variant="belot")
    tournament.refresh_from_db()
    assert tournament.variant == RULES


@pytest.mark.sql
def test_two_clubs_may_use_the_same_rule_set_name():
    one, other = make_club("One"), make_club("Other")
    assert save_rule_set(club=one, name="Ours", variant=HOUSE).version == 1
    assert save_rule_set(club=other, name="Ours", variant="belot").version == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_rule_set_with_invalid_name_is_rejected(name):
    with pytest.raises(RuleViolationError) as caught:
        save_rule_set(club=make_club(), name=name, variant=HOUSE)
    assert caught.value.field == "name"
