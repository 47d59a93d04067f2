import datetime

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import number_format

from games.wording.dates import date_text

DAY = datetime.date(2026, 11, 15)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "20,000"),
        ("bg", "20\u00a0000"),
        ("fr", "20\u00a0000"),
        ("hr", "20.000"),
        ("nl", "20.000"),
    ],
)
def test_number_format_groups_digits_by_language(language: str, written: str) -> None:
    with translation.override(language):
        assert number_format(20_000, force_grouping=True) == written


@pytest.mark.parametrize(
    ("language", "full", "short"),
    [
        ("en", "Sunday, 15 November 2026", "15 November"),
        ("bg", "неделя, 15 ноември 2026", "15 ноември"),
        ("fr", "dimanche 15 novembre 2026", "15 novembre"),
        ("hr", "nedjelja, 15. studenoga 2026.", "15. studenoga"),
        ("nl", "zondag 15 november 2026", "15 november"),
    ],
)
def test_day_format_follows_language(language: str, full: str, short: str) -> None:
    page = Template('{{ day|date:"l, j E Y" }} / {{ day|date:"j E" }} / {{ day|date:"Y" }}')
    with translation.override(language):
        assert page.render(Context({"day": DAY})) == f"{full} / {short} / 2026"
        assert date_text(DAY, "j E") == short


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "nov"), ("bg", "ноем"), ("fr", "nov."), ("hr", "stu."), ("nl", "nov")],
)
def test_short_month_format_follows_language(language: str, said: str) -> None:
    """Capitalised in English only; French June and July differ."""
    page = Template('{{ day|date:"M" }}')
    with translation.override(language):
        words = page.render(Context({"day": DAY}))
        june = page.render(Context({"day": datetime.date(2026, 6, 1)}))
    assert words == (said.capitalize() if language == "en" else said)
    assert language != "fr" or june == "juin"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1 December"), ("bg", "1 декември"), ("fr", "1er décembre"), ("hr", "1. prosinca")],
)
def test_first_of_a_month_format_follows_language(language: str, said: str) -> None:
    first = datetime.date(2026, 12, 1)
    page = Template('{{ day|date:"j E" }}')
    with translation.override(language):
        assert (page.render(Context({"day": first})), date_text(first, "j E")) == (said, said)


@pytest.mark.parametrize(("language", "said"), [("en", "Par: "), ("fr", "Par\u00a0: ")])
def test_colon_spacing_follows_language(language: str, said: str) -> None:
    with translation.override(language):
        assert Template('{{ "Par"|colon }}').render(Context()) == said
