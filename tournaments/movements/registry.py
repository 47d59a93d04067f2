"""Every movement by name, so that a stored kind with its parameters can be built again."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from tournaments.movements.barometer import barometer
from tournaments.movements.errors import MovementError, _
from tournaments.movements.howell import endless_howell, howell
from tournaments.movements.individual import rainbow, whist
from tournaments.movements.melee import melee
from tournaments.movements.mitchell import mitchell
from tournaments.movements.model import Movement
from tournaments.movements.pools import pool_stage
from tournaments.movements.round_robin import berger, round_robin
from tournaments.movements.small_tables import one_table, three_handed, two_handed
from tournaments.movements.teams import american_whist, head_to_head, new_england, triangle

BUILDERS: Mapping[str, Callable[..., Movement]] = {
    "mitchell": mitchell,
    "howell": howell,
    "endless_howell": endless_howell,
    "barometer": barometer,
    "rainbow": rainbow,
    "whist": whist,
    "melee": melee,
    "american_whist": american_whist,
    "new_england": new_england,
    "head_to_head": head_to_head,
    "triangle": triangle,
    "pools": pool_stage,
    "one_table": one_table,
    "two_handed": two_handed,
    "three_handed": three_handed,
    "round_robin": round_robin,
    "berger": berger,
}

KIND_NAMES: Mapping[str, str] = {
    "mitchell": _("Mitchell"),
    "howell": _("Howell"),
    "endless_howell": _("Endless Howell"),
    "barometer": _("Barometer"),
    "rainbow": _("Rainbow"),
    "whist": _("Whist tournament"),
    "melee": _("Mêlée"),
    "american_whist": _("American whist"),
    "new_england": _("New England relay"),
    "head_to_head": _("All teams against all"),
    "triangle": _("Triangle"),
    "pools": _("Groups"),
    "one_table": _("One table"),
    "two_handed": _("Tables of two"),
    "three_handed": _("Tables of three"),
    "round_robin": _("Round robin"),
    "berger": _("Round robin (Berger)"),
    "swiss": _("Swiss"),
    "danish": _("Danish"),
    "random": _("By lot"),
    "single_elimination": _("Knock-out"),
    "double_elimination": _("Double knock-out"),
    "lives": _("Knock-out with lives"),
}
"""What each kind is called, also those that are drawn round by round; to be translated."""


def build(kind: str, params: Mapping[str, Any]) -> Movement:
    """The movement of this kind; the same kind and JSON parameters always give the same seating."""
    try:
        builder = BUILDERS[kind]
    except KeyError:
        raise MovementError(
            "unknown_movement", _("There is no movement “%(kind)s”."), kind=kind
        ) from None
    try:
        inspect.signature(builder).bind(**params)
    except TypeError as error:
        raise MovementError(
            "wrong_parameters",
            _("The movement “%(kind)s” cannot be made of these values: %(error)s."),
            kind=kind,
            error=str(error),
        ) from None
    return builder(**params)
