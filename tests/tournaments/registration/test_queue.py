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


def test_a_pair_that_signs_up_is_entered_at_once():
    tournament = open_tournament(2)
    signup = enter(tournament, ANA, YAVOR)
    assert (signup.state, signup.place, signup.team) == ("approved", 1, tournament.teams.get())
    assert entered(tournament) == ["Ана Колева – Явор Петров"]
    entry = entry_status(tournament)
    assert (entry.taken, entry.left, entry.is_full, entry.waiting) == (1, 1, False, 0)


def test_where_no_place_is_left_the_next_waits_and_moves_up_in_order():
    tournament = open_tournament(1)
    first = enter(tournament, ANA, YAVOR)
    for number in (1, 2):
        enter(tournament, *names_of(number))
    assert [state for _name, state in states(tournament)] == ["approved", "waiting", "waiting"]
    assert (entry_status(tournament).left, entry_status(tournament).waiting) == (0, 2)
    withdraw_signup(signup=first)
    assert [state for _name, state in states(tournament)] == ["withdrawn", "approved", "waiting"]
    assert entered(tournament) == [" – ".join(names_of(1))]


def test_pairs_that_the_organiser_enters_take_places_too():
    tournament = open_tournament(2)
    enter_teams(tournament, 2)
    assert enter(tournament, ANA, YAVOR).state == "waiting"
    remove_team(team=tournament.teams.first())
    assert entry_status(tournament).taken == 1
    [moved] = move_up(tournament=tournament)
    assert (moved.title, moved.state) == ("Ана Колева – Явор Петров", "approved")


def test_more_places_let_those_who_wait_move_up():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    set_entry_plan(tournament=tournament, is_open=False, most=2)
    assert [state for _name, state in states(tournament)] == ["approved", "approved"]


def test_whoever_is_taken_out_of_the_list_is_not_entered_any_more():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    remove_team(team=tournament.teams.get())
    move_up(tournament=tournament)
    assert states(tournament) == [
        ("Ана Колева – Явор Петров", "refused"),
        ("Бойко Димов – Мария Ненова", "approved"),
    ]


def test_with_approval_a_place_is_kept_until_the_organiser_decides():
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


def test_the_organiser_may_enter_somebody_who_waits_beyond_the_places():
    tournament = open_tournament(1)
    enter(tournament, ANA, YAVOR)
    approve_signup(signup=enter(tournament, BOYKO, MARIA))
    assert (len(entered(tournament)), entry_status(tournament).left) == (2, 0)


@pytest.mark.sql
def test_sent_twice_it_is_one_sign_up_and_other_names_are_another():
    tournament = open_tournament()
    key = uuid4()
    assert enter(tournament, ANA, YAVOR, key=key) == enter(tournament, ANA, YAVOR, key=key)
    other = enter(tournament, BOYKO, MARIA, key=key)
    assert (Signup.objects.count(), Team.objects.count(), other.place) == (2, 2, 2)
    assert other.client_key != key


@pytest.mark.sql
def test_nobody_enters_twice_whoever_entered_them():
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
def test_a_closed_entry_takes_nobody(plan):
    tournament = open_tournament()
    set_entry_plan(tournament=tournament, **plan)
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, entry_status(tournament).is_open) == ("signup_closed", False)


def test_without_a_plan_nobody_enters_by_themselves():
    tournament = make_tournament()
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, entry_status(tournament)) == ("signup_closed", None)


def test_the_draw_ends_it_all():
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


def test_a_team_of_four_and_a_single_player_enter_too():
    four = open_tournament(unit="team", boards_per_round=2)
    names = [*names_of(1), *names_of(2)]
    assert enter(four, *names, name="Сердика").title == "Сердика"
    assert entered(four) == ["Сердика"]
    alone = open_tournament(club=four.club, unit="player", boards_per_round=2)
    assert enter(alone, ANA, wants_partner=False).state == "approved"
    with pytest.raises(RuleViolationError, match="Only pairs look for a partner"):
        enter(alone, YAVOR, wants_partner=True)


def test_an_address_is_kept_apart_and_goes_with_the_sign_up():
    tournament = open_tournament()
    signup = enter(tournament, ANA, YAVOR, email="ana@example.org")
    assert SignupContact.objects.get().email == "ana@example.org"
    withdraw_signup(signup=signup)
    assert (SignupContact.objects.count(), Signup.objects.get().state) == (0, "withdrawn")


def test_an_address_is_asked_for_as_the_organiser_wants():
    tournament = open_tournament(contact="must")
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, ANA, YAVOR)
    assert (refusal.value.code, refusal.value.field) == ("no_contact", "email")
    set_entry_plan(tournament=tournament, is_open=True, contact="no")
    enter(tournament, ANA, YAVOR, email="ana@example.org")
    assert SignupContact.objects.count() == 0


def test_each_change_tells_the_public_pages():
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


def test_the_log_says_who_signed_up_and_what_the_organiser_did():
    tournament = open_tournament(needs_approval=True)
    refuse_signup(signup=enter(tournament, ANA, YAVOR))
    lines = LogEntry.objects.filter(tournament=tournament).order_by("pk")
    told = [(line.action, line.who, line.details.get("team", "")) for line in lines]
    assert told[-3:] == [
        ("entry_opened", "", ""),
        ("signed_up", ANA, "Ана Колева – Явор Петров"),
        ("signup_refused", "", "Ана Колева – Явор Петров"),
    ]
