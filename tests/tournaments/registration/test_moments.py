import datetime
import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.models import Job
from jobs.tasks import run
from tests.builders import director_of
from tests.tournaments.manage import address, client_of
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
from tournaments.cash.selectors.accounts import accounts_of
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.changes.services.people import join_late
from tournaments.draws.services.draws import draw_tournament, publish_draw, undo_draw
from tournaments.entries.services.entries import add_team, set_present
from tournaments.errors import RuleViolationError
from tournaments.models import EntryPlan, Signup, Tournament
from tournaments.registration.jobs import EMAIL_JOB
from tournaments.registration.selectors import entry_status
from tournaments.registration.services.approval import approve_signup, refuse_signup, set_entry_plan
from tournaments.registration.services.signups import sign_up, withdraw_signup
from tournaments.registration.status import SignupStatus, signup_status, signups_without_place
from tournaments.state.version_tokens import seating_state

pytestmark = pytest.mark.django_db


def drawn(tournament: Tournament) -> Tournament:
    count = tournament.teams.filter(is_present=True).count()
    return draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": count}, by_lot=False
    )


def now(signup: Signup) -> SignupStatus:
    return signup_status(Signup.objects.get(pk=signup.pk))


def own_page(signup: Signup) -> str:
    return Client().get(reverse("signup", args=[signup.secret])).content.decode()


@pytest.fixture
def asked() -> Tournament:
    """Four are entered, one is undecided, one waits, one looks for a partner."""
    tournament = open_tournament(5, needs_approval=True)
    for number in range(4):
        names = (f"Първи Играч{number}", f"Втори Играч{number}")
        approve_signup(signup=enter(tournament, *names, email=f"p{number}@example.org"))
    enter(tournament, ANA, YAVOR, email="ana@example.org")
    enter(tournament, BOYKO, MARIA, email="boyko@example.org")
    enter(tournament, "Сам Самов", email="sam@example.org")
    return tournament


def of(tournament: Tournament, title: str) -> Signup:
    return next(each for each in tournament.signups.all() if each.title.startswith(title))


def test_signup_status_changes_with_the_draw(asked):
    ana, boyko, alone = (of(asked, name) for name in (ANA, BOYKO, "Сам"))
    first = of(asked, "Първи Играч0")
    assert [now(each) for each in (first, ana, boyko, alone)] == [
        SignupStatus.ENTERED, SignupStatus.ASKED, SignupStatus.WAITS,
        SignupStatus.LOOKS_WHERE_ALL_IS_TAKEN,
    ]  # fmt: skip
    drawn(asked)
    assert [now(each) for each in (first, ana, boyko, alone)] == [
        SignupStatus.DRAWN, SignupStatus.LEFT_UNDECIDED, SignupStatus.LEFT_WAITING,
        SignupStatus.LEFT_ALONE,
    ]  # fmt: skip
    publish_draw(tournament=asked)
    assert now(first) == SignupStatus.PLAYS
    assert f"You take part as number {Signup.objects.get(pk=first.pk).team.number}" in own_page(
        first
    )
    for each, words in ((ana, "Nobody had decided in time"), (boyko, "No place became free"),
                        (alone, "You had no partner in time")):  # fmt: skip
        page = own_page(each)
        assert ("The draw was made without you" in page, words in page) == (True, True)
        assert not any(words in page for words in ("A place is kept", "You are number", "Withdraw"))
    undo_draw(tournament=asked)
    assert [now(each) for each in (first, ana)] == [SignupStatus.ENTERED, SignupStatus.ASKED]


def test_absent_pair_has_status_not_there_after_draw():
    tournament = open_tournament()
    away = enter(tournament, ANA, YAVOR)
    for number in range(4):
        enter(tournament, f"Първи Играч{number}", f"Втори Играч{number}")
    set_present(team=away.team, is_present=False)
    drawn(tournament)
    publish_draw(tournament=tournament)
    assert now(away) == SignupStatus.NOT_THERE


def test_late_joiner_has_status_plays_and_is_not_listed(asked):
    drawn(asked)
    publish_draw(tournament=asked)
    tournament = Tournament.objects.get(pk=asked.pk)
    assert len(signups_without_place(tournament)) == 3
    join_late(tournament=tournament, players=[ANA, YAVOR], from_round=1)
    assert now(of(asked, ANA)) == SignupStatus.PLAYS
    assert [each.title for each in signups_without_place(tournament)] == [
        "Бойко Димов – Мария Ненова", "Сам Самов",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["teams", "draw"])
