import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.belot import DEFAULT_PRESET, RuleError, Variant, variant_from_json
from games.belot.records import InvalidJsonError, read_json
from games.compiled_engine import enable_compiled_engine
from games.errors import RuleViolationError
from games.management.database import readable_database_errors
from games.models import Study
from games.studies.current import start_processes
from games.studies.selectors import StudyProgress, findings_of, study_file, study_progress
from games.studies.services import start_study, stop_study

PAUSE: Final = 1.0
REPORT_INTERVAL_SECONDS: Final = 10.0
MOST_PROCESSES: Final = 1024


class Command(BaseCommand):
    help = "Solve many boards and add up what they are worth; the same command goes on with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--boards", type=int, default=1_000_000, help="how many, all together")
        parser.add_argument("--variant", default=DEFAULT_PRESET, help="a preset's id, or JSON")
        parser.add_argument("--seed", type=int, default=1, help="a number from 0 (default 1)")
        parser.add_argument(
            "--here",
            type=int,
            nargs="?",
            const=1,
            default=0,
            metavar="PROCESSES",
            help="work in processes of this command, one unless told how many",
        )
        parser.add_argument("--no-wait", action="store_true", help="leave it to the workers")
        parser.add_argument("--stop", action="store_true", help="stop it; what it has is kept")
        parser.add_argument("--write", type=Path, help="a file for the sums when it is done")

    def handle(
        self, *, boards: int, variant: str, seed: int, here: int, no_wait: bool, stop: bool,
        write: Path | None, **_options: object,
    ) -> None:  # fmt: skip
        if not 0 <= here <= MOST_PROCESSES:
            raise CommandError(f"--here: expected 1 to {MOST_PROCESSES}, found {here}")
        if here and not can_compile():
            raise CommandError("The compiler (Numba) is missing; a board would take minutes.")
        with readable_database_errors():
            try:
                study = start_study(variant=parse_variant(variant), seed=seed, boards=boards)
            except RuleViolationError as refused:
                raise CommandError(str(refused)) from refused
            if stop:
                stop_study(study=study)
            elif not no_wait:
                self.run_to_end(study, here)
        self.stdout.write(f"Its page: /en/studies/{study.share}/")
        if write:
            study.refresh_from_db()
            write.write_text(json.dumps(study_file(findings_of(study)), separators=(",", ":")))

    def run_to_end(self, study: Study, here: int) -> None:
        """Report progress until the study ends; Ctrl-C stops it if this command runs it."""
        processes = start_processes(study.pk, here) if here else []
        try:
            self.watch(study, has_own=bool(processes))
        except KeyboardInterrupt:
            if processes:
                stop_study(study=study)
                self.stdout.write("Stopped. The same command goes on with it.")
            else:
                self.stdout.write("The workers go on; --stop stops them.")
        for process in processes:
            process.join()

    def watch(self, study: Study, *, has_own: bool) -> None:
        began, reported_at = time.monotonic(), 0.0
        first = progress = study_progress(study)
        while progress.state in {"waiting", "running"}:
            now = time.monotonic()
            if now - reported_at > REPORT_INTERVAL_SECONDS:
                reported_at = now
                self.stdout.write(progress_line(progress, first, now - began, has_own))
            time.sleep(PAUSE)
            progress = study_progress(Study.objects.defer("sums").get(pk=study.pk))
        self.stdout.write(progress_line(progress, first, time.monotonic() - began, has_own))
        if progress.state == "failed":
            why = progress.reason or "see the failed job in the administration"
            raise CommandError(f"The workers could not go on: {why}.")


def can_compile() -> bool:
    return settings.KERNEL == "auto" and enable_compiled_engine()


def parse_variant(text: str) -> Variant:
    try:
        return variant_from_json(read_json(text) if text.startswith(("{", '"')) else text)
    except (RuleError, InvalidJsonError) as error:
        raise CommandError(f"--variant: {error}") from error


def progress_line(
    progress: StudyProgress, first: StudyProgress, seconds: float, has_own: bool
) -> str:
    line = f"{progress.done:,} of {progress.total:,} boards, {progress.state}"
    measured = progress.done - first.done
    if measured and seconds:
        rate = measured / seconds
        left = (progress.total - progress.done) / rate / 60
        return f"{line}, {progress.workers} at work, {rate:.1f} a second, {left:.0f} min to go"
    if progress.state == "waiting" and not has_own and seconds > REPORT_INTERVAL_SECONDS:
        return f"{line}; no worker has begun: start one, or use --here"
    return line
