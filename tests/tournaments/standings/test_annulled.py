import pytest

from tests.builders import rebuild
from tests.tournaments.contests import team
from tests.tournaments.formats import better_wins, make_field
from tournaments.changes.services.people import withdraw_team
from tournaments.models import StandingRow
from tournaments.standings.services import change_scoring

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("annuls", "leaves", "kept"),
    [(True, 2, False), (True, 4, True), (False, 2, True)],
)
def test_early_withdrawal_is_annulled_if_the_option_is_set(annuls, leaves, kept):
    options = {"annul_leavers": True} if annuls else {}
    tournament = make_field(
        6, "round_robin", {"entrants": 6}, scoring="total_points", boards_per_round=1
    )
    tariff = {"tariff": {"win": 2, "draw": 1, "loss": 0}}
    change_scoring(tournament=tournament, match_scale=tariff, scoring_options=options)
    for number in range(1, leaves):
        better_wins(tournament, number)
    withdraw_team(team=team(tournament, 6), from_round=leaves, reason="ill")
    for number in range(leaves, 6):
        better_wins(tournament, number)
    rebuild(tournament)
    row = StandingRow.objects.get(team=team(tournament, 6))
    assert (row.boards > 0) == kept
    wins = StandingRow.objects.get(team=team(tournament, 1)).figure
    assert wins == str(2 * (4 + (kept and has_met(tournament))))


def has_met(tournament):
    """Whether 1 played against 6 before 6 left."""
    own_tables = tournament.teams.get(number=1).seats.values("sitting")
    shared = tournament.teams.get(number=6).seats.filter(sitting__in=own_tables)
    return shared.exclude(sitting=None).exists()
