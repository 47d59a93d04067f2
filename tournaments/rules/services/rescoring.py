"""What other rules would make of the results that are there: scores, places, impossible ones."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.belot import variant_from_json
from games.belot.table import hand_packets
from games.claims import Impossible, check_cards
from games.messages import words_of
from games.models import Record
from games.scoring import RuleError, score_record, score_slip
from tournaments.facts import Entry
from tournaments.models import Play, Result, Tournament
from tournaments.selectors.facts import snapshot_of
from tournaments.standings import Standings, compute
from tournaments.standings.changes import Change, changes

SCORED = frozenset({Result.Kind.PLAYED, Result.Kind.PASSED_OUT})


@dataclass(frozen=True, slots=True)
class Rescored:
    """A result that scores otherwise: the version that is there, and what it would be."""

    play: Play
    before: Result
    after: Entry

    @property
    def moves_standings(self) -> bool:
        """Whether the score itself differs, and not only how it came about."""
        return (self.before.ns_score, self.before.ew_score) != self.after.score


@dataclass(frozen=True, slots=True)
class Stranded:
    """A result that cannot be under the new rules, and why; it would stay as it is."""

    play: Play
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class RuleChange:
    """All that new rules would do; ``results`` is how many results there are."""

    variant: Any
    results: int
    rescored: tuple[Rescored, ...]
    stranded: tuple[Stranded, ...]
    places: tuple[Change, ...]

    @property
    def is_plain(self) -> bool:
        """Nothing has been scored yet, so nothing needs a reason."""
        return not self.results


def rule_change(tournament: Tournament, variant: Any) -> RuleChange:
    """What ``variant`` would do to the results that count now; nothing is stored."""
    plays = list(played(tournament))
    rescored, stranded = [], []
    for play in plays:
        found = rescore(play, play.current, variant)
        if isinstance(found, Rescored):
            rescored.append(found)
        elif found is not None:
            stranded.append(found)
    return RuleChange(
        variant=variant,
        results=len(plays),
        rescored=tuple(rescored),
        stranded=tuple(stranded),
        places=tuple(moved(tournament, rescored)),
    )


def played(tournament: Tournament) -> Iterator[Play]:
    """The plays that have a result, with all that scoring and naming them takes; one query."""
    plays = Play.objects.filter(sitting__round__tournament=tournament, current__isnull=False)
    yield from plays.select_related(
        "current__record", "board__deal", "sitting__round", "sitting__table"
    ).order_by("sitting__round__number", "sitting__table__number", "order")


def rescore(play: Play, result: Result | None, variant: Any) -> Rescored | Stranded | None:
    """One version under other rules; None if it comes out the same."""
    if result is None or result.kind not in SCORED:
        return None
    try:
        outcome = outcome_under(result, variant)
        check_claimed(play, result, variant)
    except RuleError as error:
        return Stranded(play, result, words_of(error))
    except Impossible as error:
        return Stranded(play, result, str(error.message))
    if outcome == result.outcome:
        return None
    entry = Entry(
        kind=Result.Kind(result.kind),
        slip=result.slip,
        outcome=outcome,
        record=record_under(result.record, variant),
    )
    return Rescored(play, result, entry)


def outcome_under(result: Result, variant: Any) -> dict[str, Any]:
    """The outcome of a stored record or slip under a variant; raises RuleError."""
    if result.record is not None:
        return score_record(variant, result.record.record)
    return score_slip(variant, {key: result.slip[key] for key in result.slip if key != "claims"})


def check_claimed(play: Play, result: Result, variant: Any) -> None:
    """Ask the board's cards once more, unless they spoke against the slip already (Impossible)."""
    if result.record is not None:
        return
    deal = play.board.dealt
    try:
        check_cards(deal.variant, deal.dealer, deal.pack, result.slip)
    except Impossible:
        return
    check_cards(variant, deal.dealer, deal.pack, result.slip)


def record_under(record: Record | None, variant: Any) -> Record | None:
    """A copy, not yet stored, of a record by other rules, so that its replay shows their score."""
    if record is None:
        return None
    return Record(
        deal_id=record.deal_id,
        record={**record.record, "variant": variant},
        source=record.source,
    )


def moved(tournament: Tournament, rescored: list[Rescored]) -> list[Change]:
    """Who would stand elsewhere or have another total, in the rounds that are complete."""
    before, after = standings_around(tournament, rescored)
    return changes(before, after)


def standings_around(
    tournament: Tournament, rescored: list[Rescored]
) -> tuple[Standings, Standings]:
    """The standings as they are and as they would be."""
    facts = snapshot_of(tournament).facts
    nets = {each.play.pk: each.after.score[0] - each.after.score[1] for each in rescored}
    results = tuple(
        replace(result, net=nets[int(result.ref or 0)]) if int(result.ref or 0) in nets else result
        for result in facts.results
    )
    return compute(facts), compute(replace(facts, results=results))


def deals_alike(one: Any, other: Any) -> bool:
    """Whether two variants (as JSON) make the same hands of the same pack."""
    return dealing(one) == dealing(other)


def dealing(variant: Any) -> tuple[object, ...]:
    """All that decides which cards a seat gets out of a pack (rules 3, `packets`)."""
    rules = variant_from_json(variant)
    packets = hand_packets(rules) if rules.layout == "packets" else ()
    return rules.players, rules.lowest, rules.layout, packets, rules.auction == "turn_up"
