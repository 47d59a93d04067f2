"""Final totals from boards or games, by plain sums and fractions.

Independent of ``tournaments.scoring``, like ``plain_boards``.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from tests.tournaments.plain_boards import PlainResult, board_values, rounded
from tests.tournaments.plain_teams import difference, patton_share, rooms_of, team_value

BETWEEN_TEAMS = ("imps", "swing_points", "board_a_match", "patton")
OF_GAMES = ("game_points", "wins_then_points", "points_then_wins")
MEANS = ("matchpoints", "ascherman", "average_difference")
BYE_VP = Fraction(12)
DEFAULT_TARIFF = (Fraction(2), Fraction(1), Fraction(0))
"""Match won, drawn, lost."""
Figure = tuple[Fraction, Fraction]
"""The second value ranks equal totals."""


@dataclass(frozen=True)
class MadeGame:
    round: int
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Sheet:
    """Everything entered and ruled in a contest.

    ``worth`` of a match is "", "vp" or "tariff". ``byes`` are the counting rounds (entrant,
    round) without an opponent, ``bye_score`` the organiser's value of one. ``per_board`` adds
    to an entrant's boards, ``per_total`` to its total.
    """

    method: str
    entrants: tuple[int, ...]
    boards: tuple[PlainResult, ...] = ()
    games: tuple[MadeGame, ...] = ()
    worth: str = ""
    tariff: tuple[Fraction, Fraction, Fraction] = DEFAULT_TARIFF
    byes: tuple[tuple[int, int], ...] = ()
    bye_score: Fraction | None = None
    per_board: tuple[tuple[int, Fraction], ...] = ()
    per_total: tuple[tuple[int, Fraction], ...] = ()
    settled: bool = True


@dataclass(frozen=True)
class Match:
    """Sides of a match or game, their results, and what these are worth."""

    round: int
    sides: tuple[tuple[int, ...], ...]
    made: tuple[Fraction, ...]
    worth: tuple[Fraction, ...]

    @property
    def winner(self) -> int | None:
        best = max(self.made)
        return self.sides[self.made.index(best)][0] if self.made.count(best) == 1 else None


def vp_table(boards: int) -> list[int]:
    """Victory points in hundredths for leads of 0, 1, 2 … IMPs: the WBF formula of 2013."""
    golden, blitz = (Decimal(5).sqrt() - 1) / 2, 15 * Decimal(boards).sqrt()
    table = []
    for lead in range(int(blitz) + 3):
        share = (1 - golden ** (3 * lead / blitz)) / (1 - golden**3)
        exact = 1000 + 1000 * share if lead < blitz else Decimal(2000)
        table.append(int(exact.to_integral_value(ROUND_HALF_UP)))
    at = 1
    while at < len(table) - 1:
        if table[at + 1] - table[at] > table[at] - table[at - 1]:
            table[at] += 1
            at = 0
        at += 1
    return table


def victory_points(lead: Fraction, boards: int) -> Fraction:
    table = vp_table(boards)
    won = table[min(abs(rounded(lead)), len(table) - 1)]
    return Fraction(won if lead >= 0 else 2000 - won, 100)


def tariff_points(tariff: tuple[Fraction, ...], made: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Tariff points of each side; equal best sides get the middle value."""
    win, draw, loss = tariff
    best = win if list(made).count(max(made)) == 1 else draw
    return tuple(best if mine == max(made) else loss for mine in made)


def match_worth(sheet: Sheet, made: tuple[Fraction, Fraction], boards: int) -> tuple[Fraction, ...]:
    if sheet.worth == "tariff":
        return tariff_points(sheet.tariff, made)
    if sheet.worth == "vp":
        leads = made
        if sheet.method in ("matchpoints", "ascherman", "board_a_match"):
            leads = made[0] - made[1], made[1] - made[0]
        return tuple(victory_points(lead, boards) for lead in leads)
    return made


def pair_matches(sheet: Sheet) -> list[Match]:
    """Matches of a pairs field: one per table and round."""
    values = board_values(sheet.method, sheet.boards, settled=sheet.settled)
    tables: dict[tuple[int, int], list[PlainResult]] = defaultdict(list)
    for row in sheet.boards:
        tables[row.round, row.table].append(row)
    found = []
    for (number, _table), rows in tables.items():
        made = tuple(sum((values[row.place][at] for row in rows), Fraction(0)) for at in (0, 1))
        worth = match_worth(sheet, (made[0], made[1]), len(rows))
        found.append(Match(number, (rows[0].ns, rows[0].ew), made, worth))
    return found


