"""An evening without internet: this laptop serves phones in its own network."""

import io
import os
import sys
import time
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path

import segno
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.management.commands.demo import check_data_version, check_port_free
from config.processes import Processes, wait_for, web_command, worker_command
from tournaments.clubs.services import found_club, set_wifi
from tournaments.errors import RuleViolationError
from tournaments.models import Club
from tournaments.organiser.urls import lan_addresses
from tournaments.sync.services.hall import renew_pin


class Command(BaseCommand):
    help = (
        "Run an evening on this laptop for the phones in its network, with data of its own. "
        "The first start asks for the organiser's name and password."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port (default 8000)")
        parser.add_argument(
            "--data-dir", type=Path, help="where the data stays (default belot-hall at home)"
        )
        parser.add_argument("--organiser", default="", help="name of the organiser's account")
        parser.add_argument(
            "--password-file", type=Path, help="a file with the organiser's password"
        )
        parser.add_argument("--club", default="", help="name of the club")
        parser.add_argument(
            "--wifi", default="", help="name of the Wi-Fi, for its code on the wall"
        )
        parser.add_argument("--wifi-password", default="", help="password of the Wi-Fi")

    def handle(
        self,
        *,
        port: int,
        data_dir: Path | None,
        organiser: str,
        password_file: Path | None,
        club: str,
        wifi: str,
        wifi_password: str,
        **_options: object,
    ) -> None:
        self.enter_data_dir((data_dir or Path.home() / "belot-hall").expanduser().resolve())
        check_port_free("0.0.0.0", port)
        check_data_version()
        self.say(f"Preparing the data in {settings.DATA_DIR} …")
        call_command("migrate", verbosity=0)
        existing_club = Club.objects.order_by("pk").first()
        home = existing_club or self.found(organiser, password_file, club)
        if wifi:
            self.store_wifi(home, wifi, wifi_password)
        self.serve(port, renew_pin())

    def enter_data_dir(self, folder: Path) -> None:
        """Settings load once: restart if they use another folder."""
        if settings.DATABASES["default"]["ENGINE"] != "config.sqlite":
            raise CommandError("A hall uses its own SQLite; unset DATABASE_URL to run it.")
        if folder != settings.DATA_DIR or settings.REDIS_URL or not settings.HALL:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise CommandError(f"The folder {folder} cannot be made: {error}") from error
            os.environ.update(DATA_DIR=str(folder), REDIS_URL="", BROKER_URL="", HALL="on")
            os.execv(sys.executable, [sys.executable, *sys.argv])

    def found(self, organiser: str, password_file: Path | None, club: str) -> Club:
        asks = sys.stdin.isatty()
        if not asks and not (organiser and password_file):
            raise CommandError(
                "The first start needs --organiser NAME and --password-file FILE, or a terminal"
                " in which it can ask."
            )
        name = organiser or input("Name of the organiser's account: ").strip()
        password = self.password_in(password_file) if password_file else self.ask_password(name)
        user = User(username=name, is_staff=True, is_superuser=True)
        try:
            user.full_clean(exclude=["password"])
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        user.set_password(password)
        user.save()
        club_name = club or (input("Name of the club: ").strip() if asks else "")
        return found_club(name=club_name or name, user=user)

    def password_in(self, file: Path) -> str:
        """Password from a file; a command line would expose it."""
        try:
            return file.read_text().strip()
        except OSError as error:
            raise CommandError(f"The password cannot be read: {error}") from error

    def ask_password(self, name: str) -> str:
        first = getpass(f"Password for {name} (8 characters or more): ")
        if getpass("Once more: ") != first:
            raise CommandError("The two passwords differ. Start again.")
        return first

    def store_wifi(self, club: Club, name: str, password: str) -> None:
        try:
            set_wifi(club=club, name=name, password=password)
        except RuleViolationError as refusal:
            raise CommandError(str(refusal)) from refusal

    def serve(self, port: int, pin: str) -> None:
        processes = Processes({"LOG_LEVEL": "WARNING", "PYTHONWARNINGS": "ignore"})
        processes.start("web server", *web_command("0.0.0.0", port))
        processes.start("worker", *worker_command(str(settings.DATA_DIR / "beat-schedule")))
        # A laptop that was just switched on is slow.
        health = f"http://127.0.0.1:{port}/health/live/"
        if wait_for(health, lambda: processes.is_starting("web server"), 600):
            self.welcome(port, pin)
        ended = processes.watch(self.report_sleep)
        self.say("Stopping …")
        processes.stop()
        if ended:
            raise CommandError(f"The {ended} ended by itself; its last words are above.")
        self.say("Stopped. The data is kept; start again to go on.")

    def welcome(self, port: int, pin: str) -> None:
        addresses = lan_addresses()
        self.say("")
        if addresses:
            address = f"http://{addresses[0]}:{port}/"
            self.say(terminal_qr_code(address))
            self.say(f"  Phones in the same Wi-Fi:  {address}")
            self.say(f"  For the wall and paper:    {address}hall/")
        else:
            self.say("  No network: phones cannot reach this laptop yet. Join the Wi-Fi or open a")
            self.say("  hotspot, then start again for the address. Here it works meanwhile.")
        self.say(f"  On this laptop:            http://127.0.0.1:{port}/hall/")
        self.say(f"  PIN of this evening:       {pin[:3]} {pin[3:]}  (opens the director's desk)")
        self.say("  Keep the laptop awake and plugged in. Ctrl-C stops everything.\n")

    def report_sleep(self, begun: float, ended: float) -> None:
        """Report that the laptop was asleep and served no requests."""
        first, last = (time.strftime("%H:%M:%S", time.localtime(at)) for at in (begun, ended))
        self.say(
            f"The laptop slept from {first} to {last}. Phones kept what was entered and send it"
            " now. Switch its sleep off for the evening."
        )

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def terminal_qr_code(text: str) -> str:
    out = io.StringIO()
    segno.make_qr(text).terminal(out=out, compact=True)
    return out.getvalue()
