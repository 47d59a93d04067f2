from collections.abc import Iterable

import pytest

from games.charts import system_fonts
from games.charts.system_fonts import Font, SystemFonts


def install(
    monkeypatch: pytest.MonkeyPatch, letters: Iterable[str], *, bitmaps: Iterable[str] = ()
) -> None:
    """Fake the system fonts: one font with outlines, another with bitmaps."""
    font = Font("/fonts/other.ttf", "Other & Sons")
    fonts = SystemFonts(dict.fromkeys(map(ord, letters), font), frozenset(map(ord, bitmaps)))
    monkeypatch.setattr(system_fonts, "system_fonts", lambda: fonts)
