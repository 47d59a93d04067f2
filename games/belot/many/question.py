"""What is asked of a simulation: these rules, these cards, this contract, these players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.belot.cards import CONTRACTS, SEATS, codes, mask_of, write_cards
from games.belot.deal import parse_cards, parse_pack
from games.belot.errors import RuleError
from games.belot.level import USUAL_LEVEL
from games.belot.presets import DEFAULT_PRESET
from games.belot.records.shape import check_known, require_kind, seat_number
from games.belot.switches import variant_from_json, variant_to_json
from games.belot.table import table_of
from games.belot.variant import Variant

SIDES: Final = ("NS", "EW")
HAND: Final = 8
KEYS: Final = ("variant", "deals", "dealer", "contract", "levels")
NO_CARDS: Final = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class FixedContract:
    """A contract that is played without an auction; `contract` and `declarer` are numbers."""

    contract: int
    declarer: int
    contra: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What to play, over and over: four players by these rules.

    The cards are those of `pack`, or random but for the `known` ones (a mask for each seat).
    The dealer is a seat's number, or moves on with each deal (None); the auction is free or its
    `contract` is given; `levels` are the players of North–South and of East–West by name.
    """

    variant: Variant
    pack: tuple[int, ...] | None = None
    known: tuple[int, int, int, int] = NO_CARDS
    dealer: int | None = None
    contract: FixedContract | None = None
    levels: tuple[str, str] = (USUAL_LEVEL, USUAL_LEVEL)

    def __post_init__(self) -> None:
        """RuleError at the key that cannot be (see `from_json`)."""
        if self.variant.players != 4:
            raise RuleError("four_players_only", "variant")
        if self.contract is not None:
            _check_contract(self.variant, self.contract)
        _check_known(self)

    @classmethod
    def from_json(cls, value: object) -> "Question":
        """A question from its object; what is left out is random, free and by rules of thumb.

        Keys: variant, deals ("random", {"pack": "…"} or {"known": {"N": "…"}}), dealer, contract
        ({"contract", "declarer", "contra"}), levels ({"NS", "EW"}). RuleError at the faulty key.
        """
        if not isinstance(value, Mapping):
            raise RuleError("not_an_object")
        check_known(value, KEYS)
        variant = variant_from_json(value.get("variant", DEFAULT_PRESET))
        if variant.players != 4:
            raise RuleError("four_players_only", "variant")
        pack, known = _deals(value.get("deals", "random"), variant)
        dealer = value.get("dealer")
        return cls(
            variant,
            pack,
            known,
            None if dealer is None else seat_number(dealer, "dealer"),
            _contract(value.get("contract")),
            _levels(value.get("levels", {})),
        )

    def to_json(self) -> dict[str, object]:
        """The object that `from_json` reads back."""
        contract = self.contract
        return {
            "variant": variant_to_json(self.variant),
            "deals": self._deals_json(),
            "dealer": None if self.dealer is None else SEATS[self.dealer],
            "contract": contract
            and {
                "contract": CONTRACTS[contract.contract],
                "declarer": SEATS[contract.declarer],
                "contra": contract.contra,
            },
            "levels": dict(zip(SIDES, self.levels, strict=True)),
        }

    def _deals_json(self) -> str | dict[str, object]:
        if self.pack is not None:
            return {"pack": write_cards(self.pack)}
        if self.known == NO_CARDS:
            return "random"
        known = {SEATS[seat]: " ".join(codes(cards)) for seat, cards in enumerate(self.known)}
        return {"known": {seat: cards for seat, cards in known.items() if cards}}

    @property
    def places_for_known(self) -> int:
        """How many cards of a hand may be known: all, or those dealt before an unknown taker."""
        if self.variant.auction == "turn_up" and self.contract is None:
            return table_of(self.variant).seen
        return HAND


def _check_contract(variant: Variant, fixed: FixedContract) -> None:
    code = CONTRACTS[fixed.contract]
    if code not in variant.contracts.split():
        known = variant.contracts
        raise RuleError("unknown_contract", "contract.contract", value=code, known=known)
    if not 0 <= fixed.contra <= variant.contra_levels:
        highest = variant.contra_levels
        raise RuleError("contra_out_of_range", "contract.contra", highest=highest)


def _check_known(question: Question) -> None:
    seen = 0
    for seat, cards in enumerate(question.known):
        at = f"deals.known.{SEATS[seat]}"
        if cards & seen:
            raise RuleError("card_twice", at, card=codes(cards & seen)[0])
        seen |= cards
        most = question.places_for_known
        if cards.bit_count() > most:
            raise RuleError("too_many_known", at, most=most, count=cards.bit_count())


def _deals(
    value: object, variant: Variant
) -> tuple[tuple[int, ...] | None, tuple[int, int, int, int]]:
    """The pack, or the known cards."""
    if value == "random":
        return None, NO_CARDS
    deals = require_kind(value, dict, "deals")
    check_known(deals, ("pack", "known"), "deals.")
    if "pack" in deals and "known" in deals:
        raise RuleError("pack_or_hands", "deals.pack")
    if "pack" in deals:
        return parse_pack(require_kind(deals["pack"], str, "deals.pack"), variant), NO_CARDS
    known = require_kind(deals.get("known", {}), dict, "deals.known")
    masks = [0, 0, 0, 0]
    for seat, text in known.items():
        at = f"deals.known.{seat}"
        cards = parse_cards(require_kind(text, str, at), table_of(variant), at)
        masks[seat_number(seat, at)] = mask_of(cards)
    return None, (masks[0], masks[1], masks[2], masks[3])


def _contract(value: object) -> FixedContract | None:
    if value is None:
        return None
    fixed = require_kind(value, dict, "contract")
    check_known(fixed, ("contract", "declarer", "contra"), "contract.")
    code, contra = fixed.get("contract"), fixed.get("contra", 0)
    if code not in CONTRACTS:
        known = " ".join(CONTRACTS)
        raise RuleError("unknown_contract", "contract.contract", value=code, known=known)
    if type(contra) is not int:
        raise RuleError("wrong_type", "contract.contra", key="contra", expected="a whole number")
    declarer = seat_number(fixed.get("declarer"), "contract.declarer")
    return FixedContract(CONTRACTS.index(str(code)), declarer, contra)


def _levels(value: object) -> tuple[str, str]:
    levels = require_kind(value, dict, "levels")
    check_known(levels, SIDES, "levels.")
    ns, ew = (require_kind(levels.get(side, USUAL_LEVEL), str, f"levels.{side}") for side in SIDES)
    return ns, ew
