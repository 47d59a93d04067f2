import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import fill_rounds, make_drawn
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.manage import client_of, stranger
from tests.tournaments.rehearsal.evening import rehearse, run_until_pause
from tournaments.draws.services.draws import publish_draw
from tournaments.models import Rehearsal, Tournament

pytestmark = pytest.mark.django_db


def test_every_page_of_a_copy_is_marked_as_rehearsal():
    original = make_drawn(6)
    rehearsal = run_until_pause(rehearse(original))
    copy, client = rehearsal.tournament, client_of(original)
    token = copy.tables.get(number=1).token
    public = [
        copy.get_absolute_url(),
        *(reverse(f"tournament_{name}", args=[copy.code]) for name in ("projector", "rules")),
        reverse("table", args=[token]),
        reverse("table_slip", args=[token]),
    ]
    desk = ("tournament", "teams", "draw", "print", "people", "log", "settings", "rehearsal")
    for path in [*public, *(reverse(f"manage_{name}", args=[copy.code]) for name in desk)]:
        clear_versioned_caches()
        assert "This is a copy." in client.get(path).content.decode(), path
    assert "This is a copy." not in client.get(original.get_absolute_url()).content.decode()


def test_only_copy_views_may_be_framed_and_only_same_origin():
    original = make_drawn(4)
    copy = rehearse(original).tournament
    for tournament, allowed in ((copy, "SAMEORIGIN"), (original, "DENY")):
        for path in (
            reverse("tournament_projector", args=[tournament.code]),
            reverse("table", args=[tournament.tables.get(number=1).token]),
        ):
            answer = Client().get(path)
            assert answer["X-Frame-Options"] == allowed
            ancestors = "frame-ancestors 'self'" if allowed != "DENY" else "frame-ancestors 'none'"
            assert ancestors in answer["Content-Security-Policy"]


def test_rehearsal_pages_start_steer_and_remove_a_copy():
    original = make_drawn(6, publish=False)
    client = client_of(original)
    begin = reverse("manage_rehearsal", args=[original.code])
    assert "Rehearse the evening" in client.get(begin).content.decode()
    where = client.post(begin)["Location"]
    copy = Tournament.objects.get(rehearses=original)
    assert where == reverse("manage_rehearsal", args=[copy.code])
    page = client.get(where).content.decode()
    assert page.count('class="is-') == 8
    assert "Delete the copy" in page
    for word, expected in (("pause", True), ("go", False)):
        client.post(reverse("manage_rehearsal_steer", args=[copy.code]), {"do": word})
        assert Rehearsal.objects.get().is_paused is expected
    moving = client.get(where, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in moving
    answer = client.post(reverse("manage_rehearsal_remove", args=[copy.code]))
    assert answer["Location"] == reverse("manage_draw", args=[original.code])
    assert not Tournament.objects.filter(pk=copy.pk).exists()


def test_stranger_gets_404_for_rehearsal_pages():
    copy = rehearse(make_drawn(4)).tournament
    visitor = stranger()
    assert visitor.get(reverse("manage_rehearsal", args=[copy.code])).status_code == 404
    assert visitor.post(reverse("manage_rehearsal_remove", args=[copy.code])).status_code == 404
    assert Tournament.objects.filter(pk=copy.pk).exists()


def test_draw_page_offers_rehearsal_until_first_results():
    original = make_drawn(4, publish=False)
    client, path = client_of(original), reverse("manage_draw", args=[original.code])
    assert "Rehearse tonight" in client.get(path).content.decode()
    publish_draw(tournament=original)
    fill_rounds(original, 1)
    assert "Rehearse tonight" not in client.get(path).content.decode()
