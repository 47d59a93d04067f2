"""Standings and results as CSV, and the check of the deals from the command line."""

import csv
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.belot import seeded_pack, variant_from_json
from games.models import Deal
from tests.builders import fill_rounds, make_drawn, make_tournament, rebuild
from tournaments.draws.selectors.fairness import seed_hash
from tournaments.draws.services import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

SEED = "07" * 32


def finished(teams: int = 6) -> Tournament:
    tournament = make_drawn(teams)
    fill_rounds(tournament, 5)
    return rebuild(finish_tournament(tournament=tournament))


def rows_of(client: Client, name: str, *args: object) -> list[list[str]]:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(response.content.decode("utf-8-sig"))))


@pytest.mark.django_db
def test_standings_file_has_a_line_for_each_team(client: Client) -> None:
    head, *rows = rows_of(client, "tournament_standings_csv", finished().code)
    assert head[:6] == ["List", "Place", "Number", "Pair", "Boards", "Total"]
    assert len(rows) == 6
    assert {row[4] for row in rows} == {"10"}
    assert [len(row) for row in rows] == [16] * 6


@pytest.mark.django_db
def test_board_file_has_a_line_for_each_table(client: Client) -> None:
    head, *rows = rows_of(client, "tournament_board_csv", finished().code, 4)
    assert len(rows) == 3
    nets = [int(row[head.index("Difference")]) for row in rows]
    assert nets == sorted(nets, reverse=True)
    percents = [float(row[head.index("Result NS")]) for row in rows]
    assert sum(percents) == 150


@pytest.mark.django_db
def test_names_cannot_be_formulas(client: Client) -> None:
    tournament = make_tournament()
    for number, name in enumerate(("=HYPERLINK(1)", "+SUM(A1)", "-Ivan", "@cmd")):
        add_team(tournament=tournament, players=(name, f"Partner {number}"))
    draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": 4}, by_lot=False, seed=SEED
    )
    tournament.refresh_from_db()
    publish_draw(tournament=tournament)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    _head, *rows = rows_of(client, "tournament_standings_csv", tournament.code)
    assert {row[3][:2] for row in rows} == {"'=", "'+", "'-", "'@"}


@pytest.mark.django_db
def test_seed_is_shown_at_the_end_and_its_hash_before(client: Client) -> None:
    tournament = make_drawn(6)
    address = reverse("tournament_fairness", args=[tournament.code])
    html = client.get(address).content.decode()
    assert tournament.seed_hash[:8] in html
    assert tournament.seed not in html
    fill_rounds(tournament, 5)
    rebuild(finish_tournament(tournament=tournament))
    html = client.get(address).content.decode()
    assert "all 10 boards were dealt from it" in html
    assert html.count("the same</span>") == 10
    assert tournament.seed in html


@pytest.mark.django_db
def test_changed_pack_is_told(client: Client) -> None:
    tournament = finished()
    deal = Deal.objects.get(board__tournament=tournament, board__number=2)
    Deal.objects.filter(pk=deal.pk).update(pack=" ".join(reversed(deal.pack.split())))
    html = client.get(reverse("tournament_fairness", args=[tournament.code])).content.decode()
    assert "The check failed" in html
    assert html.count("different</span>") == 1
    with pytest.raises(CommandError, match="not all dealt"):
        call_command("verify_deals", tournament.code, stdout=StringIO())


@pytest.mark.django_db
def test_command_compares_a_finished_tournament() -> None:
    out = StringIO()
    call_command("verify_deals", finished().code, stdout=out)
    assert "All 10 boards come from the promised seed." in out.getvalue()


@pytest.mark.django_db
def test_command_keeps_the_seed_of_a_running_tournament() -> None:
    tournament = make_drawn(6)
    with pytest.raises(CommandError, match="secret until"):
        call_command("verify_deals", tournament.code, stdout=StringIO())
    with pytest.raises(CommandError, match="There is no tournament"):
        call_command("verify_deals", "nowhere", stdout=StringIO())


def test_command_deals_from_a_seed_without_a_database() -> None:
    out = StringIO()
    call_command("verify_deals", SEED, fingerprint=seed_hash(SEED), boards=2, stdout=out)
    lines = out.getvalue().splitlines()
    pack = seeded_pack(variant_from_json("bulgarian"), bytes.fromhex(SEED), 2)
    assert lines[0] == f"fingerprint {seed_hash(SEED)}"
    assert lines[2] == f"board 2 dealer W {pack}"
    assert lines[3] == "The seed fits the fingerprint."
    with pytest.raises(CommandError, match="does not fit"):
        call_command("verify_deals", SEED, fingerprint="00", stdout=StringIO())
