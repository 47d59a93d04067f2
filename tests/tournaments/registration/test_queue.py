import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.builders import draw_tournament, enter_teams, make_tournament, names_of
from tests.tournaments.registration.world import (
    ANA,
    BOYKO,
    MARIA,
    YAVOR,
    enter,
    entered,
    open_tournament,
    states,
)
from tournaments.entries.services.entries import add_team, remove_team
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Signup, SignupContact, Team
from tournaments.registration.selectors import entry_status
from tournaments.registration.services.approval import (
    approve_all,
    approve_signup,
    move_up,
    refuse_signup,
    set_entry_plan,
)
from tournaments.registration.services.signups import confirm_signup, withdraw_signup
from tournaments.state.change_feed import read_signal, signal_from

pytestmark = pytest.mark.django_db


def refused(call, **values) -> str:
    with pytest.raises(RuleViolationError) as refusal:
        call(**values)
    return refusal.value.code


def test_signup_with_free_place_is_approved_immediately():
    tournament = open_tournament(2)
    signup = enter(tournament, ANA, YAVOR)
    assert (signup.state, signup.place, signup.team) == ("approved", 1, tournament.teams.get())
    assert entered(tournament) == ["Ана Колева – Явор Петров"]
    entry = entry_status(tournament)
    assert (entry.taken, entry.left, entry.is_full, entry.waiting) == (1, 1, False, 0)


def test_full_entry_queues_signups_and_moves_them_up_in_order():
    tournament = open_tournament(1)
    first = enter(tournament, ANA, YAVOR)
    for number in (1, 2):
        enter(tournament, *names_of(number))
    assert [state for _name, state in states(tournament)] == ["approved", "waiting", "waiting"]
    assert (entry_status(tournament).left, entry_status(tournament).waiting) == (0, 2)
    withdraw_signup(signup=first)
    assert [state for _name, state in states(tournament)] == ["withdrawn", "approved", "waiting"]
    assert entered(tournament) == [" – ".join(names_of(1))]


def test_teams_added_by_organiser_take_places():
    tournament = open_tournament(2)
    enter_teams(tournament, 2)
    assert enter(tournament, ANA, YAVOR).state == "waiting"
    remove_team(team=tournament.teams.first())
    assert entry_status(tournament).taken == 1
    [moved] = move_up(tournament=tournament)
    assert (moved.title, moved.state) == ("Ана Колева – Явор Петров", "approved")


def test_more_places_move_up_waiting_signups():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    set_entry_plan(tournament=tournament, is_open=False, most=2)
    assert [state for _name, state in states(tournament)] == ["approved", "approved"]


def test_signup_of_removed_team_is_refused_and_not_moved_up():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    remove_team(team=tournament.teams.get())
    move_up(tournament=tournament)
    assert states(tournament) == [
        ("Ана Колева – Явор Петров", "refused"),
        ("Бойко Димов – Мария Ненова", "approved"),
    ]


def test_required_approval_reserves_place_until_decision():
    tournament = open_tournament(2, needs_approval=True)
    first, second, third = (enter(tournament, *names_of(number)) for number in (1, 2, 3))
    assert [each.state for each in (first, second, third)] == ["asked", "asked", "waiting"]
    assert (entered(tournament), entry_status(tournament).left) == ([], 0)
    approve_signup(signup=first)
    refuse_signup(signup=second)
    assert [state for _name, state in states(tournament)] == ["approved", "refused", "asked"]
    assert entered(tournament) == [" – ".join(names_of(1))]
    assert [each.title for each in approve_all(tournament=tournament)] == [" – ".join(names_of(3))]
    assert refused(approve_signup, signup=first) == "not_asked"
    assert refused(refuse_signup, signup=first) == "not_asked"


def test_organiser_can_approve_beyond_the_place_limit():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    approve_signup(signup=enter(tournament, BOYKO, MARIA))
    assert (len(entered(tournament)), entry_status(tournament).left) == (2, 0)


@pytest.mark.sql
def test_client_key_deduplicates_only_the_same_names():
    tournament = open_tournament()
    key = uuid4()
    assert enter(tournament, ANA, YAVOR, key=key) == enter(tournament, ANA, YAVOR, key=key)
    other = enter(tournament, BOYKO, MARIA, key=key)
    assert (Signup.objects.count(), Team.objects.count(), other.place) == (2, 2, 2)
    assert other.client_key != key


