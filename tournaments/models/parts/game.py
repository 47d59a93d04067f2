"""How long a game of open play is."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from games.fields import ValueField


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A number of deals, or a race to a number of points, perhaps the best of several such games.

    With ``minutes`` it ends after them, whoever has arrived. Nothing is set where boards are
    played.
    """

    deals: int | None = None
    to: int | None = None
    best_of: int | None = None
    minutes: int | None = None

    @property
    def is_race(self) -> bool:
        """Whether it goes up to a number of points."""
        return self.to is not None

    @property
    def is_match(self) -> bool:
        """Whether several games make one result."""
        return (self.best_of or 1) > 1

    def to_json(self) -> dict[str, int]:
        """What is set, as it is stored and sent."""
        return {key: value for key, value in asdict(self).items() if value is not None}


class GameEncoder(json.JSONEncoder):
    """A game as an object of what is set."""

    def default(self, o: Any) -> Any:
        return o.to_json() if isinstance(o, OpenGame) else super().default(o)


class GameDecoder(json.JSONDecoder):
    """A game out of such an object."""

    def decode(self, s: str, *args: Any) -> Any:
        try:
            return OpenGame(**super().decode(s, *args))
        except TypeError as error:
            raise json.JSONDecodeError(str(error), s, 0) from error


class GameField(ValueField[OpenGame]):
    """The game of open play, stored as {"deals": 12} or {"to": 501, "best_of": 3}."""

    value_encoder = GameEncoder
    value_decoder = GameDecoder
