"""Opponents and outcomes of matches, from the current facts."""

from tournaments.facts.meetings import HALF, Meeting, meetings_in
from tournaments.facts.snapshot import results_snapshot
from tournaments.models import Tournament

__all__ = ["HALF", "Meeting", "meetings_of"]


def meetings_of(tournament: Tournament) -> list[Meeting]:
    """Every drawn match, drafts too, in order of rounds and tables.

    Outcomes are those of complete rounds, by the scoring of the tournament.
    """
    return meetings_in(tournament, results_snapshot(tournament).facts)
