"""The movements worth proposing for a field, in order of recommendation, with a reason each.

Pairs: a barometer where every table deals the boards for itself; otherwise a Howell up to 8 tables
and a Mitchell with an arrow switch above.  Teams: all against all up to 10, Swiss above.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tournaments.movements.budget import Budget
from tournaments.movements.errors import _
from tournaments.movements.howell import design_lengths
from tournaments.movements.individual import FIRST_ROUNDS, whist_rounds
from tournaments.movements.mitchell import mitchell_rounds
from tournaments.movements.model import Unit
from tournaments.movements.round_robin import lap_length

Style = Literal["duplicate", "open"]

MITCHELL_TABLES = 4
"""Fewer tables are too few opponents for pairs that stay seated."""
HOWELL_TABLES = 8
"""Up to so many tables a Howell comes before a Mitchell."""
LARGEST_HOWELL = 20
ALL_TEAMS = 10
"""Up to so many teams all play all."""
SWISS_BOARDS = 6
VILLAGE_DEALS = 12
VILLAGE_GAMES = (4, 5, 3, 2, 1)
"""Belote evenings are three to six games of about twelve deals, four most often."""

REASONS: Mapping[str, str] = {
    "barometer_all_meet": _(
        "Everyone plays the same boards at the same time and meets everyone; the standings are"
        " final after each round."
    ),
    "barometer": _(
        "Everyone plays the same boards at the same time; the standings are final after each round."
    ),
    "howell_all_meet": _("Everyone meets everyone once; one winner; no board is shared."),
    "howell_reduced": _(
        "One winner in %(rounds)d rounds; some pairs stay seated, everyone plays all boards."
    ),
    "mitchell_one_winner": _(
        "Half of the pairs stay seated; the last rounds are turned, so that there is one winner."
    ),
    "mitchell_two_winners": _(
        "Half of the pairs stay seated; North-South and East-West are ranked separately."
    ),
    "mitchell_rover": _(
        "The extra pair takes a seat at another table each round; nobody rests more than once."
    ),
    "teams_all_play": _("Every team plays every other in two rooms."),
    "teams_relay": _("Every team plays every other; North-South stay seated."),
    "teams_swiss": _("Teams with equal results meet; nobody meets twice."),
    "whist": _("Partners change each round, every one once; opponents come round evenly."),
    "rainbow": _("Everyone meets everyone of another direction once; North stays seated."),
    "melee": _(
        "Partners and opponents are drawn anew each round and repeat as little as possible."
    ),
    "open_danish": _("First by lot, then by rank: first against second, third against fourth."),
    "open_swiss": _("First by lot, then those with equal results; nobody meets twice."),
    "open_all_play": _("Everyone plays everyone."),
    "threes": _("Three at a table, each for themselves; new opponents in each round."),
}
"""The words of each proposal's reason, as message templates for its parameters."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A movement with its boards a round; `drawn` if its rounds are drawn one after another."""

    kind: str
    params: Mapping[str, Any]
    boards: int
    reason: str
    drawn: bool = False


Family = Callable[[int, Budget, bool], Iterator[Candidate]]


def pairs(entrants: int, budget: Budget, digital: bool) -> Iterator[Candidate]:
    """Pairs; `digital` if each table deals the boards for itself."""
    small = (entrants + 1) // 2 <= HOWELL_TABLES
    families = [howells, mitchells] if small else [mitchells, howells]
    for family in [barometers, *families] if digital else [*families, barometers]:
        yield from family(entrants, budget)


def barometers(entrants: int, budget: Budget) -> Iterator[Candidate]:
    """The barometer, whole if it fits."""
    lap = lap_length(entrants)
    rounds, boards = budget.fit(lap)
    if rounds:
        reason = "barometer_all_meet" if rounds == lap else "barometer"
        yield Candidate("barometer", {"entrants": entrants, "rounds": rounds}, boards, reason)


def howells(entrants: int, budget: Budget) -> Iterator[Candidate]:
    """The full Howell if it fits, or else the longest reduced one that does."""
    tables = (entrants + 1) // 2
    if tables > LARGEST_HOWELL:
        return
    fitting = [rounds for rounds in design_lengths(tables) if budget.whole(rounds)]
    if not fitting:
        return
    rounds = fitting[-1]
    params: dict[str, Any] = {"tables": tables, "rounds": rounds}
    if entrants % 2:
        params["missing"] = True
    reason = "howell_all_meet" if rounds == 2 * tables - 1 else "howell_reduced"
    yield Candidate("howell", params, budget.whole(rounds), reason)


