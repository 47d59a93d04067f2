from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def roem_labels() -> dict[str, str]:
    """Labels on phones and match pad for combinations in tricks."""
    return {
        "add_declaration": _("+ Combination in a trick"),
        "add_belote": _("+ King and queen"),
        "add_capot": _("+ All tricks"),
        "capot": pgettext("chip", "All tricks"),
        "declaration_title": _("What lay in a trick?"),
        "declaration_hint": _("One press for each combination; it belongs to who won the trick."),
        "belote_title": _("Who won king and queen of trumps in one trick?"),
        "belote_name": _("King and queen of trumps"),
        "capot_yes": _("Yes, all tricks"),
        "too_many_belotes": _("King and queen of trumps are there only once."),
    }
