"""Standings kept by the worker that made them, so that the next result costs only itself.

Nothing here is the truth: what is missing, or unsure, is made from all facts. ``test_keeping``
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
    """Standings, and what they were made from: all facts up to a version, of so many rounds."""

    running: Running
    sides: Sides
    played: Played
    rounds: int
    version: int


@dataclass(frozen=True)
class Made:
    """Standings that know these news too, beyond what was ``counted`` when they were read.

    ``before`` are the rows that are stored, ``changed`` is what differs from them (None where
    anything may), and ``unscored`` the plays that have no score any more. Without ``counts`` the
    news were of rounds that are still being played, and nothing that counts has changed.
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
        """The number of facts that these standings know."""
        return self.counted + len(self.news)


# By the key and the code of the tournament, which no other one ever has together.
KEPT: OrderedDict[tuple[int, str], Kept] = OrderedDict()


def keep(tournament: Tournament, kept: Kept) -> None:
    """Keep standings for next time; those that were not asked for longest go."""
    KEPT[tournament.pk, tournament.code] = kept
    KEPT.move_to_end((tournament.pk, tournament.code))
    while len(KEPT) > MOST_KEPT:
        KEPT.popitem(last=False)


def out_of_the_way(kept: Kept) -> None:
    """Spare large standings from the search for garbage.

    They are a million small objects that refer to each other in no circle, so they go when they are
    dropped; looked at again and again while new ones are made, they would cost most of the time.
    """
    if len(kept.played) >= LARGE:
        gc.collect()
        gc.freeze()


def make_from(snapshot: Snapshot) -> Made:
    """Standings from nothing but the facts."""
    facts = snapshot.facts
    played = by_place(facts.results, facts.games)
    counted = snapshot.version - len(snapshot.news)
    kept = Kept(Running(facts), snapshot.sides, played, snapshot.rounds, counted)
    out_of_the_way(kept)
    return Made(kept, counted, list(snapshot.news))


def follow_facts(tournament: Tournament) -> Made | None:
    """Bring the kept standings up to date with the facts; None where that is impossible.

    Locks the tournament for ranking. A request without news rebuilds all rows. In a knock-out any
    result may move every entrant, and may annul a leaver or not.
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
    """Results and games by where they were made."""
    return {result.where: result for result in results} | {game.where: game for game in games}


def plays_in_news(tournament: Tournament, version: int) -> set[int] | None:
    """The plays whose results have changed since a version; None where more than those may have."""
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
    """Lead kept standings over to other results; None where they had to be made from nothing."""
    facts = kept.running.facts
    # What was given in a round counts with it, and a computer field with the boards that are over.
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
    """Results and games, as facts hold them."""
    rows = list(played)
    return (
        tuple(each for each in rows if isinstance(each, BoardResult)),
        tuple(each for each in rows if isinstance(each, Game)),
    )
