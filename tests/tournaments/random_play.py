"""Random contests: entries, confirmations, corrections, rulings, split boards.

Entries are recorded next to the tournament, for plain sums.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import prefetch_related_objects

from tests.builders import enter_slips, plays_of, slip
from tests.tournaments.contests import team
from tests.tournaments.formats import make_field
from tests.tournaments.random_forms import Form
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.models import Adjustment as Row
from tournaments.models import Play, Result, Tournament
from tournaments.results.services.results import confirm_result, correct_result, enter_result
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import adjust, rule_result
from tournaments.scoring import Adjustment, AdjustmentLevel, Average, Award, ResultKind
from tournaments.standings.services import change_scoring
from tournaments.state.formats import is_drawn_by_round

Outcome = dict[str, Any]
POINTS = [50, 62, 74, 83, 90, 98, 110, 120]
"""Each and its remainder of 162 round to 16 match points together."""


@dataclass
class Contest:
    """Tournament with what was entered, by play.

    ``given`` has adjustments by row; ``cards`` the group of tables with other cards of a
    board; ``left`` the first round without an entrant.
    """

    tournament: Tournament
    rng: random.Random
    made: dict[Play, Outcome] = field(default_factory=dict)
    given: dict[int, Adjustment] = field(default_factory=dict)
    cards: dict[Play, int] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)

    @property
    def for_games(self) -> bool:
        return self.tournament.cards == Tournament.Cards.OPEN


def contest_of(
    kind: str, form: Form, method: str, scale: Mapping[str, Any], rng: random.Random, **more: Any
) -> Contest:
    """Published contest that leaves ties; ``more`` is about its scoring."""
    count, params, values = form
    game = {"game": {"deals": 8}} if "cards" in values else {}
    tournament = make_field(count, kind, params, **{**values, **game, "scoring": method})
    tournament = change_scoring(
        tournament=tournament, match_scale=dict(scale), tie_breaks=["none"], scoring=method, **more
    )
    return Contest(tournament, rng)


def net_of(points: int, declarer: str) -> int:
    """North–South minus East–West in match points; the declarer needs more than half."""
    side, other = (points, 162 - points) if declarer in "NS" else (162 - points, points)
    ours, theirs = ((side + 4) // 10, (other + 4) // 10) if side > other else (0, 16)
    return ours - theirs if declarer in "NS" else theirs - ours


def random_result(rng: random.Random) -> tuple[dict[str, Any], Outcome]:
    if not rng.randrange(10):
        return {"passed_out": True}, {"kind": ResultKind.PASSED_OUT}
    points, declarer = rng.choice(POINTS), rng.choice("NWSE")
    outcome = {"kind": ResultKind.PLAYED, "net": net_of(points, declarer)}
    return slip(points, rng.choice("CDHS"), declarer), outcome


def play_round(contest: Contest, number: int, *, by_tables: bool = False) -> None:
    plays = plays_of(contest.tournament, sitting__round__number=number)
    prefetch_related_objects(plays, "sitting__round", "sitting__table")
    made = [game_by_lot(contest, play) if contest.for_games else random_result(contest.rng)
            for play in plays]  # fmt: skip
    slips = [written for written, _outcome in made]
    if by_tables:
        for play, written in zip(plays, slips, strict=True):
            agreed(play, written)
    else:
        enter_slips(contest.tournament, plays, slips)
    contest.made |= {play: outcome for play, (_slip, outcome) in zip(plays, made, strict=True)}
    for play in [] if contest.for_games else plays:
        correct_some(contest, play)


def agreed(play: Play, written: dict[str, Any]) -> None:
    table, side = play.sitting.table, "NS"
    result = enter_result(table=table, play_id=play.pk, slip=written, side=side).result
    confirm_result(table=table, play_id=play.pk, side="EW", agrees=True, version=result.version)


def game_by_lot(contest: Contest, play: Play) -> tuple[dict[str, Any], Outcome]:
    places = sorted(play.sitting.seats.values_list("place", flat=True))
    sides = places if len(places) == 3 else ["NS", "EW"]
    points = {side: contest.rng.randrange(0, 40) for side in sides}
    return {"game": points}, points


def correct_some(contest: Contest, play: Play) -> None:
    if not contest.rng.randrange(6):
        correct(contest, play)
    if not contest.rng.randrange(6):
        rule(contest, play)


def correct(contest: Contest, play: Play, *, late: bool = False) -> None:
    if contest.for_games:
        points = {side: contest.rng.randrange(0, 40) for side in contest.made[play]}
        correct_result(
            play_id=play.pk, slip={"game": points}, reason="misread", actor=None, late=late
        )
        contest.made[play] = points
        return
    written, outcome = random_result(contest.rng)
    correct_result(play_id=play.pk, slip=written, reason="misread", actor=None, late=late)
    contest.made[play] = outcome


def rule(contest: Contest, play: Play, *, late: bool = False, last: bool = False) -> None:
    """Random ruling; with ``last`` none that leaves the board to be played later."""
    rng = contest.rng
    kinds = [ResultKind.ADJUSTED, ResultKind.ADJUSTED, ResultKind.NOT_PLAYED, ResultKind.LATE]
    kind = rng.choice(kinds[:3] if last else kinds)
    made: Outcome = {"kind": kind}
    awards = None
    if kind is ResultKind.ADJUSTED:
        both = awarded(rng), awarded(rng)
        made["awards"] = both
        awards = {side: as_json(award) for side, award in zip(("NS", "EW"), both, strict=True)}
    rule_result(
        play_id=play.pk, kind=Result.Kind(kind.value), awards=awards, reason="ruled", late=late
    )
    contest.made[play] = made


def awarded(rng: random.Random) -> Award:
    if rng.randrange(2):
        return Award(average=rng.choice(list(Average)))
    return Award(nets=((rng.choice([-16, 0, 4]), Fraction(1, 3)), (8, Fraction(2, 3))))


def as_json(award: Award) -> dict[str, Any]:
    if award.average:
        return {"average": award.average.value}
    return {"nets": [[net, str(weight)] for net, weight in award.nets]}


def foul(contest: Contest, number: int, *, late: bool = False) -> None:
    """Randomly split a board's tables by cards, or join them again."""
    rng, board = contest.rng, contest.tournament.boards.get(number=number)
    plays = plays_of(contest.tournament, board=board)
    before = {play.pk: contest.cards[play] for play in plays if play in contest.cards}
    most = rng.choice([1, 1, 2, 4])
    groups = {play: rng.randrange(most + 1) for play in plays if rng.randrange(2)}
    if not rng.randrange(5):
        groups = {}
    wanted = {play.pk: group for play, group in groups.items() if group}
    if wanted == before:
        return
    split_board(
        board=board,
        groups={play.pk: group for play, group in groups.items()},
        reason="a card in the wrong pocket",
        late=late,
    )
    for play in plays:
        contest.cards.pop(play, None)
    contest.cards |= {play: group for play, group in groups.items() if group}


