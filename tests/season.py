"""Random evenings: any format, any number of entrants, and everything that goes wrong on the day.

A format is a line of ``FORMATS``; whatever draws, plays and changes goes through the services.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.builders import make_club, make_tournament, slip
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of, sets_in_play
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.what_if import preview_of
from tournaments.draws.services import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.errors import Refused
from tournaments.facts.append import append_result
from tournaments.facts.entry import Author
from tournaments.facts.formats import BRACKETS, BY_STANDINGS, DRAWN
from tournaments.models import Change, Club, Play, Result, Sitting, Team, Tournament
from tournaments.movements import MovementError, build_movement, check_movement
from tournaments.people.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.ranking.tasks import rebuild_now
from tournaments.repairs.services.repairs import (
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    play_other_set,
)
from tournaments.repairs.services.seating import exchange_entrants
from tournaments.results.services.results import correct_result
from tournaments.results.services.slips import entry_of
from tournaments.rounds.selectors.matches import meetings_of
from tournaments.rounds.selectors.movements import movement_of
from tournaments.rounds.services import decide_match, draw_next_round, publish_round

MOST_ROUNDS = 8
SIZES = {"pair": 2, "team": 4, "player": 1}
RESTS = {"pair": 1, "team": 2, "player": 3}
"""How often somebody meets another entrant, and rests if that one is gone."""
Params = dict[str, Any]


@dataclass(frozen=True)
class Format:
    """A kind of movement with the sizes it is made for, and its parameters for a size."""

    kind: str
    fewest: int
    most: int
    params: Callable[[int, random.Random], Params]
    values: Params = field(default_factory=dict)


def rounds_for(entrants: int, rng: random.Random) -> int:
    return min(entrants - 1, rng.randint(3, MOST_ROUNDS))


def mitchell(entrants: int, rng: random.Random) -> Params:
    tables = (entrants + 1) // 2
    params: Params = {"tables": tables}
    if entrants % 2:
        params["missing"] = rng.choice(["ns", "ew"])
    if tables % 2 == 0:
        params["variant"] = rng.choice(["skip", "share"])
    if tables > MOST_ROUNDS:
        params["rounds"] = rng.randint(4, MOST_ROUNDS)
    if rng.random() < 0.5:
        params["arrow_switch"] = True
    return params


def howell(entrants: int, rng: random.Random) -> Params:
    params: Params = {"tables": (entrants + 1) // 2}
    return params | ({"missing": True} if entrants % 2 else {})


def barometer(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants, "rounds": rounds_for(entrants, rng)}


def whist(entrants: int, rng: random.Random) -> Params:
    return {"players": entrants}


def teams(entrants: int, rng: random.Random) -> Params:
    return {"teams": entrants}


def in_rounds(entrants: int, rng: random.Random) -> Params:
    return {"players": entrants, "rounds": rng.randint(3, 5)}


def rainbow(entrants: int, rng: random.Random) -> Params:
    return {"tables": entrants // 4}


def bracket(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants}


def with_lives(entrants: int, rng: random.Random) -> Params:
    return {"lives": rng.randint(1, 2), "buy_backs": rng.randint(0, 1)}


def pools(entrants: int, rng: random.Random) -> Params:
    return {"entrants": entrants, "pools": max(1, entrants // 5), "boards": True}


def by_standings(entrants: int, rng: random.Random) -> Params:
    return {"rounds": rng.randint(4, 7)}


PLAYER, TEAM = {"unit": "player"}, {"unit": "team", "scoring": "imps"}
OPEN = {"cards": "open", "game": {"deals": 12}, "scoring": "game_points"}
FORMATS = (
    Format("mitchell", 6, 120, mitchell),
    Format("howell", 4, 16, howell),
    Format("endless_howell", 10, 14, howell),
    Format("barometer", 4, 120, barometer),
    Format("round_robin", 4, 12, lambda n, rng: {"entrants": n}),
    Format("berger", 4, 12, lambda n, rng: {"entrants": n}),
    Format("swiss", 8, 120, by_standings),
    Format("danish", 8, 60, by_standings),
    Format("random", 8, 60, by_standings),
    Format("whist", 8, 20, whist, PLAYER),
    Format("american_whist", 5, 11, teams, TEAM),
    Format("head_to_head", 4, 12, teams, TEAM),
    Format("new_england", 4, 12, teams, TEAM),
    Format("swiss", 4, 40, by_standings, TEAM),
    Format("rainbow", 16, 44, rainbow, PLAYER),
    Format("melee", 8, 60, in_rounds, PLAYER),
    Format("single_elimination", 4, 64, bracket),
    Format("double_elimination", 4, 32, bracket),
    Format("lives", 4, 40, with_lives),
    Format("pools", 8, 40, pools),
    Format("swiss", 8, 120, by_standings, OPEN),
    Format("danish", 8, 60, by_standings, OPEN),
    Format("lives", 4, 40, with_lives, OPEN),
    Format("two_handed", 4, 20, in_rounds, {**OPEN, "variant": "bela2"}),
    Format("three_handed", 6, 30, in_rounds, {**OPEN, "variant": "bela3"}),
)


@dataclass
class Evening:
    """One tournament on its way; ``done`` counts what happened, ``refused`` what was refused."""

    tournament: Tournament
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    exchanged: Counter[int] = field(default_factory=Counter)
    latecomers: set[str] = field(default_factory=set)
    rests: int = 0
    gone: int = 0
    late: int = 0

    def teams(self) -> list[Team]:
        """Those who take part now."""
        return list(self.tournament.teams.filter(number__isnull=False, withdrawn_from=None))

    def new_names(self) -> list[str]:
        """People nobody has seen before, as many as an entrant has."""
        self.late += 1
        size = SIZES[self.tournament.unit]
        return [f"Гост {letter}{self.late}" for letter in "АБВГ"[:size]]


def random_evening(seed: int, club: Club | None = None) -> Evening:
    """A tournament of a random format and size, drawn and published."""
    rng = random.Random(seed)
    while True:
        chosen = rng.choice(FORMATS)
        entrants = rng.randint(chosen.fewest, chosen.most)
        params = chosen.params(entrants, rng)
        if chosen.kind in DRAWN or fits(chosen.kind, params, entrants):
            break
    values = {"boards_per_round": rng.randint(1, 2), "name": f"Evening {seed}", **chosen.values}
    unit = values.pop("unit", None)
    tournament = make_tournament(club=club or make_club(), **values)
    tournament.unit = unit or tournament.unit
    tournament.save()
    unit = tournament.unit
    for number in range(entrants):
        size = SIZES[unit]
        people = [f"Играч {letter}{number}" for letter in "АБВГ"[:size]]
        add_team(tournament=tournament, players=people)
    tournament = draw_tournament(
        tournament=tournament, kind=chosen.kind, params=params, by_lot=False, seed=f"{seed:064x}"
    )
    evening = Evening(publish_draw(tournament=tournament), rng)
    evening.rests = max(rests_of(layout_of(tournament)).values(), default=0)
    return evening


def fits(kind: str, params: Params, entrants: int) -> bool:
    """Whether there is such a movement for just these entrants."""
    try:
        movement = build_movement(kind, params)
    except MovementError:
        return False
    return movement.entrants == entrants and check_movement(movement).valid


def play_evening(evening: Evening) -> None:
    """Every round in turn: things happen, then its results come in, then things happen again."""
    number = 1
    while number <= evening.tournament.rounds.count() or goes_on(evening, number):
        trouble(evening, number, played=False)
        enter_round(evening, number)
        trouble(evening, number, played=True)
        enter_round(evening, number)
        number += 1
    rebuild_now(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def goes_on(evening: Evening, number: int) -> bool:
    """Whether one more round was drawn; ties are decided by lot before."""
    tournament = evening.tournament
    tournament.refresh_from_db()
    kind = tournament.movement_kind
    if kind not in DRAWN or (kind in BY_STANDINGS and number > (tournament.planned_rounds or 0)):
        return False
    if kind not in BY_STANDINGS:
        decide_ties(evening)
    try:
        draw_next_round(tournament=tournament)
    except Refused as refusal:
        if refusal.code != "decided":
            raise
        return False
    publish_round(tournament=tournament, number=number)
    return True


def decide_ties(evening: Evening) -> None:
    """Who goes on where the results do not say it."""
    for each in meetings_of(evening.tournament):
        if each.winner is None:
            decide_match(
                tournament=evening.tournament,
                number=each.round,
                match=each.match,
                winner=evening.rng.choice([each.a, each.b]),
            )
            evening.done["tie decided"] += 1


def enter_round(evening: Evening, number: int) -> None:
    """A result for each board of the round that has none."""
    rows = Play.objects.filter(
        sitting__round__tournament=evening.tournament,
        sitting__round__number=number,
        state=Play.State.EMPTY,
    ).select_related("sitting__round__tournament", "board__deal")
    author = Author(source=Result.Source.DIRECTOR)
    for play in rows:
        entry = entry_of(play, random_slip(evening), override=True)
        append_result(play, entry, author, state=Play.State.CONFIRMED)


def random_slip(evening: Evening) -> dict[str, Any]:
    rng = evening.rng
    if evening.tournament.is_open_play:
        sides = evening.tournament.sides_of_game
        return {"game": {side: rng.randint(400, 1300) for side in sides}}
    points = rng.choice([50, 62, 74, 83, 90, 98, 110, 120])
    return slip(points, rng.choice("CDHS"), rng.choice("NWSE"))


def trouble(evening: Evening, number: int, *, played: bool) -> None:
    """Perhaps one or two things go wrong; some of them are undone again at once."""
    for event in evening.rng.sample(EVENTS, k=evening.rng.choice([0, 1, 1, 2])):
        act = event(evening, number, played)
        if act is None:
            continue
        name = event.__name__
        try:
            if event in CHECKED and preview_of(evening.tournament, act).faults:
                evening.refused[f"{name}: faults"] += 1
                continue
            before = as_seen(evening.tournament)
            change = act()
        except Refused as refusal:
            evening.refused[f"{name}: {refusal.code}"] += 1
            continue
        evening.done[name] += 1
        if isinstance(change, Change) and evening.rng.random() < 0.3:
            undo_change(change=change)
            assert as_seen(evening.tournament) == before, f"undoing {name}"
            evening.done["undone"] += 1
        else:
            noted(evening, name, change)


def as_seen(tournament: Tournament) -> Layout:
    """The layout without what an undone change may leave in the lists of people."""
    layout = layout_of(tournament)
    layout.substitutions = {k: row for k, row in layout.substitutions.items() if row.is_active}
    layout.teams = {k: row for k, row in layout.teams.items() if row.number is not None}
    return layout


def noted(evening: Evening, name: str, change: Any) -> None:
    """What the bound of the sit-outs must know."""
    if name in {"leaves", "stays_away"}:
        evening.gone += 1
    if name == "comes_late":
        evening.latecomers.add(change.details["team"])
    if name == "swaps":
        # Who takes a programme over takes its sit-outs too.
        evening.exchanged.update(change.details["teams"])


# What happens -----------------------------------------------------------------------------------


def leaves(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    teams = evening.teams()
    if len(teams) < 5:
        return None
    team = evening.rng.choice(teams)
    return lambda: withdraw_team(team=team, from_round=number + played)


def stays_away(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    teams = evening.teams()
    if number > 1 or played or len(teams) < 5:
        return None
    team = evening.rng.choice(teams)
    return lambda: withdraw_team(team=team, from_round=1, no_show=True)


def comes_late(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    names = evening.new_names()
    return lambda: join_late(
        tournament=evening.tournament, players=names, from_round=number + played
    )


def is_replaced(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    team, names = evening.rng.choice(evening.teams()), evening.new_names()
    return lambda: replace_team(team=team, players=names, from_round=number + played)


def has_a_substitute(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    team = evening.rng.choice(evening.teams())
    leaves = evening.rng.choice([row.player for row in team.team_players.all()])
    comes, to_round = evening.new_names()[0], evening.rng.choice([number + played, None])
    return lambda: substitute_player(
        team=team, leaves=leaves, comes=comes, from_round=number + played, to_round=to_round
    )


def swaps(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    if evening.tournament.movement_kind in BRACKETS:
        return None  # a place in a bracket belongs to its seed
    first, second = evening.rng.sample(evening.teams(), 2)
    last = evening.tournament.rounds.count()
    rounds = evening.rng.choice([[number], list(range(number, last + 1))])

    def act() -> Change:
        change = exchange_entrants(
            tournament=evening.tournament, first=first, second=second, rounds=rounds
        )
        change.details["teams"] = [first.pk, second.pk]
        return change

    return act


def sat_wrongly(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    if evening.tournament.unit == "team":
        return None  # which half of a team sits there is told by the side
    sitting = random_sitting(evening, number)
    return sitting and (lambda: exchange_sides(sitting=sitting, reason="Sat wrongly"))


def other_boards(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    sitting = random_sitting(evening, number)
    board_set = evening.rng.choice(sets_in_play(evening.tournament))
    if evening.tournament.movement_kind in DRAWN:
        return None  # its later rounds are not there yet, to be given other boards
    return sitting and (lambda: play_other_set(sitting=sitting, board_set=board_set))


def boards_crossed(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    two = random_sittings(evening, number)
    return two and (lambda: exchange_tables_boards(sitting=two[0], other=two[1]))


def phones_crossed(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    two = random_sittings(evening, number)
    return two and (lambda: exchange_tables_results(sitting=two[0], other=two[1]))


def is_corrected(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    rows = Play.objects.filter(sitting__round__tournament=evening.tournament, current__isnull=False)
    if evening.tournament.movement_kind in BRACKETS:
        rows = rows.filter(sitting__round__number=number)  # the next round hangs on earlier ones
    plays = list(rows.values_list("pk", flat=True))
    if not plays:
        return None
    return lambda: correct_result(
        play_id=evening.rng.choice(plays),
        slip=random_slip(evening),
        reason="Misread",
        actor=None,
        override=True,
    )


EVENTS = (
    leaves, stays_away, comes_late, is_replaced, has_a_substitute, swaps, sat_wrongly,
    other_boards, boards_crossed, phones_crossed, is_corrected,
)  # fmt: skip
CHECKED = (swaps, other_boards, boards_crossed)
"""What a director looks at first, and leaves alone where the checker finds a fault."""


def random_sitting(evening: Evening, number: int) -> Sitting | None:
    found = random_sittings(evening, number, 1)
    return found[0] if found else None


def random_sittings(evening: Evening, number: int, count: int = 2) -> list[Sitting] | None:
    rows = Sitting.objects.filter(
        round__tournament=evening.tournament, round__number=number
    ).select_related("round__tournament", "table")
    sittings = list(rows)
    return evening.rng.sample(sittings, count) if len(sittings) >= count else None


# What must hold in the end ----------------------------------------------------------------------


def problems(evening: Evening) -> Iterator[str]:
    """Everything that is wrong with an evening that was played to its end."""
    tournament = evening.tournament
    layout = layout_of(tournament)
    yield from (str(fault) for fault in check_movement(movement_of(tournament)).faults)
    yield from standings_problems(tournament)
    yield from rest_problems(evening, layout)
    if tournament.rounds_counted != tournament.rounds.count():
        yield f"{tournament.rounds_counted} rounds count"


def standings_problems(tournament: Tournament) -> Iterator[str]:
    """Every entrant once, totals that fall, ranks that rise, shared where totals are equal."""
    rows = list(tournament.standing_rows.order_by("section", "position"))
    drawn = set(tournament.teams.filter(number__isnull=False).values_list("pk", flat=True))
    if sorted(row.team_id for row in rows) != sorted(drawn):
        yield "not everybody is ranked once"
    for before, after in zip(rows, rows[1:], strict=False):
        if before.section == after.section and before.rank > after.rank:
            yield f"rank {before.rank} stands above {after.rank}"


def rest_problems(evening: Evening, layout: Layout) -> Iterator[str]:
    """Nobody rests more often than the movement has it, and once for each meeting that is off.

    Who leaves is met once by a pair, in two rounds by a team of four, three times by a single
    player. Whoever took another's programme over rests for both; whoever came late rests while
    nobody else does, and is left out here. Drawn round by round, an odd field rests one each.
    """
    tournament = evening.tournament
    if tournament.movement_kind in DRAWN - BY_STANDINGS:
        return  # whoever is out plays no more
    own = max(evening.rests, tournament.movement_kind in DRAWN)
    rests = rests_of(layout)
    late = set(tournament.teams.filter(name__in=evening.latecomers).values_list("pk", flat=True))
    for team, times in rests.items():
        most = (own + RESTS[tournament.unit] * evening.gone) * (1 + evening.exchanged[team])
        if times > most and team not in late:
            yield f"team {team} rests {times} times, {most} at most"


def rests_of(layout: Layout) -> Counter[int]:
    """In how many rounds each entrant, or half of a team, has no table."""
    places = {(key[0], key[1]) for key, row in layout.seats.items() if row.table is None}
    return Counter(team for _number, team in places)
