"""Preview other rules on existing results: scores, ranks, impossible results."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.belot import Variant, variant_to_json
from games.models import Record
from games.slips.belotes import with_belote
from games.slips.claims import check_cards
from games.slips.said import ImpossibleSlipError
from games.slips.scoring import RuleError, score_record, score_slip
from games.wording.messages import error_text
from tournaments.events.entry import Entry
from tournaments.models import Play, Result, Tournament
from tournaments.scoring import RowChange, Standings, compute_standings, find_changes
from tournaments.state.snapshot import snapshot_of

SCORED = frozenset({Result.Kind.PLAYED, Result.Kind.PASSED_OUT})


@dataclass(frozen=True, slots=True)
class RescoredResult:
    """A result that scores differently: the stored version and the new entry."""

    play: Play
    before: Result
    after: Entry


@dataclass(frozen=True, slots=True)
class ImpossibleResult:
    """A result that is impossible under the new rules and would stay unchanged."""

    play: Play
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class RuleChange:
    variant: Variant
    results: int
    rescored: tuple[RescoredResult, ...]
    stranded: tuple[ImpossibleResult, ...]
    places: tuple[RowChange, ...]

    @property
    def is_plain(self) -> bool:
        """Whether there are no results yet, so that no reason is needed."""
        return not self.results


def rule_change(tournament: Tournament, variant: Variant) -> RuleChange:
    """The effect of ``variant`` on current results; nothing is stored."""
    plays = list(plays_with_results(tournament))
    rescored, stranded = [], []
    for play in plays:
        outcome = rescore(play, play.current, variant)
        if isinstance(outcome, RescoredResult):
            rescored.append(outcome)
        elif outcome is not None:
            stranded.append(outcome)
    return RuleChange(
        variant=variant,
        results=len(plays),
        rescored=tuple(rescored),
        stranded=tuple(stranded),
        places=tuple(ranking_changes(tournament, rescored)),
    )


def plays_with_results(tournament: Tournament) -> Iterator[Play]:
    plays = Play.objects.filter(sitting__round__tournament=tournament, current__isnull=False)
    yield from plays.select_related(
        "current__record", "board__deal", "sitting__round", "sitting__table"
    ).order_by("sitting__round__number", "sitting__table__number", "order")


def rescore(
    play: Play, result: Result | None, variant: Variant
) -> RescoredResult | ImpossibleResult | None:
    """One version under other rules; None if unchanged."""
    if result is None or result.kind not in SCORED:
        return None
    try:
        outcome = outcome_under(result, variant)
        check_cards_allow(play, result, variant)
    except RuleError as error:
        return ImpossibleResult(play, result, error_text(error))
    except ImpossibleSlipError as error:
        return ImpossibleResult(play, result, str(error.message))
    if outcome == result.outcome:
        return None
    entry = Entry(
        kind=Result.Kind(result.kind),
        slip=slip_under(result, variant),
        outcome=outcome,
        record=record_under(result.record, variant),
    )
    return RescoredResult(play, result, entry)


def outcome_under(result: Result, variant: Variant) -> dict[str, object]:
    if result.record is not None:
        return score_record(variant, result.record.record)
    slip = slip_under(result, variant)
    return score_slip(variant, {key: slip[key] for key in slip if key != "claims"})


def slip_under(result: Result, variant: Variant) -> dict[str, object]:
    return with_belote(variant, result.slip)


def check_cards_allow(play: Play, result: Result, variant: Variant) -> None:
    """Check the board's cards again; raise Impossible unless they contradicted before."""
    if result.record is not None:
        return
    deal = play.board.dealt
    try:
        check_cards(deal.variant, deal.dealer, deal.pack, result.slip)
    except ImpossibleSlipError:
        return
    check_cards(variant, deal.dealer, deal.pack, slip_under(result, variant))


def record_under(record: Record | None, variant: Variant) -> Record | None:
    """An unsaved copy of a record under other rules, so that its replay shows the new score."""
    if record is None:
        return None
    return Record(
        deal_id=record.deal_id,
        record={**record.record, "variant": variant_to_json(variant)},
        source=record.source,
    )


def ranking_changes(tournament: Tournament, rescored: list[RescoredResult]) -> list[RowChange]:
    """Changes of ranks and totals in complete rounds."""
    before, after = standings_before_and_after(tournament, rescored)
    return find_changes(before, after)


def standings_before_and_after(
    tournament: Tournament, rescored: list[RescoredResult]
) -> tuple[Standings, Standings]:
    facts = snapshot_of(tournament).facts
    nets = {each.play.pk: each.after.score[0] - each.after.score[1] for each in rescored}
    results = tuple(
        replace(result, net=nets[int(result.ref or 0)]) if int(result.ref or 0) in nets else result
        for result in facts.results
    )
    return compute_standings(facts), compute_standings(replace(facts, results=results))
