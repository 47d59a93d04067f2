"""Printed cases of the rules for more games, by the naive rules and the engine.

A case: tricks (with last ten), declarations (or roem) and belote, takers first; then both
scores.
"""

import pytest

from games.belot import score
from tests.games.belot.other_games.games_in_words import GAMES
from tests.games.belot.other_games.naive_melds import roem_of
from tests.games.belot.other_games.naive_writing import settle
from tests.games.belot.other_games.switches_of_the_text import RULES

CASES = {
    "contrée: 110 made": ("contree_ffb", "110H", 0, (113, 49), {}, (220, 50)),
    "Cannes: 100 made": ("contree_cannes", "100H", 0, (104, 58), {}, (200, 60)),
    "89 for 90 is down": ("contree_ffb", "90H", 0, (89, 73), {}, (0, 250)),
    "a belote helps": ("contree_ffb", "80H", 0, (62, 100), {"belote": (20, 0)}, (160, 100)),
    "120 lost under contra": ("contree_ffb", "120H", 1, (80, 82), {}, (0, 560)),
    "the same in Cannes": ("contree_cannes", "120H", 1, (80, 82), {}, (0, 400)),
    "capot": ("contree_ffb", "*H", 0, (162, 0), {"belote": (20, 0)}, (520, 0)),
    "capot, recontra": ("contree_ffb", "*H", 2, (162, 0), {"belote": (20, 0)}, (2020, 0)),
    "a tierce helps": ("coinche_ffb", "100H", 0, (83, 79), {"declared": (20, 0)}, (200, 80)),
    "less than the defence": ("coinche_ffb", "80H", 0, (62, 100), {"belote": (20, 0)}, (20, 240)),
    "110 no-trumps": ("coinche_ffb", "110NT", 0, (120, 42), {}, (230, 40)),
    "80 spades": ("coinche_ffb", "80S", 0, (152, 10), {"belote": (20, 0)}, (250, 10)),
    "130 spades": ("coinche_ffb", "130S", 0, (152, 10), {"belote": (20, 0)}, (300, 10)),
    "French, 81 all": ("french_ffb", "H", 0, (81, 81), {}, (0, 81)),
    "French, 91 all": ("french_ffb", "H", 0, (71, 91), {"belote": (20, 0)}, (0, 91)),
    "French, belote kept": ("french_ffb", "H", 0, (60, 102), {"belote": (20, 0)}, (20, 162)),
    "French, nothing taken": ("french_ffb", "H", 0, (0, 162), {}, (0, 252)),
    "hearts 11": (
        "bazar_blot",
        "11H",
        0,
        (106, 56),
        {"belote": (20, 0), "declared": (0, 50)},
        (24, 11),
    ),
    "hearts 11, lost": ("bazar_blot", "11H", 0, (100, 62), {"declared": (0, 50)}, (0, 32)),
    "hearts 11, lost with a belote": (
        "bazar_blot",
        "11H",
        0,
        (80, 82),
        {"belote": (20, 0), "declared": (0, 50)},
        (0, 32),
    ),
    "no-trumps 11, lost": ("bazar_blot", "11NT", 0, (100, 62), {"declared": (0, 50)}, (0, 43)),
    "spades 26": ("bazar_blot", "26S", 0, (50, 112), {"declared": (250, 0)}, (56, 11)),
    "27 capot, a trick lost": (
        "bazar_blot",
        "27S*",
        0,
        (50, 112),
        {"declared": (250, 0)},
        (0, 43),
    ),
    "102 of 202": ("klaverjas_rotterdam", "H", 0, (82, 80), {"declared": (20, 20)}, (102, 100)),
    "101 of 202": ("klaverjas_rotterdam", "H", 0, (81, 81), {"declared": (20, 20)}, (0, 202)),
    "pit": ("klaverjas_amsterdam", "H", 0, (162, 0), {"declared": (20, 0)}, (282, 0)),
    "no pit for the defence": (
        "klaverjas_amsterdam",
        "H",
        0,
        (0, 162),
        {"declared": (0, 40)},
        (0, 202),
    ),
    "82 without roem": ("klaverjas_amsterdam", "H", 0, (82, 80), {}, (82, 80)),
    "maker has more": ("klaberjass2", "H", 0, (55, 50), {}, (55, 50)),
    "maker has less": ("klaberjass2", "H", 0, (55, 70), {}, (0, 125)),
    "hokm 86 to 76": ("baloot", "H", 0, (86, 76), {}, (8, 8)),
    "sun 67 to 63 and a sira": ("baloot", "NT", 0, (67, 63), {"declared": (0, 20)}, (0, 30)),
    "sun 67 to 63": ("baloot", "NT", 0, (67, 63), {}, (14, 12)),
    "hokm under contra with a belote": ("baloot", "H", 1, (90, 72), {"belote": (20, 0)}, (34, 0)),
    "hokm, all tricks": ("baloot", "H", 0, (162, 0), {}, (25, 0)),
    "sun, all tricks": ("baloot", "NT", 0, (130, 0), {}, (44, 0)),
}
KNOWN = [case for case in CASES if CASES[case][0] in RULES]
HANGING = {"French, 81 all": 81, "French, 91 all": 91}


