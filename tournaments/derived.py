"""The derived rows: made from computed standings, and only what differs is written.

Which rows there are, and what they hold, follows from the facts alone; ``test_derived`` compares
them with rows made from nothing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from tournaments.facts import facts_changed
from tournaments.models import MatchRow, PlayScore, StandingRow, Tournament
from tournaments.selectors.facts import Snapshot
from tournaments.standings import MatchScore, Row, Standings
from tournaments.standings.entries import counts_matches
from tournaments.standings.facts import Facts

BATCH = 500
STANDING_FIELDS = (
    "position", "rank", "is_tied", "figure", "boards", "score", "carry", "adjusted", "handicap",
    "ties", "round_figures", "round_ranks",
)  # fmt: skip
SCORE_FIELDS = ("ns_figure", "ew_figure", "compared")
MATCH_FIELDS = ("table", "boards", "sides")


def store_standings(tournament_id: int, snapshot: Snapshot, standings: Standings) -> bool:
    """Bring the derived rows up to these standings, unless newer ones are there already."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None or tournament.standings_version > snapshot.version:
        return False
    rows = StandingRow.objects.filter(tournament=tournament)
    moved = synchronise(
        rows, ("section", "team_id"), STANDING_FIELDS, standing_rows(tournament_id, standings)
    )
    scores = PlayScore.objects.filter(play__sitting__round__tournament=tournament)
    synchronise(scores, ("play_id",), SCORE_FIELDS, play_scores(standings))
    matches = MatchRow.objects.filter(tournament=tournament)
    wanted = match_rows(tournament_id, snapshot.facts, standings)
    synchronise(matches, ("round", "position"), MATCH_FIELDS, wanted)
    tournament.standings_version = snapshot.version
    tournament.standings_at = timezone.now()
    tournament.rounds_counted = snapshot.rounds
    tournament.save(update_fields=["standings_version", "standings_at", "rounds_counted"])
    if moved:
        standings_moved(tournament)
    return True


def standings_moved(tournament: Tournament) -> None:
    """Whatever is made from these standings is made anew: here the stages that follow.

    Called in the transaction that stores the standings, once they differ from what was there.
    """
    for stage in tournament.stages.exclude(carry=Tournament.Carry.NONE).values_list(
        "pk", flat=True
    ):
        facts_changed(stage)


def synchronise(
    stored: QuerySet[Any], keys: Sequence[str], fields: Sequence[str], wanted: Iterable[Model]
) -> int:
    """Make the stored rows equal to the wanted ones; how many were written or deleted."""
    model = stored.model
    pk = model._meta.pk.attname
    known = {
        tuple(row[key] for key in keys): row for row in stored.order_by().values(pk, *keys, *fields)
    }
    new, changed = [], []
    for row in wanted:
        found = known.pop(tuple(getattr(row, key) for key in keys), None)
        if found is None:
            new.append(row)
        elif any(found[field] != getattr(row, field) for field in fields):
            row.pk = found[pk]
            changed.append(row)
    if known:
        gone = [row[pk] for row in known.values()]
        for start in range(0, len(gone), BATCH):
            model.objects.filter(pk__in=gone[start : start + BATCH]).delete()
    model.objects.bulk_create(new, batch_size=BATCH)
    # Written over by their ids: bulk_update takes many times as long to make its statements.
    model.objects.bulk_create(
        changed, BATCH, update_conflicts=True, update_fields=fields, unique_fields=["pk"]
    )
    return len(new) + len(changed) + len(known)


def standing_rows(tournament_id: int, standings: Standings) -> list[StandingRow]:
    """The ranking lists as rows; the order of a list is its position."""
    position: Counter[str] = Counter()
    rows = []
    for row in standings.rows:
        position[row.section] += 1
        rows.append(standing_row(tournament_id, row, position[row.section]))
    return rows


def standing_row(tournament_id: int, row: Row, position: int) -> StandingRow:
    """One line of a ranking, its figures as exact text."""
    return StandingRow(
        tournament_id=tournament_id,
        section=row.section.value,
        team_id=row.entrant,
        position=position,
        rank=row.rank,
        is_tied=row.tied,
        figure=str(row.total),
        boards=row.boards,
        score=str(row.score),
        carry=str(row.carry),
        adjusted=str(row.adjusted),
        handicap=str(row.handicap),
        ties=[[step.tie_break.value, str(step.value), list(step.group)] for step in row.ties],
        round_figures=[[each.round, str(each.score)] for each in row.rounds],
        round_ranks=[[each.round, each.rank] for each in row.rounds],
    )


def play_scores(standings: Standings) -> list[PlayScore]:
    """What each counted result is worth: percent where the method has it, else its own unit."""
    return [
        PlayScore(
            play_id=int(score.result.ref or 0),
            ns_figure=str(score.ns_value),
            ew_figure=str(score.ew_value),
            compared=score.n,
        )
        for score in standings.boards
    ]


def match_rows(tournament_id: int, facts: Facts, standings: Standings) -> list[MatchRow]:
    """The matches, where teams, games or victory points make them the thing to look at."""
    if not (counts_matches(facts) or facts.method.for_teams):
        return []
    position: Counter[int] = Counter()
    rows = []
    for match in standings.matches:
        position[match.round] += 1
        rows.append(
            MatchRow(
                tournament_id=tournament_id,
                round=match.round,
                table=match.table,
                position=position[match.round],
                boards=match.boards,
                sides=match_sides(match),
            )
        )
    return rows


def match_sides(match: MatchScore) -> list[dict[str, Any]]:
    """The sides of a match as they are stored."""
    return [
        {
            "teams": list(side.entrants),
            "made": str(side.raw),
            "worth": str(side.score),
            "outcome": str(side.outcome),
            "games": side.games,
        }
        for side in match.sides
    ]
