import os
import shutil
from collections.abc import Sequence
from typing import Final

HEADLESS: Final = "chromium-headless-shell"
"""Uses a third less CPU than Chromium; shows no notifications."""
WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")


def chromium_path(names: Sequence[str] = (HEADLESS, *WHOLE)) -> str | None:
    named = os.environ.get("CHROMIUM", "")
    return next((path for name in (named, *names) if name and (path := shutil.which(name))), None)
