"""The newest backup of a number of days, weeks and months stays."""

from datetime import UTC, datetime, timedelta

from ops.backups.rotation import RotationRule, surplus

EVENING = datetime(2026, 11, 21, 23, 0, tzinfo=UTC)  # a Saturday


def stay(made, keep):
    return sorted(set(made) - set(surplus(made, keep)), reverse=True)


def test_newest_backup_of_a_day_is_kept():
    made = [EVENING - timedelta(hours=hours) for hours in (0, 1, 2, 30)]
    assert stay(made, RotationRule(7, 0, 0)) == [EVENING, EVENING - timedelta(hours=30)]


def test_rotation_of_a_year_keeps_days_weeks_and_months():
    made = [EVENING - timedelta(days=days) for days in range(365)]
    kept = stay(made, RotationRule(7, 5, 12))
    days = [(EVENING - at).days for at in kept]
    assert days[:7] == [0, 1, 2, 3, 4, 5, 6]
    # Sundays are the newest of their weeks; the present week has its Saturday.
    assert days[7:10] == [13, 20, 21]
    assert kept[-1] == datetime(2025, 12, 31, 23, 0, tzinfo=UTC)
    assert len(kept) == 7 + 3 + 11


def test_days_without_a_backup_do_not_expire_older_backups():
    made = [EVENING - timedelta(days=days) for days in (0, 40, 80)]
    assert surplus(made, RotationRule(3, 0, 0)) == []


def test_newest_backup_is_always_kept():
    assert surplus([EVENING, EVENING - timedelta(days=1)], RotationRule(0, 0, 0)) == [
        EVENING - timedelta(days=1)
    ]
    assert surplus([], RotationRule(0, 0, 0)) == []
