"""From facts to standings."""

from __future__ import annotations

from tournaments.standings.facts import Facts
from tournaments.standings.report import Standings
from tournaments.standings.running import Running


def compute_standings(facts: Facts) -> Standings:
    """The standings of one stage; FactsError when the facts contradict each other."""
    return Running(facts).standings()
