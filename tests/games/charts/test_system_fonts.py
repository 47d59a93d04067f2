import shutil
from pathlib import Path

import pytest
import resvg_py

from games.charts import system_fonts
from games.charts.letters import font_files
from games.charts.system_fonts import (
    can_be_drawn,
    can_be_printed,
    font_files_for,
    name_image_fonts,
    needs_system_fonts,
    preference,
    replace_unprintable,
)
from tests.fonts import install

OTHERS = [
    "Արամ", "Ανδρέας", "علي حسن", "李娜", "გიორგი", "דוד", "гулка 🐝", "สมชาย", "김", "अमित",
    "♥\ufe0f", "👩\u200d🌾", "Ѣ",
]  # fmt: skip


@pytest.mark.parametrize("text", ["Đorđe Ćirić", "Живка Щерева", "Élodie – Łukasz", "Ђорђе 7"])
def test_bundled_font_covers_the_letters_of_our_languages(text, monkeypatch):
    install(monkeypatch, "")
    assert not needs_system_fonts(text)
    assert can_be_drawn(text)
    assert (name_image_fonts(text), replace_unprintable(text), font_files_for(text)) == (
        text,
        text,
        font_files(),
    )


@pytest.mark.parametrize("text", OTHERS)
def test_other_letters_are_drawn_with_a_system_font(text, monkeypatch):
    install(monkeypatch, text)
    assert needs_system_fonts(text)
    assert can_be_drawn(text)
    assert "?" not in name_image_fonts(text) + replace_unprintable(text)
    assert font_files_for(text) == [*font_files(), "/fonts/other.ttf"]


@pytest.mark.parametrize("text", OTHERS)
def test_letters_without_a_font_become_question_marks(text, monkeypatch):
    install(monkeypatch, "")
    assert not can_be_drawn(text)
    assert not can_be_printed(text)
    assert "?" in name_image_fonts(text)
    assert name_image_fonts(text) == replace_unprintable(text)
    assert not needs_system_fonts(replace_unprintable(text))


def test_each_run_of_letters_names_its_system_font(monkeypatch):
    install(monkeypatch, "حسن👩🌾")
    other = '<tspan font-family="Other &amp; Sons">'
    assert name_image_fonts("<b>حسن Ана 李</b>") == f"<b>{other}حسن</tspan> Ана ?</b>"
    assert name_image_fonts("a👩\u200d🌾") == f"a{other}👩\u200d🌾</tspan>"


def test_bitmap_fonts_are_used_for_print_only(monkeypatch):
    install(monkeypatch, "", bitmaps="🐝")
    assert (can_be_drawn("Гулка 🐝"), can_be_printed("Гулка 🐝")) == (False, True)
    assert (name_image_fonts("Гулка 🐝"), replace_unprintable("Гулка 🐝")) == (
        "Гулка ?",
        "Гулка 🐝",
    )


def test_sans_fonts_are_preferred_among_system_fonts():
    names = [
        "NotoSerif-Regular",
        "DejaVuSans-Bold",
        "DejaVuSansMono",
        "Symbola",
        "NotoSans-Regular",
    ]
    found = sorted((Path(f"/fonts/{name}.ttf") for name in names), key=preference)
    assert [path.stem for path in found] == [
        "NotoSans-Regular", "DejaVuSans-Bold", "DejaVuSansMono", "Symbola", "NotoSerif-Regular",
    ]  # fmt: skip


def test_system_fonts_are_read_from_installed_files(tmp_path, monkeypatch):
    shutil.copy(font_files()[0], tmp_path / "Sans.ttf")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    monkeypatch.setattr(system_fonts, "FOLDERS", (tmp_path, tmp_path / "none"))
    system_fonts.system_fonts.cache_clear()
    try:
        found = system_fonts.system_fonts()
    finally:
        system_fonts.system_fonts.cache_clear()
    assert found.outlines[ord("Щ")].path == str(tmp_path / "Sans.ttf")
    assert found.outlines[ord("Щ")].family.startswith("Inter")
    assert not found.bitmaps


def test_letter_without_a_font_is_drawn_as_a_visible_box():
    def drawn(text: str) -> bytes:
        root = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40">'
        svg = f'{root}<text y="30">{text}</text></svg>'
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, font_files=font_files(), font_family="Inter", skip_system_fonts=True
            )
        )

    assert drawn("李") == drawn("") != drawn("?")
