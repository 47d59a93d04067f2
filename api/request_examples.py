"""Request examples for the schema, by method and path.

`tests/api/test_request_examples.py` sends each of them and checks the declared response.
"""

from collections.abc import Mapping
from typing import Final

from drf_spectacular.utils import OpenApiExample

SLIP: Final = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}
OTHER_SLIP: Final = {**SLIP, "points": {"NS": 88, "EW": 74}}
KEY: Final = "0b51e6a4-6a4f-4d0e-9d5b-2f3c7a1b9e10"
LIST: Final = "Ana Koleva / Yavor Petrov (guest) +\nBoyko Dimov / Maria Nenova"
TABLE: Final = "tables/{token}/"
TOURNAMENT: Final = "tournaments/{code}/"
EXAMPLES: Final[Mapping[str, Mapping[str, object]]] = {
    "POST clubs/": {"name": "Serdika", "place": "Sofia"},
    "POST tournaments/": {
        "club": 1,
        "name": "Friday",
        "date": "2026-11-27",
        "start_time": "19:00",
        "variant": "bulgarian",
        "boards_per_round": 2,
    },
    "POST practice-tables/": {"rung": "club", "rules": "bulgarian"},
    f"POST {TOURNAMENT}teams/": {"players": ["Ana Koleva", "Yavor Petrov"]},
    f"POST {TOURNAMENT}teams/list/": {"text": LIST},
    f"POST {TOURNAMENT}teams/list/preview/": {"text": LIST},
    f"PUT {TOURNAMENT}attendance/everybody/": {"is_present": True},
    f"PUT {TOURNAMENT}rules/": {"variant": "belote"},
    f"POST {TOURNAMENT}draw/": {
        "kind": "barometer",
        "params": {"entrants": 8},
        "boards_per_round": 2,
        "by_lot": True,
    },
    f"POST {TOURNAMENT}results/": {"play": 1, "slip": OTHER_SLIP, "reason": "written down wrongly"},
    f"POST {TOURNAMENT}results/preview/": {"play": 1, "slip": OTHER_SLIP},
    f"POST {TOURNAMENT}scorer/": {"play": 1, "key": KEY, "typed": {"line": "H S 98"}},
    f"POST {TOURNAMENT}adjustments/": {"team": 1, "amount": "-1/2", "reason": "late"},
    f"POST {TABLE}results/": {"play": 1, "side": "NS", "slip": SLIP, "client_key": KEY},
    f"POST {TABLE}confirmations/": {"play": 1, "version": 1, "side": "EW", "agrees": True},
    f"POST {TABLE}call/": {"message": "A card too many"},
}


def examples_of(method: str, path: str) -> list[OpenApiExample]:
    value = EXAMPLES.get(f"{method} {path.removeprefix('/api/v1/')}")
    return [] if value is None else [OpenApiExample("usual", value=value, request_only=True)]
