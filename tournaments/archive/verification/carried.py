from collections.abc import Sequence
from fractions import Fraction

from tournaments.archive.verification.counted import FactsBuilder
from tournaments.archive.verification.stage import Stage
from tournaments.scoring import Carry, Row, carry_over


def carry_by_entrant(
    stage: Stage, before: FactsBuilder, rows: Sequence[Row]
) -> dict[int, Fraction]:
    """Carry-over by entrant of the previous stage, from that stage's standings."""
    if stage.own["carry"] == "none":
        return {}
    own = FactsBuilder(stage, {})
    qualified = {team["origin"] for team in stage["teams"] if team["origin"] is not None}
    through = [row for row in rows if row.entrant in qualified]
    counts = {row.entrant: scores_counted(row, before) for row in through}
    totals = {row.entrant: row.total for row in through if counts[row.entrant]}
    is_full = stage.own["carry"] == "full"
    if is_full and not own.has_mean_totals:
        if not before.has_mean_totals:
            return totals
        return {team: total * counts[team] for team, total in totals.items()}
    each = {
        team: total if before.has_mean_totals else total / counts[team]
        for team, total in totals.items()
    }
    longest, final = max(counts.values(), default=0), planned_length(stage, own)
    share = stage.own["carry_share"]
    part = Fraction(longest, final) if is_full else Fraction(share) if share else None
    return carry_over(each, longest, final, Carry.SHARE, share=part, as_mean=own.has_mean_totals)


def scores_counted(row: Row, stage: FactsBuilder) -> int:
    return len(row.rounds) if stage.has_match_scoring else row.boards


def planned_length(stage: Stage, counted: FactsBuilder) -> int:
    """Number of boards or matches that an entrant plays in the stage."""
    rounds = stage.own["planned_rounds"] or len(stage["rounds"]) or 1
    return rounds if counted.has_match_scoring else rounds * stage.own["boards_per_round"]