def parts_of(call):
    contract = call.strip("*0123456789")
    number = call.strip("*CDHSNTA")
    return contract, int(number) if number else None, "*" in call


def naive_score(name, call, contra, points, more):
    """Naive result of a case; takers are the first side."""
    contract, number, capot = parts_of(call)
    sides = ("NS", "EW") if len(GAMES[name]["seats"]) == 4 else ("N", "S")
    both = {"declared": (0, 0), "belote": (0, 0)} | more
    deal = {
        "contract": contract,
        "contra": contra,
        "number": number,
        "capot_bid": capot,
        "takers": sides[0],
        "defence": sides[1],
        "points": dict(zip(sides, points, strict=True)),
        "tricks": {side: int(own > 0) for side, own in zip(sides, points, strict=True)},
        "declarations": dict(zip(sides, both["declared"], strict=True)),
        "belote": dict(zip(sides, both["belote"], strict=True)),
    }
    settle(GAMES[name], deal)
    return tuple(deal["score"][side] for side in sides), deal["hanging"]


@pytest.mark.parametrize("case", CASES)
def test_naive_score_matches_printed_cases(case):
    *given, written = CASES[case]
    assert naive_score(*given) == (written, HANGING.get(case, 0))


@pytest.mark.parametrize("case", KNOWN)
def test_engine_score_matches_printed_cases(case):
    name, call, contra, points, more, written = CASES[case]
    contract, number, capot = parts_of(call)
    sides = ("NS", "EW") if len(GAMES[name]["seats"]) == 4 else ("N", "S")
    both = {"declared": (0, 0), "belote": (0, 0)} | more
    announced = [sum(own) for own in zip(both["declared"], both["belote"], strict=True)]
    slip = {
        "variant": RULES[name],
        "contract": contract,
        "declarer": "N",
        "contra": contra,
        "points": dict(zip(sides, points, strict=True)),
        "announced": dict(zip(sides, announced, strict=True)),
    }
    if any(announced) and GAMES[name]["announced"] != "roem":
        slip["belote"] = dict(zip(sides, both["belote"], strict=True))
    if 0 in points:
        slip["capot"] = sides[points.index(0) - 1]
    if number or capot:
        ten = 10 if name == "bazar_blot" else 1
        slip["bid"] = ten * number if number else GAMES[name]["capot is"]
    if capot:
        slip["capot_bid"] = True
    result = score(slip)
    assert "error" not in result, result
    assert tuple(result["score"][side] for side in sides) == written
    assert result["hanging"] == HANGING.get(case, 0)


@pytest.mark.parametrize(
    ("cards", "trump", "roem"),
    [
        ("HK HQ HJ H7", "H", 40),
        ("HK HQ HJ H7", "S", 20),
        ("HA HK HQ S7", "H", 40),
        ("HJ HT HQ HK", "H", 70),
        ("HJ HT HQ HK", "C", 50),
        ("H9 S9 C9 D9", "H", 100),
        ("H7 S8 H9 HT", "H", 0),
        ("SK HA SQ D7", "S", 20),
    ],
)
def test_roem_of_a_trick_matches_the_rules(cards, trump, roem):
    for name in ("klaverjas_rotterdam", "klaverjas_amsterdam"):
        assert roem_of(cards.split(), trump, GAMES[name]) == roem


def test_four_jacks_are_worth_more_in_amsterdam():
    jacks = ["CJ", "DJ", "HJ", "SJ"]
    assert roem_of(jacks, "H", GAMES["klaverjas_rotterdam"]) == 100
    assert roem_of(jacks, "H", GAMES["klaverjas_amsterdam"]) == 200
