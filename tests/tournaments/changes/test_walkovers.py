"""A walk-over decides a cup match and marks its boards."""

import pytest
from rest_framework.test import APIClient

from tests.builders import director_of, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.formats import better_wins, make_field
from tests.tournaments.manage import address, client_of
from tournaments.archive.verification import check_document
from tournaments.archive.writer import document_of
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.walkovers import give_walkover
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.lives import lives_of
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Change, LogEntry, Result, Tournament
from tournaments.public.selectors.brackets import bracket_page
from tournaments.results.services.results import correct_result
from tournaments.seasons.selectors import counted_events
from tournaments.standings.selectors import standings_of
from tournaments.standings.texts import missed_words
from tournaments.state.meetings import scored_matches
from tournaments.state.snapshot import snapshot_of

pytestmark = pytest.mark.django_db


@built_once
def cup():
    return make_field(4, "single_elimination", {"entrants": 4}, scoring="total_points")


def absent(tournament, number, **values):
    return give_walkover(team=tournament.teams.get(number=number), **values)


def enter_ahead(tournament, number):
    """Clearly win a team's first board."""
    [seat] = tournament.teams.get(number=number).seats.filter(round__number=1)
    [play] = plays_of(tournament, sitting=seat.sitting, order=1)
    points = 140 if seat.side == "NS" else 22
    correct_result(play_id=play.pk, slip=slip(points), reason="test", actor=None)


def groups(tournament):
    facts = snapshot_of(tournament).facts
    number = dict(tournament.teams.values_list("pk", "number"))
    return [[number[each] for each in group] for group in facts.knockout[-1].groups]


def test_walkover_decides_the_match_and_its_boards(cup):
    absent(cup, 1, reason="Ill")
    better_wins_at(cup, 2)
    kinds = plays_of(cup, sitting__match=1)
    assert {play.current.kind for play in kinds} == {Result.Kind.NOT_COUNTED}
    draw_next_round(tournament=cup)
    publish_round(tournament=cup, number=2)
    assert {4, 2} == set(brackets_of(cup)[0].nodes[-1].sides)
    assert groups(cup) == [[2, 4], [1, 3]]
    entry = LogEntry.objects.get(action="match_walkover")
    assert (entry.details["number"], entry.details["other"]) == (1, 4)
    [box, _other] = bracket_page(cup)[0].columns[0].matches
    assert (box.is_walkover, box.winner.team.number) == (True, 4)


def test_champion_without_boards_counts_in_seasons():
    cup = make_field(3, "single_elimination", {"entrants": 3}, scoring="total_points")
    better_wins_at(cup, 2)
    draw_next_round(tournament=cup)
    publish_round(tournament=cup, number=2)
    [final] = [node for node in brackets_of(cup)[0].nodes if None not in node.sides][-1:]
    champion, other = sorted(final.sides)
    absent(cup, other)
    rebuild(cup)
    rows = counted_events(Tournament.objects.filter(pk=cup.pk))
    assert champion == 1
    assert [row.rank for row in rows] == [1, 2, 3]


def better_wins_at(tournament, match):
    for play in plays_of(tournament, sitting__match=match):
        correct_result(play_id=play.pk, slip=slip(110), reason="test", actor=None)


def test_walkover_overrules_a_lead_and_keeps_played_boards(cup):
    enter_ahead(cup, 1)
    absent(cup, 1)
    better_wins_at(cup, 2)
    [played, *others] = plays_of(cup, sitting__match=1)
    assert played.current.kind == Result.Kind.PLAYED
    assert {play.current.kind for play in others} == {Result.Kind.NOT_COUNTED}
    facts = snapshot_of(cup).facts
    assert [match.table for match in scored_matches(facts).values()] == [2]
    assert played.pk in {result.ref for result in facts.results}
    assert brackets_of(cup)[0].nodes[0].winner == 4