@pytest.mark.sql
def test_signup_with_already_entered_player_waits_for_decision():
    tournament = open_tournament(1)
    add_team(tournament=tournament, players=[ANA, YAVOR])
    enter(tournament, BOYKO, MARIA)  # waits
    set_entry_plan(tournament=tournament, is_open=True, most=9)
    for names in ((ANA, "Петър Колев"), ("Петър Колев", "бойко димов")):
        assert enter(tournament, *names).state == "asked"
    assert len(entered(tournament)) == 2


@pytest.mark.parametrize(
    "plan",
    [
        {"is_open": False},
        {"is_open": True, "closes_at": timezone.now() - datetime.timedelta(minutes=1)},
    ],
)
def test_closed_entry_rejects_signup(plan):
    tournament = open_tournament()
    set_entry_plan(tournament=tournament, **plan)
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, entry_status(tournament).is_open) == ("signup_closed", False)


def test_tournament_without_entry_plan_rejects_signup():
    tournament = make_tournament()
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, entry_status(tournament)) == ("signup_closed", None)


def test_draw_closes_entry_for_all_changes():
    tournament = open_tournament(4)
    first = enter(tournament, ANA, YAVOR)
    for number in range(1, 5):
        enter(tournament, *names_of(number))
    draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 4}, by_lot=False)
    before = states(tournament)
    for call in (withdraw_signup, confirm_signup):
        assert refused(call, signup=first) == "entry_closed"
    assert move_up(tournament=tournament) == []
    set_entry_plan(tournament=tournament, is_open=True, most=9)
    tournament.refresh_from_db()
    assert (states(tournament), entry_status(tournament).is_open) == (before, False)


def test_teams_of_four_and_single_players_can_sign_up():
    four = open_tournament(unit="team", boards_per_round=2)
    names = [*names_of(1), *names_of(2)]
    assert enter(four, *names, name="Сердика").title == "Сердика"
    assert entered(four) == ["Сердика"]
    alone = open_tournament(club=four.club, unit="player", boards_per_round=2)
    assert enter(alone, ANA, wants_partner=False).state == "approved"
    with pytest.raises(RuleViolationError, match="Only pairs look for a partner"):
        enter(alone, YAVOR, wants_partner=True)


def test_withdrawal_deletes_contact():
    tournament = open_tournament()
    signup = enter(tournament, ANA, YAVOR, email="ana@example.org")
    assert SignupContact.objects.get().email == "ana@example.org"
    withdraw_signup(signup=signup)
    assert (SignupContact.objects.count(), Signup.objects.get().state) == (0, "withdrawn")


def test_contact_is_required_or_ignored_as_configured():
    tournament = open_tournament(contact="must")
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, refusal.value.field) == ("no_contact", "email")
    set_entry_plan(tournament=tournament, is_open=True, contact="no")
    enter(tournament, ANA, YAVOR, email="ana@example.org")
    assert SignupContact.objects.count() == 0


def test_every_entry_change_raises_the_public_version():
    tournament = open_tournament(1)

    def version() -> str:
        return signal_from(read_signal(tournament.code)).version

    seen = [version()]
    signups = [enter(tournament, ANA, YAVOR), enter(tournament, BOYKO, MARIA)]
    seen.append(version())
    withdraw_signup(signup=signups[1])
    seen.append(version())
    set_entry_plan(tournament=tournament, is_open=True, most=8)
    seen.append(version())
    later = timezone.now() + datetime.timedelta(hours=1)
    set_entry_plan(tournament=tournament, is_open=True, closes_at=later)
    seen.append(version())
    tournament.entry_plan.__class__.objects.update(closes_at=timezone.now())
    seen.append(version())
    assert len(set(seen)) == 6


def test_log_records_signup_and_organiser_decision():
    tournament = open_tournament(needs_approval=True)
    refuse_signup(signup=enter(tournament, ANA, YAVOR))
    lines = LogEntry.objects.filter(tournament=tournament).order_by("pk")
    told = [(line.action, line.who, line.details.get("team", "")) for line in lines]
    assert told[-3:] == [
        ("entry_opened", "", ""),
        ("signed_up", ANA, "Ана Колева – Явор Петров"),
        ("signup_refused", "", "Ана Колева – Явор Петров"),
    ]