def give_and_take(contest: Contest) -> None:
    numbers = list(contest.tournament.teams.values_list("number", flat=True))
    whom = contest.rng.choice(numbers)
    add_adjustment(contest, Adjustment(whom, Fraction(-5, 2)))
    if not contest.for_games and not contest.tournament.match_scale:
        add_adjustment(contest, Adjustment(whom, Fraction(3), AdjustmentLevel.BOARD, 1))


def add_adjustment(contest: Contest, wish: Adjustment, *, late: bool = False) -> None:
    row = adjust(
        team=team(contest.tournament, wish.entrant),
        amount=wish.amount,
        reason="x",
        per=Row.Per(wish.per.value),
        round_number=wish.round,
        late=late,
    )
    contest.given[row.pk] = wish


def play_on(
    contest: Contest,
    between: Callable[[int], object] = lambda _number: None,
    drawn: Callable[[int], object] = lambda _number: None,
    *,
    by_tables: bool = False,
) -> None:
    """Play all rounds, drawing each in time.

    Calls ``drawn`` before and ``between`` after each.
    """
    tournament = contest.tournament
    for number in range(1, 1 + (tournament.planned_rounds or tournament.rounds.count())):
        if number > 1 and is_drawn_by_round(tournament):
            draw_next_round(tournament=tournament)
            publish_round(tournament=tournament, number=number)
        drawn(number)
        play_round(contest, number, by_tables=by_tables)
        between(number)
