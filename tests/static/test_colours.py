import re
from pathlib import Path

import pytest
from django.conf import settings

TOKENS = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
PAIRS: dict[str, str] = dict(
    re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\)", TOKENS)
)
TEXT = ["ink", "ink2", "ink3", "accent", "ok", "warn", "bad", "call", "red", "orange"]
SOFT = ["accent", "ok", "warn", "bad", "call"]


def colours(name: str) -> list[str]:
    """Light and dark value of a token."""
    return PAIRS[name].split(", ")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["surface", "page"])
@pytest.mark.parametrize("text", TEXT)
def test_text_on_cards_and_pages_has_readable_contrast(text, ground):
    for ink, paper in zip(colours(text), colours(ground), strict=True):
        assert contrast(ink, paper) >= 4.5


@pytest.mark.parametrize("name", SOFT)
def test_strong_colours_have_contrast_on_their_soft_background(name):
    for ink, paper in zip(colours(name), colours(f"{name}-soft"), strict=True):
        assert contrast(ink, paper) >= 5.7


@pytest.mark.parametrize(
    ("text", "ground"),
    [("on-accent", "accent"), ("on-strong", "ok"), ("on-strong", "bad"), ("on-strong", "call")],
)
def test_text_on_strong_backgrounds_has_readable_contrast(text, ground):
    for ink, paper in zip(colours(text), colours(ground), strict=True):
        assert contrast(ink, paper) >= 4.5


@pytest.mark.parametrize("ground", ["sunk", "accent-soft"])
@pytest.mark.parametrize("text", ["ink", "ink2", "ink3"])
def test_text_on_fields_and_the_own_row_has_readable_contrast(text, ground):
    for ink, paper in zip(colours(text), colours(ground), strict=True):
        assert contrast(ink, paper) >= 4.5


@pytest.mark.parametrize("ground", ["surface", "page"])
def test_control_borders_have_visible_contrast(ground):
    for line, paper in zip(colours("line2"), colours(ground), strict=True):
        assert contrast(line, paper) >= 3


def test_fallback_colours_equal_the_light_theme():
    """Browsers without light-dark() use the first block, which must not drift."""
    plain = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", TOKENS))
    assert {name: plain.get(name) for name in PAIRS} == {name: colours(name)[0] for name in PAIRS}


@pytest.mark.parametrize("tint", [0, 1, 2, 4, 5, 6])
def test_figures_are_readable_on_every_heat_tint(tint):
    for ink, ground in zip(colours("ink"), colours(f"heat-{tint}"), strict=True):
        assert contrast(ink, ground) >= 4.5
