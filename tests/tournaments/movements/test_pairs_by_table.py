from tournaments.movements.pair_costs import DrawEntry
from tournaments.movements.pair_seats import pairs_by_table, seat_pairs
from tournaments.movements.swiss import pair_round


def test_pairs_by_table_have_the_order_of_seated_pairs():
    fixed = {2: 4, 7: 1}
    entries = [DrawEntry(id=one, fixed_table=fixed.get(one)) for one in range(1, 10)]
    draw = pair_round(entries, "random", seed=3)
    seated = [{each.ns, each.ew} for each in seat_pairs(draw)]
    assert [set(pair) for pair in pairs_by_table(draw)] == seated
    assert len(seated) == 4
