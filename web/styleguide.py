from typing import Final

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from games.charts.places import PlaceChart, PlaceRow, place_chart

PARTS: Final = ("basics", "controls", "frames", "charts")
PARTS_BY_PAGE: Final = {"": PARTS, **{part: (part,) for part in PARTS}}

COLOURS: Final = (
    "page",
    "surface",
    "sunk",
    "ink",
    "ink2",
    "ink3",
    "line",
    "line2",
    "accent",
    "accent-soft",
    "accent-line",
    "ok",
    "ok-soft",
    "warn",
    "warn-soft",
    "bad",
    "bad-soft",
    "call",
    "call-soft",
)
# Ranks after each round, and the team; the eleventh is followed.
HISTORIES: Final = (
    ((18, 8, 6, 1), "Михайлова – Савова"),
    ((10, 8, 4, 2), "Чавдаров – Лазаров"),
    ((2, 3, 2, 3), "Тенев – Дончев"),
    ((4, 6, 3, 4), "Стоянов – Илиев"),
    ((7, 13, 7, 5), "Маринов – Атанасов"),
    ((10, 5, 8, 6), "Кръстев – Гочев"),
    ((1, 1, 5, 7), "Паскалев – Вълчев"),
    ((5, 2, 1, 8), "Димов – Пенев"),
    ((18, 15, 10, 9), "Ненова – Манолов"),
    ((12, 7, 13, 10), "Христова – Христов"),
    ((17, 18, 9, 11), "Димитрова – Костова"),
    ((20, 16, 16, 12), "Караджов – Шопов"),
    ((19, 22, 21, 13), "Захариев – Йотов"),
    ((14, 19, 19, 13), "Борисова – Стефанова"),
    ((14, 18, 15, 15), "Николова – Николов"),
    ((17, 10, 12, 16), "Симеонова – Желева"),
    ((6, 6, 14, 17), "Рангелов – Бакалов"),
    ((3, 10, 11, 18), "Радев – Бонев"),
    ((24, 23, 21, 19), "Иванова – Попова"),
    ((10, 14, 19, 20), "Младенов – Русев"),
    ((13, 11, 16, 21), "Петров – Колев"),
    ((8, 15, 18, 21), "Цонева – Недева"),
    ((24, 24, 24, 23), "Велев – Гешев"),
    ((15, 16, 23, 24), "Тодоров – Ангелов"),
)
OWN: Final = 10
NOTICES: Final = (
    ("warn", "Записано на този телефон.", "Ще се изпрати само, щом връзката се върне."),
    ("ok", "Прието в 19:40.", "Изток–Запад да потвърдят на своя телефон или тук."),
    ("bad", "Записите се различават.", "Изберете верния или повикайте съдия."),
    ("call", "Disputed trick on board 15.", "Called by Angel Yotov (East) at 19:41:08."),
)
TABS: Final = (
    {"word": "Класиране", "url": "#standings", "current": True, "count": None},
    {"word": "Места", "url": "#seats", "current": False, "count": None},
    {"word": "Бордове", "url": "#boards", "current": False, "count": 12},
)
CRUMBS: Final = (("Сердика", "#club"), ("Есенен турнир по двойки", ""))
EMPTY: Final = {
    "title": "Класирането излиза след кръг 1",
    "text": "Кръг 1 започва в 18:20. Тази страница се обновява сама.",
    "word": "Вижте кой къде сяда",
    "word2": "24 записани двойки",
}
# A difference, and those of the other tables.
STRIP: Final = (2, (-6, -4, -2, -2, -2, 4, 4, 6))
RATINGS: Final = (1500, 1523, 1509, 1541, 1556, 1538, 1572)


class SampleForm(forms.Form):
    name = forms.CharField(label=_("Your name"))
    partner = forms.CharField(label=_("Partner’s name"))
    looking = forms.BooleanField(label=_("I am looking for a partner"), required=False)
    boards = forms.IntegerField(label=_("Boards a round"), min_value=1, max_value=8)
    scoring = forms.ChoiceField(
        label=_("Scoring"),
        choices=[("mp", _("Matchpoints")), ("avg", _("Average difference"))],
        help_text=_("Matchpoints count how many you beat; the difference counts by how much."),
    )
    winners = forms.ChoiceField(
        label=_("Winners"),
        choices=[("1", _("one list")), ("2", _("two lists"))],
        widget=forms.RadioSelect,
    )


def sample_places() -> PlaceChart | None:
    rows = [
        PlaceRow(number, number, name, places)
        for number, (places, name) in enumerate(HISTORIES, start=1)
    ]
    return place_chart(rows, OWN + 1, 1)


def styleguide(request: HttpRequest, kind: str = "") -> HttpResponse:
    if kind not in PARTS_BY_PAGE:
        raise Http404
    own, others = STRIP
    sample = {
        "parts": [f"styleguide/{part}.html" for part in PARTS_BY_PAGE[kind]],
        "pages": PARTS,
        "colours": COLOURS,
        "place_chart": sample_places(),
        "places": HISTORIES[OWN][0],
        "field": len(HISTORIES),
        "notices": NOTICES,
        "tabs": TABS,
        "crumbs": CRUMBS,
        "empty": EMPTY,
        "net": own,
        "others": others,
        "ratings": RATINGS,
        "page_obj": Paginator(range(60), 20).page(2),
        "filled": SampleForm({"name": "Емил Караджов", "partner": "", "boards": "9"}),
    }
    return render(request, "styleguide.html", sample)
