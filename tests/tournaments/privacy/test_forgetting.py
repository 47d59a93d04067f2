import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from tests.builders import (
    director_of,
    enter,
    enter_and_confirm,
    make_club,
    make_drawn,
    make_tournament,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tests.tournaments.privacy.places import OTHER, REAL, SAME, columns_with
from tournaments.accounts.services.invitations import create_invitation
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import write_other
from tournaments.changes.services.people import substitute_player
from tournaments.console.services.calls import call_director
from tournaments.entries.services.entries import add_team, remove_team, rename_team
from tournaments.errors import RuleViolationError
from tournaments.models import (
    Erasure,
    LedgerLine,
    LogEntry,
    Player,
    Signup,
    SignupContact,
    StandingRow,
    Tournament,
)
from tournaments.privacy.selectors import stored_data_of
from tournaments.privacy.services import anonymise_player, show_player_as
from tournaments.rulings.services.rulings import adjust

pytestmark = pytest.mark.django_db
FOUR = [REAL, OTHER, "Петър Димов", "Ана Савова"]


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(6)
    director = director_of(tournament)
    team = rename_team(team=tournament.teams.get(number=1), players=[REAL, OTHER], actor=director)
    plays = plays_of(tournament, sitting__round__number=1)
    for play in plays:
        enter_and_confirm(play, who="невидимов")
    enter(plays_of(tournament, sitting__round__number=2)[0], who="Ц. Невидимов")
    adjust(team=team, amount=1, reason=f"{REAL} was polite", actor=director)
    call_director(table=plays[0].sitting.table, message="Невидимов asks", board=plays[0].board)
    set_fees(tournament=tournament, kinds=[FeeKindRequest(600, code="member")])
    write_other(tournament=tournament, amount=500, note=f"coffee, {REAL}", actor=director)
    other = tournament.teams.get(number=2)
    substitute_player(
        team=other, leaves=other.players.first(), comes="Калин Заместник", from_round=3,
        reason=f"for {REAL}", actor=director,
    )  # fmt: skip
    fours = make_tournament(tournament.club, name="Fours", unit="team")
    add_team(tournament=fours, players=FOUR)
    taken_out = make_tournament(tournament.club, name="Taken out")
    remove_team(team=add_team(tournament=taken_out, players=[REAL, "Гост Гостев"]))
    return rebuild(tournament)


def forget(**values: Any) -> Any:
    player = Player.objects.get(name=REAL)
    return anonymise_player(player=player, **{"typed": REAL, "asked": "himself", **values})


@pytest.mark.sql
def test_anonymise_removes_name_from_whole_database(tournament: Tournament) -> None:
    before = columns_with("Невидимов")
    assert {
        "tournaments_team.name", "tournaments_player.name", "tournaments_logentry.details",
        "tournaments_result.who", "tournaments_adjustment.reason", "tournaments_ledgerline.note",
        "tournaments_directorcall.message", "tournaments_substitution.reason",
    } <= before  # fmt: skip
    rows = list(StandingRow.objects.order_by("pk").values())
    results = list(tournament.boards.values_list("plays__current__ns_score", flat=True))
    forget(asked=f"{REAL}, by letter")
    assert columns_with("Невидимов") == set()
    assert columns_with("Цветелин") == set()
    assert list(StandingRow.objects.order_by("pk").values()) == rows
    assert list(tournament.boards.values_list("plays__current__ns_score", flat=True)) == results
    key = Erasure.objects.get().player_id
    team = tournament.teams.get(number=1)
    assert team.name == f"N. N. {key} – {OTHER}"
    assert Player.objects.get(pk=key).name == f"N. N. {key}"
    fours = Tournament.objects.get(name="Fours").teams.get()
    assert fours.name == f"N. N. {key} – Колева – Димов – Савова"
    line = LogEntry.objects.filter(tournament=tournament, action="player_forgotten").get()
    assert line.details["player"] == f"N. N. {key}"


def test_anonymise_replaces_name_in_own_club_invitations(tournament: Tournament) -> None:
    own = create_invitation(club=tournament.club, role="director", name=f"{REAL}, treasurer")
    elsewhere = create_invitation(club=make_club("Elsewhere"), role="director", name=REAL)
    forget()
    own.refresh_from_db()
    elsewhere.refresh_from_db()
    assert own.name == f"N. N. {Erasure.objects.get().player_id}, treasurer"
    assert elsewhere.name == REAL


def test_anonymise_updates_public_page_immediately(tournament: Tournament) -> None:
    address = reverse("tournament_team", args=[tournament.code, 1])
    assert REAL in Client().get(address).content.decode()
    show_player_as(player=Player.objects.get(name=REAL), shown_as="initials", asked="himself")
    forget()
    told = Client().get(address).content.decode()
    assert "Невидимов" not in told
    assert "Ц. Н." not in told
    assert "N. N. " in told


def test_anonymise_keeps_other_players_with_same_last_name() -> None:
    tournament = make_tournament()
    add_team(tournament=tournament, players=[REAL, OTHER])
    add_team(tournament=tournament, players=["Иван Невидимов", "Гост Гостев"])
    add_team(tournament=tournament, players=[SAME, "Друг Другов"])
    forget()
    names = sorted(tournament.teams.values_list("name", flat=True))
    assert "Иван Невидимов – Гост Гостев" in names
    assert f"{SAME} – Друг Другов" in names
    assert columns_with("Цветелин") == set()


@pytest.mark.sql
def test_anonymise_does_not_affect_another_club() -> None:
    for club in (make_club("One"), make_club("Two")):
        add_team(tournament=make_tournament(club), players=[REAL, OTHER])
    mine = Player.objects.get(club__name="One", name=REAL)
    anonymise_player(player=mine, typed=REAL, asked="himself")
    assert Player.objects.get(name=REAL).club.name == "Two"
    assert Tournament.objects.get(club__name="Two").teams.get().name == f"{REAL} – {OTHER}"
    log = LogEntry.objects.get(tournament__club__name="Two", action="team_added")
    assert log.details["team"] == f"{REAL} – {OTHER}"


@pytest.mark.sql
def test_ledger_stays_immutable_after_anonymise(tournament: Tournament) -> None:
    forget()
    line = LedgerLine.objects.get()
    assert line.note.startswith("coffee, N. N. ")
    assert line.amount == 500
    for change in ({"note": "tea"}, {"who": "me"}, {"amount": 1}):
        with pytest.raises(DatabaseError), transaction.atomic():
            LedgerLine.objects.update(**change)
    Erasure.objects.update(is_open=True)
    with pytest.raises(DatabaseError), transaction.atomic():
        LedgerLine.objects.update(amount=1)


def test_anonymise_requires_full_name_and_requester(tournament: Tournament) -> None:
    for values in ({"typed": "Цветелин"}, {"asked": ""}):
        with pytest.raises(RuleViolationError):
            forget(**values)
    assert Player.objects.filter(name=REAL).exists()
    assert not Erasure.objects.exists()


def test_stored_data_page_lists_data_and_anonymises(tournament: Tournament) -> None:
    player = Player.objects.get(name=REAL)
    client = Client()
    client.force_login(director_of(tournament))
    around = [tournament.club_id, player.pk]
    address = reverse("manage_player_stored", args=around)
    told = client.get(address).content.decode()
    assert tournament.name in told
    assert "Taken out" not in told  # only in the log there
    file = client.get(reverse("manage_player_stored_file", args=around))
    assert file["Content-Disposition"].startswith("attachment")
    assert "no-store" in file["Cache-Control"]
    told = json.loads(file.content)
    assert told["player"]["name"] == REAL
    assert [row["entry"]["name"] for row in told["tournaments"]][-1].startswith("Невидимов – ")
    assert {row["what"] for row in told["texts"]} >= {"teams", "results", "ledger"}
    refused = client.post(address, {"typed": "somebody", "asked": "himself"})
    assert "This is not the name of the player." in refused.content.decode()
    assert client.post(address, {"typed": REAL, "asked": "himself"}).status_code == 302
    assert not Player.objects.filter(name=REAL).exists()
    after = json.loads(client.get(reverse("manage_player_stored_file", args=around)).content)
    assert after["player"]["name"] == f"N. N. {player.pk}"
    assert len(after["tournaments"]) == 2


def test_anonymous_client_cannot_read_or_anonymise_player(tournament: Tournament) -> None:
    player = Player.objects.get(name=REAL)
    around = [tournament.club_id, player.pk]
    for name in ("manage_player_stored", "manage_player_stored_file"):
        address = reverse(name, args=around)
        assert Client().get(address).status_code in {302, 403, 404}
        Client().post(address, {"typed": REAL, "asked": "himself"})
    assert Player.objects.filter(name=REAL).exists()
    assert stored_data_of(player).counts["teams"] == 2


def test_anonymise_deletes_signup_contact() -> None:
    tournament = make_tournament()
    add_team(tournament=tournament, players=[REAL, OTHER])
    for place, names in enumerate(([REAL, OTHER], ["Гост Гостев", "Друг Другов"]), start=1):
        signup = Signup.objects.create(
            tournament=tournament, place=place, players=names, client_key=uuid4()
        )
        SignupContact.objects.create(signup=signup, email=f"{place}@example.org")
    forget()
    assert [each.email for each in SignupContact.objects.all()] == ["2@example.org"]
    assert Signup.objects.get(place=1).players[1] == OTHER
    assert columns_with("Невидимов") == set()
