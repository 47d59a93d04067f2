"""Recompute every published standings version from the results of its moment."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from tournaments.archive.file import Json
from tournaments.archive.verification.counted import FactsBuilder, StandingsQuery
from tournaments.archive.verification.stage import (
    Finding,
    Row,
    Stage,
    parse_timestamp,
    wrong_numbering,
)
from tournaments.scoring import FactsError, compute_standings
from tournaments.scoring import Row as Ranked

COLUMNS: Final = (
    "section", "team", "position", "rank", "is_tied", "figure", "boards", "score", "carry",
    "adjusted", "handicap", "ties", "round_figures", "round_ranks",
)  # fmt: skip
MAX_ENTRY_DELAY: Final = timedelta(seconds=10)
"""An entry can be this much older than a version that does not count it."""
MAX_MOMENTS: Final = 16
HISTORY_LOSING_ACTIONS: Final = (
    "scoring_changed", "settings_changed", "team_described", "decision_undone", "result_taken_back",
    "board_closed", "board_reopened", "field_changed", "match_decided", "standings_remade",
    "ranking_corrected",
    "tournament_reopened", "life_bought", "rules_changed", "rules_chosen",
    "round_redrawn", "round_taken_back", "team_renamed",
)  # fmt: skip
"""They change facts archived only in their last state."""
Values = list[Json]


def wrong_standings(stage: Stage, counted: FactsBuilder) -> Iterator[Finding]:
    yield from wrong_numbering(stage, "standings")
    for one, other in pairwise(stage["standings"]):
        for column in ("made_at", "facts"):
            if comparable(one[column]) > comparable(other[column]):
                where = stage.place("standings", other["id"], column)
                yield Finding("not_in_order", where, other[column], one[column])
    for version in stage["standings"]:
        yield from wrong_version(stage, counted, version)


def comparable(value: Json) -> Json:
    """Comparable value of a count or a timestamp."""
    return parse_timestamp(value) if isinstance(value, str) else value


def wrong_version(stage: Stage, counted: FactsBuilder, version: Row) -> Iterator[Finding]:
    where = stage.place("standings", version["id"])
    if version["unit"] != unit_of(counted) and not is_older_than_changes(stage, version):
        yield Finding("other_unit", f"{where}.unit", version["unit"], unit_of(counted))
    nearest: list[Values] | None = None
    for query in candidate_moments(stage, version):
        try:
            right = rows_of(stage, counted, query)
        except (FactsError, KeyError, ValueError, TypeError, ZeroDivisionError) as error:
            if nearest is None and not is_older_than_changes(stage, version):
                yield Finding("no_standings", where, str(error)[:200])
            return
        if right == version["rows"]:
            return
        nearest = right if nearest is None else nearest
    if is_older_than_changes(stage, version):
        yield from wrong_internal_order(stage, version)
    else:
        yield from row_differences(where, version["rows"], nearest or [])


def candidate_moments(stage: Stage, version: Row) -> Iterator[StandingsQuery]:
    """Candidate moments: now (newest version only), its creation, and just before late entries."""
    rounds, state, made_at = (
        version["rounds"],
        version["state"],
        parse_timestamp(version["made_at"]),
    )
    if version["id"] == len(stage["standings"]):
        yield StandingsQuery(rounds, state)
    yield StandingsQuery(rounds, state, made_at)
    close = sorted(set(recent_entry_times(stage, made_at)), reverse=True)
    for at in close[:MAX_MOMENTS]:
        yield StandingsQuery(rounds, state, at - timedelta(microseconds=1))


def recent_entry_times(stage: Stage, made: datetime) -> Iterator[datetime]:
    """Entry times shortly before the version was created."""
    for name in ("results", "adjustments", "foulings"):
        for row in stage[name]:
            at = parse_timestamp(row["created_at"])
            if made - MAX_ENTRY_DELAY <= at <= made:
                yield at


def is_older_than_changes(stage: Stage, version: Row) -> bool:
    """Whether facts changed later whose former state is not in the file."""
    cutoff = parse_timestamp(version["made_at"]) - MAX_ENTRY_DELAY
    changed = (parse_timestamp(row["created_at"]) for row in stage["changes"])
    logged = (parse_timestamp(row["at"]) for row in stage.lines_of(*HISTORY_LOSING_ACTIONS))
    is_last = version["id"] == len(stage["standings"])
    if any(parse_timestamp(row["at"]) >= cutoff for row in stage.lines_of("ranking_kept")):
        return True
    return not is_last and (
        any(at >= cutoff for at in changed) or any(at >= cutoff for at in logged)
    )


def unit_of(counted: FactsBuilder) -> str:
    scale = counted.stage.own["match_scale"]
    if "vp" in scale:
        return "vp"
    return "match_points" if "tariff" in scale else str(counted.method.told.unit)


def rows_of(stage: Stage, counted: FactsBuilder, asked: StandingsQuery) -> list[Values]:
    standings = compute_standings(counted.facts(asked))
    missed = missed_rounds(stage, asked.rounds)
    position: Counter[str] = Counter()
    rows = []
    for row in sorted(standings.rows, key=lambda row: row.section.value):
        position[row.section.value] += 1
        rows.append(values_of(row, position[row.section.value], missed.get(row.entrant, set())))
    return rows


def values_of(row: Ranked, position: int, missed: set[int]) -> Values:
    figures = [[each.round, str(each.score)] for each in row.rounds if each.round not in missed]
    return [
        row.section.value, row.entrant, position, row.rank, row.tied, str(row.total), row.boards,
        str(row.score), str(row.carry), str(row.adjusted), str(row.handicap),
        [[step.tie_break.value, str(step.value), list(step.group)] for step in row.ties],
        figures, [[each.round, each.rank] for each in row.rounds],
    ]  # fmt: skip


def missed_rounds(stage: Stage, rounds: int) -> dict[int, set[int]]:
    """Rounds by entrant without a table, or with only a walk-over."""
    played: dict[int, set[int]] = defaultdict(set)
    for seat in stage["seats"]:
        number = stage.row("rounds", seat["round"])["number"]
        if number <= rounds:
            played[seat["team"]] |= {number} if has_played(stage, seat["sitting"]) else set()
    return {team: set(range(1, rounds + 1)) - numbers for team, numbers in played.items()}


def has_played(stage: Stage, sitting: int | None) -> bool:
    """Whether a result from the table counts."""
    if sitting is None:
        return False
    row = stage.row("sittings", sitting)
    match = row["match"] or stage.row("tables", row["table"])["number"]
    if str(match) not in stage.row("rounds", row["round"])["drawn"].get("walkovers", {}):
        return True
    plays = (play["current"] for play in stage["plays"] if play["sitting"] == sitting)
    return any(pk is None or stage.row("results", pk)["kind"] != "not_counted" for pk in plays)


def row_differences(
    where: str, found: Sequence[Json], right: Sequence[Values]
) -> Iterator[Finding]:
    if len(found) != len(right):
        yield Finding("other_rows", f"{where}.rows", len(found), len(right))
        return
    for at, (row, expected) in enumerate(zip(found, right, strict=True)):
        if len(row) != len(expected):
            yield Finding("other_standing", f"{where}.rows[{at}]", row, expected)
            continue
        for name, value, other in zip(COLUMNS, row, expected, strict=True):
            if value != other:
                yield Finding("other_standing", f"{where}.rows[{at}].{name}", value, other)


def wrong_internal_order(stage: Stage, version: Row) -> Iterator[Finding]:
    """Check only order and uniqueness within a version that cannot be recomputed."""
    where = stage.place("standings", version["id"])
    seen: set[tuple[Json, Json]] = set()
    last: dict[Json, Values] = {}
    for at, row in enumerate(version["rows"]):
        before = last.get(row[0])
        right = before[2] + 1 if before else 1
        if row[2] != right:
            yield Finding("not_in_order", f"{where}.rows[{at}].position", row[2], right)
        if before and row[3] not in (before[3], right):
            yield Finding("not_in_order", f"{where}.rows[{at}].rank", row[3], right)
        if (row[0], row[1]) in seen:
            yield Finding("twice", f"{where}.rows[{at}].team", row[1])
        seen.add((row[0], row[1]))
        last[row[0]] = row


def unverifiable_versions(stages: Iterable[Stage]) -> list[str]:
    """Versions checked only internally, because their source data is not in the file."""
    return [
        stage.place("standings", version["id"])
        for stage in stages
        for version in stage["standings"]
        if is_older_than_changes(stage, version)
    ]
