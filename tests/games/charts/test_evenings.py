from datetime import date, timedelta

from games.charts.evenings import LABEL_ROOM, EveningPoint, evening_chart, separate_label


def evenings(*values: float, places: tuple[int, ...] = ()) -> list[EveningPoint]:
    day = date(2025, 11, 20)
    return [
        EveningPoint(day + timedelta(days=20 * at), value, None, place, at % 2 == 0)
        for at, (value, place) in enumerate(zip(values, places or (9,) * len(values), strict=True))
    ]


def test_evening_dots_are_offset_from_the_50_percent_line() -> None:
    chart = evening_chart(evenings(50, 60, 40))
    even, above, below = (dot.y for dot in chart.dots)
    assert even == chart.even
    assert round(chart.even - above, 1) == round(below - chart.even, 1) == 94.2
    assert [level for level, _y in chart.levels] == [40, 50, 60]
    assert dict(chart.levels)[50] == chart.even


def test_evening_chart_extends_for_a_very_good_evening() -> None:
    chart = evening_chart(evenings(50, 93))
    assert chart.dots[1].y > 40
    assert [level for level, _y in chart.levels] == [10, 20, 30, 40, 50, 60, 70, 80, 90]


def test_evening_chart_labels_only_the_first_three_places() -> None:
    chart = evening_chart(evenings(60, 45, 55, 40, places=(1, 3, 4, 2)))
    assert [dot.place for dot in chart.dots] == [1, 3, 0, 2]
    for dot, is_above in zip(chart.dots, (True, False, True, False), strict=True):
        assert (dot.label_y < dot.y) == is_above


def test_evening_chart_width_grows_only_for_many_evenings() -> None:
    assert [evening_chart(evenings(*[50] * n)).width for n in (2, 12, 60)] == [328, 1180, 1180]
    assert evening_chart(evenings(*[50] * 200)).width == 56 + 16 * 199 + 176


def test_evening_chart_labels_months_with_room_and_every_year() -> None:
    chart = evening_chart(evenings(*[50] * 40))
    assert [day.year for _x, day in chart.years] == [2025, 2026, 2027, 2028]
    places = [x for x, _day in chart.months]
    assert min(right - left for left, right in zip(places, places[1:], strict=False)) >= 42


def test_mean_line_begins_at_the_first_known_mean() -> None:
    points = [
        EveningPoint(date(2026, 1, day), 50, mean, 9, True)
        for day, mean in ((1, None), (8, None), (15, 52.0), (22, 53.0))
    ]
    chart = evening_chart(points)
    assert len(chart.mean.split()) == 2
    assert chart.mean.startswith(f"{chart.dots[2].x:g},")
    assert evening_chart(points[:2]).mean == ""


def test_separate_label_keeps_labels_from_overlapping() -> None:
    assert separate_label(100, 150) == 100
    assert separate_label(148, 150) == 150 - LABEL_ROOM
    assert separate_label(152, 150) == 150 + LABEL_ROOM
