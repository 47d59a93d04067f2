import base64
import copy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api.programs import ApiClient, url_of
from tests.api.schema import schema
from tests.builders import fill_rounds, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tournaments.archive.file import MAX_FILE_BYTES, add_hash, pack
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.models import LogEntry, StoredArchive, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


@pytest.fixture
def program(tournament: Tournament) -> ApiClient:
    return ApiClient(tournament)


def call_ok(
    program: ApiClient, operation: str, body: Any = None, code: int = 200, **parts: Any
) -> Any:
    status, answer = program.ask(operation, body, **parts)
    assert status == code, answer
    return answer


def sent(document: dict[str, Any]) -> dict[str, str]:
    return {"file": base64.b64encode(pack(document)).decode()}


def test_club_archive_upload_creates_a_new_tournament(program, tournament):
    document = call_ok(program, "GET api_archive_file")
    assert LogEntry.objects.filter(tournament=tournament, action="archive_made").exists()
    club = {"club_id": tournament.club_id}
    waiting = call_ok(program, "POST api_club_archives", sent(document), code=201, **club)
    assert (waiting["happened"], waiting["findings"]) == ("brought", [])
    one = {**club, "kept_id": waiting["id"]}
    looked = call_ok(program, "GET api_club_archive", **one)
    assert looked["contents"]["is_here"]
    assert "changes" not in looked
    made = call_ok(program, "POST api_club_archive", {}, code=201, **one)
    assert made["code"] != tournament.code
    assert not StoredArchive.objects.exists()


def test_stored_archive_preview_and_restore_recover_results(program, tournament):
    kept = store_archive(tournament=tournament, happened=Happened.REDRAW)
    fill_rounds(tournament, 2, seed=7)
    assert [each["id"] for each in call_ok(program, "GET api_kept_archives")] == [kept.pk]
    changes = call_ok(program, "GET api_kept_archive", kept_id=kept.pk)["changes"]
    assert (changes["lost"], changes["rounds_now"], changes["rounds_then"]) == (4, 3, 3)
    call_ok(program, "POST api_kept_archive", {}, kept_id=kept.pk)
    back = Tournament.objects.get(code=tournament.code)
    assert sum(play.current_id is not None for play in plays_of(back)) == 4


def test_invalid_archive_is_rejected_and_unsound_one_deleted(program, tournament):
    for file, code in (("%", "no_base64"), ("e30=", "other_format")):
        assert program.code("POST api_kept_archives", {"file": file}) == (400, code)
    document = copy.deepcopy(call_ok(program, "GET api_archive_file"))
    document["stages"][0]["results"][0]["ns_score"] += 10
    kept = call_ok(program, "POST api_kept_archives", sent(add_hash(document)), code=201)
    assert "ns_score" in kept["findings"][0]
    one = {"kept_id": kept["id"]}
    assert program.code("POST api_kept_archive", {}, **one) == (400, "not_sound")
    call_ok(program, "DELETE api_kept_archive", code=204, **one)
    assert not StoredArchive.objects.exists()


# Multipart uploads ------------------------------------------------------------------------


def post_form(program: ApiClient, name: str, content: Any, **headers: str) -> Any:
    """Post a multipart form; text becomes a field, not a file."""
    is_file = isinstance(content, bytes)
    part = SimpleUploadedFile("evening.belot.json.gz", content) if is_file else content
    body = {} if content is None else {"file": part}
    return program.client.post(url_of(name, program.known), body, headers=headers)


def packed(program: ApiClient) -> bytes:
    return pack(call_ok(program, "GET api_archive_file"))


@pytest.mark.parametrize("name", ["api_kept_archives", "api_club_archives"])
def test_archive_upload_as_multipart_equals_json(program, name):
    document = call_ok(program, "GET api_archive_file")
    as_json = call_ok(program, f"POST {name}", sent(document), code=201)
    answer = post_form(program, name, pack(document))
    assert answer.status_code == 201
    same = ("happened", "findings")
    assert [answer.json()[each] for each in same] == [as_json[each] for each in same]
    kept, other = StoredArchive.objects.order_by("pk")
    assert (bytes(kept.content), kept.tournament) == (bytes(other.content), other.tournament)


@pytest.mark.sample
@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 400, "no_json"),
        (b"{}", 400, "other_format"),
        (b"\x1f\x8b broken", 400, "damaged"),
        (b" " * (MAX_FILE_BYTES + 1), 413, "too_large"),
        ("no file", 400, "invalid"),
        (None, 400, "required"),
    ],
)
def test_invalid_multipart_archive_returns_same_error_as_json(program, content, status, code):
    answer = post_form(program, "api_kept_archives", content)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert not StoredArchive.objects.exists()
    if isinstance(content, bytes) and 0 < len(content) < MAX_FILE_BYTES:
        file = base64.b64encode(content).decode()
        assert program.code("POST api_kept_archives", {"file": file}) == (status, code)


def test_multipart_archive_may_exceed_json_size_limit(program):
    """JSON is limited to two million bytes; files have the page's limit."""
    answer = post_form(program, "api_kept_archives", b" " * (MAX_FILE_BYTES - 1) + b"x")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_json")


def test_repeated_multipart_upload_with_same_key_is_stored_once(program):
    """The multipart boundary differs; the parts are equal."""
    content, key = packed(program), {"Idempotency-Key": "4d7a1a52-6f0f-4b0e-9d7e-1c2d3e4f5a6b"}
    first = post_form(program, "api_kept_archives", content, **key)
    again = post_form(program, "api_kept_archives", content, **key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert StoredArchive.objects.count() == 1
    other = post_form(program, "api_kept_archives", content + b" ", **key)
    assert (other.status_code, other.json()["code"]) == (422, "key_of_another_request")


def test_multipart_is_rejected_where_not_declared(program):
    kept = post_form(program, "api_kept_archives", packed(program)).json()
    address = url_of("api_kept_archive", {**program.known, "kept_id": kept["id"]})
    assert program.client.post(address, {"anyway": "true"}).status_code == 415


def test_multipart_body_with_too_many_parts_returns_413(program):
    """Django's limit on parts is reported in the API's error format."""
    name = "api_kept_archives"
    many = {f"part{number}": "x" for number in range(2000)}
    answer = program.client.post(url_of(name, program.known), many)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_anonymous_multipart_upload_returns_401(program, client):
    answer = client.post(url_of("api_kept_archives", program.known), {})
    assert answer.status_code == 401


def test_schema_declares_json_and_multipart_for_archives():
    paths = schema()
    for path in ("tournaments/{code}/archives/", "clubs/{club_id}/archives/"):
        content = paths["paths"][f"/api/v1/{path}"]["post"]["requestBody"]["content"]
        assert list(content) == ["application/json", "multipart/form-data"]
        form = content["multipart/form-data"]["schema"]["$ref"].rpartition("/")[2]
        part = paths["components"]["schemas"][form]
        assert part["required"] == ["file"]
        assert part["properties"]["file"]["format"] == "binary"
