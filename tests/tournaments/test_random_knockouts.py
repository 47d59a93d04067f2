import random
import re
from typing import Any

import pytest
from django.test import Client

from tests.builders import rebuild
from tests.markup import one_line
from tests.tournaments.formats import resting_in
from tests.tournaments.plain_brackets import PlainBracket
from tests.tournaments.plain_totals import matches_of
from tests.tournaments.random_forms import BETWEEN_TEAMS, FIELD, TEAM
from tests.tournaments.random_play import Contest, contest_of, correct, play_round
from tests.tournaments.random_sheets import check_standings, sheet_of
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Round, Sitting

pytestmark = pytest.mark.django_db

Pair = frozenset[int]
MATCH = re.compile(r'<li class="bracket-match[^"]*">(.*?)</li>', re.DOTALL)
SIDE = re.compile(r'class="bracket-side(?:( is-winner)| is-loser)?"\s+data-team="(\d+)"')
QUICK = [
    (7, "total_points", {"third_place": True}),
    (5, "cross_imps", {"consolation": True}),
    (4, "patton", {"third_place": True}),
    (3, "board_a_match", {}),
    (5, "total_points", {"best_of": 3}),
    (4, "total_points", {"best_of": 3, "consolation": True}),
    (4, "cross_imps", {"best_of": 5, "third_place": True}),
]
METHODS = [*FIELD, *BETWEEN_TEAMS]


class KnockOut:
    def __init__(self, contest: Contest, entrants: int, params: dict[str, Any]) -> None:
        self.contest = contest
        self.best_of = int(params.get("best_of", 1))
        seeds = range(1, entrants + 1)
        self.main = PlainBracket(seeds, bool(params.get("third_place")), self.best_of)
        self.has_consolation = bool(params.get("consolation"))
        self.brackets = [self.main]
        self.said: dict[tuple[int, Pair], int] = {}
        self.open: list[tuple[int, Pair]] = []
        self.ever: list[tuple[int, Pair, PlainBracket, int]] = []

    def seat(self, row: Round) -> None:
        """Check that all who can play are seated and the others still in rest."""
        pairs = {pair: sitting.match for sitting in row.sittings.all()
                 for pair in [pair_of(sitting)]}  # fmt: skip
        ready = {pair: (each, at) for each in self.brackets for pair, at in each.ready().items()}
        assert set(pairs) == set(ready)
        playing = {one for pair in pairs for one in pair}
        alive = {
            one for each in self.brackets for one in each.seeds if each.places().get(one, 1) == 1
        }
        assert set(resting_in(row)) == alive - playing
        for pair, (each, at) in ready.items():
            each.met.add(at)
            each.legs.setdefault(at, {})[row.number] = None
            self.ever.append((row.number, pair, each, at))

    def results(self) -> None:
        """Winners of matches that no draw depends on yet, by plain sums.

        An earlier match that a correction has tied keeps its winner, but must be decided.
        """
        matches = {
            (match.round, frozenset(one for side in match.sides for one in side)): match
            for match in matches_of(sheet_of(self.contest))
        }
        self.open = []
        for number, pair, each, at in self.ever:
            match = matches.get((number, pair))
            winner = (match.winner if match else None) or self.said.get((number, pair))
            if winner is None:
                self.open.append((number, pair))
            each.legs[at][number] = winner
        for _number, _pair, each, at in self.ever:
            if not each.is_fixed(at) and not self.is_drawn_on(each, at):
                each.won.pop(at, None)
                if has_won := each.has_won(at):
                    each.won[at] = has_won

    def is_drawn_on(self, bracket: PlainBracket, at: int) -> bool:
        """Whether a match's loser was drawn into the consolation, so that it is fixed."""
        drawn = [each for each in self.brackets[1:] if each.met]
        return bracket is self.main and any(
            bracket.who(("loser", at)) in each.seeds for each in drawn
        )

    def decide(self, row: Round) -> int:
        """Decide each tied match; return how many there were."""
        open_ones = self.open
        if open_ones:
            with pytest.raises(RuleViolationError) as caught:
                draw_next_round(tournament=self.contest.tournament)
            assert caught.value.code == "tied_matches"
        for number, pair in open_ones:
            winner = self.contest.rng.choice(sorted(pair))
            sitting = next(
                each for each in Sitting.objects.filter(round__number=number,
                                                        round__tournament=row.tournament)
                if pair_of(each) == pair
            )  # fmt: skip
            assert sitting.match is not None
            decide_match(
                tournament=row.tournament, number=number, match=sitting.match, winner=winner
            )
            self.said[number, pair] = winner
        self.results()
        return len(open_ones)

    def begin_consolation(self) -> None:
        losers = self.main.first_losers()
        if self.has_consolation and len(self.brackets) == 1 and losers and len(losers) > 1:
            self.brackets.append(PlainBracket(losers, best_of=self.best_of))

    def must_be_public(self, client: Client) -> None:
        page = one_line(
            client.get(f"/en/t/{self.contest.tournament.code}/bracket/").content.decode()
        )
        shown = [SIDE.findall(match) for match in MATCH.findall(page)]
        found = {
            (frozenset(int(team) for _won, team in sides),
             next((int(team) for won, team in sides if won), None))
            for sides in shown if len(sides) == 2
        }  # fmt: skip
        assert (
            found
            == {(pair, each.won.get(at)) for _number, pair, each, at in self.ever} | self.to_come()
        )
        states = brackets_of(self.contest.tournament)
        assert [dict(state.placed) for state in states] == [each.places() for each in self.brackets]

    def to_come(self) -> set[tuple[Pair, int | None]]:
        return {(pair, None) for each in self.brackets for pair in each.ready()}


