"""What can be analysed, and under which version an analysis is kept."""

import hashlib
import json

from django.conf import settings

from games.belot import Variant, variant_to_json

# Raised when the solver, or what is made of its answers, changes: everything is then made anew.
SOLVER_VERSION = 1


def version_of(variant: Variant) -> str:
    """The version of analyses under these rules: that of the solver, and a digest of the rules."""
    rules = json.dumps(variant_to_json(variant), sort_keys=True)
    return f"{SOLVER_VERSION}.{hashlib.blake2s(rules.encode(), digest_size=12).hexdigest()}"


def is_solvable(variant: Variant) -> bool:
    """Whether deals are analysed: games of four players, unless the site leaves it.

    Not where combinations lie in tricks and a side needs so many points of its own, a bid or a
    floor: only the difference of both is known then.
    """
    is_known = variant.declarations != "trick" or not (variant.bids_numbers or variant.goal_floor)
    return settings.BOARD_ANALYSIS and variant.players == 4 and is_known
