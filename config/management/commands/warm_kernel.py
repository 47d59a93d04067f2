import time

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.compiled_engine import enable_compiled_engine


class Command(BaseCommand):
    help = "Compile the rules engine for the workers (needs Numba: requirements/fast.txt)."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        started = time.monotonic()
        if not enable_compiled_engine():
            raise CommandError("The engine was not compiled; it works interpreted, slower.")
        seconds = time.monotonic() - started
        self.stdout.write(f"Ready in {settings.KERNEL_CACHE_DIR} ({seconds:.1f} s).")