def test_walkover_undone_restores_match_and_boards(cup):
    enter_ahead(cup, 1)
    before = layout_of(cup)
    undo_change(change=absent(cup, 1))
    assert layout_of(cup) == before
    assert brackets_of(cup)[0].nodes[0].winner is None
    assert Result.objects.filter(kind=Result.Kind.NOT_COUNTED).exists()


def test_walkover_page_needs_only_confirmation(cup):
    client = client_of(cup)
    team = cup.teams.get(number=1)
    offered = client.get(address("person", cup, team.pk)).content.decode()
    assert "They do not play their match" in offered
    assert "They leave" not in offered
    client.post(address("person_what", cup, team.pk, "walkover"), {"do": "do"})
    assert Change.objects.get().action == "match_walkover"


def test_walkover_without_a_board_has_no_figure(cup):
    absent(cup, 1)
    better_wins_at(cup, 2)
    rebuild(cup)
    lines = {line.team.number: line for line in standings_of(cup).lines}
    assert (lines[1].last, lines[4].last) == (None, None)
    assert lines[2].last is not None
    assert missed_words(lines[4].team, 1, cup) == "walk-over"


def test_cup_losers_are_shown_as_eliminated(cup):
    better_wins(cup, 1)
    draw_next_round(tournament=cup)
    publish_round(tournament=cup, number=2)
    better_wins(cup, 2)
    rebuild(cup)
    lines = {line.team.number: line for line in standings_of(cup).lines}
    assert missed_words(lines[4].team, 2, cup) == "eliminated in round 1"
    assert lines[1].team.eliminated_in is None


def test_first_round_losers_wait_for_consolation():
    rules = {"entrants": 7, "consolation": True}
    cup = make_field(7, "single_elimination", rules, scoring="total_points")
    out = []
    for number in (1, 2, 3):
        better_wins(cup, number)
        draw_next_round(tournament=cup)
        publish_round(tournament=cup, number=number + 1)
        teams = [line.team for line in standings_of(rebuild(cup)).lines]
        out.append({team.number: team.eliminated_in for team in teams if team.eliminated_in})
    assert out == [{}, {3: 2, 4: 2}, {3: 2, 4: 2, 2: 3, 7: 3}]


def test_archive_with_walkover_passes_check(cup):
    absent(cup, 1)
    better_wins_at(cup, 2)
    rebuild(cup)
    found = check_document(document_of(Tournament.objects.get(pk=cup.pk)))
    assert found.is_sound, found


def test_api_walkover_is_stored_once(cup):
    client = APIClient()
    client.force_authenticate(director_of(cup))
    url = f"/api/v1/tournaments/{cup.code}/changes/walkover/"
    assert client.post(url, {"team": 1}).status_code == 201
    bracket = client.get(f"/api/v1/tournaments/{cup.code}/brackets/").json()
    rows = bracket if isinstance(bracket, list) else bracket["results"]
    assert rows[0]["columns"][0]["matches"][0]["is_walkover"] is True
    assert client.post(url, {"team": 1}).json()["errors"][0]["code"] == "no_open_match"


def test_deciding_match_with_missing_results_is_rejected(cup):
    with pytest.raises(RuleViolationError) as caught:
        decide_match(tournament=cup, number=1, match=1, winner=4)
    assert caught.value.code == "results_missing"


def test_deciding_match_with_a_winner_is_rejected(cup):
    better_wins(cup, 1)
    with pytest.raises(RuleViolationError) as caught:
        decide_match(tournament=cup, number=1, match=1, winner=4)
    assert caught.value.code == "decided_by_results"


def test_walkover_outside_a_cup_is_refused():
    tournament = make_field(4, "swiss", {"rounds": 3}, scoring="total_points")
    with pytest.raises(RuleViolationError) as caught:
        absent(tournament, 1)
    assert caught.value.code == "no_knockout"


def test_walkover_with_lives_costs_absent_side_one_life():
    rules = {"lives": 2, "buy_backs": 0}
    tournament = make_field(4, "lives", rules, scoring="total_points")
    absent(tournament, 1)
    assert {line.number: line.left for line in lives_of(tournament)}[1] == 1
