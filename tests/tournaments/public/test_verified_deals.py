from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.belot import seeded_pack, variant_from_json
from games.models import Deal
from tests.builders import fill_rounds, make_drawn, rebuild
from tournaments.draws.selectors.fairness import seed_hash
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import finish_tournament

SEED = "07" * 32


def finished(teams: int = 6) -> Tournament:
    tournament = make_drawn(teams)
    fill_rounds(tournament, 5)
    return rebuild(finish_tournament(tournament=tournament))


@pytest.mark.django_db
def test_seed_hash_is_public_and_seed_shown_at_the_end(client: Client) -> None:
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
def test_changed_pack_fails_the_check(client: Client) -> None:
    tournament = finished()
    deal = Deal.objects.get(board__tournament=tournament, board__number=2)
    Deal.objects.filter(pk=deal.pk).update(pack=" ".join(reversed(deal.pack.split())))
    html = client.get(reverse("tournament_fairness", args=[tournament.code])).content.decode()
    assert "The check failed" in html
    assert html.count("different</span>") == 1
    with pytest.raises(CommandError, match="not all dealt"):
        call_command("verify_deals", tournament.code, stdout=StringIO())


@pytest.mark.django_db
def test_command_verifies_a_finished_tournament() -> None:
    out = StringIO()
    call_command("verify_deals", finished().code, stdout=out)
    assert "All 10 boards come from the promised seed." in out.getvalue()


@pytest.mark.django_db
def test_command_rejects_a_running_or_unknown_tournament() -> None:
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
