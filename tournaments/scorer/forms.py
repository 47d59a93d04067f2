"""Parse what the entry grid posts: one step as JSON, or a whole sheet without script."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games.belot.records import BadJson, read_json
from tournaments.errors import Refused
from tournaments.scorer.selectors.grid import Seen


@dataclass(frozen=True)
class Sent:
    play: int
    key: uuid.UUID
    typed: Mapping[str, object]
    seen: str
    is_second: bool
    vouched: bool
    version: int | None


def step_from(request: HttpRequest) -> Sent:
    """The step in a request's body; raise RuleViolationError for invalid data."""
    try:
        body = read_json(request.body)
        play, key = body["play"], uuid.UUID(str(body["key"]))
        typed, version = body.get("typed") or {}, body.get("version")
    except (BadJson, KeyError, TypeError, ValueError, AttributeError) as error:
        raise not_a_step() from error
    is_number = type(play) is int and 0 < play < 2**31
    if not is_number or not isinstance(typed, Mapping) or type(version) not in (int, type(None)):
        raise not_a_step()
    return Sent(
        play,
        key,
        typed,
        str(body.get("seen") or "")[:60],
        body.get("second") is True,
        body.get("vouched") is True,
        version,
    )


def not_a_step() -> Refused:
    return Refused("bad_step", _("This is no step of a scorer. Load the page again."))


def sheet_from(data: QueryDict, rows: list[Seen]) -> list[tuple[Seen, dict[str, object], bool]]:
    """Posted rows that differ: the row, what was typed, whether it is confirmed."""
    found = []
    for row in rows:
        typed = cells_from(data, row)
        vouched = f"so-{row.play.pk}" in data
        is_new = typed is not None and typed != cells_shown(row)
        if typed is not None and (is_new or vouched):
            found.append((row, typed, vouched))
    return found


def cells_from(data: QueryDict, row: Seen) -> dict[str, object] | None:
    """The posted cells of a row; None if empty."""
    texts = {key: data.get(f"{key}-{row.play.pk}", "").strip() for key in row.cells}
    line = data.get(f"line-{row.play.pk}", "").strip()
    if {"-", "−", "–"} & {line, *texts.values()}:
        return {"not_played": True}
    if not row.cells:
        return {"line": line} if line else None
    return {"figures": texts} if any(texts.values()) else None


def cells_shown(row: Seen) -> dict[str, object]:
    """The current cells in the form of typed ones."""
    if not row.cells:
        return {"line": row.line}
    return {"figures": row.cells} if any(row.cells.values()) else {"not_played": row.line == "−"}
