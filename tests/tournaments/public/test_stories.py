import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import gettext, override

from games.languages import LANGUAGES
from tests.builders import (
    fill_rounds,
    make_club,
    make_drawn,
    plays_of,
    rebuild,
    slip,
)
from tests.markup import one_line
from tests.shared_rows import built_once, clear_versioned_caches
from tests.tournaments.contests import make_contest, score, sit
from tests.tournaments.formats import better_wins, make_field, play_on
from tests.tournaments.public.stories import over
from tournaments.models import Play, Tournament
from tournaments.public.selectors.stories import Story, is_against_leader, largest_rises, story_of
from tournaments.public.selectors.versions import corrections_since_end
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.state.official import make_official
from tournaments.templatetags.stories import board_title, board_words, path_words, winner_words

pytestmark = pytest.mark.django_db
TEAM = {"unit": "team", "scoring": "imps"}
PLAYER = {"unit": "player"}


def three_rounds(nets: Any = ((10, 4), (-20, 6), (30, -8)), **values: Any) -> Tournament:
    """Four pairs, two tables, a board a round: 1–2 3–4, 3–1 4–2, 1–4 2–3."""
    tournament = make_contest(4, 3, **values)
    seats = [((1, 2), (3, 4)), ((3, 1), (4, 2)), ((1, 4), (2, 3))]
    for number, (tables, results) in enumerate(zip(seats, nets, strict=True), 1):
        for table, ((ns, ew), net) in enumerate(zip(tables, results, strict=True), 1):
            [play] = sit(tournament, number, table, [ns], [ew], [number])
            score(play, net)
    return over(tournament)


def told(tournament: Tournament) -> Story:
    story = story_of(tournament)
    assert story is not None
    return story


@pytest.mark.parametrize(
    ("places", "opponent", "expected"),
    [
        ({1: (2, 1), 2: (1, 2), 3: (3, 3)}, 2, True),
        ({1: (2, 1), 2: (1, 2), 3: (3, 3)}, 3, False),  # met another team
        ({1: (1, 1), 2: (2, 2), 3: (3, 3)}, 2, False),  # led before as well
        ({1: (2, 1), 2: (1, 2), 3: (1, 3)}, 2, False),  # two led together
        ({1: (2, 1), 2: (1,), 3: (3, 3)}, 2, False),  # the leader left
    ],
)
def test_only_a_sole_leader_counts_as_beaten(places, opponent, expected):
    lines = [SimpleNamespace(team=SimpleNamespace(id=id), places=at) for id, at in places.items()]
    against = {1: "NS", opponent: "EW"}
    results = [SimpleNamespace(round=2, side_of=lambda team: against.get(team, ""))]
    ranking = SimpleNamespace(lines=lines)
    assert is_against_leader(ranking, lines[0], 2, results) is expected
    earlier = [SimpleNamespace(round=1, side_of=results[0].side_of)]
    assert not is_against_leader(ranking, lines[0], 2, earlier)


