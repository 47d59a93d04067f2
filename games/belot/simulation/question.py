from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.belot.cards import CONTRACTS, codes, mask_of, write_cards
from games.belot.deal import parse_cards, parse_pack
from games.belot.errors import RuleError
from games.belot.level import USUAL_LEVEL
from games.belot.numbers import CALLS_PER_RANK, FIRST_NUMBER, parse_bid
from games.belot.presets import DEFAULT_PRESET
from games.belot.records.shape import check_known, require_kind, seat_number
from games.belot.switches import variant_from_json, variant_to_json
from games.belot.table import seats_of, table_of
from games.belot.variant import Variant

SIDES: Final = ("NS", "EW")
HAND: Final = 8
KEYS: Final = ("variant", "deals", "dealer", "contract", "levels")
NO_CARDS: Final = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class FixedContract:
    """Contract without an auction; `rank` of its number, if any (`games.belot.numbers`)."""

    contract: int
    declarer: int
    contra: int = 0
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """Four bots that play over and over by these rules.

    Cards: `pack`, or random around the `known` ones (a mask per seat). `dealer`: seat number,
    or None to rotate. `contract`: None for a free auction. `levels`: bots of North–South and
    East–West.
    """

    variant: Variant
    pack: tuple[int, ...] | None = None
    known: tuple[int, int, int, int] = NO_CARDS
    dealer: int | None = None
    contract: FixedContract | None = None
    levels: tuple[str, str] = (USUAL_LEVEL, USUAL_LEVEL)

    def __post_init__(self) -> None:
        if self.variant.players != 4:
            raise RuleError("four_players_only", "variant")
        if self.contract is not None:
            _check_contract(self.variant, self.contract)
            if self.variant.auction == "eldest":
                _fix_dealer(self, self.contract.declarer)
        _check_known(self)

    @classmethod
    def from_json(cls, value: object) -> "Question":
        """Parse a question; defaults: random cards, free auction, rules of thumb.

        Keys: variant, deals ("random", {"pack": "…"} or {"known": {"N": "…"}}), dealer, contract
        ({"contract", "declarer", "contra"}), levels ({"NS", "EW"}). RuleError at the faulty key.
        Where numbers are bid, a contract includes its number, `110H`; else the lowest one is
        used.
        """
        if not isinstance(value, Mapping):
            raise RuleError("not_an_object")
        check_known(value, KEYS)
        variant = variant_from_json(value.get("variant", DEFAULT_PRESET))
        if variant.players != 4:
            raise RuleError("four_players_only", "variant")
        pack, known = _parse_deals(value.get("deals", "random"), variant)
        dealer = value.get("dealer")
        return cls(
            variant,
            pack,
            known,
            None if dealer is None else seat_number(dealer, seats_of(variant), "dealer"),
            _parse_fixed_contract(value.get("contract"), variant),
            _parse_levels(value.get("levels", {})),
        )

    def to_json(self) -> dict[str, object]:
        contract, seats = self.contract, seats_of(self.variant)
        return {
            "variant": variant_to_json(self.variant),
            "deals": self._deals_json(),
            "dealer": None if self.dealer is None else seats[self.dealer],
            "contract": contract
            and {
                "contract": _contract_code(self.variant, contract),
                "declarer": seats[contract.declarer],
                "contra": contract.contra,
            },
            "levels": dict(zip(SIDES, self.levels, strict=True)),
        }

    def _deals_json(self) -> str | dict[str, object]:
        if self.pack is not None:
            return {"pack": write_cards(self.pack)}
        if self.known == NO_CARDS:
            return "random"
        held = zip(seats_of(self.variant), self.known, strict=True)
        return {"known": {seat: " ".join(codes(cards)) for seat, cards in held if cards}}

    @property
    def max_known_cards(self) -> int:
        """Known cards allowed per hand: all, or those dealt before an unknown taker."""
        if self.variant.auction == "turn_up" and self.contract is None:
            return table_of(self.variant).seen
        return HAND


def _contract_code(variant: Variant, fixed: FixedContract) -> str:
    if not variant.bids_numbers:
        return CONTRACTS[fixed.contract]
    return table_of(variant).code_of(FIRST_NUMBER + CALLS_PER_RANK * fixed.rank + fixed.contract)


def _check_contract(variant: Variant, fixed: FixedContract) -> None:
    code = CONTRACTS[fixed.contract]
    if code not in variant.contracts.split():
        known = variant.contracts
        raise RuleError("unknown_contract", "contract.contract", value=code, known=known)
    highest = table_of(variant).levels_of(fixed.contract)
    if not 0 <= fixed.contra <= highest:
        raise RuleError("contra_out_of_range", "contract.contra", highest=highest)


def _fix_dealer(question: Question, declarer: int) -> None:
    dealer = declarer if question.variant.first_call == "dealer" else (declarer - 1) % 4
    if question.dealer not in (None, dealer):
        raise RuleError("declarer_calls_first", "contract.declarer")
    object.__setattr__(question, "dealer", dealer)


def _check_known(question: Question) -> None:
    earlier_cards = 0
    for seat, cards in zip(seats_of(question.variant), question.known, strict=True):
        at = f"deals.known.{seat}"
        if cards & earlier_cards:
            raise RuleError("card_twice", at, card=codes(cards & earlier_cards)[0])
        earlier_cards |= cards
        most = question.max_known_cards
        if cards.bit_count() > most:
            raise RuleError("too_many_known", at, most=most, count=cards.bit_count())


def _parse_deals(
    value: object, variant: Variant
) -> tuple[tuple[int, ...] | None, tuple[int, int, int, int]]:
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
        masks[seat_number(seat, seats_of(variant), at)] = mask_of(cards)
    return None, (masks[0], masks[1], masks[2], masks[3])


def _parse_fixed_contract(value: object, variant: Variant) -> FixedContract | None:
    if value is None:
        return None
    fixed = require_kind(value, dict, "contract")
    check_known(fixed, ("contract", "declarer", "contra"), "contract.")
    contract, rank = parse_contract(fixed.get("contract"), variant, "contract.contract")
    contra = fixed.get("contra", 0)
    if type(contra) is not int:
        raise RuleError("wrong_type", "contract.contra", key="contra", expected="a whole number")
    declarer = seat_number(fixed.get("declarer"), seats_of(variant), "contract.declarer")
    return FixedContract(contract, declarer, contra, max(rank, 0))


def parse_contract(code: object, variant: Variant, at: str) -> tuple[int, int]:
    """Contract and the rank of its number, or -1; RuleError if invalid."""
    known = variant.contracts.split()
    if code in known:
        return CONTRACTS.index(str(code)), -1
    call = table_of(variant).move_of(code)
    if call is not None and call >= FIRST_NUMBER:
        rank, contract = divmod(call - FIRST_NUMBER, CALLS_PER_RANK)
        return contract, rank
    bid = parse_bid(code) if isinstance(code, str) and variant.bids_numbers else None
    if bid is not None and bid.contract in known:
        raise RuleError("number_not_bid", at, call=code, bids=variant.bids)
    raise RuleError("unknown_contract", at, value=code, known=" ".join(known))


def _parse_levels(value: object) -> tuple[str, str]:
    levels = require_kind(value, dict, "levels")
    check_known(levels, SIDES, "levels.")
    ns, ew = (require_kind(levels.get(side, USUAL_LEVEL), str, f"levels.{side}") for side in SIDES)
    return ns, ew
