import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from fontTools.ttLib import TTFont

from games.charts.letters import widths_of
from games.management.commands.cut_type import (
    FONTS,
    UNICODE_RANGES,
    codes_of,
    subset_font,
    tabular_rules,
)

TOKENS = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
FACES = dict(
    re.findall(r'url\("\.\./fonts/inter-([\w-]+)\.woff2"\)[^;]*;\s*unicode-range:([^;]+);', TOKENS)
)


def letters_of(name: str) -> set[int]:
    return set(TTFont(FONTS / f"inter-{name}.woff2").getBestCmap())


def test_stylesheet_unicode_ranges_match_the_font_files():
    assert {name: " ".join(said.split()) for name, said in FACES.items()} == UNICODE_RANGES


@pytest.mark.parametrize("name", sorted(UNICODE_RANGES))
def test_font_file_has_its_letters_and_weights_400_to_700(name):
    font = TTFont(FONTS / f"inter-{name}.woff2")
    assert letters_of(name) <= codes_of(UNICODE_RANGES[name])
    weights = [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes]
    assert weights == [("wght", 400, 700)]


def test_font_files_are_disjoint_and_cover_all_drawn_letters():
    files = [letters_of(name) for name in UNICODE_RANGES]
    together = set().union(*files)
    assert sum(map(len, files)) == len(together)
    assert set(widths_of(400)) - together == set()


def test_drawing_widths_equal_the_page_font_widths():
    for name in UNICODE_RANGES:
        font = TTFont(FONTS / f"inter-{name}.woff2")
        units, metrics = font["head"].unitsPerEm, font["hmtx"]
        drawn = widths_of(400)
        for code, glyph in font.getBestCmap().items():
            assert drawn.get(code, metrics[glyph][0] / units) == metrics[glyph][0] / units


def test_only_digits_have_a_tabular_form():
    names = "zero one two three four five six seven eight nine"
    rules = list(tabular_rules(TTFont(FONTS / "inter-latin.woff2")))
    assert {tuple(rule.mapping) for rule in rules} == {tuple(names.split())}


def test_subset_font_has_only_the_requested_letters():
    font = subset_font(FONTS / "inter-cyrillic.woff2", "U+410-412")
    assert set(font.getBestCmap()) == {0x410, 0x411, 0x412}


def test_cut_type_rejects_a_file_that_is_not_a_font(tmp_path):
    (tmp_path / "x.woff2").write_text("no type")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("cut_type", tmp_path / "x.woff2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["latin"]),
        ("fr", ["latin"]),
        ("nl", ["latin"]),
        ("hr", ["latin", "latin-ext"]),
        ("bg", ["latin", "cyrillic"]),
    ],
)
def test_page_preloads_the_fonts_of_its_language(client, language, names):
    page = client.get(f"/{language}/rules/").content.decode()
    assert re.findall(r'rel="preload"\s+href="/static/fonts/inter-([\w-]+)\.woff2"', page) == names
