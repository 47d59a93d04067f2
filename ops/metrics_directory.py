import os
import shutil
import socket
import time
from pathlib import Path
from typing import Final

DIRECTORY_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
OLD_SECONDS: Final = 7 * 86_400


def set_metrics_folder(data: Path) -> None:
    """Let the processes of a web server share a metrics folder, before anything is counted.

    Servers of the same host or volume have separate folders; those of dead servers are
    deleted.
    """
    if os.environ.get(DIRECTORY_VARIABLE):
        return
    here, home = socket.gethostname(), data / "metrics"
    home.mkdir(parents=True, exist_ok=True)
    for each in home.iterdir():
        host, _dash, pid = each.name.rpartition("-")
        is_gone = host == here and pid.isdigit() and not is_alive(int(pid))
        if is_gone or time.time() - each.stat().st_mtime > OLD_SECONDS:
            shutil.rmtree(each, ignore_errors=True)
    own = home / f"{here}-{os.getppid()}"
    own.mkdir(exist_ok=True)
    os.environ[DIRECTORY_VARIABLE] = str(own)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
