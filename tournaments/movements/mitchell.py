"""Mitchell movements: North-South stay, East-West move up, boards move down.

Plain for an odd number of tables; a skip, or a relay with a share, for an even one.
"""

from typing import Any, Literal

from tournaments.movements.errors import MovementError, _, require
from tournaments.movements.model import Movement, Round, Sitting, assemble_movement
from tournaments.movements.rover import add_rover, rover_sequence

Variant = Literal["plain", "skip", "share"]
Missing = Literal["ns", "ew"]


def mitchell(
    tables: int,
    variant: Variant | None = None,
    rounds: int | None = None,
    arrow_switch: bool = False,
    missing: Missing | None = None,
    switched_rounds: int | None = None,
    rover: bool = False,
) -> Movement:
    """North-South pairs 1..T, East-West pairs T+1..2T; `missing` leaves out the last of a side.

    Default: plain for an odd number of tables, skip for an even one. The arrow switch turns
    the last `switched_rounds` rounds (default: an eighth). A rover is pair 2T+1; with an even
    number of tables it needs the share.
    """
    variant = variant or ("plain" if tables % 2 else "share" if rover else "skip")
    rounds = _check_rounds(tables, variant, rounds)
    listed = [_round(tables, variant, number) for number in range(rounds)]
    if rover:
        _check_rover(tables, variant, missing)
        listed = add_rover(listed, 2 * tables + 1, rover_sequence(tables))
    switched = 0
    if arrow_switch:
        switched = switch_count(rounds) if switched_rounds is None else switched_rounds
    first_switched = rounds - switched
    listed = [
        tuple(sitting.switch_sides() for sitting in sittings)
        if number >= first_switched
        else sittings
        for number, sittings in enumerate(listed)
    ]
    if missing:
        listed = [_without(sittings, tables, missing) for sittings in listed]
    return assemble_movement(
        "mitchell",
        listed,
        entrants=2 * tables - bool(missing) + rover,
        winners=1 if switched else 2,
        facts={
            **_facts(tables, variant, missing, range(first_switched + 1, rounds + 1)),
            **({"rover": 2 * tables + 1} if rover else {}),
        },
    )


def switch_count(rounds: int) -> int:
    """Rounds to arrow-switch: an eighth of them, at least one (Ross Moore; EBU practice)."""
    return max(1, (rounds + 4) // 8)


def mitchell_rounds(tables: int, variant: str | None = None) -> int:
    if variant == "share" or (tables % 2 and variant != "skip"):
        return tables
    return tables // 2 if variant == "plain" else tables - 1


def _check_rounds(tables: int, variant: Variant, rounds: int | None) -> int:
    require(tables >= 2, "too_few_tables", _("A Mitchell needs at least 2 tables."))
    if variant not in ("plain", "skip", "share"):
        raise MovementError(
            "unknown_variant", _("There is no Mitchell variant “%(name)s”."), name=variant
        )
    require(
        variant == "plain" or tables % 2 == 0,
        "odd_tables_play_plain",
        _("%(tables)d tables need no skip and no share: an odd number plays a plain Mitchell."),
        tables=tables,
    )
    longest = mitchell_rounds(tables, variant)
    rounds = longest if rounds is None else rounds
    require(
        1 <= rounds <= longest,
        "rounds_out_of_range",
        _("This Mitchell of %(tables)d tables has 1 to %(longest)d rounds."),
        tables=tables,
        longest=longest,
    )
    return rounds


def _check_rover(tables: int, variant: Variant, missing: Missing | None) -> None:
    require(tables >= 4, "rover_tables", _("A rover needs at least 4 tables."))
    require(
        variant == ("plain" if tables % 2 else "share"),
        "rover_variant",
        _("With an even number of tables a rover needs the share-and-relay Mitchell."),
    )
    require(missing is None, "rover_full", _("A rover is for a full movement and one pair more."))


def _round(tables: int, variant: Variant, number: int) -> Round:
    skipped = int(variant == "skip" and number >= tables / 2)
    return tuple(
        Sitting(
            table=table + 1,
            ns=table + 1,
            ew=tables + 1 + (table - number - skipped) % tables,
            board_set=1 + (table + number + _relay(tables, variant, table)) % tables,
        )
        for table in range(tables)
    )


def _relay(tables: int, variant: Variant, table: int) -> int:
    # The relay after the middle table holds one set, so the upper half is one set ahead.
    return int(variant == "share" and table >= tables / 2)


def _without(sittings: Round, tables: int, missing: Missing) -> Round:
    gone = tables if missing == "ns" else 2 * tables

    def number(entrant: int | None) -> int | None:
        return entrant if entrant is None or entrant < gone else entrant - 1

    return tuple(
        Sitting(sitting.table, number(sitting.ns), number(sitting.ew), sitting.board_set)
        for sitting in sittings
        if gone not in sitting.entrants
    )


def _facts(
    tables: int, variant: Variant, missing: Missing | None, switched: range
) -> dict[str, object]:
    facts: dict[str, Any] = {"variant": variant, "switched_rounds": list(switched)}
    if variant == "skip":
        facts["skip_after_round"] = tables // 2
    if variant == "share":
        facts["bye_stand_after_table"] = tables // 2
        facts["sharing_tables"] = [1, tables]
    if missing:
        facts["missing"] = missing
    return facts
