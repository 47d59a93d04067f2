import io
import threading

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_user
from tournaments.accounts.services.invitations import (
    MAX_OPEN_INVITATIONS,
    accept_invitation,
    create_invitation,
    withdraw_invitation,
)
from tournaments.errors import RuleViolationError
from tournaments.models import Invitation, Membership

pytestmark = pytest.mark.django_db
NEW = {"username": "vesela", "password1": "long-enough-7", "password2": "long-enough-7"}


def sign_up(client: Client):
    return client.post(reverse("account_signup"), NEW)


def has_account() -> bool:
    from django.contrib.auth.models import User

    return User.objects.filter(username="vesela").exists()


@pytest.mark.parametrize("who", ["invited", "closed"])
def test_sign_up_without_invitation_is_rejected(client, settings, who):
    settings.SIGN_UP = who
    assert b"by invitation only" in client.get(reverse("account_signup")).content
    sign_up(client)
    assert not has_account()
    assert reverse("account_signup") not in client.get(reverse("account_login")).content.decode()


@pytest.mark.sql
def test_invited_user_signs_up_once_and_joins_the_club(settings):
    settings.SIGN_UP = "invited"
    club = make_club()
    found = create_invitation(club=club, role="director", name="Vesela")
    client, other = Client(), Client()
    for each in (client, other):
        page = each.get(reverse("invitation", args=[found.code]))
        assert "Serdika" in page.content.decode()
    assert sign_up(client).status_code == 302
    member = Membership.objects.get(user__username="vesela")
    assert (member.club, member.role) == (club, "director")
    found.refresh_from_db()
    assert found.used_by == member.user
    assert other.post(reverse("account_signup"), {**NEW, "username": "two"}).status_code == 200
    assert Client().get(reverse("invitation", args=[found.code])).status_code == 404


def test_existing_user_accepts_an_invitation(client):
    club, user = make_club(), make_user("vesela")
    found = create_invitation(club=club, role="director")
    client.force_login(user)
    assert client.post(reverse("invitation", args=[found.code])).status_code == 302
    assert Membership.objects.get(user=user).club == club


def test_organiser_accepting_an_invitation_keeps_the_role():
    user = make_user("owner")
    club = make_club(user=user)
    accept_invitation(code=create_invitation(club=club, role="director").code, user=user)
    assert Membership.objects.get(user=user).role == "organiser"


def test_used_expired_or_withdrawn_invitation_is_rejected():
    found, user = create_invitation(club=make_club(), role="director"), make_user("one")
    accept_invitation(code=found.code, user=user)
    with pytest.raises(RuleViolationError, match="used already"):
        accept_invitation(code=found.code, user=make_user("two"))
    over = create_invitation(club=make_club("Other"), role="director")
    Invitation.objects.filter(pk=over.pk).update(expires_at=over.created_at)
    with pytest.raises(RuleViolationError, match="used already"):
        accept_invitation(code=over.code, user=user)
    withdrawn = create_invitation(club=make_club("Third"), role="director")
    withdraw_invitation(invitation=withdrawn)
    with pytest.raises(RuleViolationError, match="used already"):
        accept_invitation(code=withdrawn.code, user=user)
    assert Membership.objects.filter(user=user).count() == 1


def test_open_invitations_of_a_club_are_limited():
    club = make_club()
    for _ in range(MAX_OPEN_INVITATIONS):
        create_invitation(club=club, role="director")
    with pytest.raises(RuleViolationError, match="Withdraw one"):
        create_invitation(club=club, role="director")
    with pytest.raises(RuleViolationError, match="Choose what"):
        create_invitation(club=make_club("Other"), role="king")


def test_invitations_require_organiser(client):
    owner = make_user("owner")
    club = make_club(user=owner)
    director = make_user("director")
    Membership.objects.create(club=club, user=director, role="director")
    page = reverse("manage_invitations", args=[club.pk])
    client.force_login(director)
    assert client.get(page).status_code == 404
    assert client.post(reverse("api_invitations", args=[club.pk])).status_code == 403
    client.force_login(owner)
    assert client.post(page, {"name": "Ana", "role": "director"}).status_code == 302
    found = Invitation.objects.get()
    assert found.code in client.get(page).content.decode()
    gone = client.post(reverse("manage_invitation_withdraw", args=[club.pk, found.pk]))
    assert gone.status_code == 302
    assert not Invitation.objects.exists()


def test_api_creates_and_withdraws_invitations(client):
    owner = make_user("owner")
    club = make_club(user=owner)
    client.force_login(owner)
    address = reverse("api_invitations", args=[club.pk])
    made = client.post(address, '{"role": "organiser", "name": "Ana"}', "application/json")
    assert made.status_code == 201
    assert client.get(made.json()["path"]).status_code == 200
    assert [each["name"] for each in client.get(address).json()] == ["Ana"]
    one = reverse("api_invitation", args=[club.pk, made.json()["id"]])
    assert client.delete(one).status_code == 204
    assert client.delete(one).status_code == 404


def test_invite_command_creates_an_invitation_without_club(client, settings):
    settings.SIGN_UP, settings.PUBLIC_URL = "invited", "https://belot.example.org"
    out = io.StringIO()
    call_command("invite", "--name", "Ana", stdout=out)
    link = out.getvalue().strip()
    assert link.startswith("https://belot.example.org/invitation/")
    client.get(link.removeprefix("https://belot.example.org"))
    sign_up(client)
    assert has_account()
    assert not Membership.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_concurrent_acceptance_of_one_invitation_succeeds_once():
    from django.db import connection

    found = create_invitation(club=make_club(), role="director")
    users, answers = [make_user("one"), make_user("two")], []

    def accept(user):
        try:
            accept_invitation(code=found.code, user=user)
            answers.append("in")
        except RuleViolationError:
            answers.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=accept, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["in", "refused"]
    assert Membership.objects.filter(role="director").count() == 1
