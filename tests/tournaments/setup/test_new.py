import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.builders import make_club, make_tournament, make_user
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tests.tournaments.setup.forms import form_of, sent_by
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.models import Club, FeeKind, FeePlan, OpenGame, Tournament
from tournaments.setup.forms.defaults import kind_of, merge_submitted, next_day

pytestmark = pytest.mark.django_db


@built_once
def club():
    return make_club()


@pytest.fixture
def client(club):
    client = Client()
    client.force_login(club.memberships.get().user)
    return client


def keys(form):
    return [row.key for row in form.rows()]


def test_form_shows_only_rows_that_apply_to_the_kind(client):
    rows = {kind: keys(form_of(client, kind=kind)) for kind in ("duplicate", "village", "cup")}
    assert rows == {
        "duplicate": ["rules", "who", "boards", "dealing", "time", "scoring", "fees"],
        "village": ["rules", "who", "game", "time", "scoring", "fees"],
        "cup": ["rules", "who", "rounds", "game", "time", "fees"],
    }


def test_form_rows_show_their_values_as_text(client):
    words = {row.key: row.words for row in form_of(client, kind="cup").rows()}
    assert words == {
        "rules": "Bulgarian belot",
        "who": "Pairs",
        "rounds": "Knock-out",
        "game": "Best of 3 games to 151 points",
        "time": "8 h, 2 to change tables",
        "fees": "Entry is free",
    }
    words = {row.key: row.words for row in form_of(client, kind="duplicate").rows()}
    assert words["boards"] == "3 a round, one copy of each"


def test_tournament_is_created_from_defaults_of_each_kind(client):
    for kind in ("duplicate", "village", "cup", "teams"):
        form = form_of(client, kind=kind)
        client.post(reverse("manage_new"), sent_by(form))
        made = Tournament.objects.latest("pk")
        assert kind_of(made) == kind
        assert made.name == form.proposed_name
        assert not made.is_public
    assert Tournament.objects.count() == 4


def test_form_defaults_come_from_last_tournament_of_the_kind(club, client):
    make_tournament(club, cards="open", game={"deals": 16}, place="Old hall")
    make_tournament(club, boards_per_round=4)
    assert form_of(client).chosen_kind == "duplicate"
    village = form_of(client, kind="village")
    assert (village.initial["game_deals"], village.initial["place"]) == (16, "Old hall")
    assert form_of(client, kind="duplicate").initial["boards_per_round"] == 4


def test_changing_kind_updates_defaults_but_keeps_typed_values(client):
    first = form_of(client, kind="duplicate")
    sent = sent_by(first, kind="cup", place="Hall 2", change_minutes="7", show="1")
    cup = form_of(client, "post", **sent)
    assert not Tournament.objects.exists()
    assert cup["name"].value().startswith("Cup, ")
    assert (cup["place"].value(), cup["change_minutes"].value()) == ("Hall 2", "7")
    assert (cup["game_length"].value(), cup["best_of"].value()) == ("to", "3")
    own = form_of(client, "post", **sent_by(first, kind="cup", name="Our cup", show="1"))
    assert own["name"].value() == "Our cup"


def test_proposed_name_follows_the_date(client):
    first = form_of(client, kind="duplicate")
    later = form_of(client, "post", **sent_by(first, date="2026-12-04", show="1"))
    assert later["name"].value() == "Duplicate, Friday 4 December"


def test_invalid_date_shows_error_and_keeps_typed_values(client):
    first = form_of(client, kind="duplicate")
    sent = sent_by(first, date="2026-13-40", place="Hall 2")
    response = client.post(reverse("manage_new"), sent)
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"date"}
    assert response.context["form"]["place"].value() == "Hall 2"


def test_tournament_can_be_announced_at_creation_or_later(client):
    form = form_of(client, kind="village")
    client.post(reverse("manage_new"), sent_by(form, then="announce"))
    assert Tournament.objects.get().is_public
    client.post(reverse("manage_new"), sent_by(form, name="Second"))
    quiet = Tournament.objects.get(name="Second")
    page = client.get(address("teams", quiet)).content.decode()
    assert "Not announced yet" in page
    client.post(address("announce", quiet))
    quiet.refresh_from_db()
    assert quiet.is_public


def test_croatian_form_proposes_best_of_three_bela_cup(client):
    with translation.override("hr"):
        client.cookies["django_language"] = "hr"
        form = form_of(client)
    assert form.chosen_kind == "cup"
    values = {name: form[name].value() for name in ("variant", "game_target", "best_of")}
    assert values == {"variant": "bela", "game_target": 1001, "best_of": 3}
    client.post(reverse("manage_new"), sent_by(form))
    made = Tournament.objects.get()
    assert made.wanted_kind == "single_elimination"
    assert made.game == OpenGame(to=1001, best_of=3)


def test_user_without_club_creates_one_and_returns_to_the_form():
    client = Client()
    client.force_login(make_user("newcomer"))
    wanted = f"{reverse('manage_new')}?kind=village"
    first = client.get(wanted)
    assert first.url.startswith(reverse("manage_club_new"))
    founded = client.post(first.url, {"name": "Serdika"})
    assert founded.url == wanted
    assert client.get(founded.url).context["form"].chosen_kind == "village"
    elsewhere = client.post(
        f"{reverse('manage_club_new')}?next=https://elsewhere.example/", {"name": "Second"}
    )
    second = Club.objects.get(name="Second")
    assert elsewhere.url == f"{reverse('manage_new')}?club={second.pk}"


