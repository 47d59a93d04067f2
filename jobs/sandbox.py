"""Files of strangers are read in a process of its own, which may take so long and so much."""

import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)
AT_ONCE: Final = threading.BoundedSemaphore(2)
"""How many such processes one of ours may have at a time; who comes then waits for a place."""
PATIENCE: Final = 4
"""A process that gets no processor is waited for so many times as long as it may compute."""
ROOT: Final = Path(__file__).resolve().parent.parent


class Exhausted(Exception):
    """The work took too long or needed too much memory, and was ended."""


def run_apart(module: str, content: bytes, *, seconds: int) -> bytes:
    """What ``python -m module`` writes when it is given the content; raises Exhausted.

    The module calls ``keep_within`` before it reads anything.
    """
    waiting = PATIENCE * seconds
    if not AT_ONCE.acquire(timeout=waiting):
        raise Exhausted
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
        raise Exhausted from error
    finally:
        AT_ONCE.release()
    return done.stdout


def keep_within(*, seconds: int, megabytes: int) -> None:
    """Let this process end when it has computed so long, and get no more memory than this."""
    try:
        import resource
    except ImportError:  # not on Windows; there only the patience of the caller is limited
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1024 * 1024, megabytes * 1024 * 1024))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
