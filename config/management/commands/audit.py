import subprocess
import sys
from argparse import ArgumentParser
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

EXIT_UNCHECKED: Final = 3
UNKNOWN_PACKAGE: Final = "could not be audited"
"""pip-audit's message for missing data; a mirror has none."""
NETWORK_ERRORS: Final = (
    "ConnectionError",
    "ServiceError",
    "ConnectTimeout",
    "ReadTimeout",
    "Max retries exceeded",
    "Name or service not known",
    "Temporary failure in name resolution",
    "ProxyError",
    "HTTPError",
    "Could not connect",
)
"""As pip-audit writes them."""


class Command(BaseCommand):
    help = "Look for known vulnerabilities in requirements/*.txt (needs pip-audit and a line)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lock",
            default="base",
            choices=["base", "fast", "pdf", "messages", "s3", "sentry", "dev"],
        )
        parser.add_argument("--service", default="pypi", choices=["pypi", "osv"])

    def handle(self, *, lock: str, service: str, **_options: object) -> None:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pip_audit",
                "--disable-pip",
                "--require-hashes",
                "--progress-spinner=off",
                f"--vulnerability-service={service}",
                f"--requirement={settings.BASE_DIR / 'requirements' / f'{lock}.txt'}",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise refusal_of(done.stderr, done.stdout)
        unknown = done.stdout.count(UNKNOWN_PACKAGE)
        if unknown:
            words = f"The service knows nothing of {unknown} packages; those were not checked."
            raise CommandError(words, returncode=EXIT_UNCHECKED)
        self.stdout.write(done.stderr.strip())


def refusal_of(errors: str, found: str) -> CommandError:
    last = (errors.strip().splitlines() or ["it said nothing"])[-1]
    if "No module named pip_audit" in errors:
        return CommandError("pip-audit is not installed: it is in requirements/dev.txt.")
    if found.strip():
        return CommandError(last)
    if any(word in errors for word in NETWORK_ERRORS):
        words = "No vulnerability data could be reached; nothing was checked. Last words: "
        return CommandError(words + last[:300], returncode=EXIT_UNCHECKED)
    return CommandError(last)
