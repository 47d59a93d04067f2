from django.template.loader import render_to_string

from games.charts.places import PlaceRow, levels_of, path_of, place_chart


def field(*ways: tuple[int, ...]) -> list[PlaceRow]:
    return [PlaceRow(number, place, f"Pair {number}", way) for place, (number, way) in
            enumerate(enumerate(ways, start=11), start=1)]  # fmt: skip


def drawn(rows: list[PlaceRow], own: int = 0, other: int = 0) -> str:
    chart = place_chart(rows, own, other)
    return render_to_string("_partials/place_chart.html", {"chart": chart})


def test_path_connects_the_middles_of_rows():
    assert path_of((2, 1), 2) == "M0 750C500 750 500 250 1000 250"


def test_followed_marks_are_positioned_in_percent_of_the_chart():
    chart = place_chart(field((2, 1), (1, 2)), 11)
    assert chart is not None
    assert chart.own is not None
    assert [(mark.x, mark.y, mark.text) for mark in chart.own.marks] == [
        ("0.00%", "75.00%", 2),
        ("100.00%", "25.00%", 1),
    ]
    assert chart.other is None
    assert chart.field == path_of((1, 2), 2)


def test_row_with_a_missed_round_has_a_name_and_no_line():
    chart = place_chart(field((2, 1), (1, 2), ()), 11, 13)
    assert chart is not None
    assert (len(chart.rows), chart.rest, chart.other) == (3, 1, None)


def test_place_chart_ignores_equal_or_unknown_followed_numbers():
    same, unknown = (place_chart(field((2, 1), (1, 2)), *pick) for pick in ((11, 11), (99, 0)))
    assert same is not None
    assert same.other is None
    assert unknown is not None
    assert (unknown.own, unknown.rest) == (None, 2)


def test_place_chart_needs_two_rounds_and_two_lines():
    assert place_chart(field((1,), (2,))) is None
    assert place_chart(field((1, 1), ())) is None
    assert place_chart([]) is None


def test_place_levels_are_first_last_and_some_between():
    assert [mark.text for mark in levels_of(24)] == [1, 6, 12, 18, 24]
    assert [mark.text for mark in levels_of(2)] == [1, 2]


def test_place_chart_labels_only_some_of_many_rounds():
    chart = place_chart(field((1,) * 15, (2,) * 15))
    assert chart is not None
    assert (chart.is_dense, chart.is_marked) == (True, True)
    assert [label.text for label in chart.labels] == [1, 3, 5, 7, 9, 11, 13, 15]


def test_followed_line_is_drawn_last_with_its_places_as_text():
    page = drawn(field((2, 1), (1, 2), (3, 3)), 11, 12)
    assert page.index('class="chart-other" d=') < page.index('class="chart-beside" d=')
    assert page.index('class="chart-beside" d=') < page.index('class="chart-own" d=')
    assert 'aria-label="Place after each round. Pair 11: 2, 1. Pair 12: 1, 2"' in page
    assert page.count('class="is-followed"') == page.count('class="is-beside"') == 1
    assert "the other 1\n" in page


def test_place_chart_escapes_names_and_omits_them_when_large():
    rows = [PlaceRow(number, number, "A <", (number, number)) for number in range(1, 62)]
    assert "A &lt;" in drawn(rows[:60])
    assert "place-names" in drawn(rows[:60])
    assert "place-names" not in drawn(rows)
