"""An installation for one run: own databases and the deployed processes."""

from __future__ import annotations

import importlib.util
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.evening import shipped
from benchmarks.evening.processes import Service, free_port, is_listening, wait_until

KERNELS: Final = Path(tempfile.gettempdir()) / "belot-kernel"
POSTGRES: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "deadlock_timeout": "200ms",
    "log_lock_waits": "on",
    "log_line_prefix": "%m [%p] ",
    "shared_preload_libraries": "pg_stat_statements",
}
ERRORS: Final = re.compile(
    r"^(?:[a-z_]\w*\.)*(\w*(?:Error|Exception|Full|Deadlock\w*))(?::|$)", re.M
)


def tool_path(name: str) -> str:
    """Path of a PostgreSQL or Redis program, which is not always on PATH."""
    found = shutil.which(name)
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if not found and not places:
        raise SystemExit(f"This needs {name}, which is not installed here.")
    return found or str(places[-1])


@dataclass
class Stack:
    sqlite: bool = False
    analysis: bool = True
    small_disk_mb: int = 0
    preloaded: dict[str, str] = field(default_factory=dict)
    """For the project's processes only, such as LD_PRELOAD."""
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="belot-evening-")))
    services: dict[str, Service] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    visitors_port: int = field(default_factory=free_port)
    """nginx, in front of public pages."""
    drawing_port: int = field(default_factory=free_port)
    publishing_port: int = field(default_factory=free_port)

    def __post_init__(self) -> None:
        self.folder.chmod(0o711)
        (self.folder / "data").mkdir()
        self.kernel = self.analysis and importlib.util.find_spec("numba") is not None
        self.environment = {
            **os.environ,
            **shipped.memory_settings(),
            "SECRET_KEY": "for one evening",
            "DATA_DIR": str(self.folder / "data"),
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "LANGUAGE_CODE": "bg",
            "STATIC_HASHES": "off",
            "KERNEL": "auto" if self.kernel else "off",
            "KERNEL_CACHE_DIR": str(KERNELS),
            # Without the compiler analyses would occupy the workers for minutes.
            "BOARD_ANALYSIS": "on" if self.kernel else "off",
            "PYTHONUNBUFFERED": "1",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "BROKER_URL": "",
        }

    def start_stores(self) -> None:
        if not self.sqlite:
            self.start_postgres()
            self.start_redis()
        self.manage("migrate", "--noinput", "--verbosity=0")
        if self.kernel:
            self.manage("warm_kernel")

    def start_postgres(self) -> None:
        self.cluster = self.folder / "cluster"
        self.cluster.mkdir()
        user = "postgres" if os.geteuid() == 0 else None
        if self.small_disk_mb:
            mount_small_disk(self.cluster, self.small_disk_mb)
        if user:
            account = pwd.getpwnam(user)
            os.chown(self.cluster, account.pw_uid, account.pw_gid)
        self.postgres_port = free_port()
        initdb = [
            tool_path("initdb"),
            "-D",
            str(self.cluster / "data"),
            "-A",
            "trust",
            "-U",
            "postgres",
        ]
        more = ["--locale=C", "--encoding=UTF8", "--no-sync"]
        subprocess.run(
            [*initdb, *more], check=True, stdout=subprocess.DEVNULL, user=user, group=user, cwd="/"
        )
        values = {**POSTGRES, "port": str(self.postgres_port)}
        options = [word for name, value in values.items() for word in ("-c", f"{name}={value}")]
        command = [tool_path("postgres"), "-D", str(self.cluster / "data"), *options]
        self.add("postgres", command, dict(os.environ), user=user).start()
        wait_until(self.postgres_answers, 30, "PostgreSQL")
        self.sql("CREATE DATABASE belot", database="postgres")
        self.sql("CREATE EXTENSION pg_stat_statements")
        self.environment["DATABASE_URL"] = self.database_url("belot")

    def start_redis(self) -> None:
        self.redis_port = free_port()
        options = shipped.service_command("redis")[1:]
        command = [tool_path("redis-server"), "--port", str(self.redis_port), "--bind", "127.0.0.1"]
        command += ["--dir", str(self.folder / "data")]
        self.add("redis", [*command, *options], dict(os.environ)).start()
        wait_until(lambda: is_listening(self.redis_port), 10, "Redis")
        self.environment["REDIS_URL"] = f"redis://127.0.0.1:{self.redis_port}/0"

    def start_processes(self) -> None:
        for name, command in self.commands().items():
            environment = {**self.environment, **self.preloaded}
            if not self.sqlite:
                environment |= shipped.variables_of(name)
            if name == "visitors":
                environment["NCHAN_URL"] = f"http://127.0.0.1:{self.publishing_port}"
            service = self.add(name, command, environment)
            service.niceness = 0 if self.sqlite else shipped.niceness(name)
            service.start()
        for port in {self.port, self.drawing_port, self.visitors_port}:
            wait_until(partial(is_listening, port), 60, "web server")

    def commands(self) -> dict[str, list[str]]:
        schedule = str(self.folder / "data/beat-schedule")
        if self.sqlite:
            from config.processes import web_command, worker_command

            self.visitors_port = self.drawing_port = self.port
            return {
                "web": shipped.as_module(web_command("127.0.0.1", self.port)),
                "worker": shipped.as_module(worker_command(schedule)),
            }
        scheduler = shipped.with_option(
            shipped.service_command("scheduler"), "--schedule", schedule
        )
        return {
            "web": web_server("web", self.port),
            "visitors": web_server("visitors", self.drawing_port),
            "cache": nginx(self),
            "worker": shipped.as_module(shipped.service_command("worker")),
            "scheduler": shipped.as_module(scheduler),
        }

    def add(
        self, name: str, command: list[str], environment: dict[str, str], user: str | None = None
    ) -> Service:
        log = self.folder / f"{name}.log"
        self.services[name] = Service(name, command, environment, log, user)
        return self.services[name]

    def manage(self, *words: str, **more: Any) -> str:
        return self.run([sys.executable, "manage.py", *words], **more)

    def module(self, name: str, *words: str, text: str = "") -> Any:
        """JSON from the last output line of a module of ours."""
        return json.loads(
            self.run([sys.executable, "-m", name, *words], input=text).split("\n")[-2]
        )

    def run(self, command: list[str], **more: Any) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command,
            env=self.environment,
            cwd=shipped.ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            **more,
        )
        return done.stdout

    def database_url(self, database: str) -> str:
        return f"postgres://postgres@127.0.0.1:{self.postgres_port}/{database}"

    def sql(self, statement: str, database: str = "belot") -> list[tuple[Any, ...]]:
        import psycopg

        url = self.database_url(database)
        with psycopg.connect(url, autocommit=True, connect_timeout=3) as connection:
            cursor = connection.execute(statement.encode())
            return list(cursor.fetchall()) if cursor.description else []

    def postgres_answers(self) -> bool:
        import psycopg

        try:
            self.sql("SELECT 1", database="postgres")
        except psycopg.Error:
            return False
        return True

    def root_pids(self) -> dict[str, list[int]]:
        return {name: [each.pid] for name, each in self.services.items() if each.process}

    def log_lines(self, name: str, pattern: str) -> int:
        path = self.folder / f"{name}.log"
        text = path.read_text(errors="replace") if path.exists() else ""
        return len(re.findall(pattern, text))

    def errors(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for name in ("web", "visitors", "worker", "scheduler"):
            path = self.folder / f"{name}.log"
            if path.exists():
                text = path.read_text(errors="replace")
                found.update(f"{name}: {error}" for error in ERRORS.findall(text))
        return found

    def stop(self, *, keep: bool = False) -> None:
        """Stop everything, databases last, and delete the folder."""
        for service in reversed(list(self.services.values())):
            service.stop()
        if self.small_disk_mb:
            subprocess.run(["umount", "-l", str(self.cluster)], check=False)
        if keep:
            print(f"kept: {self.folder}")
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def web_server(service: str, port: int) -> list[str]:
    bound = shipped.with_option(shipped.service_command(service), "--bind", f"127.0.0.1:{port}")
    return shipped.as_module(bound)


def nginx(stack: Stack) -> list[str]:
    path = stack.folder / "nginx.conf"
    path.write_text(
        shipped.nginx_configuration(
            port=stack.visitors_port,
            publishing_port=stack.publishing_port,
            drawing_port=stack.drawing_port,
            folder=stack.folder,
        )
    )
    return [tool_path("nginx"), "-e", "stderr", "-c", str(path)]


def mount_small_disk(place: Path, megabytes: int) -> None:
    """Mount a small tmpfs that can be filled; exit if not permitted."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        raise SystemExit("A disk can only be filled where a file system may be mounted (as root).")
