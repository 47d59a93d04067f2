"""The style guide: every component in every state, and whole pages with invented data."""

from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

PAGES: Final = {
    "": "styleguide.html",
    "standings": "styleguide_standings.html",
    "projector": "styleguide_projector.html",
    "console": "styleguide_console.html",
    "board": "styleguide_board.html",
    "team": "styleguide_team.html",
    "calculator": "styleguide_calculator.html",
    "entry": "styleguide_entry.html",
    "home": "styleguide_home.html",
    "choices": "styleguide_choices.html",
    "slip": "styleguide_slip.html",
    "guide": "styleguide_guide.html",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sample standings: a pair, its places by round and its percentages."""

    number: int
    names: tuple[str, str]
    places: tuple[int, int, int, int]
    last: str
    total: str
    shared: bool = False
    own: bool = False

    @property
    def place(self) -> int:
        return self.places[-1]

    @property
    def change(self) -> int:
        return self.places[-2] - self.places[-1]

    @property
    def surnames(self) -> tuple[str, ...]:
        return tuple(name.split()[-1] for name in self.names)


STANDINGS: Final = (
    Row(19, ("Анна Михайлова", "Надежда Савова"), (18, 8, 6, 1), "86.36", "67.42"),
    Row(20, ("Явор Чавдаров", "Мартин Лазаров"), (10, 8, 4, 2), "77.27", "66.67"),
    Row(18, ("Бойко Тенев", "Живко Дончев"), (2, 3, 2, 3), "54.55", "62.50"),
    Row(1, ("Георги Стоянов", "Петър Илиев"), (4, 6, 3, 4), "50.00", "60.98"),
    Row(6, ("Димитър Маринов", "Борис Атанасов"), (7, 13, 7, 5), "71.21", "60.61"),
    Row(21, ("Стоян Кръстев", "Никола Гочев"), (10, 5, 8, 6), "68.18", "59.09"),
    Row(17, ("Методи Паскалев", "Симеон Вълчев"), (1, 1, 5, 7), "43.94", "57.58"),
    Row(12, ("Светлозар Димов", "Огнян Пенев"), (5, 2, 1, 8), "13.64", "54.92"),
    Row(24, ("Теодора Ненова", "Деян Манолов"), (18, 15, 10, 9), "54.55", "54.17"),
    Row(5, ("Румяна Христова", "Цветан Христов"), (12, 7, 13, 10), "71.21", "53.79"),
    Row(2, ("Мария Димитрова", "Елена Костова"), (17, 18, 9, 11), "28.79", "48.11", own=True),
    Row(14, ("Емил Караджов", "Румен Шопов"), (20, 16, 16, 12), "56.06", "46.59"),
    Row(15, ("Кирил Захариев", "Ангел Йотов"), (19, 22, 21, 13), "65.15", "46.21", shared=True),
    Row(22, ("Пенка Борисова", "Райна Стефанова"), (14, 19, 19, 13), "62.12", "46.21", shared=True),
    Row(13, ("Здравка Николова", "Веселин Николов"), (14, 18, 15, 15), "45.45", "45.45"),
    Row(16, ("Донка Симеонова", "Виолета Желева"), (17, 10, 12, 16), "34.85", "45.08"),
    Row(23, ("Валентин Рангелов", "Антон Бакалов"), (6, 6, 14, 17), "34.85", "44.32"),
    Row(11, ("Любомир Радев", "Христо Бонев"), (3, 10, 11, 18), "22.73", "42.80"),
    Row(7, ("Снежана Иванова", "Лиляна Попова"), (24, 23, 21, 19), "50.00", "42.42"),
    Row(9, ("Асен Младенов", "Пламен Русев"), (10, 14, 19, 20), "37.88", "40.15"),
    Row(3, ("Иван Петров", "Стефан Колев"), (13, 11, 16, 21), "28.79", "39.77", shared=True),
    Row(10, ("Йорданка Цонева", "Калина Недева"), (8, 15, 18, 21), "31.82", "39.77", shared=True),
    Row(8, ("Красимир Велев", "Тодор Гешев"), (24, 24, 24, 23), "65.15", "38.64"),
    Row(4, ("Николай Тодоров", "Васил Ангелов"), (15, 16, 23, 24), "45.45", "36.74"),
)
DEAL: Final = (
    ("N", "", "SJ H7 CK DK D9", "S9 CA DT"),
    ("W", "", "SK S8 CT DA DJ", "S7 HJ CJ"),
    ("S", _("dealt"), "HK HQ HT C9 C7", "ST H9 C8"),
    ("E", _("led"), "SA SQ CQ DQ D7", "HA H8 D8"),
)
MAKEABLE: Final = (
    ("AT", (163, 145, 163, 118), "NS", 16, 14),
    ("NT", (38, 26, 32, 28), "EW", 6, 20),
    ("S", (118, 100, 100, 100), "NS", 12, 6),
    ("H", (103, 86, 89, 86), "NS", 12, 8),
    ("D", (40, 27, 40, 27), "EW", 5, 13),
    ("C", (80, 45, 80, 52), "EW", 7, 11),
)
# Table, North-South, East-West, contract, declarer, contra, outcome, points, score, percent.
RESULTS: Final = (
    (6, "Борисова – Стефанова", "Младенов – Русев", "AT", "S", 1, "made", "173–125", (60, 0), 100),
    (4, "Стоянов – Илиев", "Иванова – Попова", "NT", "W", 0, "lost", "134–126", (26, 0), 90.9),
    (1, "Ненова – Манолов", "Тодоров – Ангелов", "H", "S", 0, "made", "129–73", (13, 7), 77.3),
    (5, "Велев – Гешев", "Рангелов – Бакалов", "S", "N", 0, "made", "120–62", (12, 6), 77.3),
    (8, "Чавдаров – Лазаров", "Радев – Бонев", "AT", "N", 0, "made", "167–131", (17, 13), 54.5),
    (9, "Димов – Пенев", "Михайлова – Савова", "", "", 0, "passed_out", "–", (0, 0), 27.3),
    (7, "Цонева – Недева", "Кръстев – Гочев", "NT", "W", 0, "made", "60–200", (6, 20), 9.1),
    (2, "Петров – Колев", "Христова – Христов", "AT", "S", 0, "lost", "148–150", (0, 30), 0),
)
SPREAD: Final = (
    (60, ("AT",)),
    (26, ("NT",)),
    (6, ("H", "S")),
    (4, ("AT", "S", "H")),
    (2, ("AT",)),
    (0, ("",)),
    (-8, ("NT",)),
    (-14, ("NT",)),
    (-30, ("AT",)),
)
# Number, two pairs, state, state of each of three boards.
TABLES: Final = (
    (1, (5, "Hristova – Hristov"), (24, "Nenova – Manolov"), "entered", "cce"),
    (2, (6, "Marinov – Atanasov"), (4, "Todorov – Angelov"), "playing", "ce-"),
    (3, (22, "Borisova – Stefanova"), (7, "Ivanova – Popova"), "playing", "cc-"),
    (4, (8, "Velev – Geshev"), (3, "Petrov – Kolev"), "dispute", "cd-"),
    (5, (1, "Stoyanov – Iliev"), (9, "Mladenov – Rusev"), "playing", "cc-"),
    (6, (10, "Tsoneva – Nedeva"), (23, "Rangelov – Bakalov"), "entered", "cee"),
    (7, (2, "Dimitrova – Kostova"), (15, "Zahariev – Yotov"), "call", "ce-"),
    (8, (12, "Dimov – Penev"), (21, "Krastev – Gochev"), "silent", "c--"),
    (9, (20, "Chavdarov – Lazarov"), (13, "Nikolova – Nikolov"), "finished", "ccc"),
    (10, (14, "Karadzhov – Shopov"), (19, "Mihaylova – Savova"), "playing", "cc-"),
    (11, (18, "Tenev – Donchev"), (11, "Radev – Bonev"), "playing", "c--"),
    (12, (16, "Simeonova – Zheleva"), (17, "Paskalev – Valchev"), "playing", "cc-"),
)
BOX_STATES: Final = {"c": "confirmed", "e": "entered", "d": "dispute", "-": "empty"}
# Board, opponents, contract, declarer, whose, score, own difference, the other tables', percent.
FIELD: Final = (
    (1, "Маринов – Атанасов", "AT", "W", (14, 12), 2, (-6, -4, -2, -2, -2, 4, 4, 6), "63.6"),
    (2, "Маринов – Атанасов", "AT", "E", (0, 26), -26, (-26, -10, -8, -6, -4, -4, 4, 4), "4.5"),
    (3, "Маринов – Атанасов", "C", "W", (9, 7), 2, (-8, -4, -4, 2, 2, 2, 4, 6), "45.5"),
    (6, "Велев – Гешев", "AT", "E", (16, 10), 6, (-16, -10, -6, -4, -4, -2, -2, -2), "100"),
    (11, "Димов – Пенев", "", "", (0, 0), 0, (-30, -26, -6, -4, -4, -2, 8, 14, 30), "72.7"),
)

# Round, start, table, side, the opponents' number and names, boards.
GUIDE_ROUNDS: Final = (
    (1, "18:20", 2, "NS", 23, "Рангелов – Бакалов", "1–3"),
    (2, "18:37", 1, "EW", 24, "Ненова – Манолов", "4–6"),
    (3, "18:54", 2, "EW", 4, "Тодоров – Ангелов", "7–9"),
    (4, "19:11", 3, "EW", 6, "Маринов – Атанасов", "10–12"),
    (5, "19:28", 7, "NS", 15, "Захариев – Йотов", "13–15"),
    (6, "19:45", 5, "EW", 10, "Цонева – Недева", "16–18"),
    (7, "20:02", 6, "EW", 12, "Димов – Пенев", "19–21"),
    (8, "20:19", 7, "EW", 14, "Караджов – Шопов", "22–24"),
    (9, "20:36", 8, "EW", 16, "Симеонова – Желева", "25–27"),
)


class SampleForm(forms.Form):
    """A form with one of each kind of field, to show labels, hints and errors."""

    name = forms.CharField(label=_("Your name"))
    partner = forms.CharField(label=_("Partner’s name"))
    looking = forms.BooleanField(label=_("I am looking for a partner"), required=False)
    boards = forms.IntegerField(label=_("Boards a round"), min_value=1, max_value=8)
    scoring = forms.ChoiceField(
        label=_("Scoring"),
        choices=[("mp", _("Matchpoints")), ("avg", _("Average difference"))],
        help_text=_("Matchpoints count whom you beat; the difference counts by how much."),
    )
    winners = forms.ChoiceField(
        label=_("Winners"),
        choices=[("1", _("one list")), ("2", _("two lists"))],
        widget=forms.RadioSelect,
    )


def styleguide(request: HttpRequest, kind: str = "") -> HttpResponse:
    """Show the components, or one whole sample page; 404 for an unknown page."""
    if kind not in PAGES:
        raise Http404
    return render(request, PAGES[kind], _sample(request))


def _sample(request: HttpRequest) -> dict[str, object]:
    return {
        "nav": "tournaments",
        "pages": [page for page in PAGES if page],
        "club_name": _("Serdika Belot Club"),
        "standings": STANDINGS,
        "own": next(row for row in STANDINGS if row.own),
        "deal": DEAL,
        "makeable": MAKEABLE,
        "results": RESULTS,
        "spread": SPREAD,
        "field": FIELD,
        "histories": [(row.places, " – ".join(row.surnames)) for row in STANDINGS],
        "tables": [
            (number, pairs, state, _boxes(boxes)) for number, *pairs, state, boxes in TABLES
        ],
        "slip_boards": ((13, "N", "W"), (14, "W", "S"), (15, "S", "E")),
        "guide_rounds": GUIDE_ROUNDS,
        "filled": SampleForm({"name": "Емил Караджов", "partner": "", "boards": "9"}),
        "step": request.GET.get("step", "1"),
    }


def _boxes(letters: str) -> list[tuple[int, str]]:
    return [(13 + index, BOX_STATES[letter]) for index, letter in enumerate(letters)]
