from collections.abc import Sequence
from fractions import Fraction

from tournaments.archive.verification.counted import Counted
from tournaments.archive.verification.stage import Stage
from tournaments.scoring import Carry, Row, carry_over


def carry_of(stage: Stage, before: Counted, rows: Sequence[Row]) -> dict[int, Fraction]:
    """Carry-over by entrant of the previous stage, from that stage's standings."""
    if stage.own["carry"] == "none":
        return {}
    own = Counted(stage, {})
    qualified = {team["origin"] for team in stage["teams"] if team["origin"] is not None}
    through = [row for row in rows if row.entrant in qualified]
    counts = {row.entrant: scores_counted(row, before) for row in through}
    totals = {row.entrant: row.total for row in through if counts[row.entrant]}
    is_full = stage.own["carry"] == "full"
    if is_full and not own.means_count:
        if not before.means_count:
            return totals
        return {team: total * counts[team] for team, total in totals.items()}
    each = {
        team: total if before.means_count else total / counts[team]
        for team, total in totals.items()
    }
    longest, final = max(counts.values(), default=0), length_of(stage, own)
    share = stage.own["carry_share"]
    part = Fraction(longest, final) if is_full else Fraction(share) if share else None
    return carry_over(each, longest, final, Carry.SHARE, share=part, as_mean=own.means_count)


def scores_counted(row: Row, stage: Counted) -> int:
    return len(row.rounds) if stage.matches_count else row.boards


def length_of(stage: Stage, counted: Counted) -> int:
    """Number of boards or matches that an entrant plays in the stage."""
    rounds = stage.own["planned_rounds"] or len(stage["rounds"]) or 1
    return rounds if counted.matches_count else rounds * stage.own["boards_per_round"]
