"""A deal as text: tags in square brackets, then calls and tricks; it can be parsed back.

    [Variant "..."]
    [Dealer "N"]
    [Pack "S7 HA ..."]
    [Declarations "W D7 D8 D9"]
    [Belotes "N H"]
    [Melds "1 20; 4 50"]
    [Auction "W"]
    H X P P
    P
    [Play "W"]
    1. W HJ H8 H7 HA
    2. N SA S7 S8 S9

The seat before a trick and text in {braces} are ignored. Changed switches have a tag
each: [Switch "contra_levels 3"], values as in JSON.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.belot.errors import RuleError
from games.belot.records.bounded_json import InvalidJsonError, read_json
from games.belot.records.game import Deal

TAG: Final = re.compile(r'\[(\w+) "([^"]*)"\]')
COMMENT: Final = re.compile(r"\{[^{}]*\}")
SEAT_OF_HAND: Final = re.compile(r"([NWSE]):")
KEYS: Final = {
    "Dealer": "dealer",
    "Pack": "pack",
    "TurnUp": "turn_up",
    "SetAside": "set_aside",
    "Exchange": "exchange",
    "Irregularity": "irregularity",
}


def to_text(record: Mapping[str, Any]) -> str:
    """Full record as text; RuleError if it breaks a rule."""
    deal = Deal.from_record(record)
    clean: dict[str, Any] = deal.record()
    lines = [*_variant_tags(clean["variant"]), _tag("Dealer", clean["dealer"])]
    if "pack" in clean:
        lines.append(_tag("Pack", clean["pack"]))
    else:
        hands = "  ".join(f"{seat}:{hand}" for seat, hand in clean["hands"].items())
        lines.append(_tag("Hands", hands))
    lines += [
        _tag(tag, clean[KEYS[tag]])
        for tag in ("TurnUp", "SetAside", "Exchange")
        if KEYS[tag] in clean
    ]
    lines += _announcement_tags(clean)
    if "irregularity" in clean:
        lines.append(_tag("Irregularity", clean["irregularity"]))
    lines.append(_tag("Auction", deal.table.seats[deal.first_caller]))
    size = deal.table.players
    calls = clean["calls"]
    lines += [" ".join(calls[i : i + size]) for i in range(0, len(calls), size)]
    if deal.played:
        lines.append(_tag("Play", deal.table.seats[deal.first_seat]))
        lines += _tricks(deal)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    return f'[{name} "{value}"]'


def _variant_tags(variant: str | Mapping[str, object]) -> list[str]:
    if isinstance(variant, str):
        return [_tag("Variant", variant)]
    changed = {key: value for key, value in variant.items() if key != "preset"}
    switches = [_tag("Switch", f"{key} {_plain(value)}") for key, value in changed.items()]
    return [_tag("Variant", variant["preset"]), *switches]


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _announcement_tags(record: Mapping[str, Any]) -> Iterable[str]:
    for tag, key, what in (
        ("Declarations", "declarations", "cards"),
        ("Belotes", "belotes", "suit"),
    ):
        if key in record:
            yield _tag(tag, "; ".join(f"{item['seat']} {item[what]}" for item in record[key]))
    if "melds" in record:
        yield _tag("Melds", "; ".join(f"{trick} {points}" for trick, points in record["melds"]))


def _tricks(deal: Deal) -> list[str]:
    return [
        f"{number}. {trick[0][0]} {' '.join(card for _, card in trick)}"
        for number, trick in enumerate(deal.tricks, start=1)
    ]


def from_text(text: str) -> dict[str, Any]:
    """Parse and check a full record; RuleError at `line N` or where a rule breaks."""
    record: dict[str, Any] = {"calls": []}
    tricks: list[str] = []
    switches: dict[str, object] = {}
    section = ""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = COMMENT.sub("", raw).strip()
        tag = TAG.fullmatch(line)
        if tag and tag[1] in ("Auction", "Play"):
            section = tag[1]
        elif tag:
            _read_tag(record, switches, tag[1], tag[2], f"line {number}")
        elif line:
            _read_moves(record, tricks, section, line, f"line {number}")
    if tricks:
        record["play"] = " ".join(tricks)
    if switches:
        record["variant"] = {"preset": record.get("variant"), **switches}
    return Deal.from_record(record).record()


def _read_tag(
    record: dict[str, Any], switches: dict[str, object], name: str, value: str, at: str
) -> None:
    if name in KEYS:
        record[KEYS[name]] = value
    elif name == "Variant":
        record["variant"] = value
    elif name == "Switch":
        key, _, raw_value = value.partition(" ")
        switches[key] = _value(raw_value)
    elif name == "Hands":
        _, *parts = SEAT_OF_HAND.split(value)
        hands = zip(parts[::2], parts[1::2], strict=True)
        record["hands"] = {seat: hand.strip() for seat, hand in hands}
    elif name == "Declarations":
        record["declarations"] = _read_announcements(value, "cards")
    elif name == "Belotes":
        record["belotes"] = _read_announcements(value, "suit")
    elif name == "Melds":
        record["melds"] = _read_melds(value, at)
    else:
        raise RuleError("bad_notation", at, line=f"[{name}]")


def _value(text: str) -> object:
    try:
        return read_json(text)
    except InvalidJsonError:
        return text


def _read_announcements(text: str, what: str) -> list[dict[str, str]]:
    pairs = [item.strip().partition(" ") for item in text.split(";") if item.strip()]
    return [{"seat": seat, what: value} for seat, _, value in pairs]


def _read_melds(text: str, at: str) -> list[list[int]]:
    items = [item.split() for item in text.split(";") if item.strip()]
    for item in items:
        if len(item) != 2 or not all(n.isdecimal() and n.isascii() and len(n) < 5 for n in item):
            raise RuleError("bad_notation", at, line=text)
    return [[int(number) for number in item] for item in items]


def _read_moves(
    record: dict[str, Any], tricks: list[str], section: str, line: str, at: str
) -> None:
    if section == "Auction":
        record["calls"] += line.split()
        return
    trick = re.fullmatch(r"(?:\d+\.\s+[NWSE]\s+)?(.*)", line)
    if section != "Play" or trick is None:
        raise RuleError("bad_notation", at, line=line)
    if trick[1].strip():
        tricks.append(trick[1].strip())
