from datetime import timedelta

import pytest
from django.utils import timezone

from ops.models import PageTime
from ops.page_times import PageTimes, SlowPage, Timing, slow_pages

pytestmark = pytest.mark.django_db


@pytest.mark.sql
def test_page_times_are_summed_over_processes_and_hours():
    one, other = PageTimes(), PageTimes()
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    one.merge({(hour, "home"): Timing(2, 1.0, 0.75), (hour, "board"): Timing(1, 2.0, 2.0)})
    one.write()
    other.merge({(hour, "home"): Timing(1, 0.5, 0.5)})
    other.merge({(hour - timedelta(hours=1), "home"): Timing(1, 2.5, 2.5)})
    other.write()
    other.write()
    assert slow_pages() == [SlowPage("board", 1, 2.0, 2.0), SlowPage("home", 4, 1.0, 2.5)]


def test_page_times_older_than_a_day_are_deleted():
    PageTime.objects.create(
        hour=timezone.now() - timedelta(hours=25), view="old", count=1, seconds=9, slowest=9
    )
    PageTimes().write()
    assert not PageTime.objects.exists()
