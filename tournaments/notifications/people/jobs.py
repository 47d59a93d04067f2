"""Notification jobs besides sending; handled in ``tournaments.notifications.people.tasks``."""

from typing import Final

from django.utils.translation import pgettext_lazy

from jobs.kinds import JobKind

LETTER_JOB: Final = JobKind(
    "notice_letter", pgettext_lazy("work", "letter that confirms an address"), patient=True
)
"""Whoever asked to be told by email is sent the link by which they confirm it."""
CODES_JOB: Final = JobKind(
    "telegram_codes",
    pgettext_lazy("work", "who pressed “Start” in Telegram"),
    patient=True,
    spell=0.0,
    lingers=True,
)
"""The bot of a club is asked who pressed “Start”, while somebody is expected to."""
CHANNEL_JOB: Final = JobKind("channel_trial", pgettext_lazy("work", "trial of a club’s channel"))
"""A club's channel is tried: is it there, and may we write to it?"""
CODE_MINUTES: Final = 15
"""How long somebody may take until they press “Start” in Telegram."""