def pair_of(sitting: Sitting) -> Pair:
    return frozenset(sitting.seats.values_list("team__number", flat=True))


def check_knockout(
    client: Client, entrants: int, method: str, params: dict[str, Any], seed: int
) -> int:
    """Play a knock-out to its end; return how many ties were decided."""
    rng = random.Random(f"knock-out {entrants} {method} {sorted(params)} {seed}")
    values = TEAM if method in BETWEEN_TEAMS else {}
    form = (entrants, {"entrants": entrants, **params}, {**values, "boards_per_round": 1})
    contest = contest_of("single_elimination", form, method, {}, rng)
    tournament, ties = contest.tournament, 0
    knockout = KnockOut(contest, entrants, params)
    row = tournament.rounds.get()
    while True:
        knockout.seat(row)
        play_round(contest, row.number)
        if row.number > 1 and not rng.randrange(3):
            correct(contest, rng.choice(sorted(contest.made, key=lambda play: play.pk)))
        knockout.results()
        ties += knockout.decide(row)
        knockout.begin_consolation()
        contest.tournament = rebuild(tournament)
        knockout.must_be_public(client)
        check_standings(client, contest, order=knockout.main.order())
        if all(each.places().get(each.who(("winner", each.stages[-1][0])) or 0) == 1
               and not each.ready() for each in knockout.brackets):  # fmt: skip
            break
        draw_next_round(tournament=tournament)
        row = publish_round(tournament=tournament, number=row.number + 1)
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament)
    assert caught.value.code == "decided"
    return ties


@pytest.mark.sample
@pytest.mark.parametrize(("entrants", "method", "params"), QUICK)
def test_knockout_bracket_equals_the_manual_calculation(client, entrants, method, params):
    check_knockout(client, entrants, method, params, 1)


def test_director_decides_tied_knockout_matches(client):
    assert check_knockout(client, 4, "board_a_match", {}, 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "params", [{}, {"third_place": True}, {"consolation": True}, {"best_of": 3}]
)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("entrants", range(2, 10))
def test_knockouts_are_correct_for_every_size_and_method(client, entrants, method, params):
    check_knockout(client, entrants, method, params, random.getrandbits(32))
