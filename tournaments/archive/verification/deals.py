"""Verify the seed, its fingerprint and every deal derived from it."""

import hashlib
import re
from collections.abc import Iterator, Mapping

from games.belot import RuleError, seats_of, seeded_pack
from tournaments.archive.verification.stage import Finding, Row, Stage, duplicates, wrong_numbering

SEED = re.compile("[0-9a-f]{64}")
LABEL = "belot deals v1"


def wrong_deals(stage: Stage) -> Iterator[Finding]:
    yield from wrong_numbering(stage, "boards")
    yield from duplicates(stage, "boards", ("deal",))
    yield from duplicates(stage, "set_boards", ("deal",))
    yield from duplicates(stage, "set_boards", ("number",))
    seed = str(stage.own["seed"])
    if not seed:
        yield from without_seed(stage)
        return
    if not SEED.fullmatch(seed):
        yield Finding("bad_seed", f"{stage.at}.tournament.seed", seed)
        return
    right = fingerprint(stage, seed)
    if stage.own["seed_hash"] != right:
        where = f"{stage.at}.tournament.seed_hash"
        yield Finding("other_fingerprint", where, stage.own["seed_hash"], right)
    prepared = {row["number"]: stage.row("deals", row["deal"]) for row in stage["set_boards"]}
    for board in stage["boards"]:
        yield from wrong_board(stage, board, prepared, bytes.fromhex(seed))
    yield from unreferenced_deals(stage)


def without_seed(stage: Stage) -> Iterator[Finding]:
    """Before the draw there must be no fingerprint and no boards."""
    if stage.own["seed_hash"] or stage["boards"]:
        yield Finding("bad_seed", f"{stage.at}.tournament.seed", "")


def fingerprint(stage: Stage, seed: str) -> str:
    """SHA-256 of the seed, or of the seed and the whole prepared set, as published before play."""
    if not stage["deal_sets"]:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    lines = [LABEL, f"seed {seed}"]
    for row in sorted(stage["set_boards"], key=lambda row: int(row["number"])):
        deal = stage.row("deals", row["deal"])
        lines.append(f"board {row['number']} dealer {deal['dealer']} {deal['pack']}")
    return hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()


def wrong_board(
    stage: Stage, board: Row, prepared: Mapping[int, Row], seed: bytes
) -> Iterator[Finding]:
    """Compare a board's deal with the prepared set or the seed."""
    if stage.is_open_play or board["deal"] is None:
        if not stage.is_open_play or board["deal"] is not None:
            where = stage.place("boards", board["id"], "deal")
            yield Finding("other_cards", where, board["deal"])
        return
    number, deal = board["number"], stage.row("deals", board["deal"])
    if number in prepared:
        dealer, pack = prepared[number]["dealer"], prepared[number]["pack"]
    else:
        seats = seats_of(stage.variant)
        dealer = seats[(number - 1) % len(seats)]
        try:
            pack = seeded_pack(stage.variant, seed, number)
        except (RuleError, ValueError):
            return
    right = {"dealer": dealer, "pack": pack, "variant": stage.own["variant"]}
    for column, value in right.items():
        if deal[column] != value:
            where = stage.place("deals", deal["id"], column)
            yield Finding("other_deal", where, deal[column], value)


def unreferenced_deals(stage: Stage) -> Iterator[Finding]:
    named = {row["deal"] for name in ("boards", "set_boards") for row in stage[name]}
    for deal in stage["deals"]:
        if deal["id"] not in named:
            yield Finding("of_nobody", stage.place("deals", deal["id"]))
