"""Lock the dependencies of pyproject.toml into requirements/, with hashes."""

import shutil
import subprocess

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

COMMON = [
    "--quiet",
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--custom-compile-command=python3 manage.py lock",
    "--upgrade",
]
FILES = {
    "base": [],
    "fast": ["--extra=fast", "--constraint=requirements/base.txt"],
    "pdf": ["--extra=pdf", "--constraint=requirements/base.txt"],
    "dev": ["--extra=fast", "--group=dev", "--constraint=requirements/fast.txt"],
}


class Command(BaseCommand):
    help = "Write requirements/base.txt, fast.txt, pdf.txt and dev.txt anew (needs uv)."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        uv = shutil.which("uv")
        if uv is None:
            raise CommandError("uv is needed to lock the dependencies: pip install uv.")
        for name, extra in FILES.items():
            target = f"--output-file=requirements/{name}.txt"
            command = [uv, "pip", "compile", *COMMON, *extra, "pyproject.toml", target]
            subprocess.run(command, cwd=settings.BASE_DIR, check=True)
