from typing import Any

import pytest

from tests.selection import outside_samples, runs_on_services

MOST_JOURNEYS = 65


class Item:
    def __init__(
        self, *marks: pytest.MarkDecorator, fixtures: tuple[str, ...] = (), nodeid: str = ""
    ) -> None:
        self.nodeid = nodeid
        self.get_closest_marker = {mark.name: mark.mark for mark in marks}.get
        self.fixturenames = fixtures


TRANSACTION = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (Item(pytest.mark.sql, pytest.mark.live), True),
        (Item(TRANSACTION), True),
        (Item(fixtures=("transactional_db",)), True),
        (Item(pytest.mark.django_db, fixtures=("db",)), False),
        (Item(TRANSACTION, pytest.mark.browser), False),
        (Item(TRANSACTION, pytest.mark.live), False),
    ],
)
def test_sql_marks_and_transactions_run_on_services(item, expected):
    assert runs_on_services(item) is expected


@pytest.mark.parametrize(("rows", "left_out"), [(1, 0), (3, 2), (4, 2), (30, 20)])
def test_sample_runs_one_row_in_three(rows, left_out):
    items: list[Any] = [
        Item(pytest.mark.sample, nodeid=f"test_x[{number}]") for number in range(rows)
    ]
    unmarked: Any = Item(nodeid="test_y")
    left = [item.nodeid for item in outside_samples([*items, unmarked], seed=0)]
    assert len(left) == left_out
    assert left == [item.nodeid for item in outside_samples(items, seed=0)]


def test_browser_test_is_slow_unless_marked_journey(request):
    items = [item for item in request.session.items if item.get_closest_marker("browser")]
    assert all(
        bool(item.get_closest_marker("slow")) or bool(item.get_closest_marker("journey"))
        for item in items
    )
    journeys = {item.nodeid for item in items if item.get_closest_marker("journey")}
    assert len(journeys) <= MOST_JOURNEYS
