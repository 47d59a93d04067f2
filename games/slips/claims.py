"""Check a slip against the board's cards: claims not held, points not possible.

Only what is certain is refused. ``check_without_cards`` comes first: users who must not
know the cards get its errors and no others.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.belot import (
    CARD_OF,
    CONTRACTS,
    Claim,
    Variant,
    claims,
    deal_hands,
    parse_pack,
    seats_of,
    table_of,
)
from games.slips.belotes import check_belote_claims
from games.slips.said import SIDES, ImpossibleSlipError, PlayedSlip, fault_in, read_slip
from games.wording.texts import contract_name, seat_name

KIND_NAMES: Final[Mapping[str, str | Promise]] = {
    "tierce": gettext_lazy("tierce"),
    "quarte": gettext_lazy("quarte"),
    "quinte": gettext_lazy("quinte"),
    "carre": gettext_lazy("carré"),
    "belote": gettext_lazy("belote"),
}
RUN_OF_LENGTH: Final = {3: ("tierce", 20), 4: ("quarte", 50)}
QUINTE: Final = ("quinte", 100)
TIERCE: Final = ("tierce", 20)
MOST_CLAIMS: Final = 12
MAX_CLAIM_POINTS: Final = 400
"""The best carré (``games.belot.carres``)."""
LAST_TRICK: Final = 10

KindAndPoints = tuple[str, int]
Choice = tuple[KindAndPoints, ...]
"""Combinations that one hand or side can announce together, sorted."""


def check_cards(variant: Variant, dealer: str, pack: str, slip: Mapping[str, object]) -> None:
    """Refuse a played slip that this board cannot give; raises ImpossibleSlipError.

    ``slip`` must have passed the engine; it can carry ``claims``, a list of
    ``{"side", "kind", "value"}`` whose values sum to ``announced`` on each side.
    """
    check_without_cards(variant, slip)
    check_with_cards(variant, dealer, pack, slip)


def check_without_cards(variant: Variant, slip: Mapping[str, object]) -> None:
    """Refuse what no board can give, without using cards; raises ImpossibleSlipError."""
    if not is_played_by_four(variant, slip):
        return
    played_slip = read_slip(slip)
    if played_slip.claims is not None:
        claimed = parse_claims(played_slip.claims)
        check_claim_sums(claimed, played_slip.announced)
        check_belote_claims(claimed, played_slip.belote)
        if variant.declarations != "trick":
            check_contest(variant, claimed)
    if variant.declarations == "trick" or variant.trick_needed not in (False, "but_belote"):
        check_tricks_taken(played_slip, allowed=0)


def check_with_cards(variant: Variant, dealer: str, pack: str, slip: Mapping[str, object]) -> None:
    """Refuse what these cards cannot give; the slip has passed ``check_without_cards``.

    Every check runs, whatever the others found, so that timing reveals nothing.
    """
    if not is_played_by_four(variant, slip):
        return
    played_slip = read_slip(slip)
    if variant.declarations == "none":
        played_slip = replace(played_slip, belote=played_slip.announced)
    hands = hands_of(variant, dealer, pack, played_slip.declarer)
    held = claims(variant, hands, played_slip.contract)
    checks: list[Callable[[], None]] = [
        partial(check_claims, variant, played_slip, held),
        partial(check_belotes_held, played_slip, held),
        *(partial(check_announced, variant, held, side, played_slip) for side in SIDES),
        partial(check_belotes_taken, variant, played_slip, held),
    ]
    if variant.declarations == "trick":
        checks = []
    checks += [
        partial(check_points, variant, played_slip, hands),
        partial(check_capot, played_slip, hands),
    ]
    faults = [fault for check in checks if (fault := fault_in(check)) is not None]
    if faults:
        raise faults[0]


def is_played_by_four(variant: Variant, slip: Mapping[str, object]) -> bool:
    """Whether the slip can be checked against four hands."""
    return variant.players == 4 and "contract" in slip


def hands_of(variant: Variant, dealer: str, pack: str, taker: str) -> dict[str, str]:
    """Each seat's eight cards as codes, dealt in the variant's packets.

    ``taker`` receives the turned-up card, if any.
    """
    seats = seats_of(variant)
    received = deal_hands(
        variant, seats.index(dealer), seats.index(taker), parse_pack(pack, variant)
    )
    codes = {number: code for code, number in CARD_OF.items()}
    return {
        seat: " ".join(codes[card] for card in cards)
        for seat, cards in zip(seats, received, strict=True)
    }


# Claims -----------------------------------------------------------------------------------------


def check_claim_sums(claimed: Sequence[tuple[str, str, int]], announced: Mapping[str, int]) -> None:
    for side in SIDES:
        total = sum(value for who, _kind, value in claimed if who == side)
        if total != announced[side]:
            raise ImpossibleSlipError(
                "claims_sum",
                _("The declarations of %(side)s come to %(claimed)d, not to %(announced)d.")
                % {"side": seat_name(side), "claimed": total, "announced": announced[side]},
                "announced",
            )


def check_claims(variant: Variant, said: PlayedSlip, held: Sequence[Claim]) -> None:
    claimed = parse_claims(said.claims) if said.claims is not None else []
    for index, (side, kind, value) in enumerate(claimed):
        if not can_hold(variant, held, side, [(kind, value)]):
            raise ImpossibleSlipError(
                "claim_not_held", not_held_message(side, kind, said.contract), f"claims[{index}]"
            )
    for side in SIDES:
        named = [(kind, value) for who, kind, value in claimed if who == side]
        if not can_hold(variant, held, side, named):
            raise ImpossibleSlipError(
                "claims_not_together",
                _("With the cards of this board %(side)s cannot have all of this together.")
                % {"side": seat_name(side)},
                "claims",
            )


def parse_claims(given: object) -> list[tuple[str, str, int]]:
    bad = ImpossibleSlipError(
        "bad_claim",
        _("Each declaration is a tierce, quarte, quinte, carré or belote of one side."),
        "claims",
    )
    if not isinstance(given, list) or len(given) > MOST_CLAIMS:
        raise bad
    parsed_claims = []
    for item in given:
        if not isinstance(item, Mapping) or set(item) != {"side", "kind", "value"}:
            raise bad
        side, kind, value = item["side"], item["kind"], item["value"]
        if side not in SIDES or not isinstance(kind, str) or kind not in KIND_NAMES:
            raise bad
        if type(value) is not int or not 0 < value <= MAX_CLAIM_POINTS:
            raise bad
        parsed_claims.append((side, kind, value))
    return parsed_claims


def not_held_message(side: str, kind: str, contract: str) -> str:
    words = {"side": seat_name(side), "what": str(KIND_NAMES[kind])}
    if kind == "belote" and contract in "CDHS":
        words["suit"] = contract_name(contract)
        return (
            _("On this board nobody of %(side)s had the king and queen of trumps (%(suit)s).")
            % words
        )
    if kind == "belote":
        return _("On this board nobody of %(side)s had a king and queen of trumps.") % words
    return _("On this board nobody of %(side)s can have had this %(what)s.") % words


def check_contest(variant: Variant, claimed: Iterable[tuple[str, str, int]]) -> None:
    """Refuse declarations of both sides where only one side counts its own."""
    runs = {side for side, kind, _value in claimed if kind not in ("carre", "belote")}
    carres = {side for side, kind, _value in claimed if kind == "carre"}
    together = variant.contest == "together" and len(runs | carres) > 1
    if together or len(runs) > 1 or len(carres) > 1:
        raise ImpossibleSlipError(
            "one_side_counts",
            _("Only the side with the better declaration counts its own. Enter what counted."),
            "claims",
        )


def can_hold(
    variant: Variant, held: Sequence[Claim], side: str, named: Sequence[KindAndPoints]
) -> bool:
    """Whether a side's two hands can announce exactly these combinations."""
    combinations = Counter(named)
    belote_count = combinations.pop(("belote", 20), 0)
    return belote_count <= count_belotes(held, side) and tuple(
        sorted(combinations.elements())
    ) in side_choices(variant, held, side)


