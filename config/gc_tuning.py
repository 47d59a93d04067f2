"""How often processes that live long look for garbage."""

import gc
from typing import Final

THRESHOLDS: Final = (50_000, 10, 40)


def look_rarely() -> None:
    """Leave alone what is there from the beginning, and look at the rest seldom.

    A thousand open streams, or the kept standings of a large field, are many small objects that
    stay: to look through all of them again and again took a quarter of a busy process, and held up
    everybody meanwhile.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
