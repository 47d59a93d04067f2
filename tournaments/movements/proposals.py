"""Which movement for tonight: proposals with their figures, the recommended one first.

Defaults: a barometer where deals are distributed digitally; otherwise a Mitchell with an
arrow switch.  Without a time an evening is 24–28 boards, about 2½ hours.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tournaments.movements.checker import Check, check, opponents
from tournaments.movements.errors import MovementError, _, require
from tournaments.movements.mitchell import mitchell_rounds
from tournaments.movements.model import Movement
from tournaments.movements.registry import build
from tournaments.movements.round_robin import lap_length

Span = tuple[int, int]

EVENING_MINUTES = 160
EVENING_BOARDS = 28
MITCHELL_TABLES = 4
"""Fewer tables are too few opponents for pairs that stay seated."""

REASONS: Mapping[str, str] = {
    "barometer_all_meet": _(
        "Everyone plays the same boards at the same time and meets everyone; the standings are"
        " final after each round."
    ),
    "barometer": _(
        "Everyone plays the same boards at the same time; the standings are final after each round."
    ),
    "mitchell_one_winner": _(
        "Half of the pairs stay seated; the last rounds are turned, so that there is one winner."
    ),
    "mitchell_two_winners": _(
        "Half of the pairs stay seated; North-South and East-West are ranked separately."
    ),
}
"""The words of each proposal's reason, as message templates for its parameters."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A movement that fits, with its figures; spans are (least, most) over the entrants.

    `kind` and `params` rebuild it with `build`.  `copies` are the physical copies of each board
    needed, `shares` how often tables share a set, `balance` is Qf in percent.
    """

    kind: str
    params: Mapping[str, Any]
    entrants: int
    tables: int
    rounds: int
    boards_per_round: int
    boards: int
    boards_played: Span
    sit_outs: Span
    opponents: Span
    copies: int
    shares: int
    winners: Literal[1, 2]
    minutes: int
    balance: float | None
    reason: str
    reason_params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Budget:
    """The time of a session in minutes and how it is spent."""

    minutes: int
    most_boards: int
    boards_per_round: int | None
    minutes_per_board: int
    change_minutes: int

    def time(self, rounds: int, boards: int) -> int:
        """Minutes of so many rounds of so many boards."""
        return rounds * (boards * self.minutes_per_board + self.change_minutes)

    def boards_for(self, rounds: int) -> int:
        """The most boards a round that fit (0: not one)."""
        if self.boards_per_round:
            fits = self.time(rounds, self.boards_per_round) <= self.minutes
            return self.boards_per_round if fits else 0
        each = (self.minutes // rounds - self.change_minutes) // self.minutes_per_board
        boards = max(0, min(each, self.most_boards // rounds))
        # Long rounds: a multiple of four, so that each seat deals equally often.
        return boards - boards % 4 if boards >= 8 else boards

    def rounds_for(self, boards: int) -> int:
        """The most rounds of so many boards that fit."""
        by_time = self.minutes // (boards * self.minutes_per_board + self.change_minutes)
        return min(by_time, self.most_boards // boards)

    def fit(self, longest: int) -> tuple[int, int]:
        """Rounds and boards for a movement that may stop early: whole with two boards, or cut."""
        whole = self.boards_for(longest)
        if whole >= 2 or (whole and self.boards_per_round):
            return longest, whole
        boards = self.boards_per_round or 3
        while boards > 1 and not self.rounds_for(boards):
            boards -= 1
        return min(longest, self.rounds_for(boards)), boards


def propose(
    entrants: int,
    *,
    minutes: int | None = None,
    boards_per_round: int | None = None,
    minutes_per_board: int = 5,
    change_minutes: int = 2,
    digital: bool = True,
    prefer: str | None = None,
) -> list[Proposal]:
    """Movements for so many pairs that fit the time, best first; `prefer` moves a kind to the top.

    Raises MovementError when not even one board fits.
    """
    require(entrants >= 4, "too_few_pairs", _("A duplicate session needs at least 4 pairs."))
    budget = Budget(
        minutes or EVENING_MINUTES,
        minutes // minutes_per_board if minutes else EVENING_BOARDS,
        boards_per_round,
        minutes_per_board,
        change_minutes,
    )
    found = [
        proposal(build(kind, params), kind, params, boards, budget, reason)
        for kind, params, boards, reason in _candidates(entrants, budget, digital)
    ]
    if not found:
        raise MovementError("no_time", _("Not even one round fits into the time."))
    return sorted(found, key=lambda each: each.kind != prefer)


def proposal(
    movement: Movement,
    kind: str,
    params: Mapping[str, Any],
    boards: int,
    budget: Budget,
    reason: str,
) -> Proposal:
    """The figures of a movement with so many boards a round."""
    checked = check(movement)
    rounds = len(movement.rounds)
    rests = [sum(e in out for out in movement.sit_outs) for e in _everyone(movement)]
    met = opponents(movement)
    faced = [0] * (movement.entrants + 1)
    for pair in met:
        for entrant in pair:
            faced[entrant] += 1
    return Proposal(
        kind=kind,
        params=params,
        entrants=movement.entrants,
        tables=movement.tables,
        rounds=rounds,
        boards_per_round=boards,
        boards=movement.board_sets * boards,
        boards_played=((rounds - max(rests)) * boards, (rounds - min(rests)) * boards),
        sit_outs=(min(rests), max(rests)),
        opponents=(min(faced[1:]), max(faced[1:])),
        copies=copies_needed(checked, boards),
        shares=len(checked.shares),
        winners=movement.winners,
        minutes=budget.time(rounds, boards),
        balance=checked.balance,
        reason=reason,
        reason_params={"rounds": rounds, "boards": boards, "tables": movement.tables},
    )


def copies_needed(checked: Check, boards: int) -> int:
    """Copies of each board: two or three tables can pass the boards of one set between them."""
    return 1 if checked.sharing <= min(3, boards) else checked.sharing


def _everyone(movement: Movement) -> range:
    return range(1, movement.entrants + 1)


Candidate = tuple[str, dict[str, Any], int, str]


def _candidates(entrants: int, budget: Budget, digital: bool) -> Iterator[Candidate]:
    families = [_barometers, _mitchells] if digital else [_mitchells, _barometers]
    for family in families:
        yield from family(entrants, budget)


def _barometers(entrants: int, budget: Budget) -> Iterator[Candidate]:
    lap = lap_length(entrants)
    rounds, boards = budget.fit(lap)
    if rounds:
        reason = "barometer_all_meet" if rounds == lap else "barometer"
        yield "barometer", {"entrants": entrants, "rounds": rounds}, boards, reason


def _mitchells(entrants: int, budget: Budget) -> Iterator[Candidate]:
    tables = (entrants + 1) // 2
    if tables < MITCHELL_TABLES:
        return
    variants = ["plain"] if tables % 2 else ["share", "skip"]
    for variant in variants:
        rounds, boards = budget.fit(mitchell_rounds(tables, variant))
        if not rounds:
            continue
        params: dict[str, Any] = {"tables": tables, "variant": variant, "rounds": rounds}
        if entrants % 2:
            params["missing"] = "ew"
        if rounds > 1:
            yield "mitchell", {**params, "arrow_switch": True}, boards, "mitchell_one_winner"
        yield "mitchell", params, boards, "mitchell_two_winners"