def team_matches(sheet: Sheet) -> list[Match]:
    found = []
    for (number, teams), boards in rooms_of(sheet.boards).items():
        last = [row for tables in boards for row in tables if row.round == number]
        home = min(last, key=lambda row: row.table).ns[0]
        away = next(team for team in teams if team != home)
        made = [
            sum((team_value(sheet.method, team, tables) for tables in boards), Fraction(0))
            for team in (home, away)
        ]
        if sheet.method == "patton":
            # What the home side gains by rounding is taken from the other.
            made[0] += patton_share(difference(home, boards), len(boards))
            made[1] += 2 * len(boards) - patton_share(-difference(away, boards), len(boards))
        worth = match_worth(sheet, (made[0], made[1]), len(boards))
        found.append(Match(number, ((home,), (away,)), (made[0], made[1]), worth))
    return found


# Games and totals -------------------------------------------------------------------------------


def game_matches(sheet: Sheet) -> list[Match]:
    found = []
    for game in sheet.games:
        made = tuple(Fraction(points) for _entrant, points in game.points)
        worth = made
        if sheet.method == "wins_then_points":
            worth = tariff_points((Fraction(1), Fraction(1, 2), Fraction(0)), made)
        elif sheet.method == "game_points":
            worth = tariff_points(sheet.tariff, made)
        sides = tuple((entrant,) for entrant, _points in game.points)
        found.append(Match(game.round, sides, made, worth))
    return found


def matches_of(sheet: Sheet) -> list[Match]:
    if sheet.method in OF_GAMES:
        return game_matches(sheet)
    return team_matches(sheet) if sheet.method in BETWEEN_TEAMS else pair_matches(sheet)


def bye_worth(sheet: Sheet, number: int, matches: Iterable[Match]) -> Fraction:
    """12 VP, a win, or the round's mean, unless the organiser set a value."""
    if sheet.bye_score is not None:
        return sheet.bye_score
    if sheet.worth == "vp":
        return BYE_VP
    if sheet.worth == "tariff" or sheet.method == "game_points":
        return sheet.tariff[0]
    if sheet.method == "wins_then_points":
        return Fraction(1)
    made = [worth for match in matches if match.round == number for worth in match.worth]
    return sum(made, Fraction(0)) / len(made) if made else Fraction(0)


def second_figure(sheet: Sheet, match: Match, at: int) -> Fraction:
    """Points behind wins, wins behind points."""
    if sheet.method == "wins_then_points":
        return match.made[at]
    if sheet.method == "points_then_wins":
        return tariff_points((Fraction(1), Fraction(1, 2), Fraction(0)), match.made)[at]
    return Fraction(0)


def totals(sheet: Sheet) -> dict[int, Figure]:
    """Total and second figure of each entrant."""
    found = {entrant: (Fraction(0), Fraction(0)) for entrant in sheet.entrants}
    by_board = sheet.method not in (*BETWEEN_TEAMS, *OF_GAMES) and not sheet.worth
    if by_board:
        found = {entrant: (board_total(sheet, entrant), Fraction(0)) for entrant in sheet.entrants}
    else:
        matches = matches_of(sheet)
        for match in matches:
            for at, people in enumerate(match.sides):
                for one in people:
                    total, second = found[one]
                    more = second_figure(sheet, match, at)
                    found[one] = total + match.worth[at], second + more
        given = [(one, bye_worth(sheet, number, matches)) for one, number in sheet.byes]
        add(found, [*given, *sheet.per_board])
    add(found, sheet.per_total)
    return found


def idle_in(sheet: Sheet) -> set[int]:
    """Entrants without any score, ranked last."""
    begun = {one for match in matches_of(sheet) for people in match.sides for one in people}
    begun |= {one for one, _amount in sheet.per_board}
    if sheet.worth or sheet.method in (*BETWEEN_TEAMS, *OF_GAMES):
        begun |= {one for one, _number in sheet.byes}
    return set(sheet.entrants) - begun


def board_total(sheet: Sheet, entrant: int) -> Fraction:
    """Sum of an entrant's boards; mean where scores are shares or differences."""
    values = board_values(sheet.method, sheet.boards, settled=sheet.settled)
    own = [
        values[row.place][at]
        for row in sheet.boards
        for at, people in ((0, row.ns), (1, row.ew))
        if entrant in people
    ]
    whole = sum(own, Fraction(0)) + sum(amount for one, amount in sheet.per_board if one == entrant)
    if sheet.method not in MEANS:
        return whole
    return whole / len(own) if own else Fraction(0)


def add(found: dict[int, Figure], amounts: Iterable[tuple[int, Fraction]]) -> None:
    for entrant, amount in amounts:
        total, second = found[entrant]
        found[entrant] = total + amount, second
