"""Candidates of each format for a field and its time, with a reason and a rank.

Pairs: barometer if every table deals its own boards; otherwise Howell up to 8 tables,
Mitchell with an arrow switch above. Teams: all against all up to 10, Swiss above.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.movements.budget import Budget
from tournaments.movements.howell import design_lengths
from tournaments.movements.individual import FIRST_ROUNDS, whist_rounds
from tournaments.movements.mitchell import mitchell_rounds
from tournaments.movements.round_robin import lap_length

MIN_MITCHELL_TABLES = 4
"""With fewer, pairs that stay seated meet too few opponents."""
MAX_TABLES_HOWELL_FIRST = 8
"""Up to this, a Howell is proposed before a Mitchell."""
LARGEST_HOWELL = 20
MAX_ALL_PLAY_ALL_TEAMS = 10
SWISS_BOARDS = 6
VILLAGE_DEALS = 12
VILLAGE_GAMES = (4, 5, 3, 2, 1)
"""Belote evenings have three to six games of about twelve deals, mostly four."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A movement with its boards a round; `drawn`: round by round.

    `rounds` is their number if no parameter gives it.
    """

    kind: str
    params: Mapping[str, Any]
    boards: int
    reason: str
    drawn: bool = False
    rounds: int = 0


def barometers(entrants: int, budget: Budget) -> Iterator[Candidate]:
    lap = lap_length(entrants)
    rounds, boards = budget.fit(lap)
    if rounds:
        reason = "barometer_all_meet" if rounds == lap else "barometer"
        yield Candidate("barometer", {"entrants": entrants, "rounds": rounds}, boards, reason)


def howells(entrants: int, budget: Budget) -> Iterator[Candidate]:
    tables = (entrants + 1) // 2
    if tables > LARGEST_HOWELL:
        return
    fitting = [rounds for rounds in design_lengths(tables) if budget.boards_if_whole(rounds)]
    if not fitting:
        return
    rounds = fitting[-1]
    params: dict[str, Any] = {"tables": tables, "rounds": rounds}
    if entrants % 2:
        params["missing"] = True
    reason = "howell_all_meet" if rounds == 2 * tables - 1 else "howell_reduced"
    yield Candidate("howell", params, budget.boards_if_whole(rounds), reason)


def mitchells(entrants: int, budget: Budget) -> Iterator[Candidate]:
    tables = (entrants + 1) // 2
    if tables < MIN_MITCHELL_TABLES:
        return
    params = {"tables": tables, **({"missing": "ew"} if entrants % 2 else {})}
    one, two = ("plain", "plain") if tables % 2 else ("share", "skip")
    yield from _mitchell({**params, "variant": one}, budget, "mitchell_one_winner")
    yield from _mitchell({**params, "variant": two}, budget, "mitchell_two_winners")
    if entrants % 2 and tables > MIN_MITCHELL_TABLES:
        rover = {"tables": tables - 1, "variant": "share" if tables % 2 else "plain", "rover": True}
        yield from _mitchell(rover, budget, "mitchell_rover")


def _mitchell(params: Mapping[str, Any], budget: Budget, reason: str) -> Iterator[Candidate]:
    rounds, boards = budget.fit(mitchell_rounds(params["tables"], params["variant"]))
    switch = {} if reason == "mitchell_two_winners" else {"arrow_switch": True}
    if rounds > len(switch):
        yield Candidate("mitchell", {**params, "rounds": rounds, **switch}, boards, reason)


def all_teams(entrants: int, budget: Budget) -> Iterator[Candidate]:
    boards = budget.boards_if_whole(lap_length(entrants))
    if boards:
        yield Candidate("head_to_head", {"teams": entrants}, boards, "teams_all_play")


def odd_relays(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _relay("american_whist", entrants, budget, entrants % 2 == 1)


def even_relays(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _relay("new_england", entrants, budget, entrants % 2 == 0)


def _relay(kind: str, entrants: int, budget: Budget, suits: bool) -> Iterator[Candidate]:
    if entrants >= 3 and suits and (boards := budget.boards_if_whole(entrants - 1)):
        yield Candidate(kind, {"teams": entrants}, boards, "teams_relay")


def whists(entrants: int, budget: Budget) -> Iterator[Candidate]:
    if entrants in FIRST_ROUNDS:
        rounds, boards = budget.fit(whist_rounds(entrants), boards=2)
        if rounds:
            yield Candidate("whist", {"players": entrants, "rounds": rounds}, boards, "whist")


def rainbows(entrants: int, budget: Budget) -> Iterator[Candidate]:
    tables, over = divmod(entrants, 4)
    if not over and tables >= 5 and tables % 2 and tables % 3:
        rounds, boards = budget.fit(tables)
        if rounds:
            yield Candidate("rainbow", {"tables": tables, "rounds": rounds}, boards, "rainbow")


def melees(entrants: int, budget: Budget) -> Iterator[Candidate]:
    rounds, boards = budget.fit(8, boards=4)
    if rounds and entrants >= 4:
        yield Candidate("melee", {"players": entrants, "rounds": rounds}, boards, "melee")


def open_bergers(entrants: int, budget: Budget) -> Iterator[Candidate]:
    deals = budget.boards_for(lap_length(entrants))
    if deals >= 4:
        yield Candidate("berger", {"entrants": entrants}, deals, "open_all_play")


def two_handed_tables(entrants: int, budget: Budget) -> Iterator[Candidate]:
    boards = budget.boards_if_whole(lap_length(entrants))
    if boards:
        yield Candidate("two_handed", {"players": entrants}, boards, "open_all_play")


def three_handed_tables(entrants: int, budget: Budget) -> Iterator[Candidate]:
    rounds, boards = budget.fit(max(2, (entrants - 1) // 2), boards=3)
    if rounds and entrants >= 3:
        yield Candidate("three_handed", {"players": entrants, "rounds": rounds}, boards, "threes")


def swiss_of_teams(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _draw_candidates("swiss", entrants, budget, SWISS_BOARDS, "teams_swiss")


def swiss_of_two(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _draw_candidates("swiss", entrants, budget, SWISS_BOARDS, "open_swiss")


def open_swiss(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _draw_candidates("swiss", entrants, budget, VILLAGE_DEALS, "open_swiss")


def open_danish(entrants: int, budget: Budget) -> Iterator[Candidate]:
    yield from _draw_candidates("danish", entrants, budget, VILLAGE_DEALS, "open_danish")


def knock_outs(entrants: int, budget: Budget) -> Iterator[Candidate]:
    rounds = (entrants - 1).bit_length()
    deals = min(budget.boards_for(rounds), budget.boards_per_round or VILLAGE_DEALS)
    if entrants >= 3 and deals:
        params = {"entrants": entrants}
        yield Candidate("single_elimination", params, deals, "knock_out", drawn=True, rounds=rounds)


def _draw_candidates(
    kind: str, entrants: int, budget: Budget, usual: int, reason: str
) -> Iterator[Candidate]:
    for rounds in VILLAGE_GAMES if usual == VILLAGE_DEALS else (6, 5, 4, 3, 2, 1):
        boards = min(budget.boards_for(rounds), budget.boards_per_round or usual)
        if rounds < entrants and 2 * boards > usual:
            params = {"entrants": entrants, "rounds": rounds}
            yield Candidate(kind, params, boards, reason, drawn=True)
            return


PlaceFunction = Callable[[int, bool], int]
"""Position of a proposal for a number of entrants; True if each table deals for itself."""


def fixed_place(place: int) -> PlaceFunction:
    return lambda _entrants, _digital: place


def barometer_place(_entrants: int, digital: bool) -> int:
    return 0 if digital else 3


def howell_place(entrants: int, _digital: bool) -> int:
    return 1 if (entrants + 1) // 2 <= MAX_TABLES_HOWELL_FIRST else 2


def mitchell_place(entrants: int, digital: bool) -> int:
    return 3 - howell_place(entrants, digital)


def swiss_place(entrants: int, _digital: bool) -> int:
    return 3 if entrants <= MAX_ALL_PLAY_ALL_TEAMS else 0
