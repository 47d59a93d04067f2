"""Texts for failure reasons and channel states; without addresses."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FAILURE_REASONS: Final[dict[str, Promise]] = {
    "gone": _("does not want it any more, or the device is gone"),
    "refused": _("was refused"),
    "unreachable": _("did not answer"),
    "busy": _("asked to wait"),
    "library": _("the worker lacks the libraries for it (the extra “messages”)"),
    "no_key": _("there is no key for web push"),
    "sealed": _("was stored under another secret of the installation"),
    "no_bot": _("the club has no Telegram bot any more"),
    "limit": _("had as many as are sent in a day"),
    "late": _("it was too late to tell it"),
    "counting": _("places were still being counted"),
    "stopped": _("was stopped before it was sent"),
    "over": _("it was over before it was told"),
}
"""By key; continues a sentence after their count."""

CHANNEL_TEST_RESULTS: Final[dict[str, Promise]] = {
    "refused": _("It was refused. Is it written right, and may the bot write there?"),
    "gone": _("There is nothing at this address any more."),
    "unreachable": _("There was no answer. It will work once the line is back."),
    "busy": _("It asked to wait. Try again in a while."),
    "library": _(
        "The worker cannot send: the extra “messages” is not installed. Tell whoever runs the site."
    ),
    "sealed": _("It was stored under another secret of the installation: enter it again."),
    "no_bot": _("A Telegram channel needs the club’s bot: enter its token first."),
    "other_reader": _("Another program reads this bot’s messages. Use a bot of its own here."),
}
