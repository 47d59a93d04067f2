from fractions import Fraction

import pytest

from tests.builders import fill_rounds, make_drawn, make_tournament, rebuild
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.errors import RuleViolationError
from tournaments.models import StandingRow, Tournament
from tournaments.scoring import Method
from tournaments.standings.previews import preview
from tournaments.standings.services import change_scoring
from tournaments.standings.texts import tie_words
from tournaments.state.scoring import methods_for

pytestmark = pytest.mark.django_db

VALUES = {
    "scoring": "butler", "match_worth": "", "imp_table": "belot", "weight": "board",
    "small_groups": "on", "upgrade_averages": "on", "tie_1": "tops", "tie_2": "lot",
}  # fmt: skip


def test_scoring_methods_depend_on_unit_and_cards():
    assert methods_for("pair", "boards")[0] is Method.MATCHPOINTS
    assert methods_for("player", "boards") == methods_for("pair", "boards")
    assert methods_for("team", "boards") == (
        Method.IMPS, Method.SWING_POINTS, Method.BOARD_A_MATCH, Method.PATTON,
    )  # fmt: skip
    assert methods_for("team", "open") == (
        Method.GAME_POINTS, Method.WINS_THEN_POINTS, Method.POINTS_THEN_WINS,
    )  # fmt: skip


def test_scoring_is_saved_at_once_without_results():
    tournament = make_tournament()
    client = client_of(tournament)
    client.post(address("scoring", tournament), {**VALUES, "clip": "52", "average_imps": "3"})
    tournament.refresh_from_db()
    assert tournament.scoring == "butler"
    assert tournament.tie_breaks == ["tops", "lot"]
    assert tournament.scoring_options == {"clip": 52, "average_imps": 3}
    assert tournament.match_scale == {}
    page = client.get(address("scoring", tournament)).content.decode()
    assert 'value="butler"' in page


def test_custom_tariff_and_tie_breaks_are_stored():
    tournament = make_tournament()
    client = client_of(tournament)
    values = {
        **VALUES,
        "scoring": "matchpoints",
        "match_worth": "tariff",
        "win": "3",
        "draw": "1,5",
    }
    client.post(address("scoring", tournament), {**values, "tie_1": "tops", "tie_2": "direct"})
    tournament.refresh_from_db()
    assert tournament.match_scale == {"tariff": {"win": 3, "draw": "3/2", "loss": 0}}
    assert tournament.tie_breaks == []
    client.post(address("scoring", tournament), {**values, "tie_1": "", "tie_2": ""})
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["none"]


def test_scoring_change_with_results_requires_confirmation():
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    client = client_of(tournament)
    page = client.post(address("scoring", tournament), VALUES).content.decode()
    assert "What the change would do" in page
    tournament.refresh_from_db()
    assert tournament.scoring == "matchpoints"
    sent = {**VALUES, "do": "apply", "expected": str(tournament.facts_version)}
    refused = client.post(address("scoring", tournament), sent)
    assert refused.status_code == 422
    assert "Please give a reason" in refused.content.decode()
    late = {**sent, "reason": "agreed by all", "expected": "1"}
    assert (
        "New results have come in"
        in client.post(address("scoring", tournament), late).content.decode()
    )
    done = client.post(address("scoring", tournament), {**sent, "reason": "agreed by all"})
    assert messages_of(done) == ["Saved. The standings are being updated."]
    tournament.refresh_from_db()
    assert tournament.scoring == "butler"


def test_scoring_preview_equals_later_standings():
    tournament = make_drawn(8)
    fill_rounds(tournament, 2)
    tournament = rebuild(tournament)
    before = tournament.facts_version
    effect = preview(
        tournament,
        lambda: change_scoring(tournament=tournament, scoring="total_points", reason="?"),
    )
    tournament.refresh_from_db()
    assert (tournament.scoring, tournament.facts_version) == ("matchpoints", before)
    change_scoring(tournament=tournament, scoring="total_points", reason="agreed")
    rebuild(tournament)
    stored = StandingRow.objects.filter(tournament=tournament).order_by("position")
    assert [row.entrant for row in effect.after.rows] == [row.team_id for row in stored]
    assert [str(row.total) for row in effect.after.rows] == [row.figure for row in stored]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"scoring": "imps"}, "scoring_unfit"),
        ({"tie_breaks": ["tops", "tops"]}, "tie_break_twice"),
        ({"tie_breaks": ["luck"]}, "bad_tie_break"),
        ({"match_scale": {"vp": "wbf-20"}}, "bad_scale"),
        ({"scoring_options": {"clip": 0}}, "bad_options"),
        ({"scoring_options": {"imp_table": "chess"}}, "bad_options"),
        ({"carry": "full"}, "no_stage_before"),
    ],
)
def test_unsuitable_scoring_is_rejected(values, code):
    with pytest.raises(RuleViolationError) as refused:
        change_scoring(tournament=make_tournament(), **values)
    assert refused.value.code == code


def test_rules_page_shows_tie_breaks_and_vp_scale(client):
    tournament = make_drawn(4)
    change_scoring(
        tournament=tournament, tie_breaks=["tops", "lot"], match_scale={"vp": "wbf-points-60"}
    )
    page = client.get(f"/en/t/{tournament.code}/rules/").content.decode()
    assert page.index("tops") < page.index("drawn from the seed of the tournament")
    assert "20 are shared after each match" in page


def test_copied_tournament_keeps_scoring_details():
    model = make_tournament()
    change_scoring(
        tournament=model, tie_breaks=["lot"], match_scale={"vp": "wbf-points-60"},
        scoring_options={"clip": 52},
    )  # fmt: skip
    model.refresh_from_db()
    values = {"club": model.club, "name": "Next week", "like": model}
    again = make_tournament(**values)
    assert (again.tie_breaks, again.match_scale) == (["lot"], {"vp": "wbf-points-60"})
    assert again.scoring_options == {"clip": 52}
    other = make_tournament(**{**values, "name": "Other", "scoring": "butler"})
    assert (other.tie_breaks, other.match_scale) == ([], {})


def test_open_play_tie_breaks_mention_games_not_boards():
    tournament = make_tournament(cards="open", game={"deals": 12}, scoring="game_points")
    page = client_of(tournament).get(address("scoring", tournament)).content.decode()
    assert '<option value="count_back">games won</option>' in page
    assert "boards won" not in page
    assert tie_words(("count_back", Fraction(3)), tournament) == "tied; decided by games won (3)"
    assert (
        "boards won"
        in client_of(make_tournament(tournament.club, name="Boards"))
        .get(address("scoring", Tournament.objects.get(name="Boards")))
        .content.decode()
    )
