from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from games.belot.cards import SEATS
from games.belot.errors import RuleError

T = TypeVar("T")
START_KEYS: Final[tuple[str, ...]] = ("variant", "dealer", "pack", "hands", "turn_up")
RECORD_KEYS: Final = (
    *START_KEYS,
    "calls",
    "set_aside",
    "exchange",
    "play",
    "declarations",
    "belotes",
    "melds",
    "irregularity",
)
SUMMARY_KEYS: Final = (
    "variant",
    "contract",
    "declarer",
    "contra",
    "points",
    "announced",
    "belote",
    "capot",
    "bid",
    "capot_bid",
    "alone",
    "lead",
)
PASSED_OUT_KEYS: Final = ("variant", "passed_out")
MATCH_KEYS: Final = ("variant", "deals", "time_called")

RECORD_TYPES: Final[dict[str, type]] = {
    "dealer": str,
    "pack": str,
    "hands": dict,
    "turn_up": str,
    "calls": list,
    "set_aside": str,
    "exchange": str,
    "play": str,
    "declarations": list,
    "belotes": list,
    "melds": list,
    "irregularity": str,
}
SUMMARY_TYPES: Final[dict[str, type]] = {
    "contract": str,
    "declarer": str,
    "contra": int,
    "points": dict,
    "announced": dict,
    "belote": dict,
    "bid": int,
    "capot_bid": bool,
    "alone": bool,
    "lead": str,
    "passed_out": bool,
}
TYPE_NAMES: Final = {
    str: "a text",
    dict: "an object",
    list: "a list",
    int: "a number",
    bool: "true",
}


def object_kind(obj: Mapping[str, object]) -> str:
    """`match`, `record`, `summary` or `passed_out`, by the keys."""
    if "deals" in obj:
        return "match"
    if "passed_out" in obj:
        return "passed_out"
    own = set(SUMMARY_KEYS) - {"variant"}
    record = set(RECORD_KEYS) - {"variant"}
    return "summary" if len(own & obj.keys()) > len(record & obj.keys()) else "record"


def check_keys(obj: Mapping[str, object], known: Collection[str], path: str = "") -> None:
    """Refuse unknown keys and null values; RuleError at the key."""
    for key, value in obj.items():
        check_known((key,), known, path)
        if value is None and key != "capot":
            raise RuleError("empty_value", path + key, key=key)


def check_known(keys: Iterable[str], known: Collection[str], path: str = "") -> None:
    for key in keys:
        if key not in known:
            raise RuleError("unknown_key", f"{path}{key}", key=key)


def require_keys(obj: Mapping[str, object], keys: Collection[str], path: str = "") -> None:
    for key in keys:
        if key not in obj:
            raise RuleError("missing_key", path + key, key=key)


def check_types(obj: Mapping[str, object], types: Mapping[str, type]) -> None:
    for key, kind in types.items():
        if key in obj:
            require_kind(obj[key], kind, key)


def require_kind(value: object, kind: type[T], at: str, key: str = "") -> T:
    """The value; RuleError at its place if of another type (booleans are not numbers)."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RuleError("wrong_type", at, key=key or at, expected=TYPE_NAMES[kind])
    return value


def seat_number(value: object, seats: Sequence[str], at: str) -> int:
    if not isinstance(value, str) or value not in seats:
        raise RuleError("unknown_seat", at, value=value, known=" ".join(seats))
    return seats.index(value)


def check_record(obj: Mapping[str, Any], variant_given: bool = True) -> None:
    check_keys(obj, RECORD_KEYS)
    require_keys(obj, ("variant", "dealer") if variant_given else ("dealer",))
    check_types(obj, RECORD_TYPES)
    if ("pack" in obj) == ("hands" in obj):
        raise RuleError("pack_or_hands", "pack")
    check_keys(obj.get("hands", {}), SEATS, "hands.")
    for seat, hand in obj.get("hands", {}).items():
        require_kind(hand, str, f"hands.{seat}", seat)
    check_announcements(obj, "declarations", "cards")
    check_announcements(obj, "belotes", "suit")
    for index, item in enumerate(obj.get("melds", ())):
        if not isinstance(item, list) or len(item) != 2:
            raise RuleError("meld_shape", f"melds[{index}]")


def check_announcements(obj: Mapping[str, Any], name: str, what: str) -> None:
    for index, item in enumerate(obj.get(name, ())):
        at = f"{name}[{index}]"
        if not isinstance(item, dict):
            raise RuleError("not_an_object", at)
        check_keys(item, ("seat", what), at + ".")
        require_keys(item, ("seat", what), at + ".")
        for key in ("seat", what):
            require_kind(item[key], str, at, key)


def check_summary(obj: Mapping[str, Any], variant_given: bool = True) -> None:
    keys = PASSED_OUT_KEYS if "passed_out" in obj else SUMMARY_KEYS
    check_keys(obj, keys)
    needed = ("passed_out",) if "passed_out" in obj else ("contract", "declarer", "points")
    require_keys(obj, (("variant",) if variant_given else ()) + needed)
    check_types(obj, SUMMARY_TYPES)
    if obj.get("capot") is not None:
        require_kind(obj["capot"], str, "capot")


def check_match(obj: Mapping[str, Any]) -> None:
    check_keys(obj, MATCH_KEYS)
    require_keys(obj, ("variant", "deals"))
    check_types(obj, {"deals": list, "time_called": bool})
