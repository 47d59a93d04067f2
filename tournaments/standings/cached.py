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

from tournaments.models import News, Tournament
from tournaments.scoring import BoardResult, Changed, Game, Row, Running, Where
from tournaments.state.formats import is_knockout
from tournaments.state.scoring import annuls_leavers
from tournaments.state.sides import Sides
from tournaments.state.snapshot import Snapshot, facts_but_results, news_of, plays_of, results_at
from tournaments.state.visibility import complete_rounds

MOST_KEPT: Final = 8
LARGE: Final = 1000
Played = dict[Where, BoardResult | Game]
NEWS_KEPT: Final = 2000
"""How many counted news stay, for a worker that was not the one to count them."""


@dataclass
class Kept:
    """Standings and their input: all facts up to a version and number of rounds."""

    running: Running
    sides: Sides
    played: Played
    rounds: int
    version: int


@dataclass(frozen=True)
class Made:
    """Standings including pending facts, beyond the ``counted`` ones.

    ``before``: rows when read; ``changed``: differences (None: unknown); ``unscored``: plays that
    lost their score. ``counts`` is False if only unfinished rounds changed.
    """

    kept: Kept
    counted: int
    news: list[int]
    before: tuple[Row, ...] = ()
    changed: Changed | None = None
    unscored: tuple[int, ...] = ()
    counts: bool = True

    @property
    def version(self) -> int:
        """Number of facts included."""
        return self.counted + len(self.news)


# By key and code: unique even after a key is reused.
KEPT: OrderedDict[tuple[int, str], Kept] = OrderedDict()


def keep(tournament: Tournament, kept: Kept) -> None:
    """Cache standings; the least recently used are evicted."""
    KEPT[tournament.pk, tournament.code] = kept
    KEPT.move_to_end((tournament.pk, tournament.code))
    while len(KEPT) > MOST_KEPT:
        KEPT.popitem(last=False)


def out_of_the_way(kept: Kept) -> None:
    """Exclude large standings from garbage collection.

    They are a million acyclic objects, freed by reference count; scanning them repeatedly would
    take most of the time.
    """
    if len(kept.played) >= LARGE:
        gc.collect()
        gc.freeze()


def make_from(snapshot: Snapshot) -> Made:
    facts = snapshot.facts
    played = by_place(facts.results, facts.games)
    counted = snapshot.version - len(snapshot.news)
    kept = Kept(Running(facts), snapshot.sides, played, snapshot.rounds, counted)
    out_of_the_way(kept)
    return Made(kept, counted, list(snapshot.news))


def follow_facts(tournament: Tournament) -> Made | None:
    """Update cached standings incrementally; None if impossible.

    The caller holds the ranking lock. Without pending facts all rows are rebuilt. Excluded
    are knock-outs and annulled leavers, where one result can affect every entrant.
    """
    if is_knockout(tournament) or annuls_leavers(tournament):
        return None
    kept = KEPT.pop((tournament.pk, tournament.code), None)
    counted, news = news_of(tournament)
    plays = None if kept is None or not news else plays_in_news(tournament, kept.version)
    if kept is None or plays is None or not kept.version <= counted <= kept.version + NEWS_KEPT:
        return None
    rounds = complete_rounds(tournament)
    new = plays_of(tournament).filter(
        Q(pk__in=plays) | Q(sitting__round__number__gt=kept.rounds),
        sitting__round__number__lte=rounds,
    )
    results, games = results_at(new, kept.sides, tournament)
    there = by_place(results, games)
    gone = [
        where
        for where, each in kept.played.items()
        if (each.ref in plays or where.round > rounds) and where not in there
    ]
    before, refs = kept.running.rows, {where: kept.played[where].ref for where in gone}
    changed = follow(tournament, kept, rounds, results, games, gone)
    is_stored = kept.version == counted and len(before) == tournament.standing_rows.count()
    kept.version = counted
    if changed is None or not is_stored or len(before) != len(kept.running.rows):
        return Made(kept, counted, news)
    refs |= {where: kept.played[where].ref for where in changed.scores if where not in refs}
    lost = (refs[where] for where, score in changed.scores.items() if score is None)
    unscored = tuple(int(ref or 0) for ref in lost)
    return Made(kept, counted, news, before, changed, unscored, counts=bool(there or gone))


def by_place(results: Iterable[BoardResult], games: Iterable[Game]) -> Played:
    return {result.where: result for result in results} | {game.where: game for game in games}


def plays_in_news(tournament: Tournament, version: int) -> set[int] | None:
    """Plays changed since a version; None if anything could have changed."""
    since = Q(counted_in=None) | Q(counted_in__gt=version)
    plays = set(News.objects.filter(since, tournament=tournament).values_list("play_id", flat=True))
    return None if None in plays else {pk for pk in plays if pk is not None}


def follow(
    tournament: Tournament,
    kept: Kept,
    rounds: int,
    results: list[BoardResult],
    games: list[Game],
    gone: Iterable[Where],
) -> Changed | None:
    """Apply other results to cached standings; None after a full rebuild."""
    facts = kept.running.facts
    # Awards of a round count with it, computer-field results with finished boards.
    if rounds != kept.rounds or tournament.field_counts:
        facts = facts_but_results(tournament, kept.sides, rounds)
    kept.played.update(by_place(results, games))
    for where in gone:
        del kept.played[where]
    kept.rounds = rounds
    if facts == kept.running.facts:
        return kept.running.change(results, games, gone)
    now_results, now_games = sort_out(kept.played.values())
    kept.running = Running(replace(facts, results=now_results, games=now_games))
    out_of_the_way(kept)
    return None


def sort_out(
    played: Iterable[BoardResult | Game],
) -> tuple[tuple[BoardResult, ...], tuple[Game, ...]]:
    rows = list(played)
    return (
        tuple(each for each in rows if isinstance(each, BoardResult)),
        tuple(each for each in rows if isinstance(each, Game)),
    )
