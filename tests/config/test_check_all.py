"""`check-all` and `test`: what they run, where, and that a step that fails is told."""

import io
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection

from config.management.commands import check_all
from config.management.commands.check_all import Step, static_steps, test_steps
from config.management.commands.test import TESTS, paths_of
from tests.builders import make_user
from tests.databases import InFile, digest
from tests.selection import ONE_IN, differs, has_second_chance

test_steps.__test__ = False


def told(monkeypatch: pytest.MonkeyPatch, *programs: str) -> str:
    """What is said at the end when only these programs are run, tests and all."""
    ran = [Step(name, [sys.executable, "-c", name]) for name in programs]
    monkeypatch.setattr(check_all, "static_steps", lambda: ran)
    monkeypatch.setattr(check_all, "test_steps", lambda **_how: iter(()))
    said = io.StringIO()
    with pytest.raises(CommandError, match="Not in order") as failed:
        call_command("check_all", stdout=said)
    return f"{said.getvalue()}\n{failed.value}"


def test_steps_beside_one_another_are_all_told_and_whichever_fails_is_named(monkeypatch):
    text = told(monkeypatch, "print('whole')", "import sys; sys.exit('torn')")
    assert "whole\n" in text
    assert "torn\n" in text
    assert text.splitlines()[-1] == "Not in order: import sys; sys.exit('torn')."


def test_all_that_is_read_without_running_it_is_checked():
    assert {step.name for step in static_steps()} == {
        *("types", "format", "lint", "import contracts", "migrations", "templates"),
        *("elements of templates", "translations"),
    }


def on_services(step: Step) -> str | None:
    asked = [word.partition("=")[2] for word in step.command if word.startswith("--on-services")]
    return asked[0] if asked else None


@pytest.mark.parametrize(
    ("once", "there", "where"),
    [
        (False, True, [None, "only"]),
        (True, True, ["not", "only"]),
        (True, False, [None, "only"]),
    ],
)
def test_nothing_is_left_out_that_no_other_step_runs(monkeypatch, once, there, where):
    monkeypatch.setattr(check_all, "answers", lambda _url: there)
    found = list(test_steps(long=False, alone=False, once=once))
    assert [on_services(step) for step in found] == where
    assert [bool(step.skipped) for step in found] == [False, not there]
    assert found[0].environment["DATABASE_URL"] == ""


@dataclass
class Item:
    """A test, as far as it is asked where it runs."""

    nodeid: str = "tests/tournaments/cash/test_money.py::test_a_sum"
    marks: tuple[str, ...] = ()
    fixturenames: list[str] = field(default_factory=list)

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


@pytest.mark.parametrize(
    ("item", "again"),
    [
        (Item(), False),
        (Item(marks=("django_db",)), True),
        (Item(marks=("live",)), True),
        (Item(fixturenames=["settings", "db"]), True),
        (Item(fixturenames=["live_server"]), True),
        (Item(nodeid="tests/config/test_caches.py::test_it"), True),
        (Item(marks=("django_db", "once")), False),
        (Item(marks=("django_db", "browser"), fixturenames=["live_server"]), False),
        (Item(marks=("django_db", "browser", "live")), True),
    ],
)
def test_what_asks_a_database_or_a_broker_runs_on_both(item, again):
    assert differs(item) is again


@pytest.mark.parametrize(
    ("marks", "second"),
    [((), False), (("django_db",), False), (("browser",), True), (("browser", "live"), False)],
)
def test_only_a_look_by_a_browser_has_a_second_chance(marks, second):
    assert has_second_chance(Item(marks=marks)) is second


def test_a_room_is_found_by_its_name_and_a_file_by_its_place():
    assert paths_of("standings") == [TESTS / "tournaments/standings"]
    assert paths_of("api") == [TESTS / "api"]
    assert paths_of("tests/test_house.py") == [TESTS / "test_house.py"]
    with pytest.raises(CommandError, match=r"No room “attic”\. Rooms: .*\bcash charts\b"):
        paths_of("attic")


def test_without_a_name_the_rooms_are_listed():
    said = io.StringIO()
    call_command("test", stdout=said)
    assert {"standings", "api", "belot", "cash"} <= set(said.getvalue().split())


# The kept database ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_kept_database_is_copied_whole_and_no_other_is(tmp_path: Path):
    if connection.vendor != "sqlite":
        pytest.skip("the server copies its own")
    kept = InFile(tmp_path)
    kept.own = tmp_path / "copy"
    assert kept.copy() is False
    (tmp_path / "of-old-migrations.sqlite3").write_bytes(b"old")
    kept.keep()
    assert kept.copy() is True
    assert [path.name for path in tmp_path.glob("*.sqlite3")] == [f"{digest()}.sqlite3"]
    with connection.cursor() as cursor:
        cursor.execute("ATTACH %s AS copied", [str(kept.own)])
        names = [f"SELECT app, name FROM {place}.django_migrations" for place in ("copied", "main")]
        cursor.execute(" EXCEPT ".join(reversed(names)))
        assert cursor.fetchall() == []
        cursor.execute("SELECT count(*) FROM copied.django_migrations")
        assert cursor.fetchone()[0] > 50
        cursor.execute("DETACH copied")


@pytest.mark.django_db(transaction=True)
def test_after_a_test_with_transactions_all_is_empty_but_what_says_which_models_there_are():
    make_user()
    kinds = set(ContentType.objects.values_list("pk", flat=True))
    permissions = set(Permission.objects.values_list("pk", flat=True))
    call_command("flush", interactive=False, verbosity=0)
    assert not User.objects.exists()
    assert set(ContentType.objects.values_list("pk", flat=True)) == kinds != set()
    assert set(Permission.objects.values_list("pk", flat=True)) == permissions != set()


def test_an_edited_migration_or_model_gives_another_name(monkeypatch, tmp_path: Path):
    (tmp_path / "models.py").write_text("before")
    monkeypatch.setattr("tests.databases.sources", lambda folder: [tmp_path / "models.py"])
    before = digest()
    assert digest() == before
    (tmp_path / "models.py").write_text("after")
    assert digest() != before


# Long rows of examples ------------------------------------------------------------------------


def test_one_in_so_many_examples_runs_and_tests_that_begin_elsewhere_share_the_row(some, request):
    row = list(range(10))
    parts = [some(row, begin) for begin in range(ONE_IN)]
    if request.config.getoption("every_example"):
        assert parts == [row] * ONE_IN
    else:
        assert sorted(each for part in parts for each in part) == row


def test_the_long_run_leaves_no_example_out():
    short, long = (next(test_steps(long=how, alone=True, once=False)) for how in (False, True))
    assert "--every-example" not in short.command
    assert "--every-example" in long.command
