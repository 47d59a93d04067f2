"""What reality does to a movement: someone leaves, someone comes late, two are exchanged.

Rounds before the change stay as they were played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.movements.errors import _, require
from tournaments.movements.model import Movement, Round, Seats, Sitting, assemble
from tournaments.movements.registry import build


def withdrawn(movement: Movement, entrant: int, from_round: int) -> Movement:
    """Without this entrant from that round on: whoever would meet it rests.

    A table of single players stands still as a whole.
    """
    return _with_rounds(
        movement,
        [
            tuple(s for s in sittings if number < from_round or entrant not in s.entrants)
            for number, sittings in enumerate(movement.rounds, 1)
        ],
    )


def exchanged(movement: Movement, first: int, second: int, from_round: int = 1) -> Movement:
    """The two entrants play each other's programme from that round on."""
    other = {first: second, second: first}
    return _with_rounds(
        movement,
        [
            sittings if number < from_round else tuple(_renumbered(s, other) for s in sittings)
            for number, sittings in enumerate(movement.rounds, 1)
        ],
    )


def joined(kind: str, params: Mapping[str, Any], from_round: int = 1) -> Movement:
    """A late pair takes the empty place of an odd field; its number follows the last one."""
    before = build(kind, params)
    full = build(kind, _filled(params))
    require(
        full.entrants == before.entrants + 1 and full.board_sets == before.board_sets,
        "no_empty_place",
        _("This movement has no empty place for a late pair."),
    )
    return _with_rounds(full, before.rounds[: from_round - 1] + full.rounds[from_round - 1 :])


def _filled(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the same movement with its empty place taken, if it has one."""
    if params.get("entrants", 0) % 2:
        return {**params, "entrants": params["entrants"] + 1}
    # Without the last North-South pair the numbers of East-West have closed up.
    return dict(params) if params.get("missing") in (None, "ns") else {**params, "missing": None}


def _with_rounds(movement: Movement, rounds: Iterable[Round]) -> Movement:
    changed = assemble(
        movement.kind,
        rounds,
        entrants=movement.entrants,
        unit=movement.unit,
        winners=movement.winners,
        facts=movement.facts,
        keep_numbers=True,
    )
    return replace(changed, tables=movement.tables, board_sets=movement.board_sets)


def _renumbered(sitting: Sitting, other: Mapping[int, int]) -> Sitting:
    if sitting.seats is None:
        ns, ew = (other.get(side or 0, side) for side in (sitting.ns, sitting.ew))
        return replace(sitting, ns=ns, ew=ew)
    seats = [other.get(player, player) for player in sitting.seats]
    return replace(sitting, seats=Seats(*seats) if len(seats) == 4 else tuple(seats))
