"""Sync of a hall with a server in browsers: pairing by code, then a conflict solved by a
person.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from tests.builders import slip
from tests.flows.bulgarian import LAPTOP, Opens, bg, press, sign_in
from tests.flows.phones import PHONE, Phone
from tests.halls import ORGANISER, PASSWORD, RunningHall, running_hall
from tests.installations import Installation, Wire, wire
from tests.processes import until, web_process
from tests.walk.looking import PageInspector

pytestmark = [
    pytest.mark.browser,
    pytest.mark.live,
    pytest.mark.skipif(
        bool(os.environ.get("DATABASE_URL")), reason="it brings databases of its own"
    ),
]
WIDTHS = (320, 390, 1280)
SERVER = """
from tests.builders import make_club, make_drawn, make_user
from tournaments.console.services.clock import start_round
tournament = make_drawn(6, club=make_club("Сердика", make_user("ana")))
start_round(tournament=tournament, number=1)
print(json.dumps(tournament.code))
"""
FALL_SILENT = """
from datetime import timedelta
from django.utils import timezone
from tournaments.models import Line
from tournaments.sync.tasks import note_quiet_halls
heard = timezone.now() - timedelta(minutes=7)
Line.objects.update(heard_at=heard)
note_quiet_halls()
print(json.dumps(timezone.localtime(heard).strftime("%H:%M")))
"""
PLAYS = """
SELECT p.id, t.token, p.state, e.ns_score, e.who
FROM tournaments_play p JOIN tournaments_sitting s ON s.id = p.sitting_id
JOIN tournaments_round r ON r.id = s.round_id JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_board b ON b.id = p.board_id LEFT JOIN tournaments_result e ON e.id = p.current_id
WHERE r.number = 1 AND t.number = 1 ORDER BY b.number
"""
NO_ANSWER = bg("The server does not answer. Probably there is no internet in the hall now.")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[RunningHall]:
    with running_hall(tmp_path / "hall") as running:
        yield running


@dataclass
class Evening:
    server: Installation
    address: str
    code: str
    wire: Wire
    hall: RunningHall

    @property
    def over_the_wire(self) -> str:
        return f"http://127.0.0.1:{self.wire.port}"

    def plays(self, installation: Installation) -> list[Any]:
        """Boards at table 1: key, token, state, North–South score, who."""
        return installation.fetch_rows(PLAYS)

    def table(self) -> str:
        return f"{self.hall.address}/table/{self.plays(self.hall.installation)[0][1]}/"

    def enter_at_home(self, board: int, points: int) -> None:
        play, token = self.plays(self.server)[board - 1][:2]
        body = {"play": play, "side": "NS", "slip": slip(points), "client_key": str(uuid4())}
        told = requests.post(
            f"{self.address}/api/v1/tables/{token}/results/",
            json={**body, "who": "Ана у дома"}, timeout=60,
        )  # fmt: skip
        assert told.status_code == 201, told.text

    def skip_retry_delay(self) -> None:
        """Skip the retry delay."""
        self.hall.installation.execute_sql(
            "UPDATE tournaments_synclink SET tried_at = NULL, failures = 0"
        )

    def wait_for_state(self, board: int, state: str) -> None:
        both = (self.server, self.hall.installation)
        until(lambda: {self.plays(place)[board - 1][2] for place in both} == {state}, 120)


@pytest.fixture
def evening(hall: RunningHall, tmp_path: Path) -> Iterator[Evening]:
    server = Installation(tmp_path / "server")
    code = server.run(SERVER)
    with web_process(server.variables) as (address, _process):
        port = int(address.rpartition(":")[2])
        with wire(port) as line:
            yield Evening(server, address, code, line, hall)


def test_hall_is_paired_by_code_and_director_resolves_conflict(
    opened: Opens, browser: Browser, evening: Evening
) -> None:
    ana, boris = opened(LAPTOP), opened(LAPTOP)
    code = create_pairing_code(ana, evening)
    far = pair_hall(boris, evening, code)
    north = Phone(browser.new_context(viewport=PHONE, locale="en-GB"), evening.table())
    check_server_shows_entry(north, ana, evening)
    check_stale_notice(opened, evening)
    create_conflict(north, boris, evening)
    resolve_conflict(ana, boris, evening, far)
    north.close()


def create_pairing_code(ana: Page, evening: Evening) -> str:
    page = f"/manage/{evening.code}/places/"
    sign_in(ana, evening.address, page, "ana", "secret-enough")
    press(ana, "Make a code for the hall")
    told = ana.locator(".places-code bdi").all_inner_texts()
    assert told[0] == evening.address
    ana.goto(evening.address + page)
    assert told[1] not in ana.content()
    return str(told[1])


def pair_hall(boris: Page, evening: Evening, code: str) -> str:
    """Enter a wrong code, then the right one; retry after a lost response.

    Returns the URL of the hall's page of the evening.
    """
    sign_in(boris, evening.hall.address, "/hall/", ORGANISER, PASSWORD)
    boris.get_by_role("link", name=bg("Import a tournament from the server")).click()
    boris.get_by_label(bg("Address of the club’s server")).fill(evening.over_the_wire)
    field = boris.get_by_label(bg("Code from the page “Hall” of the tournament there"))
    field.fill("mistyped")
    press(boris, "Import")
    refused = bg("This code is not known, or was used already.")
    expect(boris.locator("#main")).to_contain_text(refused)
    field.fill(code)
    evening.wire.way = "deaf"
    press(boris, "Import")
    expect(boris.locator("#main")).to_contain_text(NO_ANSWER)
    evening.wire.way = "open"
    press(boris, "Import")
    boris.wait_for_url("**/places/")
    expect(boris.locator("#main")).to_contain_text(bg("The hall is in charge of the evening."))
    return boris.url


def check_server_shows_entry(north: Phone, ana: Page, evening: Evening) -> None:
    """Board 1 is entered in the hall; the server shows it with the time of sync."""
    north.sit("North–South")
    north.enter(1)
    north.touch("Save 10–6")
    north.sees("East–West to confirm")
    evening.skip_retry_delay()
    evening.wait_for_state(1, "entered")
    play = evening.plays(evening.server)[0][0]
    ana.goto(f"{evening.address}/manage/{evening.code}/play/{play}/")
    expect(ana.locator("#main")).to_contain_text("10")
    ana.goto(f"{evening.address}/manage/{evening.code}/places/")
    [(heard,)] = evening.server.fetch_rows("SELECT heard_at FROM tournaments_synclink")
    assert heard
    expect(ana.locator("#main")).to_contain_text(bg("The hall is in charge of the evening."))
    expect(ana.locator("#main")).to_contain_text("Последно сверяване в")


def check_stale_notice(opened: Opens, evening: Evening) -> None:
    """After minutes without sync spectators see the time of the data."""
    evening.wire.way = "down"
    visitor = opened(PHONE, f"{evening.address}/bg/t/{evening.code}/")
    words = bg("Played in a hall; as of %(time)s", time="")
    expect(visitor.locator("h1")).to_be_visible()
    assert words not in visitor.content()
    heard = evening.server.run(FALL_SILENT)
    visitor.reload()
    expect(visitor.locator("#main")).to_contain_text(f"{words}{heard}")


def create_conflict(north: Phone, boris: Page, evening: Evening) -> None:
    """Conflict: during an outage both sides enter board 2."""
    evening.enter_at_home(2, 74)
    north.touch("On to board 2")
    north.touch("Hearts")
    north.page.get_by_role("button", name=re.compile("^South")).click()
    north.type_points("98")
    north.touch("Save 10–6")
    north.sees("East–West to confirm")
    evening.skip_retry_delay()
    until(
        lambda: evening.hall.installation.fetch_rows("SELECT trouble FROM tournaments_synclink")[0][
            0
        ],
        120,
    )
    boris.reload()
    expect(boris.locator("#main")).to_contain_text(NO_ANSWER)
    evening.wire.way = "open"
    evening.skip_retry_delay()
    evening.wait_for_state(2, "disputed")


def resolve_conflict(ana: Page, boris: Page, evening: Evening, far: str) -> None:
    near = f"{evening.address}/manage/{evening.code}/places/"
    eyes = PageInspector(ana)
    assert eyes.inspect(near, "bg", at=390, theme="light", widths=WIDTHS) == []
    boris.goto(far)
    for page in (ana, boris):
        expect(page.get_by_role("button", name=bg("This one counts"))).to_have_count(2)
        expect(page.locator("#main")).to_contain_text("Ана у дома")
    [hall] = [
        row for row in ana.locator(".places-sides > li").all() if "10 : 6" in row.inner_text()
    ]
    hall.get_by_role("button").click()
    expect(ana.locator(".places-sides")).to_have_count(0)
    evening.skip_retry_delay()
    evening.wait_for_state(2, "confirmed")
    boris.reload()
    expect(boris.locator(".places-sides")).to_have_count(0)
    for place in (evening.server, evening.hall.installation):
        assert evening.plays(place)[1][2:4] == ("confirmed", 10)
