"""From facts to standings."""

from __future__ import annotations

from tournaments.scoring.facts import Facts
from tournaments.scoring.incremental import Running
from tournaments.scoring.report import Standings


def compute_standings(facts: Facts) -> Standings:
    """The standings of one stage; FactsError when the facts contradict each other."""
    return Running(facts).standings()
