"""A client generated from the schema plays a table in a separate process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.builders import make_drawn
from tests.processes import environment, web
from tournaments.models import Play

GENERATOR = Path(sys.executable).with_name("openapi-python-client")
EXAMPLE = Path(settings.BASE_DIR) / "examples" / "play_a_table.py"
SETTINGS_OF_IT = EXAMPLE.with_name("client.yaml")

pytestmark = [
    pytest.mark.live,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not GENERATOR.exists(), reason="the generator is not installed"),
]


def run(*command: object, folder: Path) -> str:
    paths = os.pathsep.join([str(GENERATOR.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, "PATH": paths, "PYTHONPATH": str(folder)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.slow
def test_generated_client_plays_a_table(tmp_path: Path) -> None:
    schema = tmp_path / "schema.yaml"
    call_command("spectacular", file=str(schema), validate=True, fail_on_warn=True)
    making = ["generate", "--path", schema, "--meta", "none", "--fail-on-warning"]
    target = tmp_path / "belot_client"
    said = run(
        GENERATOR, *making, "--config", SETTINGS_OF_IT, "--output-path", target, folder=tmp_path
    )
    assert "Warning" not in said
    tournament = make_drawn(4, boards_per_round=1)
    table = tournament.tables.get(number=1)
    with web(environment() | {"LIMITS": "off"}) as address:
        said = run(sys.executable, EXAMPLE, address, table.token, folder=tmp_path)
    plays = Play.objects.filter(sitting__table=table)
    opened = plays.filter(sitting__round__number=1)
    assert said.count("confirmed") == plays.filter(state=Play.State.CONFIRMED).count() > 0
    assert opened.get().state == Play.State.CONFIRMED
