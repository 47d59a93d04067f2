"""The expert's auction: rules of thumb for now."""

import random
from collections.abc import Callable

from games.belot.thumb_bidding import call_by_thumb
from games.belot.view import View


def call_by_worlds(view: View, rng: random.Random, worlds: int, is_over: Callable[[], bool]) -> int:
    """The call."""
    return call_by_thumb(view)
