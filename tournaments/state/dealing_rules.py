"""Which cards a seat gets out of a pack, by the rules of a variant."""

from games.belot import Variant, hand_packets


def deals_alike(one: Variant, other: Variant) -> bool:
    """Whether two variants make the same hands of the same pack."""
    return dealing_rules(one) == dealing_rules(other)


def dealing_rules(variant: Variant) -> tuple[object, ...]:
    """All that decides which cards a seat gets out of a pack (rules 3, `packets`, `direction`)."""
    packets = hand_packets(variant) if variant.layout == "packets" else ()
    by_taker = variant.auction == "turn_up"
    shape = variant.players, variant.direction, variant.lowest, variant.layout
    return *shape, packets, by_taker
