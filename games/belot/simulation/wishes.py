from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.belot.cards import (
    CARDS,
    CONTRACTS,
    FULL_PACK,
    RANK_MASK,
    RANKS,
    SUIT_MASK,
    SUITS,
    mask_of,
)
from games.belot.deal import parse_cards
from games.belot.errors import RuleError
from games.belot.kernel.finding import CARRE, COUNT, PAIR, POINTS, RUN
from games.belot.records.shape import check_known, require_kind, seat_number
from games.belot.simulation.question import parse_contract
from games.belot.table import seats_of, table_of
from games.belot.variant import Variant

ANY: Final = "any"
SIDES: Final = ("NS", "EW")
HAND: Final = 8
MAX_WISHES: Final = 12
MAX_POINTS: Final = 258
CARRE_RANKS: Final = "9TJQKA"
WISH_KINDS: Final = ("cards", "run", "carre", "belote", "suit", "rank", "points", "makes")
"""Tried in this order."""
KEYS: Final = {
    "cards": ("seat", "cards"),
    "run": ("seat", "run", "suit"),
    "carre": ("seat", "carre"),
    "belote": ("seat", "belote"),
    "suit": ("seat", "suit", "least", "most"),
    "rank": ("seat", "rank", "least", "most"),
    "points": ("seat", "points", "least", "most"),
    "makes": ("side", "makes"),
}


@dataclass(frozen=True, slots=True)
class Wishes:
    rows: tuple[int, ...] = ()
    known: tuple[int, int, int, int] = (0, 0, 0, 0)
    makes: tuple[tuple[int, int, int], ...] = ()
    """(contract, side, rank of the number or -1: card points alone)."""


def wishes_of(items: object, variant: Variant) -> Wishes:
    """Parse a list of wishes; RuleError at ``wishes[i]``.

    Kinds: ``{seat, cards}``, ``{seat, run: 3…8, suit?}``, ``{seat, carre: rank or any}``,
    ``{seat, belote: suit or any}``, ``{seat, suit, least?, most?}``, ``{seat, rank, least?,
    most?}``, ``{seat, points: contract, least?, most?}``, ``{side, makes: contract}``, and
    where numbers are bid ``{side, makes: "120H"}``.
    """
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise RuleError("wrong_type", "wishes", key="wishes", expected="a list")
    if len(items) > MAX_WISHES:
        raise RuleError("too_many_wishes", "wishes", most=MAX_WISHES)
    if items and variant.auction == "turn_up":
        raise RuleError("wishes_need_hands", "wishes")
    rows: list[int] = []
    known = [0, 0, 0, 0]
    makes: list[tuple[int, int, int]] = []
    for index, item in enumerate(items):
        at = f"wishes[{index}]"
        kind = _kind(item, at)
        if kind == "makes":
            contract, rank = parse_contract(item["makes"], variant, f"{at}.makes")
            makes.append((contract, _side(item, at), rank))
        elif kind == "cards":
            _add_known_cards(item, at, variant, known)
        else:
            rows += [*_row(kind, item, at, variant)]
    return Wishes(tuple(rows), (known[0], known[1], known[2], known[3]), tuple(makes))


def _kind(item: object, at: str) -> str:
    if not isinstance(item, Mapping):
        raise RuleError("not_an_object", at)
    kind = next((kind for kind in WISH_KINDS if kind in item), None)
    if kind is None:
        raise RuleError("unknown_wish", at, known=", ".join(WISH_KINDS))
    check_known(item, KEYS[kind], f"{at}.")
    return kind


def _row(kind: str, item: Mapping[str, object], at: str, variant: Variant) -> tuple[int, ...]:
    seat = seat_number(item.get("seat"), seats_of(variant), f"{at}.seat")
    if kind == "run":
        suits = _suits(item.get("suit", ANY), f"{at}.suit")
        return (RUN, seat, suits, _number(item["run"], 3, HAND, f"{at}.run"), 0)
    if kind == "carre":
        return (CARRE, seat, _ranks(item["carre"], f"{at}.carre"), 0, 0)
    if kind == "belote":
        return (PAIR, seat, _suits(item["belote"], f"{at}.belote"), 0, 0)
    if kind == "points":
        contract = _contract(item["points"], variant, f"{at}.points")
        row = table_of(variant).contracts[contract].row
        return (POINTS, seat, row, *_range(item, MAX_POINTS, at))
    if kind == "suit":
        return (COUNT, seat, _suits(item["suit"], f"{at}.suit"), *_range(item, HAND, at))
    rank = item["rank"]
    if not isinstance(rank, str) or rank not in tuple(RANKS):
        raise RuleError("unknown_rank", f"{at}.rank", value=rank, known=" ".join(RANKS))
    return (COUNT, seat, RANK_MASK[RANKS.index(rank)], *_range(item, 4, at))


def _add_known_cards(
    item: Mapping[str, object], at: str, variant: Variant, known: list[int]
) -> None:
    seat = seat_number(item.get("seat"), seats_of(variant), f"{at}.seat")
    text = require_kind(item["cards"], str, f"{at}.cards", "cards")
    for card in parse_cards(text, table_of(variant), f"{at}.cards"):
        owner = next((other for other in range(4) if known[other] >> card & 1), seat)
        if owner != seat:
            other = seats_of(variant)[owner]
            raise RuleError("card_in_another_hand", f"{at}.cards", card=CARDS[card], other=other)
        known[seat] |= mask_of([card])
    count = known[seat].bit_count()
    if count > HAND:
        raise RuleError("wrong_count", at, expected=HAND, count=count)


def _side(item: Mapping[str, object], at: str) -> int:
    side = item.get("side")
    if side not in SIDES:
        raise RuleError("unknown_seat", f"{at}.side", value=side, known=" ".join(SIDES))
    return SIDES.index(side)


def _contract(code: object, variant: Variant, at: str) -> int:
    known = variant.contracts.split()
    if code not in known:
        raise RuleError("unknown_contract", at, value=code, known=" ".join(known))
    return CONTRACTS.index(str(code))


def _suits(code: object, at: str) -> int:
    if code == ANY:
        return FULL_PACK
    if not isinstance(code, str) or code not in tuple(SUITS):
        raise RuleError("unknown_suit", at, value=code)
    return SUIT_MASK[SUITS.index(code)]


def _ranks(code: object, at: str) -> int:
    if code == ANY:
        return sum(1 << RANKS.index(rank) for rank in CARRE_RANKS)
    if not isinstance(code, str) or code not in tuple(CARRE_RANKS):
        raise RuleError("unknown_rank", at, value=code, known=" ".join(CARRE_RANKS))
    return 1 << RANKS.index(code)


def _range(item: Mapping[str, object], most: int, at: str) -> tuple[int, int]:
    low = _number(item.get("least", 0), 0, most, f"{at}.least")
    high = _number(item.get("most", most), 0, most, f"{at}.most")
    if low > high:
        raise RuleError("bad_range", at, low=low, high=high)
    return low, high


def _number(value: object, low: int, high: int, at: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise RuleError("not_between", at, low=low, high=high)
    return value
