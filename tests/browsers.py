import os
import shutil
from collections.abc import Sequence
from typing import Final

HEADLESS: Final = "chromium-headless-shell"
"""Takes a third less processor time than Chromium itself, and shows no notifications."""
WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")


def chromium_path(names: Sequence[str] = (HEADLESS, *WHOLE)) -> str | None:
    named = os.environ.get("CHROMIUM", "")
    return next((path for name in (named, *names) if name and (path := shutil.which(name))), None)
