import json
from dataclasses import asdict, dataclass
from typing import Any

from games.fields import ValueField


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Length of a game: number of deals, or race to a score, optionally best of several.

    ``minutes`` ends it early. All None where boards are played.
    """

    deals: int | None = None
    to: int | None = None
    best_of: int | None = None
    minutes: int | None = None

    @property
    def is_race(self) -> bool:
        return self.to is not None

    @property
    def is_match(self) -> bool:
        return (self.best_of or 1) > 1

    def to_json(self) -> dict[str, int]:
        return {key: value for key, value in asdict(self).items() if value is not None}


class GameEncoder(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        return o.to_json() if isinstance(o, OpenGame) else super().default(o)


class GameDecoder(json.JSONDecoder):
    def decode(self, s: str, *args: Any) -> Any:
        try:
            return OpenGame(**super().decode(s, *args))
        except TypeError as error:
            raise json.JSONDecodeError(str(error), s, 0) from error


class GameField(ValueField[OpenGame]):
    """Open-play game, stored as {"deals": 12} or {"to": 501, "best_of": 3}."""

    value_encoder = GameEncoder
    value_decoder = GameDecoder
