"""Descriptions of formats; texts are only marked for translation: pages translate them."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from tournaments.movements.budget import Budget
from tournaments.movements.candidates import Candidate, PlaceFunction
from tournaments.movements.knockout import Bracket
from tournaments.movements.model import Movement, Unit
from tournaments.movements.swiss import Draw

Cards = Literal["duplicate", "open"]
"""Boards played again elsewhere, or cards shuffled at each table."""

Entrants = tuple[Unit, int]
"""Unit, and people per table."""
PAIRS: Entrants = ("pair", 4)
TEAMS: Entrants = ("team", 4)
PLAYERS: Entrants = ("player", 4)
TWO: Entrants = ("player", 2)
THREE: Entrants = ("player", 3)


class Seating(Enum):
    """When and from what a format is seated.

    Builders take the stored parameters and return a ``Movement`` or ``Bracket``; for rounds
    drawn one after another they take entries, round number, lot and parameters and return a
    ``Draw``.
    """

    AHEAD = "ahead"
    STANDINGS = "standings"
    BRACKET = "bracket"
    LIVES = "lives"


@dataclass(frozen=True, slots=True)
class FormatTexts:
    """Texts about a proposed format, for the organiser.

    ``verb`` is the button's label (default: "Use …" with the name), ``moving`` says who moves
    where, ``know`` what to know before play, ``know_shared`` the same if two tables share
    boards.
    """

    name: str
    verb: str = ""
    moving: str = ""
    know: str = ""
    know_shared: str = ""


@dataclass(frozen=True, slots=True)
class Variation:
    name: str
    fits: Callable[[Mapping[str, Any]], bool]
    words: FormatTexts
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class NumberParameter:
    name: str
    label: str
    least: int
    most: int
    usual: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class ChoiceParameter:
    name: str
    label: str
    options: Sequence[tuple[str | int, str]]


@dataclass(frozen=True, slots=True)
class BooleanParameter:
    name: str
    label: str
    usual: bool = False


Field = NumberParameter | ChoiceParameter | BooleanParameter


@dataclass(frozen=True, slots=True)
class ProposalRule:
    """To which entrants, with which candidates and how early (least ``place`` first)."""

    entrants: Entrants
    candidates: Callable[[int, Budget], Iterator[Candidate]]
    place: PlaceFunction
    cards: Cards | None = None


def as_many_rounds(entrants: int) -> int:
    return entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A row of the catalogue.

    ``size`` is the parameter for the number of entrants, ``odd`` extra parameters of an odd
    field, ``only`` the single number supported; ``longest`` gives roughly the most rounds,
    ``most`` the entrants that are seated within seconds.

    ``what`` and ``fields`` offer it among other formats, as ``offered_as`` if not by its name.
    ``rule`` is the table cards' text on who goes where, ``rule_of_sides`` the one on turned
    tables. ``groups`` gives who plays in which group.

    ``made_by_lot``: takes a seed; ``deals_at_table``: no boards; ``all_meet``: all entrants
    meet; ``is_relay``: the halves of a match are in different rounds. ``own``: parameters that
    the builder does not take.
    """

    kind: str
    seating: Seating
    builder: Callable[..., Movement | Bracket | Draw]
    suits: frozenset[Entrants]
    words: FormatTexts
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
    proposed: Sequence[ProposalRule] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameter_names(self) -> list[str]:
        if self.seating in (Seating.STANDINGS, Seating.LIVES):
            return [*([self.size] if self.size else []), *(each.name for each in self.fields)]
        return [*inspect.signature(self.builder).parameters, *self.own]

    @property
    def is_determined_by_size(self) -> bool:
        """Whether the number of entrants is the only required parameter."""
        if self.seating in (Seating.STANDINGS, Seating.LIVES):
            return False
        params = inspect.signature(self.builder).parameters.values()
        return {each.name for each in params if each.default is each.empty} <= {self.size}

    @property
    def is_for_teams(self) -> bool:
        return TEAMS in self.suits

    @property
    def entrants_per_table(self) -> int:
        return max(people if unit == "player" else 2 for unit, people in self.suits)

    def params_for(self, entrants: int) -> dict[str, Any]:
        if self.size != "tables":
            return {self.size: entrants} if self.size else {}
        tables, over = divmod(entrants, self.entrants_per_table)
        return {"tables": tables + bool(over), **(self.odd if over else {})}

    def variation(self, params: Mapping[str, Any]) -> Variation | None:
        return next((each for each in self.variations if each.fits(params)), None)
