"""Writes computed standings as derived rows, only where they differ.

Rows depend on the facts alone; ``test_derived`` compares them with a full rebuild.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from tournaments.events.append import record_change
from tournaments.models import MatchRow, PlayScore, StandingRow, StandingsChange, Tournament
from tournaments.scoring import BoardScore, IncrementalStandings, MatchSide, Row, is_scored_by_match
from tournaments.standings.cached import MAX_PENDING_FACTS, RebuildResult
from tournaments.state.standings_versions import add_standings_version

ROWS_PER_STATEMENT: Final = 1000
"""SQLite takes 32,766 values."""
STANDING_KEYS: Final = ("section", "team_id")
STANDING_FIELDS: Final = (
    "position", "rank", "is_tied", "figure", "boards", "score", "carry", "adjusted", "handicap",
    "ties", "round_figures", "round_ranks",
)  # fmt: skip
COLUMNS: Final = ("standings_version", "standings_at", "rounds_counted", "moved_version")
SCORE_KEYS: Final = ("play_id",)
SCORE_FIELDS: Final = ("ns_figure", "ew_figure", "compared")
MATCH_KEYS: Final = ("round", "position")
MATCH_FIELDS: Final = ("table", "boards", "sides")
Key = tuple[object, ...]
Values = tuple[object, ...]
Rows = dict[Key, Values]
OfRounds = Callable[[Row], tuple[object, object]]


def store_standings(tournament: Tournament, made: RebuildResult) -> bool:
    """Store the standings; return whether any row changed.

    The tournament must be locked for ranking.
    """
    moved = store_rows(tournament, made)
    store_scores(tournament, made)
    store_matches(tournament, made)
    StandingsChange.objects.filter(pk__in=made.news).update(counted_in=made.version)
    old = StandingsChange.objects.filter(
        tournament=tournament, counted_in__lte=made.version - MAX_PENDING_FACTS
    )
    old.delete()
    tournament.standings_version = made.version
    tournament.standings_at = timezone.now()
    tournament.rounds_counted = made.kept.rounds
    if made.counts:
        tournament.moved_version = made.version
    tournament.save(update_fields=COLUMNS)
    add_standings_version(tournament, moved=bool(moved))
    if moved:
        mark_following_stages(tournament)
    return bool(moved)


def mark_following_stages(tournament: Tournament) -> None:
    """Mark following stages for rebuild.

    Called in the transaction that stores changed standings.
    """
    for stage in tournament.stages.exclude(carry=Tournament.Carry.NONE).values_list(
        "pk", flat=True
    ):
        record_change(stage)


def store_rows(tournament: Tournament, made: RebuildResult) -> int:
    """Store the ranking lists; return the number of rows changed."""
    running = made.kept.running
    if made.changed is None:
        stored = StandingRow.objects.filter(tournament=tournament)
        computed = standing_rows(running)
        return synchronise(stored, STANDING_KEYS, STANDING_FIELDS, computed, tournament=tournament)
    before = {row.entrant: (at, row) for at, row in with_positions(made.before)}
    moved = [
        (at, row)
        for at, row in with_positions(running.rows)
        if before.get(row.entrant) != (at, row)
    ]
    rows = dict(standing_row(at, row, texts_of_rounds) for at, row in moved)
    write_rows(StandingRow, STANDING_KEYS, STANDING_FIELDS, rows, tournament=tournament)
    return len(rows)


def store_scores(tournament: Tournament, made: RebuildResult) -> None:
    if made.changed is None:
        stored = PlayScore.objects.filter(play__board__tournament=tournament)
        synchronise(stored, SCORE_KEYS, SCORE_FIELDS, play_scores(made.kept.running))
        return
    PlayScore.objects.filter(play__in=made.unscored).delete()
    scores = filter(None, made.changed.scores.values())
    write_rows(PlayScore, SCORE_KEYS, SCORE_FIELDS, dict(map(play_score, scores)))


def store_matches(tournament: Tournament, made: RebuildResult) -> None:
    stored = MatchRow.objects.filter(tournament=tournament)
    computed = match_rows(made.kept.running)
    synchronise(stored, MATCH_KEYS, MATCH_FIELDS, computed, tournament=tournament)


def synchronise(
    stored: QuerySet[Any],
    keys: Sequence[str],
    fields: Sequence[str],
    wanted: Rows,
    **common: Model,
) -> int:
    """Make stored rows equal to ``wanted``; return the number of rows changed."""
    pk, size = stored.model._meta.pk.attname, 1 + len(keys)
    known = {row[1:size]: row for row in stored.order_by().values_list(pk, *keys, *fields)}
    new = {
        key: values
        for key, values in wanted.items()
        if key not in known or known[key][size:] != values
    }
    gone = [row[0] for key, row in known.items() if key not in wanted]
    for start in range(0, len(gone), ROWS_PER_STATEMENT):
        stored.model.objects.filter(pk__in=gone[start : start + ROWS_PER_STATEMENT]).delete()
    write_rows(stored.model, keys, fields, new, **common)
    return len(gone) + len(new)


def write_rows(
    model: type[Model],
    keys: Sequence[str],
    fields: Sequence[str],
    rows: Rows,
    **common: Model,
) -> None:
    """Upsert rows by key.

    Raw SQL: for a thousand rows the ORM takes longer than the computation.
    """
    shared = [each.pk for each in common.values()]
    names = [*(f"{name}_id" for name in common), *keys, *fields]
    records = [[*shared, *key, *map(column_value, values)] for key, values in rows.items()]
    for start in range(0, len(records), ROWS_PER_STATEMENT):
        batch = records[start : start + ROWS_PER_STATEMENT]
        with connection.cursor() as cursor:
            cursor.execute(upsert_sql(model, names, len(fields), len(batch)), [*chain(*batch)])


def upsert_sql(model: type[Model], names: Sequence[str], fields: int, rows: int) -> str:
    """Upsert statement; the last ``fields`` columns are not keys."""
    quote = connection.ops.quote_name
    columns = [quote(name) for name in names]
    row = f"({', '.join(['%s'] * len(names))})"
    changes = (f"{name} = EXCLUDED.{name}" for name in columns[-fields:])
    return (
        f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(columns)})"
        f" VALUES {', '.join([row] * rows)}"
        f" ON CONFLICT ({', '.join(columns[:-fields])}) DO UPDATE SET {', '.join(changes)}"
    )


def column_value(value: object) -> object:
    if isinstance(value, list):
        return json.dumps(value) if value else "[]"
    return value


def standing_rows(running: IncrementalStandings) -> Rows:
    return dict(standing_row(at, row) for at, row in with_positions(running.rows))


def with_positions(rows: Iterable[Row]) -> Iterator[tuple[int, Row]]:
    position: Counter[str] = Counter()
    for row in rows:
        position[row.section] += 1
        yield position[row.section], row


def rounds_of(row: Row) -> tuple[list[object], list[object]]:
    return (
        [[each.round, str(each.score)] for each in row.rounds],
        [[each.round, each.rank] for each in row.rounds],
    )


def texts_of_rounds(row: Row) -> tuple[str, str]:
    """Per-round values as JSON; fast, for thousands of rows with many rounds."""
    figures = [f'[{each.round}, "{each.score}"]' for each in row.rounds]
    ranks = [f"[{each.round}, {each.rank}]" for each in row.rounds]
    return f"[{', '.join(figures)}]", f"[{', '.join(ranks)}]"


def standing_row(position: int, row: Row, of_rounds: OfRounds = rounds_of) -> tuple[Key, Values]:
    return (row.section.value, row.entrant), (
        position,
        row.rank,
        row.tied,
        str(row.total),
        row.boards,
        str(row.score),
        str(row.carry),
        str(row.adjusted),
        str(row.handicap),
        [[step.tie_break.value, str(step.value), list(step.group)] for step in row.ties],
        *of_rounds(row),
    )


def play_scores(running: IncrementalStandings) -> Rows:
    return dict(map(play_score, running.scores().values()))


def play_score(score: BoardScore) -> tuple[Key, Values]:
    """A play's figure: percent where the method has it, else its own unit."""
    return (int(score.result.ref or 0),), (str(score.ns_value), str(score.ew_value), score.n)


def match_rows(running: IncrementalStandings) -> Rows:
    """Matches, for teams, games or victory points."""
    if not (is_scored_by_match(running.facts) or running.facts.method.for_teams):
        return {}
    position: Counter[int] = Counter()
    rows: Rows = {}
    for match in running.matches():
        position[match.round] += 1
        key = match.round, position[match.round]
        rows[key] = match.table, match.boards, [match_side_json(side) for side in match.sides]
    return rows


def match_side_json(side: MatchSide) -> dict[str, object]:
    return {
        "teams": list(side.entrants),
        "made": str(side.raw),
        "worth": str(side.score),
        "outcome": str(side.outcome),
        "games": side.games,
    }