def test_organiser_sees_signups_without_place_before_draw(asked, name):
    page = client_of(asked).get(address(name, asked)).content.decode()
    for words in ("3 sign-ups have no place yet", "To be decided: 1", "On the waiting list: 1",
                  "Look for a partner: 1", address("signups", asked)):  # fmt: skip
        assert words in page


@pytest.mark.parametrize("name", ["teams", "draw", "tournament"])
def test_organiser_sees_signups_without_place_until_refused(asked, name):
    drawn(asked)
    publish_draw(tournament=asked)
    client = client_of(asked)
    page = client.get(address(name, asked)).content.decode()
    assert ("The draw was made without 3 sign-ups" in page, address("signups", asked) in page) == (
        True,
        True,
    )
    for title in (ANA, BOYKO, "Сам"):
        sent = {"do": "refuse", "signup": of(asked, title).pk}
        client.post(address("signups_decide", asked), sent)
    assert [state for _title, state in states(asked)][-3:] == ["refused"] * 3
    assert "The draw was made without" not in client.get(address(name, asked)).content.decode()
    assert now(of(asked, ANA)) == SignupStatus.REFUSED


@pytest.mark.sql
def test_page_without_waiting_signups_has_no_notice():
    tournament = open_tournament()
    enter(tournament, ANA, YAVOR)
    page = client_of(tournament).get(address("teams", tournament)).content.decode()
    assert "no place yet" not in page


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["page", "api"])
def test_draw_publication_emails_signups_without_place(asked, way):
    Job.objects.all().delete()
    drawn(asked)
    assert not Job.objects.filter(kind=EMAIL_JOB.name).exists()
    client = client_of(asked)
    if way == "page":
        client.post(address("publish", asked), {"seen": seating_seen(asked)})
    else:
        client.force_login(director_of(asked))
        client.post(reverse("api_draw_publication", args=[asked.code]))
    for job in Job.objects.filter(kind=EMAIL_JOB.name):
        run(job.pk)
    assert {letter.to[0] for letter in mail.outbox} == {
        "ana@example.org", "boyko@example.org", "sam@example.org",
    }  # fmt: skip
    assert {letter.subject.split(": ")[1] for letter in mail.outbox} == {"Жребият е без вас"}


def seating_seen(tournament: Tournament) -> str:
    return seating_state(Tournament.objects.get(pk=tournament.pk)).seen


# The minute, the number, the till -------------------------------------------------------------


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime.datetime) -> None:
    monkeypatch.setattr("tournaments.registration.selectors.timezone.now", lambda: moment)


def test_signup_is_rejected_from_closing_time(monkeypatch):
    tournament = open_tournament()
    end = timezone.now().replace(second=0, microsecond=0) + datetime.timedelta(hours=1)
    set_entry_plan(tournament=tournament, is_open=True, closes_at=end)
    at(monkeypatch, end - datetime.timedelta(microseconds=1))
    assert enter(tournament, ANA, YAVOR).state == "approved"
    at(monkeypatch, end)
    with pytest.raises(RuleViolationError) as refusal:
        enter(tournament, BOYKO, MARIA)
    assert (refusal.value.code, entry_status(tournament).is_open) == ("signup_closed", False)


def test_late_signup_returns_422_with_too_late_message():
    tournament = open_tournament()
    EntryPlan.objects.update(closes_at=timezone.now())
    values = {"key": "0" * 32, "first": ANA, "partner": "with", "second": YAVOR}
    answer = Client().post(reverse("tournament_enter", args=[tournament.code]), values)
    assert answer.status_code == 422
    assert "Too late: your entry was not accepted" in answer.content.decode()


def test_withdrawal_after_closing_moves_up_the_next_signup():
    tournament = open_tournament(1)
    ana, boyko = enter(tournament, ANA, YAVOR), enter(tournament, BOYKO, MARIA)
    EntryPlan.objects.update(closes_at=timezone.now())
    assert "Sign-up is closed." in own_page(boyko)
    withdraw_signup(signup=ana)
    assert now(boyko) == SignupStatus.PLACE
    assert entered(tournament) == ["Бойко Димов – Мария Ненова"]


