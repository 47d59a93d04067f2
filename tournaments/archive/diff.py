"""Compare an archive with the current tournament (pure)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.archive.file import Json

PlayPosition = tuple[int, int, int]
"""Round, table, board."""
MAX_SHOWN: Final = 60
COMPARED_FIELDS: Final = ("kind", "contract", "declarer", "contra", "ns_score", "ew_score")


@dataclass(frozen=True)
class ChangedResult:
    """A result that differs; None where there is none."""

    place: PlayPosition
    now: Mapping[str, Json] | None
    then: Mapping[str, Json] | None


@dataclass(frozen=True)
class Comparison:
    rounds_now: int
    rounds_then: int
    entrants_gone: tuple[str, ...]
    entrants_back: tuple[str, ...]
    others: tuple[ChangedResult, ...]
    rulings_gone: int
    drawn_otherwise: bool

    @property
    def lost(self) -> int:
        return sum(each.then is None for each in self.others)

    @property
    def changed(self) -> int:
        return sum(None not in (each.now, each.then) for each in self.others)

    @property
    def returned(self) -> int:
        return sum(each.now is None for each in self.others)

    @property
    def first_others(self) -> tuple[ChangedResult, ...]:
        return self.others[:MAX_SHOWN]

    @property
    def is_same(self) -> bool:
        """Whether nothing compared here differs."""
        own = self.rounds_now == self.rounds_then and not self.drawn_otherwise
        names = self.entrants_gone or self.entrants_back
        return own and not (names or self.others or self.rulings_gone)


def compare_stages(now: Json, then: Json) -> Comparison:
    """Compare two states of one stage by position, number and name."""
    here, there = results_by_place(now), results_by_place(then)
    places = sorted(here.keys() | there.keys())
    people_now, people_then = entrant_names(now), entrant_names(then)
    return Comparison(
        rounds_now=len(now["rounds"]),
        rounds_then=len(then["rounds"]),
        entrants_gone=tuple(sorted(people_now - people_then)),
        entrants_back=tuple(sorted(people_then - people_now)),
        others=tuple(
            ChangedResult(place, here.get(place), there.get(place))
            for place in places
            if here.get(place) != there.get(place)
        ),
        rulings_gone=max(0, len(now["adjustments"]) - len(then["adjustments"])),
        drawn_otherwise=seat_assignments(now) != seat_assignments(then),
    )


def entrant_names(stage: Json) -> set[str]:
    return {team["name"] for team in stage["teams"]}


def results_by_place(stage: Json) -> dict[PlayPosition, dict[str, Json]]:
    results = {row["id"]: row for row in stage["results"]}
    return {
        place: {name: results[play["current"]][name] for name in COMPARED_FIELDS}
        for place, play in plays_by_place(stage)
        if play["current"] is not None
    }


def plays_by_place(stage: Json) -> Iterator[tuple[PlayPosition, Json]]:
    rounds = {row["id"]: row["number"] for row in stage["rounds"]}
    tables = {row["id"]: row["number"] for row in stage["tables"]}
    boards = {row["id"]: row["number"] for row in stage["boards"]}
    sittings = {
        row["id"]: (rounds[row["round"]], tables[row["table"]]) for row in stage["sittings"]
    }
    for play in stage["plays"]:
        yield (*sittings[play["sitting"]], boards[play["board"]]), play


def seat_assignments(stage: Json) -> set[tuple[Json, ...]]:
    names = {row["id"]: row["name"] for row in stage["teams"]}
    rounds = {row["id"]: row["number"] for row in stage["rounds"]}
    tables = {row["id"]: row["number"] for row in stage["tables"]}
    where = {row["id"]: tables[row["table"]] for row in stage["sittings"]}
    return {
        (rounds[row["round"]], where.get(row["sitting"]), row["side"], names[row["team"]])
        for row in stage["seats"]
    }
