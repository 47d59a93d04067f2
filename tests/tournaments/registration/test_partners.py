import pytest

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
from tournaments.entries.services.entries import rename_team
from tournaments.errors import RuleViolationError
from tournaments.registration.selectors import entry_status, lookers
from tournaments.registration.services.approval import refuse_signup
from tournaments.registration.services.partners import (
    accept_offer,
    decline_offer,
    join_signups,
    offer_to_play,
)
from tournaments.registration.services.signups import (
    change_partner,
    look_for_partner,
    withdraw_signup,
)

pytestmark = pytest.mark.django_db


def test_partner_seeker_takes_no_place():
    tournament = open_tournament(1)
    signup = enter(tournament, ANA)
    entry = entry_status(tournament)
    assert (signup.is_looking, entry.left, entry.looking, entered(tournament)) == (True, 1, 1, [])


def test_accepted_offer_makes_a_pair_with_the_earlier_place():
    tournament = open_tournament(2)
    ana = enter(tournament, ANA)
    yavor = enter(tournament, YAVOR, offers_to=ana.pk)
    assert [each.title for each in ana.offers.all()] == [YAVOR]
    pair = accept_offer(signup=ana, partner=yavor.pk)
    assert (pair, pair.place, entered(tournament)) == (ana, 1, ["Ана Колева – Явор Петров"])
    assert states(tournament) == [("Ана Колева – Явор Петров", "approved"), (YAVOR, "joined")]
    assert list(lookers(tournament)) == []


def test_joined_pair_waits_when_entry_is_full():
    tournament = open_tournament(1)
    ana = enter(tournament, ANA)
    enter(tournament, BOYKO, MARIA)
    yavor = enter(tournament, YAVOR)
    join_signups(first=yavor, second=ana)
    assert states(tournament)[0] == ("Ана Колева – Явор Петров", "waiting")


def test_declined_or_late_offer_is_rejected():
    tournament = open_tournament()
    ana, yavor, boyko = (enter(tournament, name) for name in (ANA, YAVOR, BOYKO))
    offer_to_play(signup=yavor, partner=ana.pk)
    decline_offer(signup=ana, partner=yavor.pk)
    with pytest.raises(RuleViolationError, match="They have withdrawn the offer"):
        accept_offer(signup=ana, partner=yavor.pk)
    join_signups(first=ana, second=boyko)
    for call in (offer_to_play,):
        with pytest.raises(RuleViolationError) as refusal:
            call(signup=yavor, partner=ana.pk)
        assert refusal.value.code == "partner_gone"
    with pytest.raises(RuleViolationError) as refusal:
        offer_to_play(signup=yavor, partner=yavor.pk)
    assert refusal.value.code == "own_partner"


@pytest.mark.parametrize("who", [0, 1])
def test_withdrawal_from_joined_pair_makes_other_seek_again(who):
    tournament = open_tournament(1)
    ana, yavor = enter(tournament, ANA), enter(tournament, YAVOR)
    join_signups(first=ana, second=yavor)
    enter(tournament, BOYKO, MARIA)
    withdraw_signup(signup=(ana, yavor)[who])
    left = [(ANA, "withdrawn"), (YAVOR, "asked")], [(ANA, "asked"), (YAVOR, "withdrawn")]
    assert states(tournament) == [*left[who], ("Бойко Димов – Мария Ненова", "approved")]
    assert [each.title for each in lookers(tournament)] == [(YAVOR, ANA)[who]]
    assert entered(tournament) == ["Бойко Димов – Мария Ненова"]


def test_partner_change_keeps_the_place():
    tournament = open_tournament(1)
    signup = enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    change_partner(signup=signup, partner="Стоян Савов")
    assert entered(tournament) == ["Ана Колева – Стоян Савов"]


def test_change_to_entered_partner_waits_for_organiser():
    tournament = open_tournament(2)
    enter(tournament, BOYKO, MARIA)
    signup = enter(tournament, ANA, YAVOR)
    change_partner(signup=signup, partner=BOYKO)
    assert states(tournament)[1] == ("Ана Колева – Бойко Димов", "asked")
    assert (entered(tournament), entry_status(tournament).left) == (
        ["Бойко Димов – Мария Ненова"],
        0,
    )


def test_partner_change_keeps_organiser_name_correction():
    tournament = open_tournament()
    signup = enter(tournament, "Ана Колевв", YAVOR)
    rename_team(team=signup.team, players=[ANA, YAVOR])
    change_partner(signup=signup, partner=BOYKO)
    assert entered(tournament) == ["Ана Колева – Бойко Димов"]


def test_seeker_with_new_partner_takes_a_place_or_waits():
    tournament = open_tournament(1)
    ana, boyko = enter(tournament, ANA), enter(tournament, BOYKO)
    assert change_partner(signup=ana, partner=YAVOR).state == "approved"
    assert change_partner(signup=boyko, partner=MARIA).state == "waiting"


def test_seeking_a_new_partner_gives_place_to_next_signup():
    tournament = open_tournament(1)
    ana = enter(tournament, ANA, YAVOR)
    enter(tournament, BOYKO, MARIA)
    look_for_partner(signup=ana)
    assert states(tournament) == [(ANA, "asked"), ("Бойко Димов – Мария Ненова", "approved")]


def test_joined_singles_cannot_change_partner():
    tournament = open_tournament()
    ana, yavor = enter(tournament, ANA), enter(tournament, YAVOR)
    join_signups(first=ana, second=yavor)
    for signup in (ana, yavor):
        with pytest.raises(RuleViolationError) as refusal:
            change_partner(signup=signup, partner=BOYKO)
        assert refusal.value.code == "signed_up_alone"


def test_join_requires_two_different_seekers():
    tournament = open_tournament()
    ana, pair = enter(tournament, ANA), enter(tournament, BOYKO, MARIA)
    for second in (ana, pair):
        with pytest.raises(RuleViolationError):
            join_signups(first=ana, second=second)
    assert states(tournament) == [(ANA, "asked"), ("Бойко Димов – Мария Ненова", "approved")]


def test_refusing_a_joined_pair_refuses_both_signups():
    tournament = open_tournament(needs_approval=True)
    ana, yavor = enter(tournament, ANA), enter(tournament, YAVOR)
    refuse_signup(signup=join_signups(first=ana, second=yavor))
    assert [state for _name, state in states(tournament)] == ["refused", "refused"]
