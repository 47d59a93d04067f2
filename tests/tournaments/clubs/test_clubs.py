import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_tournament, make_user
from tournaments.clubs.services import ensure_player
from tournaments.models import Club, Membership, Player, Tournament

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def founder() -> User:
    return make_user("founder")


def test_new_user_creates_club_and_becomes_organiser(founder):
    client = signed_in(founder)
    assert client.get(reverse("manage_home")).url == reverse("manage_club_new")
    response = client.post(
        reverse("manage_club_new"), {"name": "  Белот клуб „Сердика“ ", "place": "Chitalishte"}
    )
    assert response.url == f"{reverse('manage_new')}?club={Club.objects.get().pk}"
    club = Club.objects.get()
    assert (club.name, club.place) == ("Белот клуб „Сердика“", "Chitalishte")
    assert Membership.objects.get().role == Membership.Role.ORGANISER
    assert "Белот клуб „Сердика“" in client.get(reverse("manage_home")).content.decode()


@pytest.mark.parametrize("name", ["", "   ", "123", "\u202e"])
def test_club_requires_a_name(founder, name):
    client = signed_in(founder)
    response = client.post(reverse("manage_club_new"), {"name": name, "place": "Kept place"})
    assert "Write the name of the club." in response.content.decode()
    assert "Kept place" in response.content.decode()
    assert not Club.objects.exists()


def test_members_are_added_by_login_or_email_with_a_role(founder):
    club = make_club(user=founder)
    make_user("ana", email="Ana@Example.com")
    client = signed_in(founder)
    add = reverse("manage_member_add", args=[club.pk])
    client.post(add, {"login": "ana@example.com", "role": "director"})
    assert Membership.objects.get(user__username="ana").role == "director"
    client.post(add, {"login": "ANA", "role": "organiser"})
    assert Membership.objects.get(user__username="ana").role == "organiser"
    assert club.memberships.count() == 2


def test_unknown_member_login_keeps_form_input(founder):
    club = make_club(user=founder)
    response = signed_in(founder).post(
        reverse("manage_member_add", args=[club.pk]), {"login": "nobody", "role": "organiser"}
    )
    page = response.content.decode()
    assert "Nobody has signed up here as “nobody”." in page
    assert 'value="nobody"' in page


def test_ambiguous_member_email_adds_no_member(founder):
    club = make_club(user=founder)
    make_user("ana", email="a@example.com")
    make_user("ani", email="a@example.com")
    signed_in(founder).post(
        reverse("manage_member_add", args=[club.pk]), {"login": "a@example.com", "role": "director"}
    )
    assert club.memberships.count() == 1


def test_last_organiser_cannot_leave_or_change_role(founder):
    club = make_club(user=founder)
    client = signed_in(founder)
    own = Membership.objects.get(user=founder)
    client.post(reverse("manage_member_remove", args=[club.pk, own.pk]))
    client.post(
        reverse("manage_member_add", args=[club.pk]), {"login": "founder", "role": "director"}
    )
    own.refresh_from_db()
    assert own.role == Membership.Role.ORGANISER


def test_organiser_can_leave_when_another_remains(founder):
    club = make_club(user=founder)
    client = signed_in(founder)
    make_user("ana")
    client.post(reverse("manage_member_add", args=[club.pk]), {"login": "ana", "role": "organiser"})
    own = Membership.objects.get(user=founder)
    client.post(reverse("manage_member_remove", args=[club.pk, own.pk]))
    assert [row.user.username for row in club.memberships.all()] == ["ana"]


def test_players_are_found_in_either_alphabet_and_renamed(founder):
    club = make_club(user=founder)
    player = ensure_player(club=club, name="Петър Иванов")
    ensure_player(club=club, name="Ана Колева")
    client = signed_in(founder)
    page = client.get(reverse("manage_club", args=[club.pk]), {"q": "petar"}).content.decode()
    assert "Петър Иванов" in page
    assert "Ана Колева" not in page
    path = reverse("manage_player", args=[club.pk, player.pk])
    client.post(path, {"name": "Петър  Иванов - син"})
    player.refresh_from_db()
    assert (player.name, player.search_key) == ("Петър Иванов - син", "petar ivanov - sin")
    refused = client.post(path, {"name": "Ана Колева"})
    assert "The club knows another player as “Ана Колева”." in refused.content.decode()
    assert Player.objects.filter(club=club).count() == 2


def test_home_groups_tournaments_by_state(founder):
    club = make_club(user=founder)
    first = make_tournament(club, name="Spring")
    Tournament.objects.filter(pk=first.pk).update(state="finished")
    make_tournament(club, name="Tonight")
    page = signed_in(founder).get(reverse("manage_home")).content.decode()
    assert page.index("Open for entry") < page.index("Tonight") < page.index("Finished")
    assert page.index("Finished") < page.index("Spring")
