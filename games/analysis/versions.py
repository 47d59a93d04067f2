import hashlib
import json

from django.conf import settings

from games.belot import Variant, variant_to_json

# Increment when the solver or the use of its results changes: analyses are then recomputed.
SOLVER_VERSION = 1


def analysis_version(variant: Variant) -> str:
    """Solver version plus a digest of the rules."""
    rules = json.dumps(variant_to_json(variant), sort_keys=True)
    return f"{SOLVER_VERSION}.{hashlib.blake2s(rules.encode(), digest_size=12).hexdigest()}"


def is_solvable(variant: Variant) -> bool:
    """Whether deals are analysed: four players, and ``BOARD_ANALYSIS`` is on.

    Not where combinations count in tricks and a side needs a number of points (a bid or
    ``goal_floor``): only the difference of both sides is known then.
    """
    is_known = variant.declarations != "trick" or not (variant.bids_numbers or variant.goal_floor)
    return settings.BOARD_ANALYSIS and variant.players == 4 and is_known
