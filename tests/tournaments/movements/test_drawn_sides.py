from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from tournaments.movements import Movement, Sitting, balance_factor, check_movement
from tournaments.movements.model import assemble_movement
from tournaments.movements.pair_costs import DrawEntry
from tournaments.movements.pair_seats import seat_pairs
from tournaments.movements.swiss import System, pair_round


@dataclass
class Evening:
    pairs: int
    known: bool = True
    scores: Counter[int] = field(default_factory=Counter)
    rounds: list[list[Sitting]] = field(default_factory=list)

    def play(self, rounds: int, system: System = "swiss") -> Movement:
        random = Random(self.pairs)
        for number in range(1, rounds + 1):
            drawn = pair_round(self.entries(), "random" if number == 1 else system, seed=number)
            self.rounds.append(
                [Sitting(p.table, int(p.ns), int(p.ew), number) for p in seat_pairs(drawn)]
            )
            for sitting in self.rounds[-1]:
                self.scores[sitting.ns or 0] += random.randrange(100)
                self.scores[sitting.ew or 0] += random.randrange(100)
        return assemble_movement(system, self.rounds, entrants=self.pairs)

    def entries(self) -> list[DrawEntry]:
        order = sorted(range(1, self.pairs + 1), key=lambda pair: -self.scores[pair])
        return [self.entry(pair, rank) for rank, pair in enumerate(order, 1)]

    def entry(self, pair: int, rank: int) -> DrawEntry:
        sides, met = self.sides(pair), {}
        for number, sittings in enumerate(self.rounds, 1):
            for sitting in sittings:
                if pair in sitting.entrants:
                    met.update({other: number for other in sitting.entrants if other != pair})
        return DrawEntry(
            id=pair,
            score=self.scores[pair],
            rank=rank,
            met=met,
            unplayed=len(self.rounds) - len(sides),
            ns_rounds=sum(side > 0 for side in sides.values()),
            sides=sides if self.known else {},
        )

    def sides(self, pair: int) -> dict[int, int]:
        return {
            number: 1 if sitting.ns == pair else -1
            for number, sittings in enumerate(self.rounds, 1)
            for sitting in sittings
            if pair in sitting.entrants
        }

    def uneven(self) -> list[int]:
        return [abs(sum(self.sides(pair).values())) for pair in range(1, self.pairs + 1)]


@pytest.mark.sample
@pytest.mark.parametrize("system", ["swiss", "danish", "random"])
@pytest.mark.parametrize(("pairs", "rounds"), [(16, 7), (24, 8), (41, 6)])
def test_sides_are_balanced_over_drawn_rounds(pairs, rounds, system):
    evening = Evening(pairs)
    assert check_movement(evening.play(rounds, system)).is_valid
    assert max(evening.uneven()) <= 2 + rounds % 2
    assert sum(uneven <= 1 for uneven in evening.uneven()) >= pairs // 2


@pytest.mark.sample
@pytest.mark.parametrize(("pairs", "rounds"), [(16, 7), (24, 8), (40, 9)])
def test_known_sides_improve_balance(pairs, rounds):
    known = balance_factor(Evening(pairs).play(rounds)) or 0
    unknown = balance_factor(Evening(pairs, known=False).play(rounds)) or 0
    assert known > 1.05 * unknown


def test_fixed_table_pair_stays_north_south():
    sides = dict.fromkeys(range(1, 5), 1)
    entries = [
        DrawEntry(id=1, rank=1, fixed_table=3, sides=sides),
        DrawEntry(id=2, rank=2, sides={number: -side for number, side in sides.items()}),
        DrawEntry(id=3, rank=3, sides=sides),
        DrawEntry(id=4, rank=4, sides={number: -side for number, side in sides.items()}),
    ]
    seated = {each.table: (each.ns, each.ew) for each in seat_pairs(pair_round(entries, "danish"))}
    assert seated == {3: (1, 2), 1: (4, 3)}


def test_large_field_seats_by_fewest_north_south_rounds():
    entries = [
        DrawEntry(id=pair, rank=pair, ns_rounds=pair % 2, sides={1: pair % 2 * 2 - 1})
        for pair in range(1, 603)
    ]
    assert all(int(each.ns) % 2 == 0 for each in seat_pairs(pair_round(entries, "danish")))


def test_round_without_free_table_is_seated_unchanged():
    assert seat_pairs(pair_round([DrawEntry(id=1, sides={1: 1})])) == []
    entries = [DrawEntry(id=1, fixed_table=2, sides={1: 1}), DrawEntry(id=2, sides={1: -1})]
    assert [(each.table, each.ns, each.ew) for each in seat_pairs(pair_round(entries))] == [
        (2, 1, 2)
    ]
