from fractions import Fraction

import pytest

from tests.builders import fill_rounds, make_drawn, rebuild
from tests.tournaments.contests import make_contest, score, sit, team
from tests.tournaments.manage import address, client_of
from tournaments.models import Tournament
from tournaments.rulings.services.rulings import adjust
from tournaments.standings.selectors import standings_of
from tournaments.standings.texts import tie_words
from tournaments.templatetags.contest import board_figure, figure, unit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("values", "value", "written", "name"),
    [
        ({"scoring": "matchpoints"}, Fraction(200, 3), "66.67", "%"),
        ({"scoring": "average_difference"}, Fraction(5, 2), "+2.50", "points"),
        ({"scoring": "total_points"}, Fraction(-12), "−12", "points"),
        ({"scoring": "cross_imps"}, Fraction(7), "+7.00", "IMP"),
        ({"scoring": "butler"}, Fraction(7), "+7", "IMP"),
        ({"scoring": "imps", "match_scale": {"vp": "wbf-imps-15"}}, Fraction(12), "12.00", "VP"),
        ({"scoring": "board_a_match"}, Fraction(7), "7", "points"),
        ({"scoring": "wins_then_points"}, Fraction(7, 2), "3.5", "wins"),
        ({"scoring": "points_then_wins"}, Fraction(4046), "4046", "points"),
        ({"scoring": "game_points", "match_scale": {"tariff": {"win": 3}}}, Fraction(9), "9",
         "points"),
    ],
)  # fmt: skip
def test_figures_use_the_unit_of_the_scoring(values, value, written, name):
    tournament = Tournament(**values)
    assert figure(value, tournament) == written
    assert unit(tournament) == name


def test_board_figure_keeps_its_unit_under_victory_points():
    tournament = Tournament(scoring="matchpoints", match_scale={"vp": "wbf-points-60"})
    assert board_figure(Fraction(200, 3), tournament, 1) == "66.7"
    assert figure(Fraction(21, 2), tournament) == "10.50"


def test_tie_words_name_the_deciding_tie_break():
    assert tie_words(("tops", Fraction(3)), Tournament()) == "tied; decided by tops (3)"
    assert tie_words(("lot", Fraction(-1)), Tournament()) == "tied; decided by lot"
    assert tie_words(None, Tournament()) == ""


def test_boards_per_pair_shows_a_range_after_sit_outs(client):
    tournament = make_drawn(5, boards_per_round=4)
    fill_rounds(tournament, 1)
    assert standings_of(rebuild(tournament)).fewest == 4
    assert "4 boards a pair" in client.get(f"/en/t/{tournament.code}/").content.decode()
    fill_rounds(tournament, 2)
    found = standings_of(rebuild(tournament))
    assert (found.fewest, found.boards) == (4, 8)
    assert "4–8 boards each" in client.get(f"/en/t/{tournament.code}/").content.decode()


def test_tied_teams_share_a_range_of_places():
    tournament = make_contest(8, 1)
    for table, net in enumerate((10, 10, -4, -4), 1):
        [play] = sit(tournament, 1, table, [2 * table - 1], [2 * table], [1])
        score(play, net)
    [ranking] = standings_of(rebuild(tournament)).lists
    assert [(line.rank, line.until) for line in ranking.lines] == [(1, 4)] * 4 + [(5, 8)] * 4


def test_rulings_column_appears_only_with_rulings(client):
    tournament = make_drawn(8)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    assert ">Rulings<" not in client.get(f"/en/t/{tournament.code}/").content.decode()
    adjust(team=team(tournament, 3), amount=Fraction(-5), reason="late")
    rebuild(tournament)
    page = client.get(f"/en/t/{tournament.code}/").content.decode()
    assert ">Rulings<" in page
    assert "Carried over" not in page