def page(tournament: Tournament, query: str = "", language: str = "en") -> str:
    answer = Client().get(f"/{language}/t/{tournament.code}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@built_once
def tournament() -> Tournament:
    return three_rounds()


def test_winner_story_covers_places_last_round_and_margin(tournament):
    story = told(tournament)
    [winner] = story.winners
    assert winner.line is not None
    assert winner.runner_up is not None
    assert [(line.team.number, line.places) for line in winner.ranking.lines] == [
        (1, (1, 1, 1)),
        (4, (1, 1, 2)),
        (3, (3, 3, 3)),
        (2, (3, 3, 4)),
    ]
    assert winner_words(winner, tournament) == (
        "In the lead after every round. The last round was worth 100.00%. Team 4 in "
        "second place, 33.33% behind."
    )


def test_story_does_not_exist_before_the_end():
    tournament = make_drawn(6)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    assert story_of(tournament) is None
    answer = Client().get(f"/en/t/{tournament.code}/story/")
    assert answer.status_code == 404
    assert "This tournament is not over yet" in answer.content.decode()
    assert "/story/" not in Client().get(f"/en/t/{tournament.code}/").content.decode()


def test_tied_winners_share_the_podium_without_a_path_sentence():
    tournament = three_rounds(((0, 0), (0, 0), (0, 0)))
    [winner] = told(tournament).winners
    assert (winner.line, winner.runner_up) == (None, None)
    assert winner_words(winner, tournament) == ""
    shown = page(tournament)
    assert "Shared first place" in shown
    assert shown.count("story-block-1") == 4
    assert "The deciding boards" not in shown


def test_deciding_boards_favour_late_rounds_at_most_two_each():
    tournament = make_drawn(8)
    fill_rounds(tournament, 7)
    tournament = rebuild(finish_tournament(tournament=tournament))
    story = told(tournament)
    [winner] = story.winners
    weights = [abs(each.figure - each.theirs) * (7 + each.row.round) for each in story.boards]
    assert len(weights) == 4
    assert weights == sorted(weights, reverse=True)
    assert max(Counter(each.row.round for each in story.boards).values()) <= 2
    for each in story.boards:
        assert each.row.side_of(winner.firsts[0].team.id) == each.side
        assert len(each.others) == 3
        assert each.net == each.score[0] - each.score[1]


def test_deciding_board_names_other_tables_and_runner_up(tournament):
    story = told(tournament)
    second = story.winners[0].runner_up
    assert second is not None
    [board] = story.boards
    assert (board.row.board, board.score, board.figure, board.theirs) == (3, (30, 0), 100, 0)
    assert (board.others, board.better_than, board.worse_than) == ((-8,), 1, 0)
    assert board_title(board, second) == "First against second"
    assert board_words(board, second, tournament) == (
        "Round 3, against Team 4. No other table did as well."
    )


def test_deciding_board_says_when_runner_up_did_better(tournament):
    story = told(tournament)
    second = story.winners[0].runner_up
    assert second is not None
    board = replace(
        story.boards[0], figure=Fraction(25), theirs=Fraction(75), others=(40, 40), have_met=False
    )
    assert board_title(board, second) == "Better for Team 4"
    assert board_words(board, second, Tournament(scoring="matchpoints")) == (
        "Round 3, against Team 4. Every other table did better. Team 4: 75.0%."
    )


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((1, 1, True), "In the lead after every round."),
        ((1, 1, False), "In the lead after the first round and before the last."),
        ((1, 4, False), "In the lead after the first round, in place 4 before the last."),
        ((5, 1, False), "In place 5 after the first round, in the lead before the last."),
        ((17, 3, False), "In place 17 after the first round, in place 3 before the last."),
    ],
)
def test_path_words_depend_on_places(places, words):
    assert path_words(*places) == words


def test_story_chart_highlights_team_and_compared_team(tournament):
    usual, picked = page(tournament), page(tournament, "?team=2&with=3")
    assert usual.count('class="is-followed"') == picked.count('class="is-followed"') == 1
    assert "place-mark-beside" not in usual
    assert picked.count("place-mark-beside") == 3
    assert '<option value="2" selected>' in picked
    plain, unknown = (
        page(tournament, f"?{query}fragment=story") for query in ("", "team=77&with=x&")
    )
    assert unknown == plain


@pytest.mark.parametrize("language", ["bg", "fr", "hr", "nl"])
def test_story_is_translated_in_each_language(language, tournament):
    shown = page(tournament, language=language)
    for words in ("In the lead", "brought", "behind", "The best", "No other", "Compare with"):
        assert words not in shown
    with override(language):
        assert winner_words(told(tournament).winners[0], tournament) in shown


@pytest.mark.parametrize(("language", "space"), [("en", ""), ("nl", ""), ("fr", "\u00a0")])
def test_story_percentages_use_the_language_format(
    language: str, space: str, tournament: Tournament
) -> None:
    shown = page(tournament, language=language)
    figures = re.findall(r'class="story-board-figure">\s*<b>([^<]*)</b>', shown)
    assert figures
    assert all(re.fullmatch(rf"\d+([.,]\d)?{space}%", figure) for figure in figures)


