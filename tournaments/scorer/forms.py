"""Parse what the entry grid posts: one step as JSON, or a whole sheet without script."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games.belot.records import InvalidJsonError, read_json
from tournaments.errors import RuleViolationError
from tournaments.scorer.selectors.grid import GridRow


@dataclass(frozen=True)
class PostedStep:
    play: int
    key: uuid.UUID
    typed: Mapping[str, object]
    seen: str
    is_second: bool
    vouched: bool
    version: int | None


def parse_step(request: HttpRequest) -> PostedStep:
    """The step in a request's body; raise RuleViolationError for invalid data."""
    try:
        body = read_json(request.body)
        play, key = body["play"], uuid.UUID(str(body["key"]))
        typed, version = body.get("typed") or {}, body.get("version")
    except (InvalidJsonError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise invalid_step_error() from error
    is_number = type(play) is int and 0 < play < 2**31
    if not is_number or not isinstance(typed, Mapping) or type(version) not in (int, type(None)):
        raise invalid_step_error()
    return PostedStep(
        play,
        key,
        typed,
        str(body.get("seen") or "")[:60],
        body.get("second") is True,
        body.get("vouched") is True,
        version,
    )


def invalid_step_error() -> RuleViolationError:
    return RuleViolationError("bad_step", _("Unknown step. Reload the page."))


def parse_sheet(
    data: QueryDict, rows: list[GridRow]
) -> list[tuple[GridRow, dict[str, object], bool]]:
    """Posted rows that differ: the row, what was typed, whether it is confirmed."""
    changed_rows = []
    for row in rows:
        typed = parse_cells(data, row)
        vouched = f"so-{row.play.pk}" in data
        is_new = typed is not None and typed != cells_shown(row)
        if typed is not None and (is_new or vouched):
            changed_rows.append((row, typed, vouched))
    return changed_rows


def parse_cells(data: QueryDict, row: GridRow) -> dict[str, object] | None:
    """The posted cells of a row; None if empty."""
    texts = {key: data.get(f"{key}-{row.play.pk}", "").strip() for key in row.cells}
    line = data.get(f"line-{row.play.pk}", "").strip()
    if {"-", "−", "–"} & {line, *texts.values()}:
        return {"not_played": True}
    if not row.cells:
        return {"line": line} if line else None
    return {"figures": texts} if any(texts.values()) else None


def cells_shown(row: GridRow) -> dict[str, object]:
    """The current cells in the form of typed ones."""
    if not row.cells:
        return {"line": row.line}
    return {"figures": row.cells} if any(row.cells.values()) else {"not_played": row.line == "−"}
