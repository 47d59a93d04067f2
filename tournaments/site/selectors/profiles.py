"""Statistics of a player's boards by role, contract and opponents.

Counts only boards from finished tournaments of pairs or single players, in rounds in
which the player sat at the table, with their stored figures.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Count, Q
from django.db.models.fields.json import KeyTextTransform

from tournaments.clubs.names import last_name
from tournaments.entries.selectors.team_lines import has_page
from tournaments.entries.team_names import NAME_JOIN
from tournaments.models import Club, Play, Player, Seat, Substitution, Tournament
from tournaments.models.results import OTHER_SIDE
from tournaments.site.selectors.players import PlayerEvening, Teammate

MIN_CASES: Final = 10
EVEN: Final = 50
MAX_OPPONENTS: Final = 60
"""Pairs, most boards first."""
KINDS: Final = {"AT": "AT", "NT": "NT", "": ""}


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """A board of the player; ``percent`` is None under other scoring.

    ``side`` is the compass side, ``seat`` the player's side at the table: they differ on a
    turned board.
    """

    team: int
    sitting: int
    seat: str
    side: str
    contract: str
    declarer: str
    contra: int
    outcome: str
    percent: Fraction | None

    @property
    def is_ours(self) -> bool:
        return bool(self.contract) and self.declarer in self.side

    @property
    def is_theirs(self) -> bool:
        return bool(self.contract) and self.declarer not in self.side


@dataclass(frozen=True, slots=True)
class SuccessRate:
    """Success rate of a player compared with the club's."""

    name: str
    hits: int
    cases: int
    club_hits: int
    club_cases: int

    @property
    def percent(self) -> float:
        return 100 * self.hits / self.cases

    @property
    def club_percent(self) -> float:
        return 100 * self.club_hits / self.club_cases if self.club_cases else 0


@dataclass(frozen=True, slots=True)
class BoardShare:
    """Mean percentage by contract type (``suits``: all four) or opponents."""

    name: str
    boards: int
    percent: Fraction


@dataclass(frozen=True, slots=True)
class Opponents:
    """A pair of opponents; won is above 50 %, lost below."""

    people: tuple[Teammate, ...]
    boards: int
    won: int
    lost: int
    percent: Fraction

    @property
    def short(self) -> str:
        return NAME_JOIN.join(last_name(mate.name) for mate in self.people)


@dataclass(frozen=True, slots=True)
class Profile:
    """Statistics of a player; parts with fewer than ten cases are empty."""

    measures: tuple[SuccessRate, ...]
    contracts: tuple[BoardShare, ...]
    opponents: tuple[Opponents, ...]


def profile_of(player: Player, nights: Iterable[PlayerEvening]) -> Profile:
    counted = {
        night.team: night
        for night in nights
        if night.tournament.unit in (Tournament.Unit.PAIR, Tournament.Unit.PLAYER)
    }
    boards = list(boards_of(player, counted))
    pairs = [board for board in boards if counted[board.team].is_pair]
    return Profile(
        tuple(measures_of(boards, player.club)),
        tuple(contracts_of(boards)),
        opponents_of(pairs, opponents_at(pairs)),
    )


def boards_of(player: Player, nights: Mapping[int, PlayerEvening]) -> Iterator[PlayedBoard]:
    """Boards the player played in these evenings; two queries."""
    away = rounds_away(player, nights)
    seats = Seat.objects.filter(team__in=nights, sitting__plays__current__net__isnull=False)
    rows = seats.annotate(
        outcome=KeyTextTransform("outcome", "sitting__plays__current__outcome")
    ).values_list(
        "team", "round__number", "sitting", "side",
        *(f"sitting__plays__current__{name}" for name in ("contract", "declarer", "contra")),
        "outcome", "sitting__plays__is_turned",
        "sitting__plays__score__ns_figure", "sitting__plays__score__ew_figure",
    )  # fmt: skip
    for (
        team, number, sitting, seat, contract, declarer, contra, outcome, is_turned, *figures
    ) in rows:  # fmt: skip
        if is_away(number, *away.get(team, ((), ()))):
            continue
        side = OTHER_SIDE[seat] if is_turned else seat
        figure = figures[side == "EW"] if nights[team].percent is not None else None
        percent = None if figure is None else Fraction(figure)
        dealt = (contract or "", declarer or "", contra or 0, outcome or "")
        yield PlayedBoard(team, sitting, seat, side, *dealt, percent)


SubstitutionPair = tuple[tuple[Substitution, ...], tuple[Substitution, ...]]


def rounds_away(player: Player, teams: Iterable[int]) -> dict[int, SubstitutionPair]:
    """Substitutions for and by the player, by team; one query."""
    rows = Substitution.objects.filter(team__in=list(teams), is_active=True)
    substitutions: dict[int, SubstitutionPair] = defaultdict(lambda: ((), ()))
    for row in rows.filter(Q(leaves=player) | Q(comes=player)):
        left, came = substitutions[row.team_id]
        is_left = row.leaves_id == player.pk
        substitutions[row.team_id] = ((*left, row), came) if is_left else (left, (*came, row))
    return substitutions


