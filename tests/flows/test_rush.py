"""Fifty tables post each entry twice at once: stored exactly once."""

import json
import random
import urllib.error
import urllib.request
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.builders import make_drawn, plays_of, rebuild, slip
from tests.processes import environment, web
from tournaments.models import Result
from tournaments.scoring import compute_standings
from tournaments.state.snapshot import snapshot_of

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True)]
CLIENTS = 24


def post(base: str, token: str, entry: dict) -> int:
    request = urllib.request.Request(
        f"{base}/api/v1/tables/{token}/results/",
        json.dumps(entry).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.slow
def test_fifty_concurrent_tables_lose_and_duplicate_no_entry():
    tournament = make_drawn(100, params={"entrants": 100, "rounds": 1}, boards_per_round=4)
    plays = plays_of(tournament)
    rng = random.Random(7)
    entries = [
        {"play": play.pk, "side": side, "slip": slip(points), "client_key": str(uuid.uuid4())}
        for play in plays
        for points in [rng.choice([62, 83, 98, 110])]
        for side in ("NS", "EW")
    ]
    tokens = {play.pk: play.sitting.table.token for play in plays}
    posts = entries * 2
    rng.shuffle(posts)
    with web(environment()) as base, ThreadPoolExecutor(CLIENTS) as clients:
        codes = Counter(clients.map(lambda entry: post(base, tokens[entry["play"]], entry), posts))
    assert set(codes) <= {201, 409}, codes
    assert Result.objects.count() == len(plays)
    assert {play.state for play in plays_of(tournament)} == {"confirmed"}
    tournament = rebuild(tournament)
    assert tournament.is_fresh
    computed = compute_standings(snapshot_of(tournament).facts).rows
    stored = {(row.team_id, row.rank, row.figure) for row in tournament.standing_rows.all()}
    assert stored == {(row.entrant, row.rank, str(row.total)) for row in computed}
