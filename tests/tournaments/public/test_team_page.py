import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter_and_confirm, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.markup import one_line
from tests.shared_rows import built_once
from tests.tournaments.formats import make_field
from tournaments.models import Tournament
from tournaments.public.selectors.careers import Career, career_of
from tournaments.public.selectors.summaries import BoardStatistics, summary_of
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def career(tournament: Tournament, number: int) -> Career:
    found = career_of(tournament, number)
    assert found is not None
    return found


def page_of(tournament: Tournament, number: int) -> str:
    path = reverse("tournament_team", args=[tournament.code, number])
    return one_line(Client().get(path).content.decode())


def two_rounds(**values: Any) -> Tournament:
    tournament = make_drawn(6, **values)
    fill_rounds(tournament, 2)
    return rebuild(tournament)


@built_once
def tournament() -> Tournament:
    return two_rounds()


def test_career_round_has_opponents_figure_and_place(tournament: Tournament) -> None:
    found = career(tournament, 2)
    assert found.line is not None
    first, second, *rest = found.rounds
    assert (first.figure, second.figure) == found.line.results
    assert (first.place, second.place) == found.line.places
    assert {(part.figure, part.place) for part in rest} == {(None, None)}
    assert first.opponents == first.boards[0].opponents
    assert found.best_round in (first, second)
    assert found.best_round is not None
    assert found.best_round.figure == max(first.figure or 0, second.figure or 0)
    html = page_of(tournament, 2)
    assert html.count('class="round-row"') == 5
    assert html.count("place after it") == 2
    assert html.count('class="team-board"') == 4
    assert html.count('class="is-open"') == 3


def test_team_of_four_round_lists_both_tables_separately() -> None:
    tournament = make_field(4, "head_to_head", {"teams": 4}, unit="team", scoring="imps")
    first = career(tournament, 1).rounds[0]
    assert [len(sitting.boards) for sitting in first.sittings] == [2, 2]
    assert {sitting.first.side for sitting in first.sittings} == {"NS", "EW"}
    assert len({sitting.first.table for sitting in first.sittings}) == 2
    assert first.opponents is not None


def test_summary_averages_declared_and_defended_boards() -> None:
    tournament = make_drawn(4)
    plays = plays_of(tournament, sitting__round__number=1)
    for play in plays:
        points = 98 if play.sitting.table.number == 1 else 62
        enter_and_confirm(play, slip=slip(points, declarer="S"))
    rebuild(tournament)
    made, lost = (
        {seat.side: seat.team.number for seat in play.sitting.seats.all()}
        for play in plays
        if play.order == 1
    )
    summary = summary_of(career(tournament, made["NS"]), tournament)
    assert summary.declaring == BoardStatistics(2, Fraction(100), 2, 0)
    assert (summary.defending, summary.tops, summary.above, summary.counted) == (None, 2, 2, 2)
    theirs = summary_of(career(tournament, lost["EW"]), tournament)
    assert theirs.defending == BoardStatistics(2, Fraction(100), 0, 2)
    assert (theirs.declaring, theirs.tops) == (None, 2)
    worst = summary_of(career(tournament, made["EW"]), tournament)
    assert (worst.defending, worst.tops, worst.above) == (
        BoardStatistics(2, Fraction(0), 2, 0),
        0,
        0,
    )


def test_summary_lists_opponents_best_round_first(tournament: Tournament) -> None:
    found = career(tournament, 1)
    met = summary_of(found, tournament).met
    assert len(met) == 2
    assert met[0].figure >= met[1].figure
    assert {each.round for each in met} == {1, 2}
    assert summary_of(found, tournament).limit == 40


def test_summary_is_empty_before_a_board_is_over() -> None:
    tournament = make_drawn(6)
    summary = summary_of(career(tournament, 1), tournament)
    assert (summary.declaring, summary.defending, summary.met, summary.counted) == (
        None, None, (), 0,
    )  # fmt: skip
    html = page_of(tournament, 1)
    assert "team-short" not in html
    assert "team-opponents" not in html
    assert "The best round first." not in html


def evening(rounds: int) -> Tournament:
    tournament = make_drawn(rounds + 1, boards_per_round=1)
    fill_rounds(tournament, rounds)
    return rebuild(finish_tournament(tournament=tournament))


def test_late_rounds_of_long_evening_fold_behind_a_link() -> None:
    tournament = evening(7)
    html = page_of(tournament, 1)
    assert re.findall(r'id="round-(\d)" class="is-far"', html) == ["5", "6", "7"]
    assert 'href="?rounds=all#round-5"> Show rounds 5 to 7 </a>' in html
    path = reverse("tournament_team", args=[tournament.code, 1])
    whole = one_line(Client().get(path, {"rounds": "all"}).content.decode())
    assert "is-far" not in whole
    assert "Show rounds" not in whole
    beside = one_line(Client().get(path, {"with": "2"}).content.decode())
    assert 'href="?rounds=all&amp;with=2#round-5"' in beside


def test_early_rounds_fold_in_play_but_never_a_single_one() -> None:
    tournament = make_drawn(8, boards_per_round=1)
    for played, far in ((4, None), (5, (1, 2)), (6, (1, 3))):
        fill_rounds(tournament, played)
        found = career(rebuild(tournament), 1)
        assert found.far_rounds(is_over=False) == far
    assert career(tournament, 1).far_rounds(is_over=True) == (5, 7)


def test_short_evening_folds_no_rounds() -> None:
    assert career(evening(5), 1).far_rounds(is_over=True) is None


def test_team_page_tabs_are_outside_the_replaced_region(tournament: Tournament) -> None:
    html = page_of(tournament, 1)
    tabs = html.index('<fieldset class="team-tabs')
    assert html.count("data-region", 0, tabs) == 1
    assert html.index("</fieldset>", tabs) < html.index('id="live-main"')
    assert re.findall(r'name="part" value="(\w+)"', html) == ["boards", "short", "met", "take"]
