"""Install `colver` on demand; the project does not depend on it.

Installed without its dependencies: only its bots with downloaded weights need them.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Final, cast

from benchmarks.contree.table import Colver

VERSION: Final = "0.11.1"


class ColverUnavailableError(Exception):
    """The package could not be installed or loaded."""


def load_colver(folder: Path) -> Colver:
    if not (folder / "colver").exists():
        wanted = ["--quiet", "--no-deps", "--target", str(folder), f"colver=={VERSION}"]
        done = subprocess.run(
            [sys.executable, "-m", "pip", "install", *wanted],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or ["pip said nothing"]
            raise ColverUnavailableError(f"colver {VERSION} could not be installed: {last[0]}")
    sys.path.insert(0, str(folder))
    try:
        return cast(Colver, importlib.import_module("colver"))
    except ImportError as error:
        raise ColverUnavailableError(f"colver {VERSION} could not be loaded: {error}") from error
    finally:
        sys.path.remove(str(folder))
