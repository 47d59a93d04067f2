"""Visitors' objects are deleted after a while; members' objects stay."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.deal_sets.services import find_deal_set
from games.models import Deal, DealSet, Practice, Simulation
from games.practice.services import start_practice
from tests.builders import make_tournament, make_user
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def make_old_rows(visitor: str = "", user=None, days: int = 0) -> None:
    """Simulation and set of two deals, `days` old."""
    deal_set = find_deal_set(count=2, person=user or AnonymousUser(), visitor=visitor)
    simulation = Simulation.objects.create(
        question={}, seed=1, count=1, visitor=visitor, created_by=user
    )
    then = timezone.now() - timedelta(days=days)
    DealSet.objects.filter(pk=deal_set.pk).update(created_at=then)
    Simulation.objects.filter(pk=simulation.pk).update(created_at=then)


def test_forget_visitors_deletes_only_old_rows_of_visitors():
    user = make_user()
    make_old_rows(visitor="old", days=91)
    make_old_rows(visitor="new", days=89)
    make_old_rows(user=user, days=500)
    said = StringIO()
    call_command("forget_visitors", stdout=said)
    assert said.getvalue() == "1 simulations and 1 sets of deals.\n"
    assert sorted(Simulation.objects.values_list("visitor", flat=True)) == ["", "new"]
    assert sorted(DealSet.objects.values_list("visitor", flat=True)) == ["", "new"]
    assert Deal.objects.count() == 4


def test_forget_visitors_deletes_only_practices_of_visitors():
    for user, visitor in ((AnonymousUser(), "old"), (make_user(), "")):
        made = start_practice(rung="thumb", preset="bulgarian", person=user, visitor=visitor)
        then = timezone.now() - timedelta(days=91)
        Practice.objects.filter(pk=made.pk).update(created_at=then)
    call_command("forget_visitors", stdout=StringIO())
    assert Practice.objects.get().visitor == ""


def test_forget_visitors_keeps_deal_sets_used_by_a_tournament():
    make_old_rows(visitor="old", days=91)
    make_old_rows(visitor="older", days=92)
    played = DealSet.objects.get(visitor="old")
    Tournament.objects.filter(pk=make_tournament().pk).update(deal_set=played)
    said = StringIO()
    call_command("forget_visitors", stdout=said)
    assert said.getvalue() == "2 simulations and 1 sets of deals.\n"
    assert (DealSet.objects.get(), played.boards.count(), Deal.objects.count()) == (played, 2, 2)


@pytest.mark.parametrize("model", ["simulation", "dealset"])
def test_admin_lists_visitor_rows_but_cannot_add_any(model):
    make_old_rows(visitor="somebody")
    admin = make_user("boss")
    admin.is_staff = admin.is_superuser = True
    admin.save()
    client = Client()
    client.force_login(admin)
    listed = client.get(f"/admin/games/{model}/")
    assert listed.status_code == 200
    found = (Simulation if model == "simulation" else DealSet).objects.get()
    assert found.share in listed.content.decode()
    assert client.get(f"/admin/games/{model}/{found.pk}/change/").status_code == 200
    assert client.get(f"/admin/games/{model}/add/").status_code == 403
