from collections.abc import Iterator

from tournaments.movements.checker import CheckResult, check_movement
from tournaments.movements.knockout import Bracket, SideSource
from tournaments.movements.model import Movement, Sitting

COMPASS = ("N", "W", "S", "E")
THREE_SEATS = ("1", "2", "3")


def movement_json(movement: Movement) -> dict[str, object]:
    return {
        "kind": movement.kind,
        "rounds": [[_sitting_json(s) for s in sittings] for sittings in movement.rounds],
        "sit_outs": [list(out) for out in movement.sit_outs],
        "check": check_json(check_movement(movement)),
    }


def check_json(checked: CheckResult) -> dict[str, object]:
    return {
        "valid": checked.is_valid,
        "faults": [
            {"rule": fault.rule, **fault.params, "text": str(fault)} for fault in checked.faults
        ],
        "shares": [
            {"round": share.round, "boards": share.board_set, "tables": list(share.tables)}
            for share in checked.shares
        ],
        "repeats": [
            {"entrants": list(repeat.entrants), "rounds": list(repeat.rounds)}
            for repeat in checked.repeats
        ],
        "plays": {str(board_set): count for board_set, count in checked.plays.items()},
        "balance": None if checked.balance is None else round(checked.balance, 2),
    }


def bracket_json(bracket: Bracket) -> dict[str, object]:
    return {
        "kind": bracket.kind,
        "entrants": bracket.entrants,
        "matches": [
            {
                "match": match.name,
                "part": match.part,
                "round": match.round,
                "a": _side_json(match.a),
                "b": _side_json(match.b),
                "best_of": match.best_of,
                "if_needed": match.if_needed,
            }
            for match in bracket.matches
        ],
    }


def movement_lines(movement: Movement) -> Iterator[str]:
    """A line per round: `1  1-5/1  2-6/2` (North-South, East-West, set), then who rests."""
    for number, (sittings, out) in enumerate(
        zip(movement.rounds, movement.sit_outs, strict=True), 1
    ):
        rests = f"  ({', '.join(map(str, out))})" if out else ""
        yield f"{number:>3}  " + "  ".join(_sitting_text(s) for s in sittings) + rests


def bracket_lines(bracket: Bracket) -> Iterator[str]:
    """A line per match: `W1.1  1 – bye`, followed by `best of 3` for a series."""
    for match in bracket.matches:
        series = f"  best of {match.best_of}" if match.best_of > 1 else ""
        yield f"{match.name:>6}  {_side_text(match.a)} – {_side_text(match.b)}{series}"


def _sitting_json(sitting: Sitting) -> dict[str, object]:
    if sitting.seats is None:
        return {
            "table": sitting.table,
            "ns": sitting.ns,
            "ew": sitting.ew,
            "boards": sitting.board_set,
        }
    compass = COMPASS if len(sitting.seats) == 4 else THREE_SEATS
    seats = dict(zip(compass, sitting.seats, strict=True))
    return {"table": sitting.table, "seats": seats, "boards": sitting.board_set}


def _sitting_text(sitting: Sitting) -> str:
    if sitting.seats is not None:
        text = ",".join(map(str, sitting.seats))
    else:
        text = f"{sitting.ns or '–'}-{sitting.ew or '–'}"
    return text if sitting.board_set is None else f"{text}/{sitting.board_set}"


def _side_json(source: SideSource) -> dict[str, object] | None:
    if source.kind == "nobody":
        return None
    return {source.kind: source.seed if source.kind == "seed" else source.match}


def _side_text(source: SideSource) -> str:
    if source.kind == "nobody":
        return "bye"
    return str(source.seed) if source.kind == "seed" else f"{source.kind} {source.match}"