def test_withdrawal_moves_up_exactly_one_signup():
    tournament = open_tournament(2)
    signups = [enter(tournament, f"Първи Играч{n}", f"Втори Играч{n}") for n in range(6)]
    withdraw_signup(signup=signups[0])
    assert [state for _title, state in states(tournament)] == [
        "withdrawn", "approved", "approved", "waiting", "waiting", "waiting"
    ]  # fmt: skip


def test_withdrawal_moves_up_nothing_while_overbooked():
    tournament = open_tournament(1)
    ana, boyko = enter(tournament, ANA, YAVOR), enter(tournament, BOYKO, MARIA)
    waits = enter(tournament, "Първи Играч", "Втори Играч")
    approve_signup(signup=boyko)
    add_team(tournament=tournament, players=["Трети Играч", "Четвърти Играч"])
    withdraw_signup(signup=ana)
    assert (now(waits), entry_status(tournament).taken) == (SignupStatus.WAITS, 2)
    withdraw_signup(signup=boyko)
    assert (now(waits), entry_status(tournament).taken) == (SignupStatus.WAITS, 1)
    refuse_signup(signup=waits)


def test_same_pair_signed_up_twice_is_entered_once():
    tournament = open_tournament(9)
    for _window in range(2):
        enter(tournament, ANA, YAVOR)
    assert (states(tournament)[1][1], len(entered(tournament))) == ("asked", 1)


def test_signup_pages_show_fee_and_entered_pair_owes_it():
    tournament = open_tournament()
    set_fees(tournament=tournament, kinds=[FeeKindRequest(600, code="member")])
    signup = enter(tournament, ANA, YAVOR)
    public = reverse("tournament_enter", args=[tournament.code])
    for page in (own_page(signup), Client().get(public).content.decode()):
        assert ("Fee a person, member" in page, "€6" in page) == (True, True)
    [account] = accounts_of(tournament)
    assert (account.team, account.fee, account.due) == (signup.team, 1200, 1200)


# The page that renews itself -------------------------------------------------------------------


def parts(tournament: Tournament, kind: str = "form") -> str:
    page = reverse("tournament_enter", args=[tournament.code])
    return Client().get(page, {"fragment": kind}).content.decode()


def regions(text: str) -> list[str]:
    return re.findall(r'id="(enter-\w+)"\s+data-region', text)


def test_form_fragment_has_the_regions_of_the_page():
    tournament = open_tournament(1)
    page = Client().get(reverse("tournament_enter", args=[tournament.code]))
    assert sorted(regions(page.content.decode())) == sorted(regions(parts(tournament)))
    assert 'data-part="form"' in page.content.decode()
    enter(tournament, ANA, YAVOR)
    assert "To the waiting list" in parts(tournament)


def test_open_form_keeps_its_regions_when_entry_closes():
    tournament = open_tournament()
    before = regions(parts(tournament))
    set_entry_plan(tournament=tournament, is_open=False)
    text = parts(tournament)
    assert (regions(text), "<button" in text, "Entry is closed" in text) == (before, False, True)
    closed = Client().get(reverse("tournament_enter", args=[tournament.code])).content.decode()
    assert sorted(regions(closed)) == sorted(regions(parts(tournament, "closed")))
    set_entry_plan(tournament=tournament, is_open=True)
    assert set(regions(closed)) < set(regions(parts(tournament, "closed")))


def test_form_fragment_has_version_header_and_no_csrf_cookie():
    tournament = open_tournament()
    page = reverse("tournament_enter", args=[tournament.code])
    before = Client().get(page, {"fragment": "form"})
    enter(tournament, ANA, YAVOR)
    after = Client().get(page, {"fragment": "form"})
    assert before["X-Version"] != after["X-Version"]
    assert (after["X-Follows"], "csrftoken" in after.cookies) == ("version", False)


def test_reused_key_with_other_names_creates_another_signup():
    tournament = open_tournament()
    first = enter(tournament, ANA, YAVOR)
    other = sign_up(tournament=tournament, players=[BOYKO, MARIA], client_key=first.client_key)
    assert (other.pk != first.pk, len(entered(tournament))) == (True, 2)