KINDS: dict[str, Any] = {
    "two lists": (8, "mitchell", {"tables": 4}, {"winners": 2}),
    "teams": (4, "head_to_head", {"teams": 4}, TEAM),
    "individuals": (8, "melee", {"players": 8, "rounds": 3}, PLAYER),
    "Swiss": (8, "swiss", {"rounds": 3}, {}),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_movement_kind_has_a_story(kind):
    entrants, name, params, values = KINDS[kind]
    tournament = make_field(entrants, name, params, **values)
    if tournament.planned_rounds:
        play_on(tournament, 3)
    else:
        for number in range(1, tournament.rounds.count() + 1):
            better_wins(tournament, number)
    tournament = rebuild(finish_tournament(tournament=tournament, anyway=True))
    shown = page(tournament)
    assert shown.count('class="story-band"') == len(told(tournament).winners)
    assert ("The deciding boards" in shown) == bool(told(tournament).boards)
    if kind == "teams":
        assert told(tournament).boards == ()


def test_knockout_story_shows_winner_and_bracket_link():
    tournament = make_field(4, "single_elimination", {"entrants": 4}, scoring="total_points")
    play_on(tournament, 2)
    tournament = rebuild(finish_tournament(tournament=tournament))
    story = told(tournament)
    assert not story.has_ways
    assert story.winners[0].firsts[0].team.number == 1
    shown = page(tournament)
    assert "The way through the bracket" in shown
    assert "Place after each round" not in shown


def test_open_play_story_has_no_boards():
    tournament = make_field(6, "berger", {"entrants": 6}, cards="open", scoring="wins_then_points")
    for play in plays_of(tournament):
        slip = {"game": {"NS": 1200 + play.pk % 7, "EW": 800}}
        correct_result(play_id=play.pk, slip=slip, reason="paper", actor=None)
    tournament = rebuild(finish_tournament(tournament=tournament))
    shown = page(tournament)
    assert told(tournament).boards == ()
    body = shown[shown.index("story-band") :]
    assert not re.search(r"\bboards?\b", body[: body.index("<footer")])


def corrected_after_the_end(**values: Any) -> tuple[Tournament, Play]:
    tournament = make_drawn(6, **values)
    fill_rounds(tournament, 5)
    rebuild(finish_tournament(tournament=tournament))
    play = plays_of(tournament, sitting__round__number=2)[0]
    net = play.current.net if play.current else 0
    correct_result(play_id=play.pk, slip=slip(10 if net > 0 else 150), reason="said", actor=None)
    return rebuild(tournament), play


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_story_lists_corrections_after_the_end_with_effects(
    language: str, tournament: Tournament
) -> None:
    assert 'id="corrected"' not in page(tournament, language=language)
    tournament, play = corrected_after_the_end(club=make_club("Corrected"))
    [line] = corrections_since_end(tournament)
    shown = page(tournament, language=language)
    told = one_line(shown[shown.index('id="corrected"') :].split("</div>")[0])
    with override(language):
        assert escape(gettext("Corrected after the end:")) in told
        where = {"board": play.board.number, "table": play.sitting.table.number}
        assert gettext("board %(board)s, table %(table)s") % where in told
    address = f"/{language}/t/{tournament.code}/standings/{line.number}/"
    assert f'href="{address}#changes"' in told
    assert 'id="changes"' in Client().get(address).content.decode()
    official = make_official(tournament=tournament)
    clear_versioned_caches()
    with override(language):
        sure = gettext("The standings were provisional until %(time)s.").partition("%")[0]
    assert sure in page(official, language=language)


def test_corrections_before_reopening_are_not_listed() -> None:
    tournament, _play = corrected_after_the_end()
    assert len(corrections_since_end(tournament)) == 1
    rebuild(reopen_tournament(tournament=tournament))
    assert corrections_since_end(tournament) == ()
    rebuild(finish_tournament(tournament=tournament))
    assert corrections_since_end(tournament) == ()


def line_at(*places: int) -> Any:
    return SimpleNamespace(places=places, rank=places[-1])


def risen(*lines: Any, rounds: int = 4) -> list[tuple[int, int]]:
    standings: Any = SimpleNamespace(rounds=rounds, lines=lines)
    return [(each.before, each.places) for each in largest_rises(standings)]


def test_largest_rise_counts_places_gained_since_half_time() -> None:
    first, fallen, risen_late = line_at(9, 1, 1, 1), line_at(1, 2, 9, 9), line_at(2, 9, 9, 3)
    assert risen(first, fallen, risen_late) == [(9, 6)]
    assert risen(first, fallen, risen_late, line_at(3, 8, 9, 2)) == [(9, 6), (8, 6)]
    assert risen(*[line_at(3, 8, 9, 2)] * 4) == []
    assert risen(line_at(1, 2, 2, 1)) == []
    assert risen(line_at(9, 9, 1), rounds=3) == []
    assert risen(line_at(9, 1), line_at(8, 8, 8, 5)) == [(8, 3)]


def test_story_honours_show_best_round_and_largest_rise() -> None:
    tournament = make_drawn(8)
    fill_rounds(tournament, 7)
    tournament = rebuild(finish_tournament(tournament=tournament))
    story = told(tournament)
    shown = " ".join(page(tournament).split())
    card = shown[shown.index('id="honours-head"') :].split("</section>")[0]
    assert card.count("Best round") == len(story.top_rounds) > 0
    assert card.count("Largest rise") == len(story.rises)
    for each in story.rises:
        places = f"from place {each.before} after round 3 to place {each.line.rank}"
        assert places in card