def check_belotes_held(said: PlayedSlip, held: Sequence[Claim]) -> None:
    for side in SIDES if said.belote is not None else ():
        assert said.belote is not None
        if said.belote[side] > 20 * count_belotes(held, side):
            raise ImpossibleSlipError(
                "belote_not_held", not_held_message(side, "belote", said.contract), "belote"
            )


def count_belotes(held: Sequence[Claim], side: str) -> int:
    return sum(claim.kind == "belote" for claim in held if claim.seat in side)


def check_announced(variant: Variant, held: Sequence[Claim], side: str, said: PlayedSlip) -> None:
    """Refuse a total that no choice of the side's combinations and belotes gives."""
    announced = said.announced[side]
    sums = {sum(value for _kind, value in choice) for choice in side_choices(variant, held, side)}
    belotes = [20 * count for count in range(count_belotes(held, side) + 1)]
    if said.belote is not None:
        belotes = [said.belote[side]]
    if not any(announced - belote in sums for belote in belotes):
        raise ImpossibleSlipError(
            "announced_impossible",
            _("With the cards of this board %(side)s cannot have %(points)d for declarations.")
            % {"side": seat_name(side), "points": announced},
            "announced",
        )


def side_choices(variant: Variant, held: Sequence[Claim], side: str) -> set[Choice]:
    """All that a side's two hands can announce together, without belotes."""
    first, second = (
        hand_choices(variant, [claim for claim in held if claim.seat == seat]) for seat in side
    )
    return {tuple(sorted(one + other)) for one, other in product(first, second)}


