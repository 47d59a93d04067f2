from fractions import Fraction

import pytest

from tests.builders import fill_rounds, names_of, rebuild
from tests.tournaments.changes.field import team_of, undo_state, undone
from tournaments.changes.services.people import replace_team, substitute_player, withdraw_team
from tournaments.changes.services.preview import preview_of
from tournaments.entries.selectors.lineups import credited_players, rounds_of_players
from tournaments.errors import RuleViolationError
from tournaments.models import Change, LogEntry, Player

pytestmark = pytest.mark.django_db


def test_replacement_of_unplayed_pair_takes_its_number(tournament):
    before = undo_state(tournament)
    change = replace_team(team=team_of(tournament, 3), players=names_of(30), from_round=1)
    assert team_of(tournament, 3).name == " – ".join(names_of(30))
    assert tournament.teams.get(name=" – ".join(names_of(2))).number is None
    undone(tournament, change, before)


def test_replacement_of_played_pair_gets_new_number(tournament):
    fill_rounds(tournament, 2)
    before = undo_state(tournament)
    change = replace_team(team=team_of(tournament, 3), players=names_of(30), from_round=3)
    new = team_of(tournament, 9)
    assert list(new.seats.order_by("round").values_list("round__number", flat=True)) == [
        3, 4, 5, 6, 7,
    ]  # fmt: skip
    assert team_of(tournament, 3).withdrawn_from == 3
    undone(tournament, change, before)
    with pytest.raises(RuleViolationError) as refused:
        replace_team(team=team_of(tournament, 3), players=names_of(31), from_round=2)
    assert refused.value.code == "has_played"


def test_substitute_plays_only_given_rounds(tournament):
    team = team_of(tournament, 1)
    leaves = team.team_players.get(position=1).player
    before = undo_state(tournament)
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


@pytest.mark.sql
def test_player_credit_is_share_of_rounds_played(tournament):
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


def test_invalid_substitution_is_rejected(tournament):
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
        with pytest.raises(RuleViolationError) as refused:
            substitute_player(**{"team": team, "leaves": leaves, **values})
        assert refused.value.code == code
    assert not Change.objects.exists()


def test_preview_describes_change_without_storing_it(tournament):
    fill_rounds(tournament, 2)
    rebuild(tournament)
    before, logged = undo_state(tournament), LogEntry.objects.count()
    found = preview_of(tournament, lambda: withdraw_team(team=team_of(tournament, 5), from_round=3))
    assert [row.number for row in found.rounds] == [3, 4, 5, 6, 7]
    seats = [(move.team.number, move.after.table) for move in found.rounds[0].seats]
    assert seats == [(6, None)]
    assert [(team.number, *rounds) for team, *rounds in found.leaving] == [(5, 3, 7)]
    assert found.faults == []
    assert undo_state(tournament) == before
    assert LogEntry.objects.count() == logged
    assert not Change.objects.exists()
