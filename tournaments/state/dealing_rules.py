from games.belot import Variant, hand_packets


def has_same_dealing(one: Variant, other: Variant) -> bool:
    """Whether two variants deal the same hands from the same pack."""
    return dealing_rules(one) == dealing_rules(other)


def dealing_rules(variant: Variant) -> tuple[object, ...]:
    """All settings that affect dealing (rules 3, `packets`, `direction`)."""
    packets = hand_packets(variant) if variant.layout == "packets" else ()
    by_taker = variant.auction == "turn_up"
    shape = variant.players, variant.direction, variant.lowest, variant.layout
    return *shape, packets, by_taker
