from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.belot import (
    PossiblePoints,
    RuleError,
    Variant,
    possible_points,
)
from games.slips.bids import SOLO, bid_choices, bid_from_form
from games.slips.premiums import (
    BELOTE,
    PREMIUMS,
    Premium,
    points_of,
    premium_fault,
    premium_in,
    premiums_of,
)
from games.wording.contras import levels_of
from games.wording.messages import error_text
from games.wording.sides import side_words
from games.wording.texts import contra_name, contract_name

MOST_PREMIUMS: Final = 12
NO_SIDE: Final = ""
USUAL_CONTRACT: Final = "H"


@dataclass(frozen=True, slots=True)
class Column:
    code: str
    name: str
    typed: str
    filled: str
    named: tuple[Premium, ...]
    is_declarer: bool
    is_capot: bool


class SlipForm(forms.Form):
    """A slip under a variant; once valid, ``slip`` is a summary without its variant, or None.

    One side's points can be left empty; ``filled`` holds the computed points by side.
    """

    def __init__(self, data: QueryDict, variant: Variant) -> None:
        self.variant = variant
        self.sides = side_words(variant)
        self.named = {side: declarations_in(data, side) for side in self.sides}
        self.chosen = choices_in(data, variant, list(self.sides))
        self.points_of_tricks: PossiblePoints = possible_points(variant, self.chosen["contract"])
        self.filled: dict[str, int] = {}
        self.slip: dict[str, Any] | None = None
        super().__init__({**{key: data.get(key) for key in data}, **self.chosen})
        for side in self.sides:
            self.fields[f"p_{side}"] = forms.IntegerField(
                required=False,
                min_value=0,
                error_messages={
                    "invalid": gettext_lazy("Points are a whole number."),
                    "min_value": gettext_lazy("Points cannot be less than 0."),
                },
            )
        self.fields["say_claims"] = forms.CharField(required=False)
        self.fields["say_capot"] = forms.CharField(required=False)

    @property
    def contract(self) -> str:
        return str(self.chosen["contract"])

    @property
    def declarer(self) -> str:
        return str(self.chosen["by"])

    @property
    def contra(self) -> int:
        return int(self.chosen["contra"])

    @property
    def capot(self) -> str:
        return str(self.chosen["capot"])

    @property
    def bid(self) -> str:
        """The bid in card points, or the code for all tricks."""
        return str(self.chosen["bid"])

    @property
    def is_marked(self) -> bool:
        """Whether all tricks were bid with the number."""
        return bool(self.chosen["capot_bid"])

    @property
    def is_alone(self) -> bool:
        """Whether all tricks were bid alone, and the declarer took them alone."""
        return bool(self.chosen["alone"])

    def clean(self) -> None:
        cleaned = self.cleaned_data
        fault = premium_fault(self.variant, self.contract, self.named, self.capot or None)
        if fault:
            self.add_error("say_claims", fault)
        typed = {side: cleaned.get(f"p_{side}") for side in self.sides}
        if any(f"p_{side}" in self.errors for side in self.sides):
            return
        points = self.complete_points(typed)
        if points is not None and not self.errors:
            self.slip = self.build_slip(points)

    def complete_points(self, typed: Mapping[str, int | None]) -> dict[str, int] | None:
        """Points of every side, a missing one computed; None if too few are given."""
        total, exact = self.points_of_tricks.total, self.points_of_tricks.exact
        entered = {side: points for side, points in typed.items() if points is not None}
        if self.capot and exact and not entered:
            entered = {side: 0 for side in self.sides if side != self.capot}
        if self.capot:
            entered = {side: 0 for side in self.sides if side != self.capot} | entered
            if any(points for side, points in entered.items() if side != self.capot):
                self.add_error(
                    "say_capot", _("With all tricks to one side the others have no points.")
                )
                return None
        left = [side for side in self.sides if side not in entered]
        rest = total - sum(entered.values())
        if entered and (rest < 0 or (exact and rest and not left)):
            self.add_error(f"p_{next(iter(entered))}", self.sum_fault(entered))
            return None
        if exact and len(left) == 1:
            entered[left[0]] = rest
        self.filled = {side: n for side, n in entered.items() if typed[side] is None}
        return (
            {side: entered[side] for side in self.sides}
            if len(entered) == len(self.sides)
            else None
        )

    def sum_fault(self, given: Mapping[str, int]) -> str:
        params = {
            "points": " + ".join(str(points) for points in given.values()),
            "contract": contract_name(self.contract),
            "total": self.points_of_tricks.total,
        }
        if sum(given.values()) > self.points_of_tricks.total:
            return (
                _(
                    "%(points)s is too many. In %(contract)s the tricks are worth %(total)d in "
                    "all. Declarations are added apart."
                )
                % params
            )
        return (
            _("%(points)s is too few. In %(contract)s the tricks are worth %(total)d in all.")
            % params
        )

    def build_slip(self, points: Mapping[str, int]) -> dict[str, object]:
        """The summary of ``docs/deal-record.md``, without its variant."""
        slip: dict[str, Any] = {
            "contract": self.contract,
            "declarer": self.declarer[0],
            "contra": self.contra,
            "points": dict(points),
            "announced": {
                side: points_of(self.variant, self.contract, kinds)
                for side, kinds in self.named.items()
            },
        }
        if self.variant.counts_belotes_apart and any(self.named.values()):
            slip["belote"] = self.belotes
        if self.variant.bids_numbers:
            slip |= bid_from_form(self.bid, self.is_marked, self.variant)
        if self.is_alone:
            slip["alone"] = True
        return slip | ({"capot": self.capot or None} if 0 in points.values() else {})

    def add_rule_error(self, error: RuleError) -> None:
        """Attach an engine error to the field it concerns."""
        places = {
            "announced": "say_claims",
            "belote": "say_claims",
            "bid": "say_capot",
            "capot_bid": "say_capot",
            "capot": "say_capot",
            "alone": "say_capot",
            "points": f"p_{next(iter(self.sides))}",
        }
        self.add_error(places.get(error.at.partition(".")[0]), error_text(error))

    @property
    def belotes(self) -> dict[str, int]:
        value = PREMIUMS[BELOTE].value
        return {side: value * kinds.count(BELOTE) for side, kinds in self.named.items()}

    def hint(self) -> str:
        """A warning that is no error, or empty."""
        if self.slip is None:
            return ""
        odd = [n for n in self.slip["points"].values() if n not in self.points_of_tricks.values]
        if odd:
            return _("No tricks are worth exactly %(points)d. Please count again.") % {
                "points": odd[0]
            }
        if self.slip.get("capot", "-") is None:
            return _("A side has no points. If the other took every trick, choose capot.")
        return ""

    # What the page shows --------------------------------------------------------------------

    def columns(self) -> list[Column]:
        return [
            Column(
                side,
                name,
                str(self.data.get(f"p_{side}") or ""),
                str(self.filled.get(side, "")),
                tuple(premium_in(self.variant, self.contract, kind) for kind in self.named[side]),
                side == self.declarer,
                side == self.capot,
            )
            for side, name in self.sides.items()
        ]

    def contracts(self) -> list[dict[str, object]]:
        return [
            {
                "code": code,
                "total": possible_points(self.variant, code).total,
                "is_chosen": code == self.contract,
            }
            for code in self.variant.contracts.split()
        ]

    def bids(self) -> list[dict[str, object]]:
        return [
            {"value": value, "words": words, "is_chosen": value == self.bid}
            for value, words in bid_choices(self.variant)
        ]

    @property
    def can_be_marked(self) -> bool:
        """Whether a number can be combined with all tricks."""
        return self.variant.bids_numbers and self.variant.capot_bid == "with_number"

    @property
    def can_be_alone(self) -> bool:
        """Whether all tricks can be bid for one player alone."""
        return self.variant.bids_numbers and self.variant.solo_value > 0

    def contras(self) -> list[dict[str, object]]:
        highest = levels_of(self.variant, self.contract)
        if not highest:
            return []
        return [
            {
                "level": level,
                "name": capfirst(contra_name(level)) if level else _("None"),
                "is_chosen": level == self.contra,
            }
            for level in range(highest + 1)
        ]

    @property
    def declarer_name(self) -> str:
        return self.sides[self.declarer]

    @property
    def total(self) -> int:
        return self.points_of_tricks.total

    @property
    def is_exact(self) -> bool:
        """Whether all sides' points sum to ``total``: no card stays out of play."""
        return self.points_of_tricks.exact

    @property
    def premiums(self) -> list[Premium]:
        return premiums_of(self.variant, self.contract)

    def point_errors(self) -> list[str]:
        return [str(error) for side in self.sides for error in self.errors.get(f"p_{side}", ())]

    def query(self) -> list[tuple[str, str]]:
        """URL parameters that reproduce this slip."""
        pairs = [("contract", self.contract), ("by", self.declarer)]
        pairs += [("contra", str(self.contra))] if self.contra else []
        pairs += [("bid", self.bid), ("capot_bid", "1" if self.is_marked else "")]
        pairs += [(f"p_{side}", str(self.data.get(f"p_{side}") or "")) for side in self.sides]
        pairs += [(f"d_{side}", kind) for side, kinds in self.named.items() for kind in kinds]
        pairs += [("capot", self.capot), ("alone", "1" if self.is_alone else "")]
        return [(key, value) for key, value in pairs if value]


def declarations_in(data: QueryDict, side: str) -> list[str]:
    return [kind for kind in data.getlist(f"d_{side}") if kind in PREMIUMS][:MOST_PREMIUMS]


def choices_in(data: QueryDict, variant: Variant, sides: list[str]) -> dict[str, Any]:
    """Choices valid in this variant, with defaults for the others."""
    contract, by, capot = (data.get(key, "") for key in ("contract", "by", "capot"))
    contract = contract if contract in variant.contracts.split() else USUAL_CONTRACT
    levels = [str(level) for level in range(levels_of(variant, contract) + 1)]
    contra = data.get("contra", "0")
    bids = [value for value, _words in bid_choices(variant)]
    bid = data.get("bid", "")
    return {
        "bid": bid if bid in bids else next(iter(bids), ""),
        "alone": bid == SOLO in bids and bool(data.get("alone")),
        "capot_bid": variant.capot_bid == "with_number" and bool(data.get("capot_bid")),
        "contract": contract,
        "by": by if by in sides else sides[0],
        "contra": int(contra) if contra in levels else 0,
        "capot": capot if capot in sides else NO_SIDE,
    }
