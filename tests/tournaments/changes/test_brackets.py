import pytest

from tests.tournaments.formats import make_field, pairs_in, resting_in
from tests.tournaments.manage import address, client_of
from tests.tournaments.village import VILLAGE, games, next_round
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import join_late, replace_team
from tournaments.changes.services.seating import exchange_entrants
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.errors import ConflictError, RuleViolationError

pytestmark = pytest.mark.django_db

NEW = {"players": ["Късен Гост", "Друг Гост"], "from_round": 1}


def met_in(tournament, number=1):
    return sorted(tuple(sorted(pair)) for pair in pairs_in(tournament.rounds.get(number=number)))


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_late_pair_replaces_a_bye_in_bracket(kind):
    tournament = make_field(5, kind, {"entrants": 5}, **VILLAGE)
    first = tournament.rounds.get()
    assert met_in(tournament) == [(2, 3), (4, 5)]
    before = layout_of(tournament)
    change = join_late(tournament=tournament, **NEW)
    tournament.refresh_from_db()
    assert met_in(tournament) == [(3, 6), (4, 5)]
    assert sorted(resting_in(first)) == [1, 2]
    assert tournament.movement_params["entrants"] == 6
    [node] = [n for n in brackets_of(tournament)[0].nodes if set(n.sides) == {3, 6}]
    assert node.meeting is not None
    assert not node.is_bye
    undo_change(change=change)
    tournament.refresh_from_db()
    after = layout_of(tournament)
    assert (after.seats, after.bracket, after.tables) == (
        before.seats,
        before.bracket,
        before.tables,
    )


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_undo_of_late_pair_with_results_is_rejected(kind):
    tournament = make_field(5, kind, {"entrants": 5}, **VILLAGE)
    change = join_late(tournament=tournament, **NEW)
    games(tournament, 1)
    with pytest.raises(ConflictError) as refused:
        undo_change(change=change)
    assert refused.value.code == "changed_since"
    assert met_in(tournament) == [(3, 6), (4, 5)]


def test_late_entry_page_previews_then_stores_change():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    director = client_of(tournament)
    page = director.get(address("late", tournament)).content.decode()
    assert "In a bracket it takes the place of a bye" in page
    sent = {"player_1": "Късен Гост", "player_2": "Друг Гост", "from_round": "1"}
    looked = director.post(address("late", tournament), sent).content.decode()
    assert "6</b> <bdi>Късен Гост – Друг Гост</bdi>" in looked
    assert met_in(tournament) == [(2, 3), (4, 5)]
    director.post(address("late", tournament), {**sent, "do": "do"})
    assert met_in(tournament) == [(3, 6), (4, 5)]


def test_bracket_with_late_pair_continues_normally():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    join_late(tournament=tournament, **NEW)
    tournament.refresh_from_db()
    games(tournament, 1)
    next_round(tournament)
    assert met_in(tournament, 2) == [(1, 4), (2, 3)]
    with pytest.raises(RuleViolationError) as refused:
        join_late(tournament=tournament, players=["Още Един", "И Друг"], from_round=2)
    assert refused.value.code == "bracket"


def test_late_pair_cannot_replace_bye_after_match_began():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    games(tournament, 1)
    with pytest.raises(RuleViolationError) as refused:
        join_late(tournament=tournament, **NEW)
    assert refused.value.code == "match_begun"
    tournament.refresh_from_db()
    assert tournament.movement_params["entrants"] == 5


def test_late_team_of_four_gets_two_tables():
    tournament = make_field(3, "single_elimination", {"entrants": 3}, unit="team", scoring="imps")
    players = [f"Гост {letter}" for letter in "АБВГ"]
    join_late(tournament=tournament, players=players, from_round=1)
    tournament.refresh_from_db()
    assert met_in(tournament) == [(1, 4), (1, 4), (2, 3), (2, 3)]
    assert {n.meeting.tables for n in brackets_of(tournament)[0].nodes if n.meeting} == {
        (1, 2), (3, 4)
    }  # fmt: skip


def test_late_entry_to_full_bracket_is_rejected():
    tournament = make_field(4, "single_elimination", {"entrants": 4}, **VILLAGE)
    with pytest.raises(RuleViolationError, match="takes the place of a bye") as refused:
        join_late(tournament=tournament, **NEW)
    assert refused.value.code == "bracket"


def test_exchanging_unplayed_entrants_swaps_bracket_numbers():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    five, two = (tournament.teams.get(number=number) for number in (5, 2))
    exchange_entrants(tournament=tournament, first=five, second=two, rounds=[1])
    assert tournament.teams.get(number=2) == five
    assert met_in(tournament) == [(2, 3), (4, 5)]
    seat = tournament.rounds.get().seats.get(team=two)
    assert seat.sitting is not None
    games(tournament, 1)
    next_round(tournament)
    assert met_in(tournament, 2) == [(1, 4)]


def test_exchanged_entrant_with_results_keeps_number():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    five, two = (tournament.teams.get(number=number) for number in (5, 2))
    games(tournament, 1)
    exchange_entrants(tournament=tournament, first=five, second=two, rounds=[1])
    assert tournament.teams.get(number=5) == five


def test_replacing_match_winner_is_rejected():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    games(tournament, 1)
    next_round(tournament)
    four = tournament.teams.get(number=4)
    others = ["Други Двама", "От Клуба"]
    with pytest.raises(RuleViolationError, match="enter a substitute for") as refused:
        replace_team(team=four, players=others, from_round=2)
    assert refused.value.code == "place_in_bracket"
    page = client_of(tournament).post(
        address("person_what", tournament, four.pk, "replace"),
        {"player_1": others[0], "player_2": others[1], "from_round": 2, "do": "look"},
    )
    assert "Somebody plays for one of them" in page.content.decode()


def test_replacement_takes_over_bye_and_number():
    tournament = make_field(5, "single_elimination", {"entrants": 5}, **VILLAGE)
    games(tournament, 1)
    replace_team(
        team=tournament.teams.get(number=1), players=["Други Двама", "От Клуба"], from_round=1
    )
    next_round(tournament)
    assert met_in(tournament, 2) == [(1, 4)]
    assert str(tournament.teams.get(number=1)) == "Други Двама – От Клуба"
