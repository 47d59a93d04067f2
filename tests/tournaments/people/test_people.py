"""People on the day: who leaves, comes late, is replaced or played for; and undoing."""

from fractions import Fraction

import pytest

from tests.builders import (
    fill_rounds,
    make_drawn,
    make_tournament,
    names_of,
    plays_of,
    rebuild,
)
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.what_if import preview_of
from tournaments.draws.services import draw_tournament, publish_draw
from tournaments.entries.selectors.lineups import credited_players, rounds_of_players
from tournaments.entries.services.entries import add_team
from tournaments.errors import Conflict, Refused
from tournaments.facts.snapshot import snapshot_of
from tournaments.models import Change, LogEntry, Play, Player, Seat, Team, Tournament
from tournaments.movements import check_movement, howell
from tournaments.people.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.rounds.selectors.movements import movement_of
from tournaments.standings import compute_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Four tables, seven rounds, everybody meets everybody."""
    return make_drawn(8, kind="howell", params={"tables": 4})


@pytest.fixture
def odd() -> Tournament:
    """Seven teams in a movement for eight: one rests each round."""
    return make_drawn(7, kind="howell", params={"tables": 4, "missing": True})


def team_of(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def resting(tournament: Tournament) -> list[list[int]]:
    """The numbers that sit out, by round."""
    rows = Seat.objects.filter(round__tournament=tournament, sitting=None)
    return [
        sorted(rows.filter(round=row).values_list("team__number", flat=True))
        for row in tournament.rounds.all()
    ]


def standings(tournament: Tournament) -> object:
    return compute_standings(snapshot_of(Tournament.objects.get(pk=tournament.pk)).facts)


def seen(tournament: Tournament) -> tuple[Layout, object]:
    """Everything that undoing must bring back."""
    layout = layout_of(tournament)
    layout.substitutions.clear()
    return layout, standings(tournament)


def undone(tournament: Tournament, change: Change, before: object) -> None:
    undo_change(change=change)
    layout, places = seen(tournament)
    layout.teams = {key: row for key, row in layout.teams.items() if row.number or row.is_present}
    assert (layout, places) == before


# Leaving ----------------------------------------------------------------------------------------


def test_when_a_pair_leaves_its_opponents_rest_and_former_results_stay(tournament):
    fill_rounds(tournament, 2)
    results = Play.objects.filter(current__isnull=False).count()
    withdraw_team(team=team_of(tournament, 5), from_round=3, reason="Ill")
    assert resting(tournament) == [[], [], [6], [1], [3], [8], [7]]
    assert Play.objects.filter(current__isnull=False).count() == results
    team = team_of(tournament, 5)
    assert (team.withdrawn_from, team.is_present) == (3, True)
    assert check_movement(movement_of(tournament)).valid
    assert not Seat.objects.filter(team=team, round__number__gte=3).exists()
    assert LogEntry.objects.get(action="team_withdrawn").details["round"] == 3


def test_leaving_is_undone_whole(tournament):
    fill_rounds(tournament, 2)
    before = seen(tournament)
    change = withdraw_team(team=team_of(tournament, 5), from_round=3)
    undone(tournament, change, before)
    assert LogEntry.objects.filter(action="change_undone").count() == 1
    with pytest.raises(Conflict) as refused:
        undo_change(change=change)
    assert refused.value.code == "undone_already"


def test_undoing_is_itself_undone(tournament):
    change = withdraw_team(team=team_of(tournament, 5), from_round=3)
    after = seen(tournament)
    back = undo_change(change=change)
    undo_change(change=back)
    assert seen(tournament) == after


def test_who_leaves_in_the_middle_of_a_table_leaves_its_open_boards_unplayed(tournament):
    fill_rounds(tournament, 2)
    before = seen(tournament)
    play = plays_of(tournament, sitting__round__number=2)[0]
    team = play.sitting.seats.get(side="NS").team
    second = plays_of(tournament, sitting=play.sitting)[1]
    # The second board is taken back, as if it had not been entered.
    second.current, second.state = None, "empty"
    second.save()
    before = seen(tournament)
    change = withdraw_team(team=team, from_round=2)
    second.refresh_from_db()
    assert (second.current.kind, second.state) == ("not_played", "confirmed")
    play.refresh_from_db()
    assert play.current.kind == "played"
    undone(tournament, change, before)


def test_leaving_twice_or_from_no_round_is_refused(tournament):
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    for number, code in ((3, "gone_already"), (4, "gone_already")):
        with pytest.raises(Refused) as refused:
            withdraw_team(team=team_of(tournament, 5), from_round=number)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        withdraw_team(team=team_of(tournament, 6), from_round=8)
    assert refused.value.code == "no_such_round"


def test_a_pair_that_never_came_is_marked_as_not_there(tournament):
    withdraw_team(team=team_of(tournament, 2), from_round=1, no_show=True)
    team = team_of(tournament, 2)
    assert (team.withdrawn_from, team.is_present) == (1, False)
    assert [len(numbers) for numbers in resting(tournament)] == [1] * 7


def test_who_has_played_was_there(tournament):
    fill_rounds(tournament, 1)
    before = seen(tournament)
    with pytest.raises(Refused) as refused:
        withdraw_team(team=team_of(tournament, 2), from_round=1, no_show=True)
    assert (refused.value.code, seen(tournament)) == ("was_there", before)


# Coming late ------------------------------------------------------------------------------------


@pytest.mark.parametrize("from_round", [1, 4])
def test_a_late_pair_takes_the_empty_place_of_its_movement(odd, from_round):
    fill_rounds(odd, from_round - 1)
    before = seen(odd)
    change = join_late(tournament=odd, players=names_of(30), from_round=from_round)
    full = make_drawn(8, kind="howell", params={"tables": 4}, club=odd.club, name="Full")
    assert movement_of(odd).rounds[from_round - 1 :] == movement_of(full).rounds[from_round - 1 :]
    assert team_of(odd, 8).name == " – ".join(names_of(30))
    assert check_movement(movement_of(odd)).valid
    undone(odd, change, before)
    assert not odd.teams.get(name=" – ".join(names_of(30))).is_present


def test_a_late_pair_takes_its_place_where_tables_are_turned():
    """Directions of a half table and of a full one are found apart; the others keep theirs."""
    params = {"tables": 6, "rounds": 8, "missing": True}
    odd = make_drawn(11, kind="howell", params=params)
    before = movement_of(odd)
    join_late(tournament=odd, players=names_of(30), from_round=3)
    after = movement_of(odd)
    assert check_movement(after).valid
    for old, new, planned in zip(
        before.rounds[2:], after.rounds[2:], howell(6, 8).rounds[2:], strict=True
    ):
        assert set(old) < set(new)
        assert [(set(s.entrants), s.board_set) for s in new] == [
            (set(s.entrants), s.board_set) for s in planned
        ]


def test_a_late_pair_meets_whoever_rests_since_another_pair_left(tournament):
    fill_rounds(tournament, 2)
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    join_late(tournament=tournament, players=names_of(30), from_round=4)
    assert resting(tournament) == [[], [], [6], [], [], [], []]
    assert check_movement(movement_of(tournament)).valid
    met = Seat.objects.filter(sitting__seats__team=team_of(tournament, 9)).exclude(
        team=team_of(tournament, 9)
    )
    assert sorted(met.values_list("team__number", flat=True)) == [1, 3, 7, 8]


def test_a_pair_that_left_may_come_back(tournament):
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    join_late(tournament=tournament, team=team_of(tournament, 5), from_round=5)
    assert resting(tournament) == [[], [], [6], [1], [], [], []]
    assert team_of(tournament, 5).withdrawn_from is None
    assert check_movement(movement_of(tournament)).valid


def boards_of(tournament: Tournament) -> list[tuple[int, int, list[int]]]:
    """What every table plays: round, table, boards."""
    layout = layout_of(tournament)
    return [
        (*key, [play.board for play in layout.boards_at(*key).values()])
        for key in sorted(layout.tables)
    ]


FULL_FIELDS = [
    ("howell", 8, {"tables": 4}),
    ("barometer", 8, {"entrants": 8, "rounds": 7}),
    ("mitchell", 8, {"tables": 4, "variant": "skip", "arrow_switch": True}),
    ("berger", 8, {"entrants": 8}),
]


@pytest.mark.parametrize(("kind", "teams", "params"), FULL_FIELDS)
@pytest.mark.parametrize("from_round", [1, 2, 3])
def test_one_more_pair_in_a_full_field_is_seated_in_turn(kind, teams, params, from_round):
    cards = "open" if kind == "berger" else "boards"
    values = {"cards": cards, "scoring": "game_points"} if cards == "open" else {}
    full = make_drawn(teams, kind=kind, params=params, **values)
    if cards == "boards":
        fill_rounds(full, from_round - 1)
    before, boards, dealt = seen(full), boards_of(full), full.boards.count()
    rounds = full.rounds.count()
    change = join_late(tournament=full, players=names_of(30), from_round=from_round)
    rests = resting(full)
    assert [len(row) for row in rests] == [0] * (from_round - 1) + [1] * (rounds - from_round + 1)
    rested = [number for row in rests for number in row]
    assert len(set(rested) - {9}) == len([number for number in rested if number != 9])
    assert Seat.objects.filter(team=team_of(full, 9), sitting__isnull=False).exists()
    checked = check_movement(movement_of(full))
    assert (checked.valid, boards_of(full), full.boards.count()) == (True, boards, dealt)
    undone(full, change, before)


def test_the_last_of_the_standings_rests_first_and_nobody_is_met_twice(tournament):
    fill_rounds(tournament, 1)
    rebuild(tournament)
    last = tournament.standing_rows.order_by("-position")[0].team.number
    join_late(tournament=tournament, players=names_of(30), from_round=2)
    assert resting(tournament)[1] == [last]
    assert check_movement(movement_of(tournament)).repeats == ()


def test_whoever_is_new_may_rest_first(tournament):
    join_late(tournament=tournament, players=names_of(30), from_round=2, first_rest="new")
    assert resting(tournament)[1] == [9]
    assert 9 not in [number for row in resting(tournament)[2:] for number in row]


def test_in_two_lines_one_more_pair_keeps_to_one_of_them():
    lines = make_drawn(12, kind="mitchell", params={"tables": 6, "variant": "skip"})
    assert lines.winners == 2
    join_late(tournament=lines, players=names_of(30), from_round=2)
    assert len(set(team_of(lines, 13).seats.exclude(side="").values_list("side", flat=True))) == 1
    assert check_movement(movement_of(lines)).valid


def test_a_team_too_many_plays_whole_matches():
    teams = make_tournament(unit="team", scoring="imps")
    for number in range(6):
        add_team(tournament=teams, players=[*names_of(2 * number), *names_of(2 * number + 1)])
    draw_tournament(tournament=teams, kind="head_to_head", params={"teams": 6}, by_lot=False)
    teams = publish_draw(tournament=Tournament.objects.get(pk=teams.pk))
    before = seen(teams)
    four = [*names_of(30), *names_of(31)]
    change = join_late(tournament=teams, players=four, from_round=2)
    late = team_of(teams, 7)
    assert sorted(late.seats.values_list("round__number", "half")) == [
        (number, half) for number in range(2, 6) for half in (1, 2)
    ]
    assert [len(row) for row in resting(teams)] == [0, 1, 1, 1, 1]
    assert check_movement(movement_of(teams)).valid
    undone(teams, change, before)


def test_a_late_pair_too_late_for_any_seat_is_refused_and_nothing_is_kept(tournament):
    fill_rounds(tournament, 7)
    with pytest.raises(Refused) as refused:
        join_late(tournament=tournament, players=names_of(30), from_round=7)
    assert refused.value.code == "no_empty_place"
    assert tournament.teams.count() == 8
    assert not Change.objects.exists()


def test_a_late_pair_needs_two_new_names(odd):
    for players, code in (
        (("Ана", ""), "two_players"),
        (names_of(0), "team_twice"),
        ((names_of(0)[0], "Нов Играч"), "player_twice"),
    ):
        with pytest.raises(Refused) as refused:
            join_late(tournament=odd, players=players, from_round=2)
        assert refused.value.code == code
    assert odd.teams.count() == 7


# Replacing --------------------------------------------------------------------------------------


def test_others_take_the_number_of_a_pair_that_never_played(tournament):
    before = seen(tournament)
    change = replace_team(team=team_of(tournament, 3), players=names_of(30), from_round=1)
    assert team_of(tournament, 3).name == " – ".join(names_of(30))
    assert tournament.teams.get(name=" – ".join(names_of(2))).number is None
    undone(tournament, change, before)


def test_others_take_over_from_a_pair_that_has_played(tournament):
    fill_rounds(tournament, 2)
    before = seen(tournament)
    change = replace_team(team=team_of(tournament, 3), players=names_of(30), from_round=3)
    new = team_of(tournament, 9)
    assert list(new.seats.order_by("round").values_list("round__number", flat=True)) == [
        3, 4, 5, 6, 7,
    ]  # fmt: skip
    assert team_of(tournament, 3).withdrawn_from == 3
    undone(tournament, change, before)
    with pytest.raises(Refused) as refused:
        replace_team(team=team_of(tournament, 3), players=names_of(31), from_round=2)
    assert refused.value.code == "has_played"


# Substitutes ------------------------------------------------------------------------------------


def test_a_substitute_plays_for_some_rounds_and_the_pair_stays(tournament):
    team = team_of(tournament, 1)
    leaves = team.team_players.get(position=1).player
    before = seen(tournament)
    change = substitute_player(
        team=team, leaves=leaves, comes="Гост Гостев", from_round=2, to_round=3
    )
    guest = Player.objects.get(name="Гост Гостев")
    playing = rounds_of_players(tournament)
    assert [playing.get((number, guest.pk)) for number in range(1, 5)] == [
        None, team.pk, team.pk, None,
    ]  # fmt: skip
    assert [playing.get((number, leaves.pk)) for number in range(1, 5)] == [
        team.pk, None, None, team.pk,
    ]  # fmt: skip
    undone(tournament, change, before)
    assert (2, guest.pk) not in rounds_of_players(tournament)


def test_credit_goes_by_the_rounds_that_were_played(tournament):
    team = team_of(tournament, 1)
    first, second = (row.player for row in team.team_players.order_by("position"))
    substitute_player(team=team, leaves=first, comes="Гост Гостев", from_round=4)
    substitute_player(team=team, leaves=second, comes="Друг Гост", from_round=2, to_round=3)
    assert credited_players([tournament.pk]) == {}
    fill_rounds(tournament, 4)
    guests = [Player.objects.get(name=name).pk for name in ("Гост Гостев", "Друг Гост")]
    parts = [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)]
    expected = dict(zip([first.pk, second.pk, *guests], parts, strict=True))
    assert credited_players([tournament.pk]) == {team.pk: expected}


def test_a_substitute_must_be_free_and_the_player_must_be_there(tournament):
    team, other = team_of(tournament, 1), team_of(tournament, 2)
    leaves = team.team_players.get(position=1).player
    busy = other.team_players.get(position=1).player
    for values, code in (
        ({"comes": busy.name, "from_round": 1}, "plays_elsewhere"),
        ({"comes": "123", "from_round": 1}, "no_letters"),
        ({"comes": "Нов Играч", "from_round": 9}, "no_such_round"),
        ({"comes": "Нов Играч", "from_round": 3, "to_round": 2}, "no_such_round"),
        ({"comes": "Нов Играч", "from_round": 1, "leaves": busy}, "not_playing_there"),
    ):
        with pytest.raises(Refused) as refused:
            substitute_player(**{"team": team, "leaves": leaves, **values})
        assert refused.value.code == code
    assert not Change.objects.exists()


# Looking first ----------------------------------------------------------------------------------


def test_a_preview_says_what_would_happen_and_changes_nothing(tournament):
    fill_rounds(tournament, 2)
    rebuild(tournament)
    before, logged = seen(tournament), LogEntry.objects.count()
    found = preview_of(tournament, lambda: withdraw_team(team=team_of(tournament, 5), from_round=3))
    assert [row.number for row in found.rounds] == [3, 4, 5, 6, 7]
    seats = [(move.team.number, move.after.table) for move in found.rounds[0].seats]
    assert seats == [(6, None)]
    assert [(team.number, *rounds) for team, *rounds in found.leaving] == [(5, 3, 7)]
    assert found.faults == []
    assert seen(tournament) == before
    assert LogEntry.objects.count() == logged
    assert not Change.objects.exists()
