import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import enter, fill_rounds, make_club, make_drawn, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tournaments.models import Play, Player, StandingsVersion, Tournament
from tournaments.public.selectors.versions import version_lines, version_page
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.standings.services import change_scoring
from tournaments.state.official import make_official, set_corrections

pytestmark = pytest.mark.django_db


def played(rounds: int, teams: int = 6, **values: Any) -> Tournament:
    tournament = make_drawn(teams, **values)
    for number in range(1, rounds + 1):
        fill_rounds(tournament, number)
        rebuild(tournament)
    tournament.refresh_from_db()
    return tournament


def correct(tournament: Tournament, points: int = 10) -> Play:
    plays = plays_of(tournament, sitting__round__number=1, board__number=1)
    play = max(plays, key=lambda each: each.current.net if each.current else 0)
    correct_result(play_id=play.pk, slip=slip(points), reason="wrong sheet", actor=None)
    rebuild(tournament)
    tournament.refresh_from_db()
    return play


def reasons(tournament: Tournament) -> list[tuple[str, int, bool]]:
    tournament.refresh_from_db()
    found = reversed(version_lines(tournament))
    return [(line.reason, line.rounds, line.official_since is not None) for line in found]


def rows_of(tournament: Tournament, number: int) -> list[dict[str, Any]]:
    url = reverse("tournament_version_file", args=[tournament.code, number, "json"])
    response = Client().get(url, follow=True)
    assert response.status_code == 200
    rows: list[dict[str, Any]] = json.loads(response.content)["rows"]
    return rows


@built_once
def finished() -> Tournament:
    tournament = played(5, club=make_club("Finished"))
    return rebuild(finish_tournament(tournament=tournament))


@built_once
def tournament() -> Tournament:
    return played(1)


def test_completed_round_adds_a_version_and_keeps_old_ones(tournament):
    first = rows_of(tournament, 1)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    assert reasons(tournament) == [("round", 1, False), ("round", 2, False)]
    assert rows_of(tournament, 1) == first
    assert [row["total"] for row in first] == [row["round_1"] for row in first]
    second = rows_of(tournament, 2)
    api = Client().get(f"/api/v1/tournaments/{tournament.code}/standings/").json()
    assert [row["total"] for row in second] == [
        line["total"]["value"] for line in api["lists"][0]["lines"]
    ]


def test_results_of_a_running_round_add_no_version(tournament):
    enter(plays_of(tournament, sitting__round__number=2)[0])
    rebuild(tournament)
    rebuild(tournament)
    assert reasons(tournament) == [("round", 1, False)]


def test_correction_adds_a_version_with_board_and_moves():
    tournament = played(2)
    before = rows_of(tournament, 2)
    play = correct(tournament)
    assert reasons(tournament)[2:] == [("correction", 2, False)]
    assert rows_of(tournament, 2) == before
    page = version_page(tournament, 3)
    assert page is not None
    assert [(each.board, each.round) for each in page.line.corrected] == [(play.board.number, 1)]
    assert page.moved
    old = {row["number"]: row["total"] for row in before}
    new = {row["number"]: row["total"] for row in rows_of(tournament, 3)}
    assert {each.team.number for each in page.moved} >= {
        number for number in new if new[number] != old[number]
    }
    url = reverse("tournament_version", args=[tournament.code, 3])
    html = Client().get(url, follow=True).content.decode()
    assert f"Board {play.board.number} was corrected (round 1, table" in html
    old_page = Client().get(url.replace("/3/", "/2/"), follow=True).content.decode()
    assert "are kept as they were" in old_page
    assert "was corrected" not in old_page


def test_finish_official_and_reopen_each_add_a_version(finished):
    assert reasons(finished)[4:] == [("round", 5, False), ("final", 5, False)]
    make_official(tournament=finished)
    assert reasons(finished)[6:] == [("official", 5, True)]
    rebuild(reopen_tournament(tournament=finished, late=True))
    assert reasons(finished)[6:] == [("official", 5, True), ("back", 5, False)]


def test_version_becomes_official_when_correction_time_ends(finished):
    set_corrections(tournament=finished, minutes=30)
    assert reasons(finished)[-1][2] is False
    over = timezone.now() - timedelta(minutes=1)
    StandingsVersion.objects.filter(tournament=finished, number=7).update(corrections_until=over)
    assert reasons(finished)[-1][2] is True


def test_version_stores_no_player_names(tournament):
    kept = StandingsVersion.objects.get(tournament=tournament)
    player = Player.objects.filter(teams__tournament=tournament).first()
    assert player is not None
    assert player.name not in json.dumps(kept.rows, ensure_ascii=False)


def test_version_keeps_sit_outs_and_unit_after_scoring_change():
    tournament = played(1, teams=5)
    first = rows_of(tournament, 1)
    assert [row["round_1"] for row in first].count(None) == 1
    change_scoring(tournament=tournament, scoring="butler", reason="as announced")
    rebuild(tournament)
    assert rows_of(tournament, 1) == first
    url = reverse("tournament_version_file", args=[tournament.code, 1, "csv"])
    assert "Total %" in Client().get(url, follow=True).content.decode()


def test_after_round_url_redirects_to_its_last_version():
    tournament = played(2)
    correct(tournament)
    code = tournament.code
    client = Client()
    answer = client.get(reverse("tournament_after_round", args=[code, 2]))
    assert answer["Location"] == reverse("tournament_version", args=[code, 3])
    assert client.get(reverse("tournament_after_round", args=[code, 4])).status_code == 404
    assert client.get(reverse("tournament_version", args=[code, 9])).status_code == 404
    listed = client.get(reverse("tournament_versions", args=[code]), follow=True).content.decode()
    assert [reverse("tournament_version", args=[code, n]) in listed for n in (1, 2, 3)] == [
        True
    ] * 3
    page = client.get(reverse("tournament", args=[code]), follow=True).content.decode()
    assert reverse("tournament_versions", args=[code]) in page


def test_printed_standings_are_provisional_until_official(finished):
    sheet = address("print_sheets", finished, "standings")
    client = client_of(finished)
    assert "Final, provisional" in client.get(sheet).content.decode()
    make_official(tournament=finished)
    text = client.get(sheet).content.decode()
    assert "Official" in text
    assert "provisional" not in text
