"""PostgreSQL stopped, full or busy: 503 with a message, then recovery."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from typing import Any

import psycopg
import pytest
from django.conf import settings

from tests.builders import slip
from tests.processes import environment, until, web, worker
from tests.services import fill, postgres_server, small_disk

pytestmark = [pytest.mark.live, pytest.mark.slow]
PLAYS = """
    SELECT play.id, tables.token, tournament.code FROM tournaments_play play
    JOIN tournaments_sitting sitting ON play.sitting_id = sitting.id
    JOIN tournaments_table tables ON sitting.table_id = tables.id
    JOIN tournaments_round round ON sitting.round_id = round.id
    JOIN tournaments_tournament tournament ON round.tournament_id = tournament.id
    WHERE tournament.state = 'playing' AND round.started_at IS NOT NULL
    AND play.state IN ('empty', 'entered')
    ORDER BY play.id
"""


@pytest.fixture(scope="module")
def evening():
    with small_disk(160) as folder, postgres_server(folder) as database:
        variables = {**environment(), "DATABASE_URL": database.url, "DATABASE_WAIT": "3"}
        variables |= {
            "DATABASE_POOL": "3",
            "BROKER_URL": "",
            "DATA_DIR": settings.DATA_DIR.as_posix(),
        }
        for command in (["migrate"], ["load_demo", "--published-password"]):
            arguments = [sys.executable, "manage.py", *command, "--verbosity=0"]
            subprocess.run(arguments, check=True, env=variables, cwd=settings.BASE_DIR)
        yield database, variables


def rows(database: Any, query: str) -> list[Any]:
    with psycopg.connect(database.url) as link:
        return link.execute(query).fetchall()


def ask(address: str, body: Any = None) -> tuple[int, Any]:
    """Status and JSON (None for HTML) within a phone's timeout."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=12) as answer:
            return answer.status, read(answer)
    except urllib.error.HTTPError as error:
        return error.code, read(error)


def read(answer: Any) -> Any:
    is_json = "json" in answer.headers.get("Content-Type", "")
    return json.loads(answer.read()) if is_json else None


def entry_of(play: int) -> dict[str, Any]:
    return {"play": play, "side": "NS", "slip": slip(), "client_key": str(uuid.uuid4())}


def stored(database: Any, entry: dict[str, Any]) -> int:
    found = rows(
        database,
        f"SELECT count(*) FROM tournaments_result WHERE client_key = '{entry['client_key']}'",
    )
    return int(found[0][0])


def test_database_restart_loses_no_entry(evening):
    database, variables = evening
    play, token, code = rows(database, PLAYS)[0]
    entry = entry_of(play)
    unfinished = f"""
        SELECT 1 FROM tournaments_standingschange
        JOIN tournaments_tournament AS t ON t.id = tournament_id
        WHERE t.code = '{code}' AND counted_in IS NULL
    """
    with web(variables) as base, worker(variables):
        address = f"{base}/api/v1/tables/{token}/results/?answer=state"
        assert ask(f"{base}/t/{code}/")[0] == 200
        database.stop()
        assert ask(address, entry)[0] == 503
        assert ask(f"{base}/t/{code}/")[0] == 200, "a page that was shown is shown again"
        assert ask(f"{base}/t/{code}/rules/")[0] == 503
        assert ask(f"{base}/health/")[0] == 503
        assert ask(f"{base}/health/live/")[0] == 200
        database.start()
        until(lambda: ask(address, entry)[0] == 201, 30)
        assert ask(f"{base}/t/{code}/")[0] == 200
        assert stored(database, entry) == 1
        until(lambda: not rows(database, unfinished), 60)
        until(lambda: ask(f"{base}/health/")[0] == 200, 30)


def test_full_disk_rejects_entries_until_space_is_free(evening):
    database, variables = evening
    plays = rows(database, PLAYS)
    code = plays[0][2]
    with web(variables) as base:
        assert ask(f"{base}/health/") == (200, {"database": "ok"})
        filler = fill(database.data.parent)
        until(lambda: ask(f"{base}/health/")[0] == 503, 30)
        assert ask(f"{base}/t/{code}/")[0] == 200
        entries = [(token, entry_of(play)) for play, token, _code in plays * 5]
        answers = [
            ask(f"{base}/api/v1/tables/{token}/results/?answer=state", entry)
            for token, entry in entries
        ]
        refused = [body for status, body in answers if status == 503]
        assert {status for status, _body in answers} <= {201, 503}
        assert refused
        assert refused[0]["errors"][0]["code"] == "away"
        filler.unlink()
        until(lambda: ask(f"{base}/health/")[0] == 200, 30)
        for token, entry in entries:
            assert ask(f"{base}/api/v1/tables/{token}/results/?answer=state", entry)[0] == 201
            assert stored(database, entry) == 1


def test_exhausted_connections_return_503_without_long_wait(evening):
    database, variables = evening
    play, token, code = rows(database, PLAYS)[0]
    with web(variables) as base, psycopg.connect(database.url) as holder:
        holder.execute("SELECT 1 FROM tournaments_play WHERE id = %s FOR UPDATE", [play])
        body = json.dumps(entry_of(play))
        command = ["curl", "-s", "-m", "60", "-H", "Content-Type: application/json", "-d", body]
        address = f"{base}/api/v1/tables/{token}/results/?answer=state"
        waiting = [subprocess.Popen([*command, address]) for _ in range(3)]
        until(lambda: len(waiting_for_locks(database)) == 3, 30)
        assert ask(f"{base}/t/{code}/")[0] == 503
        holder.rollback()
        assert [process.wait(60) for process in waiting] == [0, 0, 0]
        assert ask(f"{base}/t/{code}/")[0] == 200


def waiting_for_locks(database: Any) -> list[Any]:
    return rows(database, "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
