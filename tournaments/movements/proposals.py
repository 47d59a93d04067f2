"""Movement proposals with their figures, the recommended one first.

Swiss and Danish are drawn round by round: their figures follow from the numbers alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from tournaments.movements.budget import EVENING_BOARDS, EVENING_MINUTES, Budget
from tournaments.movements.building import build_movement
from tournaments.movements.candidates import Candidate
from tournaments.movements.catalogue import ROWS
from tournaments.movements.checker import CheckResult, check_movement, opponents
from tournaments.movements.errors import _, require
from tournaments.movements.formats import Cards, Entrants, ProposalRule
from tournaments.movements.model import Movement, Unit

Span = tuple[int, int]

MINUTES_PER_BOARD: Mapping[Cards, int] = {"duplicate": 5, "open": 3}
FEWEST: Mapping[str, int] = {"pair": 4, "team": 2, "player": 4}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A movement that fits, with its figures; spans are (least, most) over the entrants.

    `kind` and `params` rebuild it with `build_movement`, unless `drawn` round by round.
    `copies` are per board, `shares` counts shared sets, `balance` is Qf in percent, `sets` the
    first and last round of each set.
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
    unit: Unit = "pair"
    drawn: bool = False
    sets: tuple[Span, ...] = ()


def propose_movements(
    entrants: int,
    *,
    unit: Unit = "pair",
    style: Cards = "duplicate",
    minutes: int | None = None,
    boards_per_round: int | None = None,
    minutes_per_board: int | None = None,
    change_minutes: int = 2,
    digital: bool = True,
    prefer: str | None = None,
    at_table: int = 4,
) -> list[Proposal]:
    """Movements that fit the field and the time, best first; `prefer` moves a kind to the top.

    `digital`: every table deals its own boards, so copies cost nothing. In the open style
    cards are shuffled at the table and boards are deals. `at_table` is 2 or 3 for such
    variants. Raises MovementError if nothing fits.
    """
    least = FEWEST[unit] if at_table == 4 else at_table
    require(
        entrants >= least,
        "too_few_entrants_for_session",
        _("A session needs at least %(least)d entrants."),
        least=least,
    )
    each = minutes_per_board or MINUTES_PER_BOARD[style]
    whole = minutes or EVENING_MINUTES
    usual = minutes is None and style == "duplicate"
    most = EVENING_BOARDS if usual else whole // each
    budget = Budget(whole, most, boards_per_round, each, change_minutes)
    offers = proposed_formats(("player", at_table) if at_table in (2, 3) else (unit, 4), style)
    require(bool(offers), "no_proposals", _("There is nothing to propose for these."))
    proposals = [
        build_proposal(candidate, entrants, unit, style, budget)
        for offer in sorted(offers, key=lambda offer: offer.place(entrants, digital))
        for candidate in offer.candidates(entrants, budget)
    ]
    require(bool(proposals), "no_time", _("Not even one round fits into the time."))
    return sorted(proposals, key=lambda proposed: proposed.kind != prefer)


def proposed_formats(who: Entrants, style: Cards) -> list[ProposalRule]:
    offers = [offer for row in ROWS for offer in row.proposed if offer.entrants == who]
    return [offer for offer in offers if offer.cards in (style, None)]


def build_proposal(
    candidate: Candidate, entrants: int, unit: Unit, style: Cards, budget: Budget
) -> Proposal:
    boards = candidate.boards
    if candidate.drawn:
        rounds = candidate.rounds or candidate.params["rounds"]
        figures = _drawn_figures(entrants, rounds, boards, unit, style)
    else:
        movement = build_movement(candidate.kind, candidate.params)
        rounds = len(movement.rounds)
        figures = _figures(movement, boards, style)
    return Proposal(
        kind=candidate.kind,
        params=candidate.params,
        entrants=entrants,
        rounds=rounds,
        boards_per_round=boards,
        minutes=budget.minutes_for(rounds, boards),
        reason=candidate.reason,
        reason_params={"rounds": rounds, "boards": boards, "tables": figures["tables"]},
        unit=unit,
        drawn=candidate.drawn,
        **figures,
    )


def copies_needed(checked: CheckResult, boards: int) -> int:
    return 1 if checked.most_sharing_tables <= min(3, boards) else checked.most_sharing_tables


class ProposalFigures(TypedDict):
    tables: int
    boards: int
    boards_played: tuple[int, int]
    sit_outs: tuple[int, int]
    opponents: tuple[int, int]
    copies: int
    shares: int
    winners: Literal[1, 2]
    balance: float | None
    sets: tuple[Span, ...]


def _figures(movement: Movement, boards: int, style: Cards) -> ProposalFigures:
    checked = check_movement(movement)
    rests = Counter(entrant for out in movement.sit_outs for entrant in out)
    rested = span(rests[entrant] for entrant in range(1, movement.entrants + 1))
    faced = Counter(entrant for pair in opponents(movement) for entrant in pair)
    rounds = len(movement.rounds)
    dealt_at_table = style == "open" or not movement.board_sets
    return {
        "tables": movement.tables,
        "boards": (rounds if dealt_at_table else movement.board_sets) * boards,
        "boards_played": ((rounds - rested[1]) * boards, (rounds - rested[0]) * boards),
        "sit_outs": rested,
        "opponents": span(faced.values()),
        "copies": 0 if dealt_at_table else copies_needed(checked, boards),
        "shares": 0 if dealt_at_table else len(checked.shares),
        "winners": movement.winners,
        "balance": None if dealt_at_table else checked.balance,
        "sets": () if dealt_at_table else rounds_of_sets(movement),
    }


def rounds_of_sets(movement: Movement) -> tuple[Span, ...]:
    rounds_by_set: dict[int, list[int]] = {}
    for number, sittings in enumerate(movement.rounds, start=1):
        for sitting in sittings:
            if sitting.board_set is not None:
                rounds_by_set.setdefault(sitting.board_set, []).append(number)
    return tuple((rounds[0], rounds[-1]) for _set, rounds in sorted(rounds_by_set.items()))


def _drawn_figures(
    entrants: int, rounds: int, boards: int, unit: Unit, style: Cards
) -> ProposalFigures:
    odd = entrants % 2
    tables = entrants // 2 * (2 if unit == "team" else 1)
    return {
        "tables": tables,
        "boards": rounds * boards,
        "boards_played": ((rounds - odd) * boards, rounds * boards),
        "sit_outs": (0, odd),
        "opponents": (rounds - odd, rounds),
        "copies": 0 if style == "open" else tables // 2,
        "shares": 0,
        "winners": 1,
        "balance": None,
        "sets": () if style == "open" else tuple((n, n) for n in range(1, rounds + 1)),
    }


def span(values: Iterable[int]) -> Span:
    listed = list(values)
    return min(listed), max(listed)
