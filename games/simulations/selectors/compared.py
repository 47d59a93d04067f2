from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot

from games.belot.simulation import Tally
from games.models import Simulation
from games.simulations.selectors.page import (
    Answer,
    QuestionText,
    answer_of,
    describe_question,
    net_counts,
)


@dataclass(frozen=True, slots=True)
class SimulationComparison:
    sides: tuple[tuple[Simulation, QuestionText, Answer], tuple[Simulation, QuestionText, Answer]]

    @property
    def difference(self) -> float:
        (_one, _asked, first), (_two, _also, second) = self.sides
        return second.mean - first.mean

    @property
    def error(self) -> float:
        return hypot(*(answer.error for _simulation, _asked, answer in self.sides))

    @property
    def is_sure(self) -> bool:
        """Whether chance alone makes such a difference less than once in twenty times."""
        return abs(self.difference) > 2 * self.error


def compare_two(
    first: tuple[Simulation, Tally], second: tuple[Simulation, Tally]
) -> SimulationComparison:
    (one, tally), (two, other) = first, second
    return SimulationComparison(
        (
            side_of_two(one, tally, net_counts(two.question, other)),
            side_of_two(two, other, net_counts(one.question, tally)),
        )
    )


def side_of_two(
    simulation: Simulation, tally: Tally, beside: Mapping[int, int]
) -> tuple[Simulation, QuestionText, Answer]:
    question = simulation.question
    return simulation, describe_question(question), answer_of(question, tally, beside)
