"""Notification jobs besides sending; handled in ``tournaments.notifications.people.tasks``."""

from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

CONFIRMATION_EMAIL_JOB: Final = JobKind(
    "notice_letter", pgettext_lazy("work", "confirmation email"), low_priority=True
)
TELEGRAM_CODES_JOB: Final = JobKind(
    "telegram_codes",
    pgettext_lazy("work", "who pressed “Start” in Telegram"),
    low_priority=True,
    time_slice=0.0,
    keep_slice_when_idle=True,
)
"""Polls a club's bot for “Start” while a user is expected."""
CHANNEL_TEST_JOB: Final = JobKind(
    "channel_trial", pgettext_lazy("work", "trial of a club’s channel")
)
CODE_LIFETIME_MINUTES: Final = 15
