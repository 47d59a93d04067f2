"""What is told of a format: who plays it, how it is seated, what it asks for, and its words.

Words are marked for translation, not translated: pages look them up in the reader's language.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from tournaments.movements.budget import Budget
from tournaments.movements.candidates import Candidate, Place
from tournaments.movements.knockout import Bracket
from tournaments.movements.model import Movement, Unit
from tournaments.movements.swiss import Draw

Cards = Literal["duplicate", "open"]
"""Whether boards are played again elsewhere, or cards are shuffled at each table."""

Entrants = tuple[Unit, int]
"""Who enters, and how many people sit at a table."""
PAIRS: Entrants = ("pair", 4)
TEAMS: Entrants = ("team", 4)
PLAYERS: Entrants = ("player", 4)
TWO: Entrants = ("player", 2)
THREE: Entrants = ("player", 3)


class Seating(Enum):
    """When and from what a format is seated.

    Its builder takes the stored parameters and makes a ``Movement`` in advance, or a ``Bracket``;
    where each round is drawn from the one before, it takes the entries, the number of the round,
    its lot and the stored parameters, and makes a ``Draw``.
    """

    AHEAD = "ahead"
    STANDINGS = "standings"
    BRACKET = "bracket"
    LIVES = "lives"


@dataclass(frozen=True, slots=True)
class Words:
    """What the organiser reads of a format that is proposed.

    ``verb`` stands on the button ("Use …" with the name if it is left out), ``moving`` says who
    moves where, ``know`` what would otherwise be found out during play, and ``know_shared`` the
    same where two tables share their boards.
    """

    name: str
    verb: str = ""
    moving: str = ""
    know: str = ""
    know_shared: str = ""


@dataclass(frozen=True, slots=True)
class Variation:
    """A format with words of its own for some parameters; not ``lasting``: only while proposed."""

    name: str
    fits: Callable[[Mapping[str, Any]], bool]
    words: Words
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole number that is asked for; ``usual`` proposes one for so many entrants."""

    name: str
    label: str
    least: int
    most: int
    usual: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values, each with its words; the first is the usual one."""

    name: str
    label: str
    options: Sequence[tuple[str | int, str]]


@dataclass(frozen=True, slots=True)
class Tick:
    """Yes or no."""

    name: str
    label: str
    usual: bool = False


Field = Figure | Choice | Tick


@dataclass(frozen=True, slots=True)
class Proposed:
    """To whom a format is proposed: what of it fits a field and its time, and how early it comes.

    The least ``place`` comes first.  ``cards`` says for which it is proposed, None for both.
    """

    entrants: Entrants
    candidates: Callable[[int, Budget], Iterator[Candidate]]
    place: Place
    cards: Cards | None = None


def as_many_rounds(entrants: int) -> int:
    """So many rounds as there are entrants: more than any plan has."""
    return entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A row of the catalogue.

    ``size`` is the parameter that says how many come, ``odd`` what is added to the parameters for
    an odd field, ``only`` how many it is for if for no others; ``longest`` gives about the rounds
    that so many play at most, ``most`` how many entrants are seated within seconds.

    ``what`` and ``fields`` offer it among other formats, as ``offered_as`` if not by its name.
    ``rule`` says on the table cards who goes where after a round, ``rule_of_sides`` what is to be
    known of tables that were turned.  ``groups`` gives who plays in which group.

    ``made_by_lot`` ones take a seed from the tournament's; ``deals_at_table`` ones name no boards;
    ``all_meet`` says that everybody meets everybody, ``is_relay`` that the two halves of a match
    are played in different rounds.  ``own`` names parameters that its builder knows nothing of.
    """

    kind: str
    seating: Seating
    builder: Callable[..., Movement | Bracket | Draw]
    suits: frozenset[Entrants]
    words: Words
    variations: Sequence[Variation] = ()
    size: str = ""
    odd: Mapping[str, Any] = field(default_factory=dict)
    only: int | None = None
    longest: Callable[[int], int] = as_many_rounds
    most: int | None = None
    what: str = ""
    offered_as: str = ""
    fields: Sequence[Field] = ()
    own: Sequence[str] = ()
    rule: str = ""
    rule_of_sides: str = ""
    groups: Callable[[Mapping[str, Any]], list[list[int]]] | None = None
    made_by_lot: bool = False
    deals_at_table: bool = False
    all_meet: bool = False
    is_relay: bool = False
    proposed: Sequence[Proposed] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def takes(self) -> list[str]:
        """The names of its parameters."""
        if self.seating in (Seating.STANDINGS, Seating.LIVES):
            return [*([self.size] if self.size else []), *(each.name for each in self.fields)]
        return [*inspect.signature(self.builder).parameters, *self.own]

    @property
    def is_made_of_a_size(self) -> bool:
        """Whether how many come is all that has to be said, so that it can be printed."""
        if self.seating in (Seating.STANDINGS, Seating.LIVES):
            return False
        asked = inspect.signature(self.builder).parameters.values()
        return {each.name for each in asked if each.default is each.empty} <= {self.size}

    @property
    def is_for_teams(self) -> bool:
        """Whether teams of four play it; a plan of pairs in two rooms a meeting."""
        return TEAMS in self.suits

    @property
    def at_a_table(self) -> int:
        """How many entrants sit at one table."""
        return max(people if unit == "player" else 2 for unit, people in self.suits)

    def params_for(self, entrants: int) -> dict[str, Any]:
        """The parameters for so many entrants."""
        if self.size != "tables":
            return {self.size: entrants} if self.size else {}
        tables, over = divmod(entrants, self.at_a_table)
        return {"tables": tables + bool(over), **(self.odd if over else {})}

    def variation(self, params: Mapping[str, Any]) -> Variation | None:
        """The variation that these parameters make it, if any."""
        return next((each for each in self.variations if each.fits(params)), None)