def is_away(number: int, left: Iterable[Substitution], came: Collection[Substitution]) -> bool:
    """Whether the player was absent in this round."""
    if any(row.covers(number) for row in left):
        return True
    return bool(came) and not any(row.covers(number) for row in came)


def measures_of(boards: Iterable[PlayedBoard], club: Club) -> Iterator[SuccessRate]:
    """Rates of made and defeated contracts, with and without contra; one query."""
    all_boards = list(boards)
    ours = [board for board in all_boards if board.is_ours]
    theirs = [board for board in all_boards if board.is_theirs]
    everybody = club_counts(club)
    for name, outcome, cases in (
        ("made", "made", ours),
        ("inside", "lost", theirs),
        ("contra_paid", "lost", [board for board in theirs if board.contra]),
        ("contra_made", "made", [board for board in ours if board.contra]),
    ):
        hits = sum(board.outcome == outcome for board in cases)
        if len(cases) >= MIN_CASES:
            yield SuccessRate(name, hits, len(cases), *everybody[name])


def club_counts(club: Club) -> dict[str, tuple[int, int]]:
    """Hits and cases over all contracts in the club's finished, listed tournaments; one query.

    Each contract counts for both sides: declarer and defence.
    """
    plays = Play.objects.filter(
        board__tournament__club=club,
        board__tournament__state=Tournament.State.FINISHED,
        board__tournament__is_public=True,
        board__tournament__unit__in=(Tournament.Unit.PAIR, Tournament.Unit.PLAYER),
        current__net__isnull=False,
    ).exclude(current__contract="")
    doubled = Q(current__contra__gt=0)
    made = Q(current__outcome__outcome="made")
    lost = Q(current__outcome__outcome="lost")
    counts = plays.aggregate(
        cases=Count("pk"),
        made=Count("pk", filter=made),
        lost=Count("pk", filter=lost),
        doubled=Count("pk", filter=doubled),
        doubled_made=Count("pk", filter=doubled & made),
        doubled_lost=Count("pk", filter=doubled & lost),
    )
    return {
        "made": (counts["made"], counts["cases"]),
        "inside": (counts["lost"], counts["cases"]),
        "contra_paid": (counts["doubled_lost"], counts["doubled"]),
        "contra_made": (counts["doubled_made"], counts["doubled"]),
    }


def contracts_of(boards: Iterable[PlayedBoard]) -> Iterator[BoardShare]:
    percents_by_kind: dict[str, list[Fraction]] = defaultdict(list)
    for board in boards:
        if board.percent is not None:
            percents_by_kind[KINDS.get(board.contract, "suits")].append(board.percent)
    for name in ("AT", "suits", "NT", ""):
        if len(percents_by_kind[name]) >= MIN_CASES:
            yield BoardShare(name, len(percents_by_kind[name]), mean(percents_by_kind[name]))


def opponents_at(boards: Iterable[PlayedBoard]) -> dict[tuple[int, str], tuple[Teammate, ...]]:
    seats = Seat.objects.filter(sitting__in={board.sitting for board in boards})
    rows = seats.annotate(has_page=has_page("team__team_players__player")).order_by(
        "sitting", "team", "team__team_players__position"
    )
    opponents: dict[tuple[int, str], tuple[Teammate, ...]] = defaultdict(tuple)
    for sitting, side, key, name, shown, is_open in rows.values_list(
        "sitting", "side", "team__team_players__player", "team__team_players__player__name",
        "team__team_players__player__public_name", "has_page",
    ):  # fmt: skip
        if key is not None:
            opponents[sitting, side] += (Teammate(key, shown or name, key if is_open else 0),)
    return opponents


def opponents_of(
    boards: Iterable[PlayedBoard], seats: Mapping[tuple[int, str], tuple[Teammate, ...]]
) -> tuple[Opponents, ...]:
    """Opposing pairs on boards scored in percent, most boards first."""
    met: dict[frozenset[int], list[Fraction]] = defaultdict(list)
    people: dict[frozenset[int], tuple[Teammate, ...]] = {}
    for board in boards:
        them = seats.get((board.sitting, OTHER_SIDE[board.seat]), ())
        if board.percent is not None and them:
            key = frozenset(mate.key for mate in them)
            met[key].append(board.percent)
            people.setdefault(key, them)
    lines = (
        Opponents(
            people[key],
            len(values),
            sum(value > EVEN for value in values),
            sum(value < EVEN for value in values),
            mean(values),
        )
        for key, values in met.items()
    )
    return tuple(sorted(lines, key=lambda line: (-line.boards, line.short))[:MAX_OPPONENTS])


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
