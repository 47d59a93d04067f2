"""The tables made at once are those that came about step by step."""

from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.questioner import MigrationQuestioner
from django.db.migrations.state import ProjectState

STEPS = MigrationLoader(None, replace_migrations=False)
AT_ONCE = MigrationLoader(None)


def differences(one: ProjectState, other: ProjectState) -> list[str]:
    """What a migration from one state to the other would do."""
    found = MigrationAutodetector(one, other, MigrationQuestioner()).changes(AT_ONCE.graph)
    return [
        operation.describe()
        for migrations in found.values()
        for migration in migrations
        for operation in migration.operations
    ]


def test_tables_made_at_once_are_those_that_came_step_by_step() -> None:
    steps, at_once = STEPS.project_state(), AT_ONCE.project_state()
    assert differences(steps, at_once) == []
    assert differences(at_once, steps) == []
    assert differences(at_once, ProjectState.from_apps(apps)) == []


def test_a_difference_would_be_seen() -> None:
    short = AT_ONCE.project_state()
    short.remove_field("tournaments", "club", "wifi_name")
    assert differences(short, AT_ONCE.project_state()) == ["Add field wifi_name to club"]


def test_a_new_installation_makes_them_at_once() -> None:
    replaced = {name for name in STEPS.disk_migrations if name[0] == "tournaments"}
    made = {name for name in AT_ONCE.graph.nodes if name[0] == "tournaments"}
    (whole,) = [name for name in made if "squashed" in name[1]]
    assert set(AT_ONCE.disk_migrations[whole].replaces) <= replaced
    assert made.isdisjoint(AT_ONCE.disk_migrations[whole].replaces)
