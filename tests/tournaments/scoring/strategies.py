from fractions import Fraction

from hypothesis import strategies as st

from tournaments.movements.model import assemble_movement
from tournaments.movements.teams import american_whist, new_england, seat_matches, triangle
from tournaments.scoring import (
    VP_SCALES,
    Adjustment,
    AdjustmentLevel,
    Average,
    Award,
    BoardResult,
    Entrant,
    Facts,
    Game,
    GameSide,
    Lineup,
    Method,
    Options,
    ResultKind,
    Tariff,
    Weight,
    Winners,
)

PAIR_METHODS = [
    Method.MATCHPOINTS, Method.ASCHERMAN, Method.AVERAGE_DIFFERENCE, Method.TOTAL_POINTS,
    Method.BUTLER, Method.CROSS_IMPS,
]  # fmt: skip
TEAM_METHODS = [Method.IMPS, Method.SWING_POINTS, Method.BOARD_A_MATCH, Method.PATTON]
GAME_METHODS = [Method.GAME_POINTS, Method.WINS_THEN_POINTS, Method.POINTS_THEN_WINS]
NETS = st.one_of(st.sampled_from([-26, -16, -4, 0, 4, 8, 16]), st.integers(-120, 120))
AMOUNTS = st.fractions(-20, 20, max_denominator=10)


@st.composite
def awards(draw):
    if draw(st.booleans()):
        return Award(average=draw(st.sampled_from(Average)))
    parts = draw(st.lists(st.tuples(NETS, st.integers(1, 5)), min_size=1, max_size=3))
    whole = sum(weight for _, weight in parts)
    return Award(nets=tuple((net, Fraction(weight, whole)) for net, weight in parts))


@st.composite
def outcomes(draw):
    kind = draw(st.sampled_from([*[ResultKind.PLAYED] * 12, *ResultKind]))
    group = draw(st.sampled_from([*[0] * 5, 1, 2]))
    if kind is ResultKind.ADJUSTED:
        return {"kind": kind, "group": group, "awards": (draw(awards()), draw(awards()))}
    return {"kind": kind, "group": group, "net": draw(NETS) if kind is ResultKind.PLAYED else None}


@st.composite
def options(draw):
    return Options(
        small_groups=draw(st.booleans()),
        upgrade_averages=draw(st.booleans()),
        datum_drop=draw(st.sampled_from([None, 0, 1])),
        clip=draw(st.sampled_from([None, 52])),
        per_board=draw(st.sampled_from([None, True, False])),
        weight=draw(st.sampled_from(Weight)),
    )


@st.composite
def adjustments(draw, entrants):
    return tuple(
        draw(
            st.lists(
                st.builds(
                    Adjustment,
                    entrant=st.sampled_from(entrants),
                    amount=AMOUNTS,
                    per=st.sampled_from(AdjustmentLevel),
                    round=st.sampled_from([None, 1, 2]),
                ),
                max_size=2,
            )
        )
    )


@st.composite
def pair_events(draw, methods=PAIR_METHODS):
    tables, rounds = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    sides = list(range(1, 2 * tables + 1))
    results = []
    for number in range(1, rounds + 1):
        seats = draw(st.permutations(sides))
        session = 1 + (number - 1) // 2
        for table in range(1, tables + 1):
            for board in draw(st.sets(st.integers(1, 3), max_size=2)):
                ns, ew = seats[2 * table - 2 : 2 * table]
                results.append(
                    BoardResult(board=10 * number + board if draw(st.booleans()) else board,
                                round=number, table=table, ns=ns, ew=ew, session=session,
                                **draw(outcomes()))
                )  # fmt: skip
    unique = {(r.session, r.round, r.table, r.board): r for r in results}
    individual = draw(st.booleans()) and tables > 1
    lineups = tuple(Lineup(s, (100 + s, 100 + s % (2 * tables) + 1)) for s in sides)
    entrants = [100 + s for s in sides] if individual else sides
    carried = draw(st.lists(st.sampled_from(entrants), max_size=1))
    return Facts(
        method=draw(st.sampled_from(methods)),
        results=tuple(unique.values()),
        entrants=tuple(Entrant(e, carry=Fraction(3, 2) if e in carried else Fraction(0))
                       for e in entrants),
        winners=Winners.ONE,
        adjustments=draw(adjustments(entrants)),
        lineups=lineups if individual else (),
        options=draw(options()),
    )  # fmt: skip


@st.composite
def team_rounds(draw):
    teams = list(range(1, 1 + 2 * draw(st.integers(1, 3))))
    rounds = []
    for number in range(1, 1 + draw(st.integers(1, 3))):
        order = draw(st.permutations(teams))
        sittings = seat_matches(list(zip(order[::2], order[1::2], strict=True)), number)
        rounds.append(sittings)
    return assemble_movement("drawn", rounds, entrants=len(teams), unit="team")


RELAYS = st.one_of(
    st.sampled_from([3, 5]).map(american_whist), st.integers(3, 5).map(new_england),
    st.builds(triangle),
)  # fmt: skip


@st.composite
def team_events(draw, methods=TEAM_METHODS):
    movement = draw(st.one_of(team_rounds(), RELAYS))
    results = []
    boards = draw(st.integers(1, 4))
    for number, sittings in enumerate(movement.rounds, 1):
        for s in sittings:
            for at in range(1, 1 + boards):
                if draw(st.integers(0, 9)):
                    board = boards * (s.board_set - 1) + at
                    results.append(
                        BoardResult(board, number, s.table, s.ns, s.ew, **draw(outcomes()))
                    )
    teams = list(range(1, 1 + movement.entrants))
    return Facts(
        method=draw(st.sampled_from(methods)),
        results=tuple(results),
        entrants=tuple(Entrant(team) for team in teams),
        adjustments=draw(adjustments(teams)),
        match=draw(st.sampled_from([None, Tariff(Fraction(3), Fraction(1)), *VP_SCALES.values()])),
        options=draw(st.sampled_from([Options(), Options(boards_per_match=8, clip=52)])),
    )


@st.composite
def game_events(draw):
    seats = draw(st.sampled_from([2, 2, 3]))
    people = list(range(1, 1 + seats * draw(st.integers(1, 4))))
    best_of_three = draw(st.booleans())
    games = []
    for number in range(1, 1 + draw(st.integers(1, 4))):
        order = draw(st.permutations(people))
        for first in range(0, len(people), seats):
            won = draw(st.sampled_from([(2, 0, 0), (1, 2, 0), (0, 0, 0)]))
            sides = tuple(
                GameSide(entrant, draw(st.integers(0, 40)), won[i] if best_of_three else 0)
                for i, entrant in enumerate(order[first : first + seats])
            )
            games.append(Game(number, first, sides))
    three = Tariff(Fraction(3), Fraction(1), Fraction(0), by_games=((2, 1, Fraction(2)),))
    return Facts(
        draw(st.sampled_from(GAME_METHODS)),
        games=tuple(games),
        match=draw(st.sampled_from([None, three])),
    )
