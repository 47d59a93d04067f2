#!/usr/bin/env python3
"""Command line of the project; it builds its own environment on first use.

Inside a virtual environment (or with ``BELOT_BOOTSTRAP=off``, as in the container image)
it is an ordinary ``manage.py``. Outside, it builds ``.venv`` next to this file from the
hashed lock with ``uv``, which it installs if missing, and restarts there.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("BELOT_VENV", ROOT / ".venv"))
NEEDS_DEV = {"check-all", "test", "lock"}
NEEDS_FAST = {"demo", "warm-kernel"}
UV_ENVIRONMENT = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}
"""Use the system's certificates, as pip does; the second name is for an old uv."""
LEVELS = ("base", "fast", "dev")
"""Lock files in requirements/, each including the previous one."""


def main() -> None:
    """Run one management command; its name can have dashes."""
    arguments = sys.argv[1:]
    if not is_inside_environment():
        enter_environment(level_for(arguments[:1]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    name = [word.replace("-", "_") for word in arguments[:1] if not word.startswith("-")]
    execute_from_command_line([sys.argv[0], *(name or arguments[:1]), *arguments[1:]])


def level_for(command: list[str]) -> str:
    """Requirements of a command; with the compiler if its workers play deals."""
    if NEEDS_DEV.intersection(command):
        return "dev"
    return "fast" if NEEDS_FAST.intersection(command) else "base"


def is_inside_environment() -> bool:
    """Whether the interpreter should already have the dependencies."""
    return sys.prefix != sys.base_prefix or os.environ.get("BELOT_BOOTSTRAP") == "off"


def enter_environment(requirements: str) -> None:
    """Restart this command inside ``.venv``, built or updated first."""
    if sys.version_info < (3, 11):  # noqa: UP036  (reports an old Python)
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not is_current(requirements):
        build_environment(requirements, python)
    environment = {**os.environ, "VIRTUAL_ENV": str(VENV)}
    command = [str(python), str(ROOT / "manage.py"), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(command, env=environment))
    os.execve(python, command, environment)


def stamp(requirements: str) -> Path:
    lock = (ROOT / "requirements" / f"{requirements}.txt").read_bytes()
    return VENV / f".{requirements}-{hashlib.sha256(lock).hexdigest()[:16]}"


def is_current(requirements: str) -> bool:
    """Whether ``.venv`` holds these requirements or a superset."""
    return any(stamp(level).exists() for level in LEVELS[LEVELS.index(requirements) :])


def build_environment(requirements: str, python: Path) -> None:
    started = time.monotonic()
    lock = ROOT / "requirements" / f"{requirements}.txt"
    say(f"Preparing {VENV.name}: {requirements} packages …")
    install = [*create_environment(python), "--require-hashes"]
    if requirements == "fast":
        install_fast(install, lock)
    else:
        run([*install, "-r", str(lock)])
    for old in VENV.glob(f".{requirements}-*"):
        old.unlink()
    stamp(requirements).touch()
    say(f"Ready in {time.monotonic() - started:.0f} s.")


def create_environment(python: Path) -> list[str]:
    """Create ``.venv`` and return the install command."""
    os.environ.update(UV_ENVIRONMENT)
    uv = shutil.which("uv")
    if uv:
        run([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(VENV)])
    else:
        run([sys.executable, "-m", "venv", str(VENV)])
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        lock = ROOT / "requirements" / "uv.txt"
        if subprocess.call([*pip, "--only-binary=uv", "--require-hashes", "-r", str(lock)]) != 0:
            say("uv cannot be installed here: pip is used, which takes a minute or two longer.")
            return pip
        uv = str(python.with_name("uv"))
    return [uv, "pip", "install", "--quiet", "--python", str(python)]


def install_fast(install: list[str], lock: Path) -> None:
    ready_made = ["--only-binary=numba", "--only-binary=llvmlite"]
    if subprocess.call([*install, *ready_made, "-r", str(lock)]) != 0:
        say("The compiler (Numba) cannot be installed here: everything works, simulations slower.")
        run([*install, "-r", str(lock.with_name("base.txt"))])


def run(command: list[str]) -> None:
    if subprocess.call(command) != 0:
        sys.exit(
            f"Set-up stopped at: {' '.join(command)}\n"
            "Nothing is half installed that a second try would not mend. "
            "On Debian and Ubuntu the package python3-venv may be missing."
        )


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
