from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.belot import RuleError
from tournaments.archive.file import Json, hash_of
from tournaments.archive.verification.carried import carry_by_entrant
from tournaments.archive.verification.counted import FactsBuilder, StandingsQuery
from tournaments.archive.verification.deals import wrong_deals
from tournaments.archive.verification.money import wrong_money
from tournaments.archive.verification.results import wrong_results
from tournaments.archive.verification.seats import wrong_seats
from tournaments.archive.verification.stage import Finding, Stage
from tournaments.archive.verification.versions import unverifiable_versions, wrong_standings
from tournaments.scoring import FactsError, compute_standings

MAX_FINDINGS: Final = 200
CHECK_ERRORS: Final = (
    RuleError,
    FactsError,
    KeyError,
    ValueError,
    TypeError,
    IndexError,
    AttributeError,
)
"""Raised by unexpected values in a well-formed document."""


@dataclass(frozen=True)
class Report:
    """Findings, and the standings versions that could not be recomputed."""

    findings: tuple[Finding, ...]
    not_made_again: tuple[str, ...]
    has_hash: bool

    @property
    def is_sound(self) -> bool:
        """Whether the hash matches and nothing differs."""
        return self.has_hash and not self.findings


def check_document(document: Mapping[str, Json]) -> Report:
    """Verify a document of valid shape (``archive.schema``) against its derived values."""
    stages = [Stage(rows, f"stages[{at}]") for at, rows in enumerate(document["stages"])]
    findings = []
    for finding in all_findings(stages):
        findings.append(finding)
        if len(findings) == MAX_FINDINGS:
            break
    try:
        apart = tuple(unverifiable_versions(stages))
    except CHECK_ERRORS:
        apart = ()
    return Report(tuple(findings), apart, document["sha256"] == hash_of(document))


def all_findings(stages: list[Stage]) -> Iterator[Finding]:
    """Findings of all stages in order; each stage gets the carry-over of the previous one."""
    before: FactsBuilder | None = None
    for stage in stages:
        yield from findings_or_error(wrong_deals, stage)
        yield from findings_or_error(wrong_seats, stage)
        yield from findings_or_error(wrong_results, stage)
        yield from findings_or_error(wrong_money, stage)
        try:
            rows = () if before is None else last_rows(before)
            carried = {} if before is None else carry_by_entrant(stage, before, rows)
            counted = FactsBuilder(stage, carried)
            yield from wrong_standings(stage, counted)
        except CHECK_ERRORS as error:
            yield error_finding(stage, "standings", error)
            return
        before = counted


def findings_or_error(check: Json, stage: Stage) -> Iterator[Finding]:
    """Findings of a check; an exception in it becomes a finding."""
    try:
        yield from check(stage)
    except CHECK_ERRORS as error:
        yield error_finding(stage, check.__name__.removeprefix("wrong_"), error)


def error_finding(stage: Stage, what: str, error: Exception) -> Finding:
    return Finding("cannot_be", f"{stage.at}.{what}", f"{type(error).__name__}: {error}"[:200])


def last_rows(counted: FactsBuilder) -> Json:
    stage = counted.stage
    newest = stage["standings"][-1] if stage["standings"] else None
    rounds = newest["rounds"] if newest else len(stage["rounds"])
    return compute_standings(counted.facts(StandingsQuery(rounds, stage.own["state"]))).rows
