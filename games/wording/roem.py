from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def roem_labels() -> dict[str, str]:
    """Labels on phones and match pad for combinations in tricks."""
    return {
        "add_declaration": _("+ Combination in a trick"),
        "add_belote": _("+ King and queen"),
        "add_capot": _("+ All tricks"),
        "capot": pgettext("chip", "All tricks"),
        "declaration_title": _("What was in the trick?"),
        "declaration_hint": _(
            "Tap once for each combination; it counts for the side that won the trick."
        ),
        "belote_title": _("Who won king and queen of trumps in one trick?"),
        "belote_name": _("King and queen of trumps"),
        "capot_yes": _("Yes, all tricks"),
        "too_many_belotes": _("There is only one king and one queen of trumps."),
    }