def test_merge_submitted_keeps_values_changed_from_the_default():
    was, now = {"a": 3, "b": None}, {"a": 4, "b": 5}
    assert merge_submitted({"a": "3", "b": ""}, was, now) == {"a": "4", "b": "5"}
    assert merge_submitted({"a": "9", "b": ""}, was, now) == {"a": "9", "b": "5"}


def test_next_day_returns_the_same_weekday():
    monday, friday = datetime.date(2026, 11, 23), datetime.date(2026, 11, 13)
    assert next_day(friday, monday) == datetime.date(2026, 11, 27)
    assert next_day(friday, friday) == friday


def test_form_rejects_foreign_club_and_ignores_unknown_kind(client):
    other = make_club("Other")
    form = form_of(client, kind="cup")
    client.post(reverse("manage_new"), sent_by(form, club=other.pk))
    assert not Tournament.objects.filter(club=other).exists()
    assert not Tournament.objects.exists()
    assert form_of(client, kind="poker").chosen_kind == "duplicate"
    assert timezone.localdate() == form_of(client).initial["date"]


def test_announcing_requires_a_director(client):
    tournament = make_tournament(make_club("Other"), is_public=False)
    assert client.post(address("announce", tournament)).status_code == 404
    assert client_of(tournament).get(address("announce", tournament)).status_code == 405


def test_best_of_three_defaults_to_scoring_by_wins(client):
    first = form_of(client, kind="village")
    assert first["scoring"].value() == "points_then_wins"
    shown = sent_by(first, game_length="to", best_of="3", was_scoring="points_then_wins")
    again = form_of(client, "post", **shown, show="1")
    assert (again["scoring"].value(), again.usual_scoring) == ("wins_then_points",) * 2
    client.post(reverse("manage_new"), shown)
    assert Tournament.objects.latest("pk").scoring == "wins_then_points"
    chosen = {**shown, "was_scoring": "wins_then_points", "scoring": "points_then_wins"}
    client.post(reverse("manage_new"), chosen)
    assert Tournament.objects.latest("pk").scoring == "points_then_wins"


def test_fees_are_stored_and_proposed_for_the_next_tournament(club, client):
    form = form_of(client, kind="duplicate")
    client.post(reverse("manage_new"), sent_by(form, fee_member="6", fee_guest="10,50"))
    made = Tournament.objects.get()
    kinds = FeeKind.objects.filter(tournament=made).values_list("code", "amount")
    assert (made.fees.currency, list(kinds)) == ("EUR", [("member", 600), ("guest", 1050)])

    own = [FeeKindRequest(600, code="member"), FeeKindRequest(200, name="Student")]
    set_fees(tournament=made, kinds=own, currency="BGN", buy_back=300)
    for kind in ("duplicate", "cup"):
        form = form_of(client, kind=kind)
        assert {row.key: row.words for row in form.rows()}[
            "fees"
        ] == "6\u00a0лв., Student 2\u00a0лв."
        client.post(reverse("manage_new"), sent_by(form))
        made = Tournament.objects.latest("pk")
        assert (made.fees.currency, made.fees.buy_back) == ("BGN", 300)
        named = FeeKind.objects.filter(tournament=made).values_list("code", "name", "amount")
        assert list(named) == [("member", "", 600), ("", "Student", 200)]

    student = f"fee_own_{FeeKind.objects.get(tournament=made, name='Student').pk}"
    nobody = {"fee_member": "", student: ""}
    client.post(reverse("manage_new"), sent_by(form_of(client, kind="cup"), **nobody))
    assert not FeePlan.objects.filter(tournament=Tournament.objects.latest("pk")).exists()


def test_custom_fee_kinds_are_proposed_for_the_next_tournament(club, client):
    made = make_tournament(club=club)
    kinds = [FeeKindRequest(500, name="Seated"), FeeKindRequest(300, name="Student")]
    set_fees(tournament=made, kinds=kinds, buy_back=200)
    form = form_of(client, kind="duplicate")
    assert {row.key: row.words for row in form.rows()}["fees"] == "Seated €5, Student €3"
    student = f"fee_own_{FeeKind.objects.get(name='Student').pk}"
    client.post(reverse("manage_new"), sent_by(form, **{student: "3,50"}))
    again = Tournament.objects.latest("pk")
    rows = FeeKind.objects.filter(tournament=again).values_list("name", "amount")
    assert (list(rows), again.fees.buy_back) == ([("Seated", 500), ("Student", 350)], 200)


def test_invalid_fee_opens_its_row_and_creates_no_tournament(client):
    sent = sent_by(form_of(client, kind="village"), fee_member="much", fee_guest="10")
    form = form_of(client, "post", **sent)
    row = form.rows()[-1]
    assert (row.key, row.is_open, row.words) == ("fees", True, "much, guest €10")
    assert list(form.errors) == ["fee_member"]
    assert not Tournament.objects.exists()
