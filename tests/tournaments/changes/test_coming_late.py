import pytest

from tests.builders import fill_rounds, make_drawn, make_tournament, names_of, rebuild
from tests.tournaments.changes.field import resting, team_of, undo_state, undone
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.people import join_late, withdraw_team
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Seat, Tournament
from tournaments.movements import check_movement, howell

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("from_round", [1, 4])
def test_late_pair_fills_empty_place_in_movement(odd, from_round):
    fill_rounds(odd, from_round - 1)
    before = undo_state(odd)
    change = join_late(tournament=odd, players=names_of(30), from_round=from_round)
    full = make_drawn(8, kind="howell", params={"tables": 4}, club=odd.club, name="Full")
    assert movement_of(odd).rounds[from_round - 1 :] == movement_of(full).rounds[from_round - 1 :]
    assert team_of(odd, 8).name == " – ".join(names_of(30))
    assert check_movement(movement_of(odd)).is_valid
    undone(odd, change, before)
    assert not odd.teams.get(name=" – ".join(names_of(30))).is_present


def test_late_pair_fills_place_in_turned_howell():
    """Half and full tables are turned separately; the others keep their directions."""
    params = {"tables": 6, "rounds": 8, "missing": True}
    odd = make_drawn(11, kind="howell", params=params)
    before = movement_of(odd)
    join_late(tournament=odd, players=names_of(30), from_round=3)
    after = movement_of(odd)
    assert check_movement(after).is_valid
    for old, new, planned in zip(
        before.rounds[2:], after.rounds[2:], howell(6, 8).rounds[2:], strict=True
    ):
        assert set(old) < set(new)
        assert [(set(s.entrants), s.board_set) for s in new] == [
            (set(s.entrants), s.board_set) for s in planned
        ]


def test_late_pair_meets_pairs_idle_after_a_withdrawal(tournament):
    fill_rounds(tournament, 2)
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    join_late(tournament=tournament, players=names_of(30), from_round=4)
    assert resting(tournament) == [[], [], [6], [], [], [], []]
    assert check_movement(movement_of(tournament)).is_valid
    met = Seat.objects.filter(sitting__seats__team=team_of(tournament, 9)).exclude(
        team=team_of(tournament, 9)
    )
    assert sorted(met.values_list("team__number", flat=True)) == [1, 3, 7, 8]


def test_withdrawn_pair_can_rejoin(tournament):
    withdraw_team(team=team_of(tournament, 5), from_round=3)
    join_late(tournament=tournament, team=team_of(tournament, 5), from_round=5)
    assert resting(tournament) == [[], [], [6], [1], [], [], []]
    assert team_of(tournament, 5).withdrawn_from is None
    assert check_movement(movement_of(tournament)).is_valid


def boards_of(tournament: Tournament) -> list[tuple[int, int, list[int]]]:
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


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "teams", "params"), FULL_FIELDS)
@pytest.mark.parametrize("from_round", [1, 2, 3])
def test_late_pair_in_full_field_adds_one_rest_per_round(kind, teams, params, from_round):
    cards = "open" if kind == "berger" else "boards"
    values = {"cards": cards, "scoring": "game_points"} if cards == "open" else {}
    full = make_drawn(teams, kind=kind, params=params, **values)
    if cards == "boards":
        fill_rounds(full, from_round - 1)
    before, boards, dealt = undo_state(full), boards_of(full), full.boards.count()
    rounds = full.rounds.count()
    change = join_late(tournament=full, players=names_of(30), from_round=from_round)
    rests = resting(full)
    assert [len(row) for row in rests] == [0] * (from_round - 1) + [1] * (rounds - from_round + 1)
    rested = [number for row in rests for number in row]
    assert len(set(rested) - {9}) == len([number for number in rested if number != 9])
    assert Seat.objects.filter(team=team_of(full, 9), sitting__isnull=False).exists()
    checked = check_movement(movement_of(full))
    assert (checked.is_valid, boards_of(full), full.boards.count()) == (True, boards, dealt)
    undone(full, change, before)


def test_last_in_standings_rests_first_without_rematches(tournament):
    fill_rounds(tournament, 1)
    rebuild(tournament)
    last = tournament.standing_rows.order_by("-position")[0].team.number
    join_late(tournament=tournament, players=names_of(30), from_round=2)
    assert resting(tournament)[1] == [last]
    assert check_movement(movement_of(tournament)).repeats == ()


def test_new_pair_can_be_chosen_to_rest_first(tournament):
    join_late(tournament=tournament, players=names_of(30), from_round=2, first_rest="new")
    assert resting(tournament)[1] == [9]
    assert 9 not in [number for row in resting(tournament)[2:] for number in row]


def test_late_pair_keeps_one_line_in_two_winner_mitchell():
    lines = make_drawn(12, kind="mitchell", params={"tables": 6, "variant": "skip"})
    assert lines.winners == 2
    join_late(tournament=lines, players=names_of(30), from_round=2)
    assert len(set(team_of(lines, 13).seats.exclude(side="").values_list("side", flat=True))) == 1
    assert check_movement(movement_of(lines)).is_valid


def test_late_team_plays_whole_matches():
    teams = make_tournament(unit="team", scoring="imps")
    for number in range(6):
        add_team(tournament=teams, players=[*names_of(2 * number), *names_of(2 * number + 1)])
    draw_tournament(tournament=teams, kind="head_to_head", params={"teams": 6}, by_lot=False)
    teams = publish_draw(tournament=Tournament.objects.get(pk=teams.pk))
    before = undo_state(teams)
    four = [*names_of(30), *names_of(31)]
    change = join_late(tournament=teams, players=four, from_round=2)
    late = team_of(teams, 7)
    assert sorted(late.seats.values_list("round__number", "half")) == [
        (number, half) for number in range(2, 6) for half in (1, 2)
    ]
    assert [len(row) for row in resting(teams)] == [0, 1, 1, 1, 1]
    assert check_movement(movement_of(teams)).is_valid
    undone(teams, change, before)


def test_late_entry_without_free_seat_is_rejected(tournament):
    fill_rounds(tournament, 7)
    with pytest.raises(RuleViolationError) as refused:
        join_late(tournament=tournament, players=names_of(30), from_round=7)
    assert refused.value.code == "no_empty_place"
    assert tournament.teams.count() == 8
    assert not Change.objects.exists()


def test_late_pair_requires_two_new_names(odd):
    for players, code in (
        (("Ана", ""), "two_players"),
        (names_of(0), "team_twice"),
        ((names_of(0)[0], "Нов Играч"), "player_twice"),
    ):
        with pytest.raises(RuleViolationError) as refused:
            join_late(tournament=odd, players=players, from_round=2)
        assert refused.value.code == code
    assert odd.teams.count() == 7
