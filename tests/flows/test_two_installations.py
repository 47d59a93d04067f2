"""Sync of a hall's laptop and a server over a connection that is repeatedly cut."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import requests

from tests.builders import slip
from tests.installations import Installation, Wire, wire
from tests.processes import until, web_process, worker

pytestmark = [
    pytest.mark.live,
    pytest.mark.once,
]
Where = tuple[int, int]
SERVER = """
from tests.builders import make_drawn
from tournaments.console.services.clock import start_round
from tournaments.sync.services.pairing import offer_line
tournament = make_drawn({teams}, boards_per_round=6)
start_round(tournament=tournament, number=1)
print(json.dumps(offer_line(tournament=tournament).code))
"""
HALL = """
from tests.builders import make_club
from tournaments.sync.services.hall import pair_here
line = pair_here(address="{address}", code="{code}", club=make_club("Hall"))
print(json.dumps(line.pk))
"""
PLAYS = """
SELECT t.number, b.number, p.id, t.token
FROM tournaments_play p JOIN tournaments_sitting s ON s.id = p.sitting_id
JOIN tournaments_round r ON r.id = s.round_id JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_board b ON b.id = p.board_id WHERE r.number = 1
"""
RESULTS = """
SELECT t.number, b.number, e.client_key, e.ns_score, e.ew_score, e.who, e.created_at
FROM tournaments_result e JOIN tournaments_play p ON p.id = e.play_id
JOIN tournaments_sitting s ON s.id = p.sitting_id JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_board b ON b.id = p.board_id ORDER BY 1, 2, 3
"""
COUNTS = """
SELECT t.number, b.number, p.state, e.client_key
FROM tournaments_play p LEFT JOIN tournaments_result e ON e.id = p.current_id
JOIN tournaments_sitting s ON s.id = p.sitting_id JOIN tournaments_round r ON r.id = s.round_id
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_board b ON b.id = p.board_id WHERE r.number = 1 ORDER BY 1, 2
"""
SHOWN = """
SELECT t.number, b.number FROM tournaments_syncconflict d
JOIN tournaments_play p ON p.id = d.play_id JOIN tournaments_sitting s ON s.id = p.sitting_id
JOIN tournaments_table t ON t.id = s.table_id JOIN tournaments_board b ON b.id = p.board_id
WHERE d.kind = 'result' AND d.decided_at IS NULL ORDER BY 1, 2
"""
UNTOLD = "SELECT count(*) FROM tournaments_syncedfact WHERE taken_at IS NULL AND is_own"


@dataclass
class SyncedInstallation:
    installation: Installation
    address: str
    plays: dict[Where, tuple[int, str]]
    entered: dict[Where, tuple[str, int, int]] = field(default_factory=dict)

    def enter(self, where: Where, points: int) -> None:
        play, token = self.plays[where]
        key = str(uuid4())
        body = {"play": play, "side": "NS", "slip": slip(points), "client_key": key, "who": "Ана"}
        answer = requests.post(
            f"{self.address}/api/v1/tables/{token}/results/", json=body, timeout=60
        )
        assert answer.status_code == 201, answer.text
        self.entered[where] = key, points, answer.json()["version"]


@dataclass
class Evening:
    server: SyncedInstallation
    hall: SyncedInstallation
    wire: Wire

    def skip_retry_delay(self) -> None:
        """Skip the retry delay."""
        self.hall.installation.execute_sql(
            "UPDATE tournaments_synclink SET tried_at = NULL, failures = 0"
        )

    def is_synced(self) -> bool:
        """Whether both have all entries and nothing left to send."""
        places = (self.server, self.hall)
        entered = sum(len(place.entered) for place in places)
        told = all(place.installation.fetch_rows(UNTOLD) == [(0,)] for place in places)
        return told and all(len(self.results(place)) == entered for place in places)

    def results(self, place: SyncedInstallation) -> list[tuple[Any, ...]]:
        return place.installation.fetch_rows(RESULTS)


@pytest.fixture
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    there, here = Installation(tmp_path / "server"), Installation(tmp_path / "hall")
    code = there.run(SERVER.format(teams=request.param))
    with web_process(there.variables) as (server, _pid), wire(port_of(server)) as line:
        here.run(HALL.format(address=f"http://127.0.0.1:{line.port}", code=code))
        with web_process(here.variables) as (hall, _pid), worker(here.variables):
            yield Evening(place_of(there, server), place_of(here, hall), line)


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def place_of(installation: Installation, address: str) -> SyncedInstallation:
    plays = {
        (table, board): (play, token)
        for table, board, play, token in installation.fetch_rows(PLAYS)
    }
    return SyncedInstallation(installation, address, plays)


@pytest.mark.parametrize("evening", [8], indirect=True)
@pytest.mark.slow
def test_connection_cut_five_times_loses_nothing(evening):
    cut_and_join(evening, cuts=5, seed=11)


@pytest.mark.slow
@pytest.mark.parametrize("evening", [32], indirect=True)
def test_connection_cut_fifty_times_loses_nothing(evening):
    cut_and_join(evening, cuts=50, seed=50)


def cut_and_join(evening: Evening, *, cuts: int, seed: int) -> None:
    """Both sides enter while the connection fails in three ways; finally both have everything."""
    rng = random.Random(seed)
    boards = sorted(evening.hall.plays)
    left = {"hall": rng.sample(boards, len(boards)), "server": rng.sample(boards, len(boards))}
    for number in range(cuts):
        evening.wire.way = rng.choice(["down", "deaf", "torn"])
        evening.skip_retry_delay()
        if number % 2 == 0:
            enter_at_both(evening, left, rng)
        for _each in range(rng.randint(0, 3)):
            enter_somewhere(evening, left, rng)
        evening.wire.way = "open"
        evening.skip_retry_delay()
        enter_somewhere(evening, left, rng)
        if number % 3 == 0:
            until(evening.is_synced, 240)
    evening.skip_retry_delay()
    until(evening.is_synced, 240)
    nothing_is_lost_or_doubled(evening)
    check_conflicts_shown(evening)


def enter_at_both(evening: Evening, left: dict[str, list[Where]], rng: random.Random) -> None:
    evening.wire.way = "down"
    both = sorted({*left["hall"]} & {*left["server"]})
    if both:
        where = rng.choice(both)
        for name, place in (("hall", evening.hall), ("server", evening.server)):
            left[name].remove(where)
            place.enter(where, rng.choice([74, 90, 98]))


def enter_somewhere(evening: Evening, left: dict[str, list[Where]], rng: random.Random) -> None:
    name = rng.choice(["hall", "hall", "server"])
    if left[name]:
        place: SyncedInstallation = getattr(evening, name)
        place.enter(left[name].pop(), rng.choice([74, 90, 98]))


def nothing_is_lost_or_doubled(evening: Evening) -> None:
    at_server, at_hall = (evening.results(each) for each in (evening.server, evening.hall))
    assert at_server == at_hall
    keys = [row[2] for row in at_hall]
    entered = [*evening.hall.entered.values(), *evening.server.entered.values()]
    assert sorted(keys) == sorted(key.replace("-", "") for key, _points, _version in entered)
    assert evening.server.installation.fetch_rows(COUNTS) == evening.hall.installation.fetch_rows(
        COUNTS
    )


def check_conflicts_shown(evening: Evening) -> None:
    """Two versions 1 of a board were entered without knowing of each other."""
    expected = [
        where
        for where, (_key, points, version) in sorted(evening.hall.entered.items())
        if where in evening.server.entered
        and version == evening.server.entered[where][2] == 1
        and points != evening.server.entered[where][1]
    ]
    for place in (evening.server, evening.hall):
        assert place.installation.fetch_rows(SHOWN) == expected
        states = {
            (table, board): state
            for table, board, state, _key in place.installation.fetch_rows(COUNTS)
        }
        assert {where for where, state in states.items() if state == "disputed"} == set(expected)
    assert expected
