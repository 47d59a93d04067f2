"""A code pairs one hall, even if the answer is lost, and reveals nothing to others."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import enter, make_club, make_drawn
from tests.shared_rows import built_once
from tests.tournaments.sync.places import SyncPair, over_json, play_at, plays_in, scores
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, SyncLink
from tournaments.sync.secrets import hash_of, secret_for
from tournaments.sync.services.pairing import (
    PairingOffer,
    end_link,
    join_server,
    offer_pairing,
    pair_hall,
)
from tournaments.sync.tasks import delete_expired_answers

pytestmark = pytest.mark.django_db
OTHER = "0f" * 32


@built_once
def offer() -> PairingOffer:
    return offer_pairing(tournament=make_drawn(6))


def request_pairing(offer: PairingOffer, secret: str = "") -> dict[str, object]:
    return over_json(pair_hall(code=offer.code, secret=secret or secret_for(offer.code)))


def joined_ends(offer: PairingOffer, given: dict[str, object]) -> SyncPair:
    line = join_server(
        address="http://127.0.0.1:1", secret=secret_for(offer.code), given=given,
        club=make_club("Hall"),
    )  # fmt: skip
    return SyncPair(SyncLink.objects.get(pk=offer.line.pk), line)


def test_pairing_code_is_hashed_and_accepts_typed_variants(offer):
    assert offer.code not in offer.line.code_hash
    typed = f" {offer.code[:5]}-{offer.code[5:]} ".upper()
    assert secret_for(typed) == secret_for(offer.code)
    assert over_json(pair_hall(code=typed, secret=OTHER))["leader"] == "hall"


def test_pairing_secret_depends_on_code_and_secret_key(offer, settings):
    here = secret_for(offer.code)
    assert here != secret_for(f"{offer.code}2")
    settings.SECRET_KEY = "another hall"
    assert secret_for(offer.code) != here


@pytest.mark.sql
def test_repeated_pairing_request_returns_the_same_response(offer):
    lost = request_pairing(offer)
    line = SyncLink.objects.get(pk=offer.line.pk)
    stands = line.epoch, line.leader, line.given_frame, line.twins.count(), LogEntry.objects.count()
    assert request_pairing(offer) == lost
    line.refresh_from_db()
    assert stands == (
        line.epoch, line.leader, line.given_frame, line.twins.count(), LogEntry.objects.count()
    )  # fmt: skip


def test_entries_since_pairing_arrive_by_sync_messages(offer):
    request_pairing(offer)
    tournament = offer.line.tournament
    where = plays_in(tournament)[0]
    enter(play_at(tournament, *where), who="Ана")
    places = joined_ends(offer, request_pairing(offer))
    assert scores(places.at_hall) == []
    places.exchange_all()
    assert scores(places.at_hall) == scores(places.at_server) != []


def test_pairing_with_other_secret_fails_like_an_unknown_code(offer):
    given = request_pairing(offer)
    for code, secret in ((offer.code, OTHER), ("23456789ab", OTHER)):
        with pytest.raises(RuleViolationError) as refused:
            pair_hall(code=code, secret=secret)
        assert refused.value.code == "no_such_code"
    assert SyncLink.objects.get(pk=offer.line.pk).secret_hash == hash_of(secret_for(offer.code))
    assert request_pairing(offer) == given


def test_first_sync_message_invalidates_the_pairing_code(offer):
    places = joined_ends(offer, request_pairing(offer))
    places.exchange()
    with pytest.raises(RuleViolationError):
        request_pairing(offer)
    line = SyncLink.objects.get(pk=offer.line.pk)
    assert (line.code_hash, line.code_until, line.given_answer) == ("", None, None)


def test_expired_code_is_rejected_and_its_response_deleted(offer):
    request_pairing(offer)
    delete_expired_answers()
    assert SyncLink.objects.get(pk=offer.line.pk).given_answer is not None
    SyncLink.objects.update(code_until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(RuleViolationError):
        request_pairing(offer)
    delete_expired_answers()
    assert SyncLink.objects.get(pk=offer.line.pk).given_answer is None


@pytest.mark.sql
def test_ended_link_rejects_pairing(offer):
    request_pairing(offer)
    end_link(line=offer.line)
    with pytest.raises(RuleViolationError):
        request_pairing(offer)
    assert SyncLink.objects.get(pk=offer.line.pk).given_answer is None
