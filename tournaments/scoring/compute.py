from __future__ import annotations

from tournaments.scoring.facts import Facts
from tournaments.scoring.incremental import IncrementalStandings
from tournaments.scoring.report import Standings


def compute_standings(facts: Facts) -> Standings:
    """Standings of one stage; raise FactsError for contradictory facts."""
    return IncrementalStandings(facts).standings()
