import gc
from typing import Final

THRESHOLDS: Final = (50_000, 10, 40)


def collect_rarely() -> None:
    """Exempt start-up objects from garbage collection, and collect rarely.

    Open streams and cached standings are many small objects that stay: scanning them took a
    quarter of a busy process and delayed all requests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
