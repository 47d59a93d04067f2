"""Letters that the type of the pages lacks."""

import pytest

from games.charts import letters


@pytest.mark.parametrize("text", ["Đorđe Ćirić", "Живка Щерева", "Élodie – Łukasz", "Ђорђе 7"])
def test_the_type_has_the_letters_of_our_languages(text):
    assert not letters.needs_system_fonts(text)
    assert letters.can_be_drawn(text)


@pytest.mark.parametrize(
    "text",
    ["Արամ", "Ανδρέας", "علي حسن", "李娜", "გიორგი", "דוד", "гулка 🐝", "สมชาย", "김", "अमित"],
)
@pytest.mark.parametrize("is_installed", [True, False])
def test_other_letters_need_a_font_of_the_system(text, is_installed, monkeypatch):
    installed = frozenset(map(ord, text)) if is_installed else frozenset()
    monkeypatch.setattr(letters, "system_letters", lambda: installed)
    assert letters.needs_system_fonts(text)
    assert letters.can_be_drawn(text) is is_installed
