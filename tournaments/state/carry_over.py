"""Carry-over of entrants from the previous stage."""

from fractions import Fraction

from tournaments.models import StandingRow, Team, Tournament
from tournaments.scoring import Carry, carry_over
from tournaments.state.scoring import has_match_scoring, has_mean_totals


def carry_into(tournament: Tournament) -> dict[int, Fraction]:
    """Carry-over by team of the previous stage, from its stored standings."""
    before = tournament.follows
    if before is None or tournament.carry == Tournament.Carry.NONE:
        return {}
    qualified = Team.objects.filter(tournament=tournament, origin__isnull=False)
    rows = list(StandingRow.objects.filter(tournament=before, team__in=qualified.values("origin")))
    counts = {row.team_id: scores_counted(row, before) for row in rows}
    totals = {row.team_id: Fraction(row.figure) for row in rows if counts[row.team_id]}
    if tournament.carry == Tournament.Carry.FULL and not has_mean_totals(tournament):
        return totals if not has_mean_totals(before) else sums_of_means(totals, counts)
    each = {
        team: total if has_mean_totals(before) else total / counts[team]
        for team, total in totals.items()
    }
    longest, final = max(counts.values(), default=0), planned_length(tournament)
    return carry_over(
        each,
        longest,
        final,
        Carry.SHARE,
        share=carried_share(tournament, longest, final),
        as_mean=has_mean_totals(tournament),
    )


def sums_of_means(totals: dict[int, Fraction], counts: dict[int, int]) -> dict[int, Fraction]:
    return {team: total * counts[team] for team, total in totals.items()}


def carried_share(tournament: Tournament, before: int, final: int) -> Fraction | None:
    """The organiser's share, or None for the default.

    A full carry-over into a mean is weighted by the lengths of both stages, so ranks equal
    those over all boards.
    """
    if tournament.carry == Tournament.Carry.FULL:
        return Fraction(before, final)
    return Fraction(tournament.carry_share) if tournament.carry_share else None


def scores_counted(row: StandingRow, tournament: Tournament) -> int:
    return len(row.round_figures) if has_match_scoring(tournament) else row.boards


def planned_length(tournament: Tournament) -> int:
    rounds = tournament.planned_rounds or tournament.rounds.count() or 1
    return rounds if has_match_scoring(tournament) else rounds * tournament.boards_per_round
