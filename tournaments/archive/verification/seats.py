"""Verify seating: each entrant once per round, each side once, as the movement says."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping

from tournaments.archive.file import Json
from tournaments.archive.verification.stage import Finding, Row, Stage, duplicates, wrong_numbering
from tournaments.movements import FORMATS, MovementError, Seating, as_team_matches, build_movement
from tournaments.movements import Sitting as Place

UNIQUE: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("teams", ("number",)),
    ("teams", ("name",)),
    ("teams", ("entry_order",)),
    ("team_players", ("team", "position")),
    ("team_players", ("player",)),
    ("tables", ("number",)),
    ("sittings", ("round", "table")),
    ("seats", ("round", "team", "half")),
    ("seats", ("sitting", "side", "place")),
    ("plays", ("sitting", "board")),
    ("plays", ("sitting", "order")),
    ("results", ("play", "version")),
    ("foulings", ("board", "version")),
    ("adjustments", ("cancels",)),
    ("changes", ("undoes",)),
    ("typed", ("undoes",)),
    ("field_results", ("board", "number")),
    ("extra_times", ("round", "table")),
    ("messages_at_tables", ("message", "table")),
    ("person_fees", ("team", "position")),
    ("fee_kinds", ("position",)),
    ("signups", ("place",)),
    ("signups", ("team",)),
    ("ledger", ("cancels",)),
    ("players", ("name",)),
)
SIDES: Mapping[str, str] = {"N": "NS", "S": "NS", "W": "EW", "E": "EW"}
ORDER = "NWSE"
Seated = dict[int, tuple[dict[str, int], int | None]]
"""By table: entrant number at each side or place, and the board set."""


def wrong_seats(stage: Stage) -> Iterator[Finding]:
    for name, columns in UNIQUE:
        yield from duplicates(stage, name, columns)
    yield from wrong_numbering(stage, "rounds")
    yield from wrong_numbering(stage, "tables")
    yield from wrong_numbering(stage, "ledger")
    for seat in stage["seats"]:
        yield from wrong_seat(stage, seat)
    for sitting in stage["sittings"]:
        yield from wrong_sitting(stage, sitting)
    yield from wrong_people(stage)
    yield from wrong_lots(stage)
    yield from wrong_movement(stage)


def wrong_seat(stage: Stage, seat: Row) -> Iterator[Finding]:
    """A seat must match the round of its sitting and have a valid side and place."""
    where = stage.place("seats", seat["id"])
    if (seat["sitting"] is None) != (seat["side"] == ""):
        yield Finding("no_seat", f"{where}.side", seat["side"])
        return
    if stage.row("teams", seat["team"])["number"] is None:
        yield Finding("no_seat", f"{where}.team", seat["team"])
    if seat["half"] not in ((1, 2) if stage.own["unit"] == "team" else (1,)):
        yield Finding("no_seat", f"{where}.half", seat["half"])
    if seat["sitting"] is None:
        return
    sitting = stage.row("sittings", seat["sitting"])
    if sitting["round"] != seat["round"]:
        yield Finding("other_round", f"{where}.round", seat["round"], sitting["round"])
    is_single = stage.own["unit"] == "player"
    if (is_single and seat["place"] not in SIDES) or (not is_single and seat["place"]):
        yield Finding("no_seat", f"{where}.place", seat["place"])


def wrong_sitting(stage: Stage, sitting: Row) -> Iterator[Finding]:
    seats = stage.seats_of_sitting.get(sitting["id"], [])
    sides = Counter(seat["side"] for seat in seats)
    where = stage.place("sittings", sitting["id"])
    if not stage["changes"] and len(seats) != seats_at_table(stage):
        yield Finding("table_not_full", where, len(seats), seats_at_table(stage))
    if stage.own["unit"] != "player" and max(sides.values(), default=0) > 1:
        yield Finding("table_not_full", where, dict(sides))
    if stage["changes"]:
        return
    per_round = 1 if stage.is_open_play else int(stage.own["boards_per_round"])
    number = stage.row("rounds", sitting["round"])["number"]
    first = ((sitting["board_set"] or number) - 1) * per_round
    plays = sorted(stage.plays_of.get(sitting["id"], []), key=lambda play: int(play["order"]))
    boards = [stage.row("boards", play["board"])["number"] for play in plays]
    right = list(range(first + 1, first + 1 + per_round))
    if boards != right or [play["order"] for play in plays] != list(range(1, per_round + 1)):
        yield Finding("other_boards", f"{where}.board_set", boards, right)


def seats_at_table(stage: Stage) -> int:
    if stage.own["unit"] != "player":
        return 2
    return stage.variant.players


def wrong_people(stage: Stage) -> Iterator[Finding]:
    if stage.own["winners"] not in (1, 2):
        yield Finding("no_movement", f"{stage.at}.tournament.winners", stage.own["winners"])
    people = Counter(row["team"] for row in stage["team_players"])
    for row in stage["team_players"]:
        if not 1 <= row["position"] <= people[row["team"]]:
            where = stage.place("team_players", row["id"], "position")
            yield Finding("not_in_order", where, row["position"])
    begun = {stage.round_of(stage.row("plays", row["play"])) for row in stage["results"]}
    for row in stage["rounds"]:
        if row["number"] in begun and not row["is_published"]:
            yield Finding("not_published", stage.place("rounds", row["id"], "is_published"))


def wrong_lots(stage: Stage) -> Iterator[Finding]:
    """The lot of a drawn round must follow from the seed."""
    for row in stage["rounds"]:
        lot, attempt = row["drawn"].get("lot"), row["drawn"].get("attempt", 0)
        text = f"pairing:{stage.own['seed']}:{row['number']}:{attempt}"
        right = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
        if lot is not None and lot != right:
            where = stage.place("rounds", row["id"], "drawn.lot")
            yield Finding("other_lot", where, lot, right)


def wrong_movement(stage: Stage) -> Iterator[Finding]:
    """Compare the seats of a predetermined movement with the rebuilt movement."""
    row = FORMATS.get(stage.own["movement_kind"])
    if stage["rounds"] and row is None:
        kind = stage.own["movement_kind"]
        yield Finding("no_movement", f"{stage.at}.tournament.movement_kind", kind)
    if not stage["rounds"] or row is None or row.seating is not Seating.AHEAD:
        return
    if not stage.is_as_drawn:
        return
    where = f"{stage.at}.tournament.movement_params"
    params = stage.own["movement_params"]
    try:
        movement = build_movement(stage.own["movement_kind"], params)
    except (MovementError, TypeError, ValueError, KeyError):
        yield Finding("no_movement", where, params)
        return
    if stage.own["unit"] == "team" and movement.unit == "pair" and row.is_for_teams:
        movement = as_team_matches(movement)
    right = [
        {place.table: table_of(stage, place, number) for place in sittings}
        for number, sittings in enumerate(movement.rounds, start=1)
    ]
    if len(right) != len(stage["rounds"]):
        yield Finding("other_movement", where, len(stage["rounds"]), len(right))
        return
    for period, tables in zip(stage["rounds"], right, strict=True):
        yield from wrong_round(stage, period, tables)


def table_of(stage: Stage, place: Place, number: int) -> tuple[dict[str, int], int | None]:
    if place.seats is not None:
        seated = dict(zip(ORDER, place.seats, strict=False))
    else:
        north, south = ("N", "S") if stage.own["unit"] == "player" else ("NS", "EW")
        pairs = ((north, place.ns), (south, place.ew))
        seated = {side: who for side, who in pairs if who is not None}
    return seated, None if stage.is_open_play else place.board_set or number


def wrong_round(stage: Stage, period: Row, right: Seated) -> Iterator[Finding]:
    stored: Seated = {}
    places: dict[int, str] = {}
    for sitting in stage["sittings"]:
        if sitting["round"] == period["id"]:
            table = stage.row("tables", sitting["table"])["number"]
            seats = stage.seats_of_sitting.get(sitting["id"], [])
            seated = {
                seat["place"] or seat["side"]: stage.row("teams", seat["team"])["number"]
                for seat in seats
            }
            stored[table] = seated, sitting["board_set"]
            places[table] = stage.place("sittings", sitting["id"])
    for table in sorted(right.keys() | stored.keys()):
        if right.get(table) != stored.get(table):
            where = places.get(table, stage.place("rounds", period["id"]))
            stored_table: Json = stored.get(table)
            yield Finding("other_movement", where, stored_table, right.get(table))
