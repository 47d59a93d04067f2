from collections.abc import Mapping
from typing import Any

from games.belot.switches import variant_from_json
from games.belot.table import table_of


def rotate_seats(record: Mapping[str, Any], steps: int) -> dict[str, Any]:
    """Full record with seats moved `steps` places; cards and calls stay."""
    seats = table_of(variant_from_json(record["variant"])).seats
    moved = {seat: seats[(i + steps) % len(seats)] for i, seat in enumerate(seats)}
    turned = dict(record)
    for key in ("dealer", "irregularity"):
        if key in record:
            turned[key] = moved[record[key]]
    if "hands" in record:
        hands = {moved[seat]: hand for seat, hand in record["hands"].items()}
        turned["hands"] = {seat: hands[seat] for seat in seats}
    for key in ("declarations", "belotes"):
        if key in record:
            turned[key] = [{**item, "seat": moved[item["seat"]]} for item in record[key]]
    return turned


MIRRORED = {"N": "N", "W": "E", "S": "S", "E": "W"}


def in_mirror(record):
    """Record with West and East exchanged and the direction reversed."""
    turned = dict(record)
    turned["variant"] = {"preset": record["variant"], "direction": "clockwise"}
    turned["dealer"] = MIRRORED[record["dealer"]]
    if "hands" in record:
        turned["hands"] = {MIRRORED[seat]: hand for seat, hand in record["hands"].items()}
    for key in ("declarations", "belotes"):
        if key in record:
            turned[key] = [{**item, "seat": MIRRORED[item["seat"]]} for item in record[key]]
    return turned
