"""Contests of every movement and method, from the draw to the public page, against plain sums.

Tables enter and confirm, the director corrects and rules; what the public reads afterwards must be
what loops over the same slips give. Only the seats are read from the database.
"""

import random
import re
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.builders import plays_of, rebuild, slip
from tests.tournaments.contests import team
from tests.tournaments.formats import make_field
from tests.tournaments.standings.plain import plain_game_totals, plain_pair_vp, plain_total
from tournaments.models import Result, Tournament
from tournaments.selectors.facts import snapshot_of
from tournaments.services.pairing import draw_next_round, publish_round
from tournaments.services.results import confirm_result, correct_result, enter_result
from tournaments.services.rulings import adjust, rule_result
from tournaments.services.scoring import change_scoring
from tournaments.standings import (
    VP_SCALES,
    Adjustment,
    Average,
    Award,
    BoardResult,
    Entrant,
    Facts,
    Game,
    Kind,
    Lineup,
    Method,
    Per,
    Side,
    Tariff,
)
from tournaments.standings.checking import checked

pytestmark = pytest.mark.django_db

TEAM, PLAYER, OPEN = {"unit": "team", "scoring": "imps"}, {"unit": "player"}, {"cards": "open"}
FORMATS = {
    "mitchell": (8, {"tables": 4}, {}),
    "mitchell with a share": (8, {"tables": 4, "variant": "share"}, {}),
    "mitchell switched": (10, {"tables": 5, "rounds": 4, "arrow_switch": True}, {}),
    "mitchell missing": (9, {"tables": 5, "rounds": 3, "missing": "ew"}, {}),
    "howell": (6, {"tables": 3}, {}),
    "howell missing": (7, {"tables": 4, "rounds": 5, "missing": True}, {}),
    "endless_howell": (8, {"tables": 4}, {}),
    "barometer": (7, {"entrants": 7}, {}),
    "one_table": (2, {"rounds": 2}, {}),
    "pools": (8, {"entrants": 8, "pools": 2, "boards": True}, {}),
    "swiss": (8, {"entrants": 8, "rounds": 3}, {}),
    "danish": (6, {"entrants": 6, "rounds": 3}, {}),
    "random": (6, {"entrants": 6, "rounds": 2}, {}),
    "rainbow": (20, {"tables": 5, "rounds": 2}, PLAYER),
    "whist": (9, {"players": 9, "rounds": 5}, PLAYER),
    "whist of ten": (10, {"players": 10, "rounds": 4}, PLAYER),
    "melee": (11, {"players": 11, "rounds": 3, "seed": 5}, PLAYER),
    "head_to_head": (5, {"teams": 5}, TEAM),
    "american_whist": (5, {"teams": 5}, TEAM),
    "new_england": (4, {"teams": 4}, TEAM),
    "new_england of six": (6, {"teams": 6}, TEAM),
    "triangle": (3, {}, TEAM),
    "swiss of teams": (6, {"entrants": 6, "rounds": 3}, TEAM),
    "berger": (6, {"entrants": 6}, OPEN),
    "round_robin": (5, {"entrants": 5}, OPEN),
    "two_handed": (5, {"players": 5}, {**PLAYER, **OPEN, "variant": "bela2"}),
    "three_handed": (9, {"players": 9, "rounds": 3, "seed": 5},
                     {**PLAYER, **OPEN, "variant": "bela3"}),
}  # fmt: skip
QUICK = {
    "mitchell missing": "matchpoints",
    "howell": "cross_imps",
    "one_table": "butler",
    "swiss": "ascherman",
    "whist of ten": "average_difference",
    "melee": "total_points",
    "american_whist": "imps",
    "new_england": "patton",
    "triangle": "board_a_match",
    "head_to_head": "swing_points",
    "berger": "game_points",
    "two_handed": "wins_then_points",
    "three_handed": "points_then_wins",
}
"""Each method once, and each way of seating people."""
BY_ROUND = ("swiss", "danish", "random")
FIELD = ["matchpoints", "ascherman", "average_difference", "total_points", "butler", "cross_imps"]
BETWEEN_TEAMS = ["imps", "swing_points", "board_a_match", "patton"]
OF_GAMES = ["game_points", "wins_then_points", "points_then_wins"]
POINTS = [50, 62, 74, 83, 90, 98, 110, 120]
"""Of these and of what is left of 162, each rounds by itself to 16 match points together."""


def methods_of(name):
    values = FORMATS[name][2]
    return OF_GAMES if "cards" in values else BETWEEN_TEAMS if values is TEAM else FIELD


@dataclass
class Contest:
    """A tournament of the product beside what was entered, by play."""

    tournament: Tournament
    rng: random.Random
    made: dict
    given: list

    @property
    def for_games(self):
        return self.tournament.cards == Tournament.Cards.OPEN


