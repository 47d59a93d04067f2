"""Relays: a match counts once both its tables have played."""

import pytest

from tests.builders import fill_rounds, plays_of, rebuild
from tests.tournaments.formats import make_field
from tournaments.models import MatchRow, PlayScore, StandingRow, Tournament
from tournaments.movements.teams import american_whist
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db

SCALES = [{}, {"vp": "wbf-imps-15"}]
COMPLETED = {
    ("american_whist", 5): [0, 0, 5, 5],
    ("new_england", 4): [0, 2, 4],
    ("new_england", 6): [0, 0, 3, 6, 6],
    ("triangle", 3): [0, 3],
}
NOTE = "it counts once both have played it"


def relay(kind: str, teams: int, **values) -> Tournament:
    params = {} if kind == "triangle" else {"teams": teams}
    return make_field(teams, kind, params, unit="team", scoring="imps", **values)


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "teams"), COMPLETED)
@pytest.mark.parametrize("scale", SCALES)
def test_matches_count_in_the_round_that_completes_them(kind, teams, scale):
    tournament = relay(kind, teams, boards_per_round=1)
    Tournament.objects.filter(pk=tournament.pk).update(match_scale=scale)
    done = []
    for number, completed in enumerate(COMPLETED[kind, teams], 1):
        fill_rounds(tournament, number, seed=number)
        tournament = rebuild(tournament)
        done += [number] * completed
        rows = MatchRow.objects.filter(tournament=tournament).order_by("round", "position")
        assert [row.round for row in rows] == done
        assert {row.boards for row in rows} <= {1}
    # Finally every result of every table is compared.
    assert PlayScore.objects.count() == len(plays_of(tournament))
    boards = {row.boards for row in StandingRow.objects.filter(tournament=tournament)}
    assert boards == {teams - 1}


def test_incomplete_match_has_no_figures(client):
    tournament = relay("american_whist", 5)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    rows = StandingRow.objects.filter(tournament=tournament)
    assert {(row.rank, row.is_tied, row.figure, row.boards) for row in rows} == {(1, True, "0", 0)}
    page = client.get(f"/en/t/{tournament.code}/").content.decode()
    assert NOTE in page
    assert "Best of round" not in page
    assert "Matches appear here" in client.get(f"/en/t/{tournament.code}/matches/").content.decode()


def test_finished_relay_page_has_no_pending_note(client):
    tournament = relay("triangle", 3)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    assert NOTE not in client.get(f"/en/t/{tournament.code}/").content.decode()


def test_correction_changes_round_that_completed_match():
    tournament = relay("american_whist", 5, boards_per_round=1)
    fill_rounds(tournament, 4)
    tournament = rebuild(tournament)
    before = {row.pk: row.round_figures for row in StandingRow.objects.all()}
    play = plays_of(tournament, sitting__round__number=1, sitting__table__number=1)[0]
    flat = {"contract": "NT", "declarer": "S", "points": {"NS": 130, "EW": 0}, "capot": "NS"}
    correct_result(play_id=play.pk, slip=flat, reason="x", actor=None, override=True)
    rebuild(tournament)
    moved = [row for row in StandingRow.objects.all() if row.round_figures not in before.values()]
    assert {row.team.number for row in moved} == {1, 3}
    for row in moved:
        assert [number for number, _figure in row.round_figures] == [3, 4]


def test_shortened_relay_is_fully_scored():
    tournament = make_field(7, "american_whist", {"teams": 7, "rounds": 4}, unit="team",
                            scoring="imps", boards_per_round=1)  # fmt: skip
    fill_rounds(tournament, 4)
    rebuild(tournament)
    assert PlayScore.objects.count() == len(plays_of(tournament)) == 7 * 4
    assert len(american_whist(7, 4).rounds) == tournament.rounds.count() == 4
