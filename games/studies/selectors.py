import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.db.models import Count, F, Q, Sum

from games.belot import DEFAULT_PRESET, Variant, variant_from_json, variant_to_json
from games.models import Study
from games.studies.sums import COLUMNS, Sums
from games.studies.tasks import NEEDS_COMPILER, STUDY_JOB
from jobs.models import Job

SHIPPED: Final = "shipped"
SHIPPED_FILE: Final = Path(__file__).parent / "shipped.json"


@dataclass(frozen=True, slots=True)
class Findings:
    share: str
    variant: Variant
    seed: int
    sums: Sums
    milliseconds: int

    @property
    def boards(self) -> int:
        return self.sums.boards

    @property
    def tables(self) -> dict[str, dict[str, object]]:
        return {
            name: {"columns": list(COLUMNS[name]), "rows": rows}
            for name, rows in self.sums.to_json().items()
        }

    @property
    def is_shipped(self) -> bool:
        return self.share == SHIPPED

    @property
    def hours_for_a_million(self) -> int:
        """CPU hours for a million boards at this pace, rounded to whole hours."""
        return round(self.milliseconds / self.boards / 3.6) if self.boards else 0


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """``state`` is waiting, running, done, stopped or failed."""

    state: str
    done: int
    total: int
    workers: int
    reason: str = ""


def studies() -> list[Study]:
    return list(Study.objects.defer("sums").order_by("-pk"))


def findings_of(study: Study) -> Findings:
    counted = study.batches.filter(is_counted=True)
    spent = counted.aggregate(spent=Sum("milliseconds"))["spent"] or 0
    sums = Sums.from_json(study.sums)
    return Findings(study.share, study.variant, study.seed, sums, spent)


@lru_cache(maxsize=1)
def shipped_findings() -> Findings | None:
    """The bundled study; None if its file is missing."""
    if not SHIPPED_FILE.exists():
        return None
    data = json.loads(SHIPPED_FILE.read_text())
    sums = Sums.from_json({name: table["rows"] for name, table in data["tables"].items()})
    variant = variant_from_json(data["variant"])
    return Findings(SHIPPED, variant, data["seed"], sums, data["milliseconds"])


def main_findings() -> Findings | None:
    """Shown by default: usual rules first, then the study with most boards."""
    measured = [each for each in all_findings() if each.boards]
    return max(measured, key=importance, default=None)


def all_findings() -> list[Findings]:
    own = [findings_of(study) for study in Study.objects.order_by("-pk")]
    shipped = shipped_findings()
    return [*own, shipped] if shipped else own


def importance(findings: Findings) -> tuple[bool, int]:
    return findings.variant.preset == DEFAULT_PRESET, findings.boards


def findings_at(share: str) -> Findings | None:
    if share == SHIPPED:
        return shipped_findings()
    study = Study.objects.filter(share=share).first()
    return findings_of(study) if study else None


def study_file(findings: Findings) -> dict[str, object]:
    """A study in its file format (``docs/boards-study.md``): integers and their columns."""
    return {
        "variant": variant_to_json(findings.variant),
        "seed": findings.seed,
        "boards": findings.boards,
        "milliseconds": findings.milliseconds,
        "tables": findings.tables,
    }


def table_rows(sums: Sums) -> list[tuple[str, str, str, int]]:
    return [
        (table, key, column, number)
        for table, rows in sums.to_json().items()
        for key, row in rows.items()
        for column, number in zip(COLUMNS[table], row, strict=True)
    ]


def study_progress(study: Study) -> StudyProgress:
    done = study.batches.aggregate(boards=Sum("done"))["boards"] or 0
    jobs: Mapping[str, int] = STUDY_JOB.of(study.pk).aggregate(
        waiting=Count("pk", filter=Q(state=Job.State.QUEUED)),
        running=Count("pk", filter=Q(state=Job.State.RUNNING)),
        refused=Count("pk", filter=Q(state=Job.State.FAILED, error=NEEDS_COMPILER)),
    )
    state = state_of(study, done, jobs)
    reason = NEEDS_COMPILER if state == "failed" and jobs["refused"] else ""
    return StudyProgress(state, done, study.boards, jobs["running"], reason)


def state_of(study: Study, done: int, jobs: Mapping[str, int]) -> str:
    if done >= study.boards:
        return "done"
    if study.is_stopped:
        return "stopped"
    if jobs["running"]:
        return "running"
    return "waiting" if jobs["waiting"] else "failed"


def is_fully_counted(study: Study) -> bool:
    """Whether every requested board is in the sums."""
    whole = study.batches.filter(is_counted=True, done=F("count"))
    return (whole.aggregate(boards=Sum("count"))["boards"] or 0) >= study.boards
