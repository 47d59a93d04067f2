"""Each number links to its explanation, which reveals only public data."""

from fractions import Fraction

import pytest
from django.urls import reverse

from tests.builders import fill_rounds, make_drawn, plays_of, rebuild
from tests.shared_rows import built_once
from tests.tournaments.contests import make_contest, score, sit, team
from tournaments.events.append import record_general_change
from tournaments.models import Result, Tournament
from tournaments.public.selectors.why import why_board, why_team
from tournaments.rulings.services.rulings import adjust, rule_result
from tournaments.scoring.explain import ScoreOrigin

pytestmark = pytest.mark.django_db


def finished(tournament):
    tournament.state = Tournament.State.FINISHED
    tournament.save()
    return rebuild(tournament)


def why_address(tournament, play, side="ns"):
    return reverse("tournament_why_board", args=[tournament.code, play.pk, side])


@built_once
def example():
    """Nets of duplicate.md 4: 10 6 6 −2 −26 6 10."""
    tournament = make_contest(14, 1, scoring="matchpoints")
    plays = []
    for table, net in enumerate((10, 6, 6, -2, -26, 6, 10), 1):
        [play] = sit(tournament, 1, table, [2 * table - 1], [2 * table], [1])
        score(play, net)
        plays.append(play)
    return finished(tournament), plays


def test_why_board_counts_better_equal_and_worse_results(example, client):
    tournament, plays = example
    reason = why_board(tournament, plays[0].pk, "ns").reason
    assert (reason.how, reason.more, reason.same, reason.fewer) == (ScoreOrigin.COMPARED, 0, 1, 5)
    assert (reason.score, reason.top) == (11, 12)
    page = client.get(why_address(tournament, plays[0])).content.decode()
    assert "Compared with 6 other results: 0 better, 1 equal, 5 worse." in page
    assert "That makes 11 of 12 points." in page
    assert "91.67" in page
    other = client.get(why_address(tournament, plays[4], "ew")).content.decode()
    assert "0 better, 0 equal, 6 worse" in other


def test_why_board_names_team_and_opponents_per_side(example):
    tournament, plays = example
    ns, ew = (why_board(tournament, plays[2].pk, side) for side in ("ns", "ew"))
    assert (ns.team, ns.opponents) == (ew.opponents, ew.team)
    assert (ns.team.number, ns.opponents.number) == (5, 6)


def test_why_page_shows_formula_for_board_with_few_results(client):
    tournament = make_contest(10, 2, scoring="matchpoints")
    plays = []
    for table, net in enumerate((10, 6, 4, 2, 0), 1):
        on = [1, 2] if table <= 3 else [1]
        plays.append(sit(tournament, 1, table, [2 * table - 1], [2 * table], on))
        for play in plays[-1]:
            score(play, net)
    page = client.get(why_address(finished(tournament), plays[0][1])).content.decode()
    assert "This board has 3 results, others have 5; here alone it would be 4 of 4 points." in page
    assert "(4 + 1) × 5 ÷ 3 − 1." in page
    assert "those of both sides of a table add up to 100" in page


@pytest.mark.parametrize(
    ("scoring", "words"),
    [
        ("butler", "The datum (average of all results on this board, from this side) is <b>+5</b>"),
        ("cross_imps", "Compared with 6 other results"),
        ("total_points", "The difference itself is what the board is worth."),
    ],
)
def test_why_page_explains_each_scoring_method(example, client, scoring, words):
    tournament, plays = example
    Tournament.objects.filter(pk=tournament.pk).update(scoring=scoring)
    record_general_change(tournament.pk)
    assert words in client.get(why_address(tournament, plays[0])).content.decode()


def test_why_page_of_unfinished_board_returns_404(client):
    tournament = make_drawn(8)
    play = plays_of(tournament, sitting__round__number=1)[0]
    score(play, 10)
    assert client.get(why_address(tournament, play)).status_code == 404
    assert client.get(why_address(tournament, play, "north")).status_code == 404


def test_why_page_names_ruling_and_only_public_reasons(example, client):
    tournament, plays = example
    awards = {"NS": {"average": "plus"}, "EW": {"nets": [[10, "2/3"], [-4, "1/3"]]}}
    for is_public in (True, False):
        rule_result(
            play_id=plays[0].pk, kind=Result.Kind.ADJUSTED, awards=awards, reason="a revoke",
            is_public=is_public,
        )  # fmt: skip
        page = client.get(why_address(tournament, plays[0])).content.decode()
        assert "The director gave average plus" in page
        assert ("a revoke" in page) is is_public
    page = client.get(why_address(tournament, plays[0], "ew")).content.decode()
    assert "The director assigned +10 × 2/3, −4 × 1/3" in page


def test_why_team_lists_adjustments_without_private_reasons(client):
    tournament = make_drawn(4, boards_per_round=1)
    fill_rounds(tournament, 3)
    first = team(tournament, 1)
    adjust(team=first, amount=Fraction(-2), reason="came late")
    adjust(team=first, amount=Fraction(1), reason="private matter", is_public=False)
    tournament = rebuild(tournament)
    why = why_team(tournament, 1)
    assert [each.reason for each in why.adjustments] == ["came late", ""]
    assert why.reason.row.total == why.reason.row.score - 1
    address = reverse("tournament_why_team", args=[tournament.code, 1])
    page = client.get(address).content.decode()
    assert "came late" in page
    assert "private matter" not in page
    assert "director&#x27;s ruling" in page or "director's ruling" in page


def test_why_team_names_the_deciding_tie_break(client):
    """All North–South pairs have 50 %: two had a top each, two none."""
    tournament = make_contest(8, 2, scoring="matchpoints")
    for number, nets in ((1, (10, 0, 0, -10)), (2, (-10, 0, 0, 10))):
        for table, net in enumerate(nets, 1):
            [play] = sit(tournament, number, table, [2 * table - 1], [2 * table], [number])
            score(play, net)
    tournament = finished(tournament)
    why = why_team(tournament, 1)
    assert (why.ties[0][0].tie_break, why.ties[0][0].value) == ("tops", 1)
    page = client.get(reverse("tournament_why_team", args=[tournament.code, 1])).content.decode()
    assert "Tie-break" in page
    assert "tops" in page
    standings = client.get(f"/en/t/{tournament.code}/").content.decode()
    assert f"/en/t/{tournament.code}/team/1/why/" in standings
