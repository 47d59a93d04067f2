"""What browsers send from the desk: a step as JSON, or a whole sheet of a page without script."""

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
    """A step as a browser sends it."""

    play: int
    key: uuid.UUID
    typed: Mapping[str, object]
    seen: str
    is_second: bool
    vouched: bool
    version: int | None


def step_from(request: HttpRequest) -> Sent:
    """The step in a request's body; raises Refused for what is none."""
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
    """The rows of a posted sheet that say something new: what was typed, whether vouched for."""
    found = []
    for row in rows:
        typed = cells_from(data, row)
        vouched = f"so-{row.play.pk}" in data
        is_new = typed is not None and typed != cells_shown(row)
        if typed is not None and (is_new or vouched):
            found.append((row, typed, vouched))
    return found


def cells_from(data: QueryDict, row: Seen) -> dict[str, object] | None:
    """What a sheet says of a row; None where it says nothing."""
    texts = {key: data.get(f"{key}-{row.play.pk}", "").strip() for key in row.cells}
    line = data.get(f"line-{row.play.pk}", "").strip()
    if {"-", "−", "–"} & {line, *texts.values()}:
        return {"not_played": True}
    if not row.cells:
        return {"line": line} if line else None
    return {"figures": texts} if any(texts.values()) else None


def cells_shown(row: Seen) -> dict[str, object]:
    """What a row shows already, as if it were typed."""
    if not row.cells:
        return {"line": row.line}
    return {"figures": row.cells} if any(row.cells.values()) else {"not_played": row.line == "−"}
