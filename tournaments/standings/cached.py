"""In-process cache of standings for incremental updates.

Never authoritative: missing or uncertain entries are rebuilt from all facts. ``test_keeping``
compares both.
"""

import gc
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Q

from tournaments.models import StandingsChange, Tournament
from tournaments.scoring import (
    BoardResult,
    Game,
    IncrementalStandings,
    ResultKey,
    Row,
    ScoreChanges,
)
from tournaments.state.formats import is_knockout
from tournaments.state.scoring import annuls_leavers
from tournaments.state.sides import Sides
from tournaments.state.snapshot import Snapshot, facts_but_results, news_of, plays_of, results_at
from tournaments.state.visibility import complete_rounds

MAX_CACHED: Final = 8
LARGE_PLAY_COUNT: Final = 1000
Played = dict[ResultKey, BoardResult | Game]
MAX_PENDING_FACTS: Final = 2000
"""Counted changes, retained for workers that did not count them."""


@dataclass
class CachedStandings:
    """Standings and their input: all facts up to a version and number of rounds."""

    running: IncrementalStandings
    sides: Sides
    played: Played
    rounds: int
    version: int


@dataclass(frozen=True)
class RebuildResult:
    """Standings including pending facts, beyond the ``counted`` ones.

    ``before``: rows when read; ``changed``: differences (None: unknown); ``unscored``: plays that
    lost their score. ``counts`` is False if only unfinished rounds changed.
    """

    kept: CachedStandings
    counted: int
    news: list[int]
    before: tuple[Row, ...] = ()
    changed: ScoreChanges | None = None
    unscored: tuple[int, ...] = ()
    counts: bool = True

    @property
    def version(self) -> int:
        """Number of facts included."""
        return self.counted + len(self.news)


# By key and code: unique even after a key is reused.
STANDINGS_CACHE: OrderedDict[tuple[int, str], CachedStandings] = OrderedDict()


def cache_standings(tournament: Tournament, kept: CachedStandings) -> None:
    """Cache standings; the least recently used are evicted."""
    STANDINGS_CACHE[tournament.pk, tournament.code] = kept
    STANDINGS_CACHE.move_to_end((tournament.pk, tournament.code))
    while len(STANDINGS_CACHE) > MAX_CACHED:
        STANDINGS_CACHE.popitem(last=False)


def exclude_from_gc(kept: CachedStandings) -> None:
    """Exclude large standings from garbage collection.

    They are a million acyclic objects, freed by reference count; scanning them repeatedly would
    take most of the time.
    """
    if len(kept.played) >= LARGE_PLAY_COUNT:
        gc.collect()
        gc.freeze()


def rebuild_from(snapshot: Snapshot) -> RebuildResult:
    facts = snapshot.facts
    played = by_location(facts.results, facts.games)
    counted = snapshot.version - len(snapshot.news)
    cached = CachedStandings(
        IncrementalStandings(facts), snapshot.sides, played, snapshot.rounds, counted
    )
    exclude_from_gc(cached)
    return RebuildResult(cached, counted, list(snapshot.news))


def update_incrementally(tournament: Tournament) -> RebuildResult | None:
    """Update cached standings incrementally; None if impossible.

    The caller holds the ranking lock. Without pending facts all rows are rebuilt. Excluded
    are knock-outs and annulled leavers, where one result can affect every entrant.
    """
    if is_knockout(tournament) or annuls_leavers(tournament):
        return None
    cached = STANDINGS_CACHE.pop((tournament.pk, tournament.code), None)
    counted, news = news_of(tournament)
    plays = None if cached is None or not news else changed_plays(tournament, cached.version)
    if (
        cached is None
        or plays is None
        or not cached.version <= counted <= cached.version + MAX_PENDING_FACTS
    ):
        return None
    rounds = complete_rounds(tournament)
    new = plays_of(tournament).filter(
        Q(pk__in=plays) | Q(sitting__round__number__gt=cached.rounds),
        sitting__round__number__lte=rounds,
    )
    results, games = results_at(new, cached.sides, tournament)
    there = by_location(results, games)
    gone = [
        where
        for where, each in cached.played.items()
        if (each.ref in plays or where.round > rounds) and where not in there
    ]
    before, refs = cached.running.rows, {where: cached.played[where].ref for where in gone}
    changed = apply_results(tournament, cached, rounds, results, games, gone)
    is_stored = cached.version == counted and len(before) == tournament.standing_rows.count()
    cached.version = counted
    if changed is None or not is_stored or len(before) != len(cached.running.rows):
        return RebuildResult(cached, counted, news)
    refs |= {where: cached.played[where].ref for where in changed.scores if where not in refs}
    lost = (refs[where] for where, score in changed.scores.items() if score is None)
    unscored = tuple(int(ref or 0) for ref in lost)
    return RebuildResult(
        cached, counted, news, before, changed, unscored, counts=bool(there or gone)
    )


def by_location(results: Iterable[BoardResult], games: Iterable[Game]) -> Played:
    return {result.where: result for result in results} | {game.where: game for game in games}


def changed_plays(tournament: Tournament, version: int) -> set[int] | None:
    """Plays changed since a version; None if anything could have changed."""
    since = Q(counted_in=None) | Q(counted_in__gt=version)
    plays = set(
        StandingsChange.objects.filter(since, tournament=tournament).values_list(
            "play_id", flat=True
        )
    )
    return None if None in plays else {pk for pk in plays if pk is not None}


def apply_results(
    tournament: Tournament,
    kept: CachedStandings,
    rounds: int,
    results: list[BoardResult],
    games: list[Game],
    gone: Iterable[ResultKey],
) -> ScoreChanges | None:
    """Apply other results to cached standings; None after a full rebuild."""
    facts = kept.running.facts
    # Awards of a round count with it, computer-field results with finished boards.
    if rounds != kept.rounds or tournament.field_counts:
        facts = facts_but_results(tournament, kept.sides, rounds)
    kept.played.update(by_location(results, games))
    for where in gone:
        del kept.played[where]
    kept.rounds = rounds
    if facts == kept.running.facts:
        return kept.running.change(results, games, gone)
    now_results, now_games = split_results(kept.played.values())
    kept.running = IncrementalStandings(replace(facts, results=now_results, games=now_games))
    exclude_from_gc(kept)
    return None


def split_results(
    played: Iterable[BoardResult | Game],
) -> tuple[tuple[BoardResult, ...], tuple[Game, ...]]:
    rows = list(played)
    return (
        tuple(each for each in rows if isinstance(each, BoardResult)),
        tuple(each for each in rows if isinstance(each, Game)),
    )
