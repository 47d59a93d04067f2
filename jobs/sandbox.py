"""Read untrusted files in a separate process with limited time and memory."""

import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)
SANDBOX_SLOTS: Final = threading.BoundedSemaphore(2)
"""Sandboxes per process; further callers wait."""
TIMEOUT_FACTOR: Final = 4
"""Timeout as a multiple of the CPU limit, for busy machines."""
ROOT: Final = Path(__file__).resolve().parent.parent


class SandboxLimitError(Exception):
    """The work exceeded its time or memory and was ended."""


def run_sandboxed(module: str, content: bytes, *, seconds: int) -> bytes:
    """Output of ``python -m module`` for this input; raises Exhausted.

    The module calls ``limit_resources`` before it reads anything.
    """
    waiting = TIMEOUT_FACTOR * seconds
    if not SANDBOX_SLOTS.acquire(timeout=waiting):
        raise SandboxLimitError
    try:
        done = subprocess.run(
            [sys.executable, "-m", module],
            input=content,
            capture_output=True,
            timeout=waiting,
            cwd=ROOT,
            check=True,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        log.warning("%s was ended: %s %s", module, error, (error.stderr or b"")[-300:])
        raise SandboxLimitError from error
    finally:
        SANDBOX_SLOTS.release()
    return done.stdout


def limit_resources(*, seconds: int, megabytes: int) -> None:
    """Limit the CPU time and memory of this process."""
    try:
        import resource
    except ImportError:  # not on Windows: only the caller's timeout applies there
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1024 * 1024, megabytes * 1024 * 1024))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
