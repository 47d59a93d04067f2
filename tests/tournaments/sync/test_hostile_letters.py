"""Malformed messages from a paired server are refused."""

import uuid
from typing import Any

import pytest

from tests.shared_rows import built_once
from tests.tournaments.sync.places import SyncPair, over_json, paired_ends
from tournaments.archive.file import ArchiveFileError
from tournaments.models import SyncedFact
from tournaments.sync.protocol import MAX_EPOCHS_AHEAD, answer_message, write_message

pytestmark = pytest.mark.django_db


@built_once
def sent() -> tuple[SyncPair, Any]:
    """Hall and server just paired, with the hall's first message."""
    places = paired_ends()
    return places, over_json(write_message(places.hall.pk))


@pytest.mark.parametrize("kind", SyncedFact.Kind.values)
@pytest.mark.parametrize("body", [None, [], "text", 1])
def test_sync_message_with_invalid_fact_body_is_rejected(sent, kind, body):
    places, letter = sent
    letter["facts"] = [{"key": str(uuid.uuid4()), "kind": kind, "body": body}]
    with pytest.raises(ArchiveFileError):
        answer_message(places.server.pk, letter)


def test_sync_message_with_large_epoch_jump_is_rejected(sent):
    places, letter = sent
    for epoch in (2**31 - 1, places.server.epoch + MAX_EPOCHS_AHEAD + 1):
        with pytest.raises(ArchiveFileError):
            answer_message(places.server.pk, {**letter, "epoch": epoch})
    answer_message(places.server.pk, {**letter, "epoch": places.server.epoch + 2})
    places.server.refresh_from_db()
    assert places.server.epoch == letter["epoch"] + 2


@pytest.mark.sql
@pytest.mark.parametrize("key", ["have", "aside"])
def test_sync_message_ignores_fact_keys_that_are_no_uuid(sent, key):
    places, letter = sent
    letter[key] = ["zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz", "", "0" * 36, "{" * 36]
    answer_message(places.server.pk, letter)
