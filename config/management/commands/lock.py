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
    "uv": ["--group=bootstrap"],
    "base": [],
    "fast": ["--extra=fast", "--constraint=requirements/base.txt"],
    "pdf": ["--extra=pdf", "--constraint=requirements/base.txt"],
    "messages": ["--extra=messages", "--constraint=requirements/base.txt"],
    "s3": ["--extra=s3", "--constraint=requirements/base.txt"],
    "sentry": ["--extra=sentry", "--constraint=requirements/base.txt"],
    "dev": [
        *(f"--extra={extra}" for extra in ("fast", "messages", "s3", "sentry")),
        "--group=dev",
        "--constraint=requirements/fast.txt",
    ],
}


class Command(BaseCommand):
    help = "Write every file of requirements/ anew: base.txt, those of extras, dev.txt (needs uv)."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        uv = shutil.which("uv")
        if uv is None:
            raise CommandError("uv is needed to lock the dependencies: pip install uv.")
        for name, extra in FILES.items():
            target = f"--output-file=requirements/{name}.txt"
            source = [] if name == "uv" else ["pyproject.toml"]
            command = [uv, "pip", "compile", *COMMON, *extra, *source, target]
            subprocess.run(command, cwd=settings.BASE_DIR, check=True)