def test_category_teams_are_ranked_within_the_category(client):
    tournament = make_drawn(8)
    tournament.teams.filter(number__in=[2, 5, 7]).update(category="Juniors")
    fill_rounds(tournament, 2)
    tournament = rebuild(tournament)
    whole = standings_of(tournament)
    juniors = whole.of("Juniors")
    assert whole.categories == ("Juniors",)
    assert juniors.lines[0].rank == 1
    order = [line.team.number for line in whole.lines if line.team.number in (2, 5, 7)]
    assert [line.team.number for line in juniors.lines] == order
    [(name, lines)] = whole.strata
    assert (name, [line.team.number for line in lines]) == ("Juniors", order)
    front = client.get(f"/en/t/{tournament.code}/").content.decode()
    assert front.index('id="strata"') < front.index('<a href="?category=Juniors">Juniors</a>')
    page = client.get(f"/en/t/{tournament.code}/?category=Juniors").content.decode()
    assert 'id="strata"' not in page
    assert page.count('data-row="all-') == 3
    assert (
        client.get(f"/en/t/{tournament.code}/?category=Nobody")
        .content.decode()
        .count('data-row="all-')
        == 8
    )


def test_matches_page_lists_the_result_of_each_team_match(client):
    tournament = make_contest(2, 1, unit="team", scoring="imps", match_scale={"vp": "wbf-imps-15"})
    plays = sit(tournament, 1, 1, [1], [2], [1, 2], match=1)
    plays += sit(tournament, 1, 2, [2], [1], [1, 2], halves=(2, 2), match=1)
    for play, net in zip(plays, [20, 0, 0, 0], strict=True):
        score(play, net)
    rebuild(tournament)
    page = client.get(f"/en/t/{tournament.code}/matches/").content.decode()
    assert "Team 1" in page
    assert ">6<" in page.replace("\n", "").replace(" ", "")
    standings = client.get(f"/en/t/{tournament.code}/").content.decode()
    assert "All matches" in standings
    assert "2 boards each" in standings
    assert "boards a pair" not in standings


@pytest.mark.parametrize(
    ("language", "heading"),
    [("bg", "Категории"), ("fr", "Catégories"), ("hr", "Kategorije"), ("nl", "Categorieën")],
)
def test_category_leaders_are_shown_in_page_language(client, language, heading):
    tournament = make_drawn(8)
    director = client_of(tournament)
    teams = {team.number: str(team.pk) for team in tournament.teams.all()}
    wanted = {"1": "Юноши", "4": "  Юноши ", "6": "Смесени & <b>"}
    sent = {pk: wanted.get(str(number), "") for number, pk in teams.items()}
    sent |= {f"initial-{pk}": "" for pk in teams.values()}
    director.post(address("categories", tournament), sent)
    assert list(
        tournament.teams.exclude(category="").order_by("number").values_list("number", "category")
    ) == [(1, "Юноши"), (4, "Юноши"), (6, "Смесени & <b>")]
    fill_rounds(tournament, 2)
    rebuild(tournament)
    page = client.get(f"/{language}/t/{tournament.code}/").content.decode()
    below = page[page.index('id="strata"') :]
    assert heading in below[:200]
    assert below.count("?category=") >= 2
    assert "Смесени &amp; &lt;b&gt;" in below
    assert "<b>" not in below.split("</section>")[0].replace("<b ", "")


def test_standings_csv_has_a_rulings_column(client):
    tournament = make_drawn(4)
    fill_rounds(tournament, 1)
    adjust(team=team(tournament, 3), amount=Fraction(-5), reason="late")
    rebuild(tournament)
    lines = client.get(f"/en/t/{tournament.code}/standings.csv").content.decode().splitlines()
    assert lines[0].endswith("Round 1,Rulings,Total %")
    assert sum("-5.00" in line for line in lines) == 1


def test_print_and_api_use_the_same_units():
    tournament = make_drawn(4, scoring="butler")
    fill_rounds(tournament, 1)
    rebuild(tournament)
    client = client_of(tournament)
    assert "IMP" in client.get(address("print_sheets", tournament, "standings")).content.decode()
    data = client.get(f"/api/v1/tournaments/{tournament.code}/standings/").json()
    line = data["lists"][0]["lines"][0]
    assert line["total"] == line["score"]
    assert line["adjusted"] == {"exact": "0", "value": 0.0}
