import os
import shutil
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.processes import Processes, wait_for, web_command, worker_command
from tournaments.models import Club

OUR_APPS = frozenset({"games", "jobs", "tournaments", "ops"})
DATA_FILES = ("belot.sqlite3", "belot.sqlite3-wal", "belot.sqlite3-shm", "broker", "secret_key")


class Command(BaseCommand):
    help = "Run the app with a demo club: web server and Celery worker on an embedded database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port (default 8000)")
        parser.add_argument("--data-dir", type=Path, help="where the data lies (default data/demo)")
        parser.add_argument("--reset", action="store_true", help="start afresh")
        parser.add_argument("--lan", action="store_true", help="let phones in the same Wi-Fi in")

    def handle(
        self, *, port: int, data_dir: Path | None, reset: bool, lan: bool, **_options: object
    ) -> None:
        self.enter_data_dir((data_dir or settings.BASE_DIR / "data" / "demo").resolve())
        host = "0.0.0.0" if lan else "127.0.0.1"
        check_port_free(host, port)
        if reset:
            remove_data(settings.DATA_DIR)
            os.execv(sys.executable, [sys.executable, *without(sys.argv, "--reset")])
        self.prepare()
        self.serve(host, port)

    def enter_data_dir(self, folder: Path) -> None:
        """Settings load once: restart if they use another folder."""
        if settings.DATABASES["default"]["ENGINE"] != "config.sqlite":
            raise CommandError("The demo uses its own SQLite; unset DATABASE_URL to run it.")
        if folder != settings.DATA_DIR or settings.REDIS_URL:
            os.environ.update(DATA_DIR=str(folder), REDIS_URL="", BROKER_URL="")
            os.execv(sys.executable, [sys.executable, *sys.argv])

    def prepare(self) -> None:
        check_data_version()
        self.say("Preparing the database …")
        call_command("migrate", verbosity=0)
        if not Club.objects.exists():
            self.say("Playing the demo tournaments (bots, a few seconds) …")
            call_command("load_demo", published_password=True, verbosity=0)

    def serve(self, host: str, port: int) -> None:
        # Show only what needs attention: no banner, no line per task.
        processes = Processes({"LOG_LEVEL": "WARNING", "PYTHONWARNINGS": "ignore"})
        processes.start("web server", *web_command(host, port))
        processes.start("worker", *worker_command(str(settings.DATA_DIR / "beat-schedule")))
        if wait_for(
            f"http://127.0.0.1:{port}/health/", lambda: processes.is_starting("web server")
        ):
            self.welcome(host, port)
        ended = processes.watch()
        self.say("Stopping …")
        processes.stop()
        if ended:
            raise CommandError(f"The {ended} ended by itself; its last words are above.")
        self.say("Stopped. The data is kept; --reset starts afresh.")

    def welcome(self, host: str, port: int) -> None:
        from tournaments.demo import LOGINS, PASSWORD

        address = lan_address() if host == "0.0.0.0" else "127.0.0.1"
        self.say("")
        self.say(f"  http://{address}:{port}/")
        for name, what in LOGINS.items():
            self.say(f"  sign in as {name} / {PASSWORD}: {what}")
        self.say("  Ctrl-C stops everything; the data is kept.\n")

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def check_port_free(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"Port {port} is in use; choose another with --port.") from error


def check_data_version() -> None:
    """Reject data of an earlier version with other migrations."""
    loader = MigrationLoader(connection)
    unknown = loader.applied_migrations.keys() - loader.disk_migrations
    if any(app in OUR_APPS for app, _name in unknown):
        raise CommandError(
            f"The data in {settings.DATA_DIR} was made by an earlier version. Start afresh with"
            " --reset: what is there is thrown away. --data-dir begins another demo beside it."
        )


def remove_data(folder: Path) -> None:
    for name in DATA_FILES:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def without(words: list[str], unwanted: str) -> list[str]:
    return [word for word in words if word != unwanted]


def lan_address() -> str:
    """This machine's address in its local network (nothing is sent)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