def mitchells(entrants: int, budget: Budget) -> Iterator[Candidate]:
    """Mitchells with one winner and with two, and the rover for an odd field."""
    tables = (entrants + 1) // 2
    if tables < MITCHELL_TABLES:
        return
    params = {"tables": tables, **({"missing": "ew"} if entrants % 2 else {})}
    one, two = ("plain", "plain") if tables % 2 else ("share", "skip")
    yield from _mitchell({**params, "variant": one}, budget, "mitchell_one_winner")
    yield from _mitchell({**params, "variant": two}, budget, "mitchell_two_winners")
    if entrants % 2 and tables > MITCHELL_TABLES:
        rover = {"tables": tables - 1, "variant": "share" if tables % 2 else "plain", "rover": True}
        yield from _mitchell(rover, budget, "mitchell_rover")


def _mitchell(params: Mapping[str, Any], budget: Budget, reason: str) -> Iterator[Candidate]:
    rounds, boards = budget.fit(mitchell_rounds(params["tables"], params["variant"]))
    switch = {} if reason == "mitchell_two_winners" else {"arrow_switch": True}
    if rounds > len(switch):
        yield Candidate("mitchell", {**params, "rounds": rounds, **switch}, boards, reason)


def teams(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Teams of four: all against all if it fits, or else (and above ten) Swiss."""
    lap = lap_length(entrants)
    boards = budget.whole(lap)
    all_play = [Candidate("head_to_head", {"teams": entrants}, boards, "teams_all_play")]
    if entrants >= 3:
        kind = "american_whist" if entrants % 2 else "new_england"
        relay = budget.whole(entrants - 1)
        all_play.append(Candidate(kind, {"teams": entrants}, relay, "teams_relay"))
    fitting = [each for each in all_play if each.boards]
    swiss = list(_drawn("swiss", entrants, budget, SWISS_BOARDS, "teams_swiss"))
    yield from fitting + swiss if entrants <= ALL_TEAMS else swiss + fitting


def players(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Single players: whist and rainbow where they exist, and the mêlée."""
    if entrants in FIRST_ROUNDS:
        rounds, boards = budget.fit(whist_rounds(entrants), boards=2)
        if rounds:
            yield Candidate("whist", {"players": entrants, "rounds": rounds}, boards, "whist")
    tables, over = divmod(entrants, 4)
    if not over and tables >= 5 and tables % 2 and tables % 3:
        rounds, boards = budget.fit(tables)
        if rounds:
            yield Candidate("rainbow", {"tables": tables, "rounds": rounds}, boards, "rainbow")
    rounds, boards = budget.fit(8, boards=4)
    if rounds and entrants >= 4:
        yield Candidate("melee", {"players": entrants, "rounds": rounds}, boards, "melee")


def open_deals(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Cards dealt at the table: games of a fixed number of deals, as on a belote evening."""
    yield from _drawn("danish", entrants, budget, VILLAGE_DEALS, "open_danish")
    yield from _drawn("swiss", entrants, budget, VILLAGE_DEALS, "open_swiss")
    deals = budget.boards_for(lap_length(entrants))
    if deals >= 4:
        yield Candidate("berger", {"entrants": entrants}, deals, "open_all_play")


def open_teams(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Teams whose two pairs shuffle at their tables: drawn by rank or by results."""
    yield from _drawn("danish", entrants, budget, VILLAGE_DEALS, "open_danish")
    yield from _drawn("swiss", entrants, budget, VILLAGE_DEALS, "open_swiss")


def two_players(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Tables of two: all against all if it fits, or by results."""
    lap = lap_length(entrants)
    boards = budget.whole(lap)
    if boards:
        yield Candidate("two_handed", {"players": entrants}, boards, "open_all_play")
    yield from _drawn("swiss", entrants, budget, SWISS_BOARDS, "open_swiss")


def three_players(entrants: int, budget: Budget, _digital: bool) -> Iterator[Candidate]:
    """Tables of three: as many rounds as fit, meeting again as little as possible."""
    rounds, boards = budget.fit(max(2, (entrants - 1) // 2), boards=3)
    if rounds and entrants >= 3:
        yield Candidate("three_handed", {"players": entrants, "rounds": rounds}, boards, "threes")


def _drawn(
    kind: str, entrants: int, budget: Budget, usual: int, reason: str
) -> Iterator[Candidate]:
    """The usual number of rounds of the usual length, or what fits."""
    for rounds in VILLAGE_GAMES if usual == VILLAGE_DEALS else (6, 5, 4, 3, 2, 1):
        boards = min(budget.boards_for(rounds), budget.boards_per_round or usual)
        if rounds < entrants and 2 * boards > usual:
            params = {"entrants": entrants, "rounds": rounds}
            yield Candidate(kind, params, boards, reason, drawn=True)
            return


FAMILIES: Mapping[tuple[Unit, Style], Family] = {
    ("pair", "duplicate"): pairs,
    ("team", "duplicate"): teams,
    ("player", "duplicate"): players,
    ("pair", "open"): open_deals,
    ("player", "open"): players,
    ("team", "open"): open_teams,
}
"""What is proposed, by who enters and by whether boards are played again elsewhere."""
SMALL_TABLES: Mapping[int, Family] = {2: two_players, 3: three_players}
"""What is proposed for variants of two and of three players."""
