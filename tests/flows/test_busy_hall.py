"""Concurrency: twenty-four tables enter and confirm while a worker updates standings."""

import json
import random
import urllib.error
import urllib.request
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.builders import make_drawn, plays_of, slip
from tests.processes import environment, until, web, worker
from tournaments.console.services.clock import start_round
from tournaments.models import Tournament

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
TABLES = 24
ROUNDS = 8


def post(base, table, what, body):
    request = urllib.request.Request(
        f"{base}/api/v1/tables/{table.token}/{what}/?answer=state",
        json.dumps({**body, "client_key": str(uuid.uuid4())}).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def evening_of(base, table, plays):
    """North–South enter each board, East–West confirm the previous one."""
    rng = random.Random(table.number)
    codes = Counter()
    for entered, confirmed in zip([*plays, None], [None, *plays], strict=True):
        if entered:
            body = {"play": entered.pk, "side": "NS", "slip": slip(rng.choice([62, 83, 98, 110]))}
            codes[post(base, table, "results", body)] += 1
        if confirmed:
            body = {"play": confirmed.pk, "side": "EW", "agrees": True, "version": 1}
            codes[post(base, table, "confirmations", body)] += 1
    return codes


def deadlocks():
    """Deadlocks detected by the database so far."""
    return query_row("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")[0]


def sessions():
    return query_row(
        "SELECT array_agg(pid) FROM pg_stat_activity WHERE datname = current_database()"
    )[0]


def query_row(question):
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock, for everybody")
def test_concurrent_entry_and_standings_cause_no_deadlock():
    tournament = make_drawn(
        2 * TABLES, params={"entrants": 2 * TABLES, "rounds": ROUNDS}, boards_per_round=1
    )
    for number in range(1, ROUNDS + 1):
        start_round(tournament=tournament, number=number)
    tables = list(tournament.tables.all())
    plays = {
        table: sorted(plays_of(tournament, sitting__table=table), key=lambda play: play.board_id)
        for table in tables
    }
    own, before = set(sessions()), deadlocks()
    variables = environment()
    with web(variables) as base, worker(variables), ThreadPoolExecutor(TABLES) as clients:
        codes = sum(
            clients.map(lambda table: evening_of(base, table, plays[table]), tables), Counter()
        )
        until(lambda: Tournament.objects.get(pk=tournament.pk).is_fresh, 60)
    until(lambda: set(sessions()) <= own, 30)
    assert deadlocks() - before == 0
    assert codes == {201: 2 * TABLES * ROUNDS}
    assert {play.state for play in plays_of(tournament)} == {"confirmed"}
