import json
from typing import Any

TICK = 0.02


def data_of(event: bytes) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(event.decode().partition("data: ")[2])
    return values
