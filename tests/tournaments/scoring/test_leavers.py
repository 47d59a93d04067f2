from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.scoring import (
    BoardResult,
    Bye,
    Entrant,
    Facts,
    Game,
    GameSide,
    IncrementalStandings,
    Lineup,
    Method,
    ResultKind,
    TieBreak,
    compute_standings,
    facts_from_json,
    leavers_to_annul,
)
from tournaments.scoring.serialization import facts_to_json, rename_entrants


def games(text):
    results = []
    for at, word in enumerate(text.split(), 1):
        number, met = word.split(":")
        a, b = map(int, met.split("-"))
        results.append(Game(int(number), at, (GameSide(a, 100), GameSide(b, 60))))
    return tuple(results)


def league(text, size=5, **options):
    entrants = tuple(map(Entrant, range(1, size + 1)))
    return Facts(Method.GAME_POINTS, games=games(text), entrants=entrants, **options)


@pytest.mark.parametrize(
    ("text", "left", "groups", "annulled"),
    [
        ("1:1-2 1:3-4", [5], [range(1, 6)], (5,)),
        ("1:1-5 1:3-4", [5], [range(1, 6)], (5,)),
        ("1:1-5 2:2-5 1:3-4", [5], [range(1, 6)], ()),
        ("1:1-5 2:1-5", [5], [range(1, 6)], (5,)),
        ("1:1-5 2:2-5 3:3-5", [5], [range(1, 6)], ()),
        ("1:1-5 2:2-5 3:3-4", [4, 5], [range(1, 6)], (4,)),
        ("1:1-2", [], [range(1, 6)], ()),
        # only a group's own members count
        ("1:1-5 1:2-4", [5], [[1, 3, 5], [2, 4]], ()),
        ("1:2-5 1:2-4", [5], [[1, 3, 5], [2, 4]], (5,)),
        ("1:1-5", [5], [[5]], ()),
        ("1:1-5", [5], [[1, 5]], ()),
    ],
)
def test_leaver_who_met_less_than_half_is_annulled(text, left, groups, annulled):
    assert leavers_to_annul(league(text), left, groups) == annulled


@pytest.mark.parametrize(
    ("text", "size", "rounds", "annulled"),
    [
        # Twice all against all: 4 plays 6 matches.
        ("1:1-4 2:2-4", 4, 6, (4,)),
        ("1:1-4 2:2-4 3:3-4", 4, 6, ()),
        ("1:1-4 4:1-4 5:2-4", 4, 6, ()),
        # An odd field of 5 rests twice in 10 rounds: 8 matches each.
        ("1:1-5 2:2-5 3:3-5", 5, 10, (5,)),
        ("1:1-5 2:2-5 3:3-5 4:4-5", 5, 10, ()),
        # An evening of 3 rounds for 8: 3 matches each.
        ("1:1-8", 8, 3, (8,)),
        ("1:1-8 2:2-8", 8, 3, ()),
    ],
)
def test_leaver_threshold_is_half_of_all_planned_matches(text, size, rounds, annulled):
    facts = league(text, size)
    assert leavers_to_annul(facts, [size], [range(1, size + 1)], rounds) == annulled


@pytest.mark.parametrize(
    ("kind", "annulled"),
    [
        (ResultKind.PLAYED, ()),
        (ResultKind.PASSED_OUT, ()),
        (ResultKind.NOT_PLAYED, (3,)),
        (ResultKind.LATE, (3,)),
    ],
)
def test_unplayed_match_does_not_count_as_met(kind, annulled):
    net = 4 if kind is ResultKind.PLAYED else None
    facts = Facts(Method.TOTAL_POINTS, (BoardResult(1, 1, 1, 1, 3, net, kind=kind),))
    assert leavers_to_annul(facts, [3], [[1, 2, 3]]) == annulled


def test_player_has_met_every_player_of_the_other_side():
    lineups = (Lineup(-1, (1, 2)), Lineup(-2, (3, 4)))
    facts = Facts(Method.TOTAL_POINTS, (BoardResult(1, 1, 1, -1, -2, 4),), lineups=lineups)
    assert leavers_to_annul(facts, [3], [range(1, 5)]) == ()
    assert leavers_to_annul(facts, [3], [range(1, 7)]) == (3,)


WITH_LEAVER = "1:1-5 1:2-3 2:2-4 2:3-1 3:1-4"


def test_matches_of_an_annulled_leaver_do_not_count():
    facts = league(WITH_LEAVER, tie_breaks=(TieBreak.POINTS_FOR,), byes=(Bye(5, 2), Bye(4, 1)))
    rows = compute_standings(replace(facts, annulled=(5,)))
    without = replace(facts, games=facts.games[1:], byes=(Bye(4, 1),))
    assert rows == compute_standings(without)
    assert (rows.row(5).rank, rows.row(5).rounds, rows.row(1).total) == (5, (), Fraction(2))


def test_incremental_standings_reinstate_or_annul_a_leaver():
    facts = league(WITH_LEAVER, annulled=(5,))
    running = IncrementalStandings(replace(facts, games=()))
    for game in facts.games:
        running.change(games=[game])
    assert running.standings() == compute_standings(facts)
    running.change(gone=[facts.games[0].where])
    assert running.standings() == compute_standings(facts)


def test_annulled_leavers_survive_json_and_renaming():
    facts = league(WITH_LEAVER, annulled=(5,))
    assert facts_from_json(facts_to_json(facts)) == facts
    assert rename_entrants(facts, {5: 50}).annulled == (50,)