def contest_of(name, method, scale, rng):
    count, params, values = FORMATS[name]
    kind = name.split(" ")[0]
    game = {"game": {"deals": 8}} if "cards" in values else {}
    tournament = make_field(count, kind, params, **{**values, **game, "scoring": method})
    tournament = change_scoring(
        tournament=tournament, match_scale=scale, tie_breaks=["none"], scoring=method
    )
    return Contest(tournament, rng, {}, [])


def net_of(points, declarer):
    """North–South minus East–West in match points: the declarer needs more than half."""
    side, other = (points, 162 - points) if declarer in "NS" else (162 - points, points)
    ours, theirs = ((side + 4) // 10, (other + 4) // 10) if side > other else (0, 16)
    return ours - theirs if declarer in "NS" else theirs - ours


def by_lot(rng):
    """A slip of a deal with the net that it gives, None for one passed out."""
    if not rng.randrange(10):
        return {"passed_out": True}, None
    points, declarer = rng.choice(POINTS), rng.choice("NWSE")
    return slip(points, rng.choice("CDHS"), declarer), net_of(points, declarer)


def play_round(contest, number):
    """Every board of a round: entered by a table, confirmed by the other side; some ruled upon."""
    for play in plays_of(contest.tournament, sitting__round__number=number):
        if contest.for_games:
            play_game(contest, play)
        else:
            play_board(contest, play)


def agreed(play, written):
    table, side = play.sitting.table, "NS"
    result = enter_result(table=table, play_id=play.pk, slip=written, side=side)
    confirm_result(table=table, play_id=play.pk, side="EW", agrees=True, version=result.version)


def play_game(contest, play):
    places = [seat.place for seat in play.sitting.seats.order_by("place")]
    sides = sorted(places) if len(places) == 3 else ["NS", "EW"]
    points = {side: contest.rng.randrange(0, 40) for side in sides}
    agreed(play, {"game": points})
    contest.made[play] = points


def play_board(contest, play):
    rng = contest.rng
    written, net = by_lot(rng)
    agreed(play, written)
    contest.made[play] = outcome_of(net)
    if not rng.randrange(6):
        written, net = by_lot(rng)
        correct_result(play_id=play.pk, slip=written, reason="misread", actor=None)
        contest.made[play] = outcome_of(net)
    if not rng.randrange(6):
        rule(contest, play)


def outcome_of(net):
    return {"kind": Kind.PASSED_OUT} if net is None else {"kind": Kind.PLAYED, "net": net}


def rule(contest, play):
    rng = contest.rng
    kind = rng.choice([Kind.ADJUSTED, Kind.ADJUSTED, Kind.NOT_PLAYED, Kind.LATE])
    contest.made[play] = {"kind": kind}
    awards = None
    if kind is Kind.ADJUSTED:
        both = awarded(rng), awarded(rng)
        contest.made[play]["awards"] = both
        awards = {side: as_json(award) for side, award in zip(("NS", "EW"), both, strict=True)}
    rule_result(play_id=play.pk, kind=Result.Kind(kind.value), awards=awards, reason="ruled")


def awarded(rng):
    if rng.randrange(2):
        return Award(average=rng.choice(list(Average)))
    return Award(nets=((rng.choice([-16, 0, 4]), Fraction(1, 3)), (8, Fraction(2, 3))))


def as_json(award):
    if award.average:
        return {"average": award.average.value}
    return {"nets": [[net, str(weight)] for net, weight in award.nets]}


def give_and_take(contest):
    """A penalty in the total and, where boards count, one on a board."""
    numbers = list(contest.tournament.teams.values_list("number", flat=True))
    whom = contest.rng.choice(numbers)
    entrant = team(contest.tournament, whom)
    adjust(team=entrant, amount=Fraction(-5, 2), reason="late")
    contest.given.append(Adjustment(whom, Fraction(-5, 2)))
    if not contest.for_games and not contest.tournament.match_scale:
        per_board = {"per": "board", "round_number": 1}
        adjust(team=entrant, amount=Fraction(3), reason="x", **per_board)
        contest.given.append(Adjustment(whom, Fraction(3), Per.BOARD, 1))


def facts_of(contest, scale):
    """What was entered, in the plain form, entrants by number and seats as they were drawn."""
    results, games, lineups = [], [], {}
    for play, made in contest.made.items():
        sitting = play.sitting
        at = sitting.round.number, sitting.table.number
        seats = list(sitting.seats.select_related("team").order_by("pk"))
        if contest.for_games:
            by_side = {s.side if len(made) == 2 else s.place: s.team.number for s in seats}
            games.append(Game(*at, tuple(Side(by_side[s], made[s]) for s in made)))
        else:
            sides = [
                side_of(lineups, tuple(sorted(s.team.number for s in seats if s.side == name)))
                for name in ("NS", "EW")
            ]
            results.append(BoardResult(play.board.number, *at, *sides, **made))
    return Facts(
        Method(contest.tournament.scoring),
        results=tuple(results),
        games=tuple(games),
        entrants=tuple(map(Entrant, contest.tournament.teams.values_list("number", flat=True))),
        lineups=tuple(Lineup(side, people) for people, side in lineups.items()),
        adjustments=tuple(contest.given),
        match=scale,
    )


def side_of(lineups, people):
    """The number of a team, or one below 0 for two players together."""
    return people[0] if len(people) == 1 else lineups.setdefault(people, -1 - len(lineups))


def plainly(facts):
    """Entrant → what it is ranked by, best first: its total, then a second figure."""
    taken = {entrant.id: Fraction(0) for entrant in facts.entrants}
    for each in facts.adjustments:
        taken[each.entrant] += each.amount
    if facts.games:
        totals = plain_game_totals(facts)
        return {e: (total + taken[e], second) for e, (total, second) in totals.items()}
    if facts.match in VP_SCALES.values() and not facts.method.for_teams:
        return {e: (plain_pair_vp(facts, e) + taken[e], 0) for e in taken}
    return {e: (plain_total(facts, e), 0) for e in taken}


def must_be_public(client, contest, facts):
    """The API and the page show these totals and places, each list for itself."""
    expected, code = plainly(facts), contest.tournament.code
    lists = client.get(f"/api/v1/tournaments/{code}/standings/").json()["lists"]
    page = client.get(f"/t/{code}/").content.decode()
    shown = re.findall(r'data-row="(\w+)-(\d+)".*?<span class="place">(\d+)', page)
    seen = []
    for ranking in lists:
        lines = {line["team"]["number"]: line for line in ranking["lines"]}
        seen += lines
        mine = {number: expected[number] for number in lines}
        found = {n: Fraction(line["total"]["exact"]) for n, line in lines.items()}
        assert found == {n: total for n, (total, _second) in mine.items()}
        for number, line in lines.items():
            figure, others = mine[number], list(mine.values())
            assert line["rank"] == 1 + sum(other > figure for other in others)
            assert line["is_tied"] == (others.count(figure) > 1)
        assert [(int(n), int(place)) for section, n, place in shown
                if section == ranking["section"]] == [
            (number, line["rank"]) for number, line in lines.items()
        ]  # fmt: skip
    assert sorted(seen) == sorted(expected)


def scales_of(method, values):
    """What a match may be worth with this method, as it is stored and as it is computed."""
    tariff = {"win": 3, "draw": 1, "loss": 0}
    found = [({}, None)]
    if method in ("butler", "cross_imps") and values == {}:
        found.append(({"vp": "wbf-imps-15"}, VP_SCALES["wbf-imps-15"]))
    if method in ("imps", "swing_points", "board_a_match"):
        found.append(({"vp": "wbf-imps-15"}, VP_SCALES["wbf-imps-15"]))
    if method in ("imps", "swing_points", "board_a_match", "game_points"):
        found.append(({"tariff": tariff}, Tariff(*map(Fraction, tariff.values()))))
    return found


def check_contest(client, name, method, seed):
    rng = random.Random(f"{name} {method} {seed}")
    stored, scale = rng.choice(scales_of(method, FORMATS[name][2]))
    contest = contest_of(name, method, stored, rng)
    tournament = contest.tournament
    by_round = name.split(" ")[0] in BY_ROUND
    for number in range(1, 1 + (tournament.planned_rounds or tournament.rounds.count())):
        if by_round and number > 1:
            draw_next_round(tournament=tournament)
            publish_round(tournament=tournament, number=number)
        play_round(contest, number)
        if rng.randrange(2):
            rebuild(tournament)
    give_and_take(contest)
    contest.tournament = rebuild(tournament)
    facts = facts_of(contest, scale)
    assert snapshot_of(contest.tournament).rounds == contest.tournament.rounds.count()
    checked(snapshot_of(contest.tournament).facts)
    must_be_public(client, contest, checked(facts))


@pytest.mark.parametrize(("name", "method"), QUICK.items())
def test_each_method_in_some_movement(client, name, method):
    check_contest(client, name, method, 1)


def test_every_method_is_tried():
    assert set(QUICK.values()) == {method.value for method in Method}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize(
    ("name", "method"), [(name, method) for name in FORMATS for method in methods_of(name)]
)
def test_each_movement_with_each_method(client, name, method, seed):
    check_contest(client, name, method, seed)
