from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.movements.building import build_movement
from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Round, assemble_movement


def add_late_entrant(kind: str, params: Mapping[str, object], from_round: int = 1) -> Movement:
    """A late pair fills the empty place of an odd field; its number follows the last one."""
    before = build_movement(kind, params)
    full = build_movement(kind, _fill_empty_place(params))
    require(
        full.entrants == before.entrants + 1 and full.board_sets == before.board_sets,
        "no_empty_place",
        _("This movement has no empty place for a late pair."),
    )
    return _with_rounds(full, before.rounds[: from_round - 1] + full.rounds[from_round - 1 :])


def _fill_empty_place(params: Mapping[str, Any]) -> dict[str, object]:
    if params.get("entrants", 0) % 2:
        return {**params, "entrants": params["entrants"] + 1}
    # Without the last North-South pair the East-West numbers had moved up.
    return dict(params) if params.get("missing") in (None, "ns") else {**params, "missing": None}


def _with_rounds(movement: Movement, rounds: Iterable[Round]) -> Movement:
    changed = assemble_movement(
        movement.kind,
        rounds,
        entrants=movement.entrants,
        unit=movement.unit,
        winners=movement.winners,
        facts=movement.facts,
        keep_numbers=True,
    )
    return replace(changed, tables=movement.tables, board_sets=movement.board_sets)
