"""HTTP client from hall to server: timeouts, size limit, no redirects."""

import re
from typing import Final

import requests
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from urllib3.exceptions import HTTPError

from games.belot.records import InvalidJsonError, read_json
from tournaments.archive.file import Json
from tournaments.errors import RuleViolationError
from tournaments.models import SyncLink
from tournaments.sync.texts import trouble_in_words

TIMEOUTS_SECONDS: Final = (5, 30)
"""To connect, and to read the response."""
PAIRING_TIMEOUTS_SECONDS: Final = (5, 120)
"""Longer: the whole tournament is transferred."""
MOST_ANSWERED: Final = 8_000_000
ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9.\-\[\]:_]+(/[A-Za-z0-9._~/\-]*)?")
STATUSES: Final = {401: "no_pairing", 403: "no_pairing", 429: "too_much", 503: "too_much"}


class ServerRequestError(Exception):
    """Request failed; ``code``: reason, ``words``: the server's message."""

    def __init__(self, code: str, words: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.words = words


def clean_server_url(text: str) -> str:
    """Normalise a typed server URL; raises RuleViolationError."""
    address = text.strip().rstrip("/")
    if "://" not in address:
        address = f"https://{address}"
    if not ADDRESS.fullmatch(address) or len(address) > 200:
        words = _("This is not a server address such as https://belot.example.org.")
        raise RuleViolationError("no_address", words, field="address")
    return address


def request_pairing(address: str, code: str, secret: str, *, take: bool) -> Json:
    """Exchange a pairing code; raises RuleViolationError."""
    body = {"code": code, "secret": secret, "take": take}
    try:
        return post_json(f"{address}/lines/pair/", body, times=PAIRING_TIMEOUTS_SECONDS)
    except ServerRequestError as error:
        words = error.words or trouble_in_words(error.code)
        field = "code" if error.words else "address"
        raise RuleViolationError(error.code, words, field=field) from error


def post_message(line: SyncLink, letter: Json) -> Json:
    """Send a sync message and return the answer; raises ServerRequestError."""
    return post_json(f"{line.address}/lines/letters/", letter, secret=line.secret)


def post_json(
    address: str, body: Json, *, secret: str = "", times: tuple[int, int] = TIMEOUTS_SECONDS
) -> Json:
    """POST JSON and return the answer; raises ServerRequestError, never with the secret in it."""
    # The server's error messages are shown here, in this page's language.
    headers = {"Accept-Language": get_language() or settings.LANGUAGE_CODE}
    if secret:
        headers["Authorization"] = f"Line {secret}"
    try:
        with requests.post(
            address, json=body, headers=headers, timeout=times, allow_redirects=False, stream=True
        ) as answer:
            content = answer.raw.read(MOST_ANSWERED + 1, decode_content=True)
            status = answer.status_code
    except (requests.RequestException, HTTPError, OSError) as error:
        raise ServerRequestError("no_answer") from error
    return read_answer(status, content)


def read_answer(status: int, content: bytes) -> Json:
    try:
        payload = read_json(content) if len(content) <= MOST_ANSWERED else None
    except InvalidJsonError:
        payload = None
    if status in (200, 201) and isinstance(payload, dict):
        return payload
    words = payload.get("problem", "") if isinstance(payload, dict) else ""
    code = STATUSES.get(status, "refused" if words else "strange_answer")
    raise ServerRequestError(code, words if isinstance(words, str) else "")
