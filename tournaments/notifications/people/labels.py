"""Texts for failure reasons and channel states; without addresses."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FAILURE_REASONS: Final[dict[str, Promise]] = {
    "gone": _("unsubscribed, or device gone"),
    "refused": _("refused"),
    "unreachable": _("no answer"),
    "busy": _("asked to retry later"),
    "library": _("the worker lacks the “messages” libraries"),
    "no_key": _("no web push key"),
    "sealed": _("encrypted under another secret of this installation"),
    "no_bot": _("the club no longer has a Telegram bot"),
    "limit": _("daily limit reached"),
    "late": _("too late to send"),
    "counting": _("places were still being computed"),
    "stopped": _("cancelled before sending"),
    "over": _("the event was over before it was sent"),
}
"""By key; continues a sentence after their count."""

CHANNEL_TEST_RESULTS: Final[dict[str, Promise]] = {
    "refused": _("Refused. Is the name correct, and may the bot post there?"),
    "gone": _("There is nothing at this address any more."),
    "unreachable": _("There was no answer. It will work once the connection is back."),
    "busy": _("It asked to wait. Try again in a while."),
    "library": _(
        "The worker cannot send: the extra “messages” is not installed. Tell the site "
        "administrator."
    ),
    "sealed": _("It was stored under another secret of the installation: enter it again."),
    "no_bot": _("A Telegram channel needs the club’s bot: enter its token first."),
    "other_reader": _("Another program reads this bot’s messages. Use a bot of its own here."),
}
