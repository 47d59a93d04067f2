"""Questions to many deals, and the counts that answer them, as JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import reduce
from typing import Any

from games.belot.simulate import Question, Tally, simulate


def play(question: Mapping[str, Any], seed: int, first: int, count: int) -> dict[str, Any]:
    """The tally of deals ``first`` … ``first + count - 1``; deal i depends on the seed and i."""
    return asdict(simulate(Question(**question), seed, first, count))


def added(tallies: Iterable[Mapping[str, Any]]) -> Tally:
    """The tally of all batches together."""
    return reduce(Tally.__add__, (Tally(**tally) for tally in tallies), Tally())


def levels_in(question: Mapping[str, Any]) -> set[str]:
    """The levels of the players in a question."""
    return set(question["levels"].values())