def hand_choices(variant: Variant, held: Sequence[Claim]) -> set[Choice]:
    """All that one hand can announce; less than it holds is allowed (rules 3, notes).

    A card is in both a carré and a run only where ``card_in_two`` allows it.
    """
    runs = [claim.cards.split() for claim in held if claim.kind not in ("carre", "belote")]
    carres = [claim for claim in held if claim.kind == "carre"]
    longest = 4 if variant.long_runs == "four" else 5
    choices: set[Choice] = set()
    for keep_flags in product((False, True), repeat=len(carres)):
        chosen = [claim for claim, keep in zip(carres, keep_flags, strict=True) if keep]
        taken = {card for claim in chosen for card in claim.cards.split()}
        taken = set() if variant.card_in_two else taken
        parts = [
            run_choices(run, taken, longest=longest) | eight_as_two(variant, run, taken)
            for run in runs
        ]
        own = tuple(("carre", claim.value) for claim in chosen)
        for choice in product(*parts):
            choices.add(tuple(sorted(sum(choice, own))))
    return choices


def run_choices(
    run: Sequence[str], taken: set[str], start: int = 0, longest: int = 5
) -> set[Choice]:
    """Runs that can be announced from a longer one, with at least one card between two."""
    choices: set[Choice] = {()}
    for first in range(start, len(run) - 2):
        for end in range(first + 3, len(run) + 1):
            if taken.intersection(run[first:end]):
                break
            named = RUN_OF_LENGTH.get(min(end - first, longest), QUINTE)
            choices |= {(named, *rest) for rest in run_choices(run, taken, end + 1, longest)}
    return choices


def eight_as_two(variant: Variant, run: Sequence[str], taken: set[str]) -> set[Choice]:
    """Eight in a row as five and three where that scores, otherwise empty."""
    whole = len(run) == 8 and not taken.intersection(run)
    return {(QUINTE, TIERCE)} if whole and variant.run_of_eight == "quinte_and_tierce" else set()


# Tricks and points ------------------------------------------------------------------------------


def check_belotes_taken(variant: Variant, said: PlayedSlip, held: Sequence[Claim]) -> None:
    """Refuse more than belotes from a side without a trick, where only those count."""
    if variant.trick_needed != "but_belote" or not said.capot:
        return
    check_tricks_taken(said, allowed=20 * count_belotes(held, other_side(said.capot)))


def check_tricks_taken(said: PlayedSlip, *, allowed: int) -> None:
    """Refuse declarations of a side without a trick, where a trick is needed."""
    if said.capot and said.announced[other_side(said.capot)] > allowed:
        raise ImpossibleSlipError(
            "trick_needed",
            _("%(side)s took no trick, so the declarations do not count.")
            % {"side": seat_name(other_side(said.capot))},
            "announced",
        )


def other_side(winner: str) -> str:
    return SIDES[1 - SIDES.index(winner)]


def check_points(variant: Variant, said: PlayedSlip, hands: Mapping[str, str]) -> None:
    ns = said.points["NS"]
    if not points_of_tricks(variant, said.contract, tuple(hands.values())) >> ns & 1:
        raise ImpossibleSlipError(
            "points_impossible",
            _("%(ns)d–%(ew)d is impossible: no tricks with the cards of this board come to that.")
            % {"ns": ns, "ew": said.points["EW"]},
            "points",
        )


def points_of_tricks(variant: Variant, contract: str, hands: Sequence[str]) -> int:
    """Possible points of a side as a bit mask: each hand gives as many cards as tricks won."""
    points = table_of(variant).contracts[CONTRACTS.index(contract)].points
    by_hand = [sums_by_count([points[CARD_OF[code]] for code in hand.split()]) for hand in hands]
    tricks = len(by_hand[0]) - 1
    reached = 0
    for count in range(tricks + 1):
        sums = 1
        for hand in by_hand:
            sums = add_sums(sums, hand[count])
        reached |= (sums if count < tricks else 0) | (sums << LAST_TRICK if count else 0)
    return reached


def sums_by_count(values: Sequence[int]) -> list[int]:
    """For each number of cards, a bit mask of the sums of that many values."""
    sums = [1] + [0] * len(values)
    for value in values:
        for count in range(len(values), 0, -1):
            sums[count] |= sums[count - 1] << value
    return sums


def add_sums(left: int, right: int) -> int:
    """Bit mask of the sums of one element of each mask."""
    total = 0
    for shift in range(right.bit_length()):
        if right >> shift & 1:
            total |= left << shift
    return total


def check_capot(said: PlayedSlip, hands: Mapping[str, str]) -> None:
    """Refuse a capot against the highest trump, which always wins a trick in a suit contract.

    For a capot taken alone, this includes the partner's cards.
    """
    winner, contract = said.capot, said.contract
    if not winner or contract not in "CDHS":
        return
    if any(f"{contract}J" in hands[seat].split() for seat in hands if seat not in winner):
        raise ImpossibleSlipError(
            "capot_impossible",
            _("With the cards of this board %(side)s cannot have taken every trick.")
            % {"side": seat_name(winner)},
            "capot",
        )
    if said.is_alone and f"{contract}J" not in hands[said.declarer].split():
        raise ImpossibleSlipError(
            "alone_impossible",
            _("With the cards of this board %(seat)s cannot have taken every trick alone.")
            % {"seat": seat_name(said.declarer)},
            "alone",
        )
