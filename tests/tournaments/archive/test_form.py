import gzip
import json
from pathlib import Path

import jsonschema
import pytest
from django.apps import apps

from games import models as games
from tests.builders import make_club, make_drawn
from tests.shared_rows import built_once
from tests.tournaments.archive.world import eventful_evening
from tournaments.archive import file
from tournaments.archive.file import ArchiveFileError, add_hash, canonical_json, pack
from tournaments.archive.parts import NOT_ARCHIVED, OF_MODEL
from tournaments.archive.reader import read_verified_document
from tournaments.archive.schema import json_schema
from tournaments.archive.texts import BAD_FILES, file_error_text
from tournaments.archive.writer import document_of
from tournaments.models import Signup, Table, Tournament

SCHEMA = Path(__file__).resolve().parents[3] / "docs/archive.schema.json"


@built_once
def document():
    return document_of(make_drawn(4))


@built_once
def evening():
    return eventful_evening(make_club("Eventful"))


def test_documented_schema_equals_the_schema_of_the_code():
    assert json.loads(SCHEMA.read_text()) == json_schema()


def test_archive_conforms_to_the_schema(evening):
    document = document_of(evening)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    assert read_verified_document(pack(document)) == document
    assert read_verified_document(canonical_json(document)) == document


def test_every_model_is_archived_or_excluded_with_a_reason():
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    archived = {model.__name__ for model in OF_MODEL} | {"Tournament"}
    ours = {name for name in archived if not hasattr(games, name)}
    assert ours | (NOT_ARCHIVED.keys() & models) == models
    assert not archived & NOT_ARCHIVED.keys()


def test_archive_contains_no_secret_or_contact(evening):
    text = canonical_json(document_of(evening)).decode()
    secrets = [*Table.objects.values_list("token", flat=True)]
    secrets += [*Table.objects.values_list("code", flat=True)]
    secrets += [*Signup.objects.values_list("secret", flat=True)]
    assert len(secrets) >= 12
    for secret in (*secrets, "ana@example.org", "+359 2 555"):
        assert f'"{secret}"' not in text


def test_packing_an_archive_is_deterministic(document):
    assert pack(document) == pack(document)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda content: content[: len(content) // 2], "cut_off"),
        (lambda content: b"\x1f\x8b" + b"x" * 40, "damaged"),
        (lambda content: gzip.decompress(content)[:-9], "no_json"),
        (lambda content: b"PK\x03\x04 a zip file", "no_json"),
        (lambda content: b"[1, 2]", "other_format"),
        (lambda content: b'{"format": "something"}', "other_format"),
        (lambda content: b"[" * 100_000, "no_json"),
        (lambda content: b"", "no_json"),
    ],
)
def test_damaged_archive_file_is_rejected_with_its_code(document, spoil, code):
    with pytest.raises(ArchiveFileError) as refused:
        read_verified_document(spoil(pack(document)))
    assert refused.value.code == code
    assert file_error_text(refused.value)


def test_other_version_shape_or_hash_is_rejected(document):
    stage = document["stages"][0]
    other_team = {**stage, "teams": [{**stage["teams"][0], "name": 5}, *stage["teams"][1:]]}
    for spoilt, code, at in (
        ({**document, "version": 2}, "other_version", "2"),
        ({**document, "stages": []}, "bad_shape", "stages"),
        ({**document, "more": 1}, "bad_shape", "stages"),
        ({**document, "stages": [other_team]}, "bad_shape", "stages[0].teams[0].name"),
        ({**document, "stages": [{"tournament": {}}]}, "bad_shape", "stages[0]"),
        ({**document, "made_at": "2026-11-25T21:00:00+00:00"}, "other_hash", ""),
    ):
        with pytest.raises(ArchiveFileError) as refused:
            read_verified_document(
                canonical_json(add_hash(spoilt) if code != "other_hash" else spoilt)
            )
        assert (refused.value.code, refused.value.at) == (code, at)


def test_decompression_bomb_is_rejected(document, monkeypatch):
    monkeypatch.setattr(file, "MAX_TEXT_BYTES", 100_000)
    bomb = gzip.compress(b"0" * 10_000_000)
    assert len(bomb) < 20_000
    with pytest.raises(ArchiveFileError) as refused:
        read_verified_document(bomb)
    assert refused.value.code == "too_large"


def test_every_archive_file_error_has_a_text():
    assert {"too_large", "cut_off", "other_hash", "exhausted"} <= BAD_FILES.keys()
    assert Tournament not in OF_MODEL
