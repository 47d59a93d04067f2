from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError


@dataclass(frozen=True)
class Finding:
    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def report(command: BaseCommand, findings: Iterable[Finding]) -> None:
    """Print each finding; raise CommandError (exit code 1) if there is one."""
    lines = [str(finding) for finding in findings]
    for line in lines:
        command.stdout.write(line)
    if lines:
        raise CommandError(f"Findings: {len(lines)}.")
