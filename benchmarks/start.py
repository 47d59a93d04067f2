"""Start-up time and memory of the parts of an installation.

    python -m benchmarks.start [--rounds 3] [--cache FOLDER] [--boards 200]

With the engine compiled (`manage.py warm-kernel`), starts a worker of two processes on an
embedded database, and a web server; the workers then solve boards. Wall-clock seconds
until ready, best of the rounds; resident memory in MB.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.kernel import show, warm_start
from benchmarks.public import free_port
from config.processes import wait_for, web_command

ROOT: Final = Path(__file__).resolve().parents[1]
WORKER: Final = ["celery", "-A", "config", "worker", "-c", "2", "--loglevel", "INFO"]
COMPILER: Final = re.compile("numba|llvmlite")
RESIDENT: Final = re.compile(r"^VmRSS:\s+(\d+) kB$", re.MULTILINE)


def variables(folder: Path, cache: Path) -> dict[str, str]:
    apart = {"DATABASE_URL": "", "REDIS_URL": "", "BROKER_URL": "", "PYTHONDONTWRITEBYTECODE": ""}
    places = {"DATA_DIR": str(folder), "KERNEL_CACHE_DIR": str(cache), "KERNEL": "auto"}
    return {**os.environ, **apart, **places}


@contextmanager
def running_process(
    command: list[str], environment: dict[str, str]
) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if "ready." in line:
            return
    sys.exit(f"The worker ended:\n{''.join(said)}")


def memory_of(process: int) -> int:
    found = RESIDENT.search(Path(f"/proc/{process}/status").read_text(encoding="ascii"))
    return int(found[1]) * 1024 if found else 0


def children(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in told.split()]


def web_server(environment: dict[str, str]) -> tuple[float, int, bool]:
    """Seconds to the first response, memory, and whether the compiler was loaded."""
    port = free_port()
    began = time.perf_counter()
    with running_process(list(web_command("127.0.0.1", port)), environment) as process:
        wait_for(f"http://127.0.0.1:{port}/health/live/", lambda: process.poll() is None)
        seconds = time.perf_counter() - began
        loaded = Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
        return seconds, memory_of(process.pid), bool(COMPILER.search(loaded))


def worker(environment: dict[str, str], work: Callable[[], object]) -> tuple[float, list[int]]:
    """Seconds until a worker is ready, and memory of its processes after ``work``."""
    began = time.perf_counter()
    with running_process(WORKER, environment) as process:
        wait_until_ready(process)
        seconds = time.perf_counter() - began
        work()
        return seconds, [memory_of(each) for each in (process.pid, *children(process.pid))]


def manage(environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts")
    parser.add_argument("--cache", type=Path, help="where the compiled engine is kept")
    parser.add_argument("--boards", type=int, default=200, help="boards to solve before")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        cache = chosen.cache or Path(scratch) / "kernel"
        environment = variables(Path(scratch), cache)
        manage(environment, "warm_kernel")
        manage(environment, "migrate", "--verbosity=0")
        web = [web_server(environment) for _ in range(chosen.rounds)]
        idle = [worker(environment, lambda: None) for _ in range(chosen.rounds)]
        boards = f"--boards={chosen.boards}"
        _seconds, working = worker(environment, lambda: manage(environment, "boards_study", boards))
        [folder] = cache.iterdir()
        warm = warm_start(folder.parent, chosen.rounds)
    show("a web server answers", min(seconds for seconds, *_rest in web), "", " s")
    show("its memory", max(memory for _seconds, memory, _has in web) / 1e6, "", " MB")
    has_it = any(has for *_rest, has in web)
    print(f"{'the compiler in its memory':<58}{'yes' if has_it else 'no':>9}    no")
    show("a worker is ready", min(seconds for seconds, _memory in idle), "at most 5", " s")
    show("its memory at work: the first process", working[0] / 1e6, "at most 250", " MB")
    show("each process that works", max(working[1:]) / 1e6, "at most 250", " MB")
    show("import of the compiler and the engine, warm", warm, "at most 0.5", " s")


if __name__ == "__main__":
    main()
