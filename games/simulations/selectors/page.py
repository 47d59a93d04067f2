from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.belot import CARDS, pack_places, parse_bid, seats_of, variant_from_json
from games.belot.simulation import HANGING, LOST, MADE, PASSED_OUT, RUN_OF_EIGHT, Tally
from games.charts.histogram import Histogram, histogram
from games.parsing.hands import hand_text
from games.rulebook import changed_switches, rules_name
from games.rulebook.house import encode_value
from games.simulations.questions import ContractJson, PackJson, QuestionJson
from games.simulations.selectors.bids import BidsShown, bids_shown
from games.wording import texts as wording
from games.wording.levels import level_name
from games.wording.moves import call_name


@dataclass(frozen=True, slots=True)
class Share:
    words: str
    count: int
    percent: Fraction
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class ContractLine:
    contract: str
    side: str
    played: int
    made: int
    percent: Fraction


@dataclass(frozen=True, slots=True)
class Answer:
    """Results; figures are match points per deal, positive for ``side``."""

    side: str
    other: str
    deals: int
    played: int
    shares: tuple[Share, ...]
    made: Share
    made_error: float
    mean: float
    error: float
    contracts: tuple[ContractLine, ...]
    chart: Histogram | None
    bids: BidsShown | None

    @property
    def low(self) -> float:
        """Lower end of the mean's 95 % confidence interval."""
        return self.mean - 2 * self.error

    @property
    def high(self) -> float:
        return self.mean + 2 * self.error


def question_side(question: QuestionJson) -> str:
    """The side whose score is shown: declarers of a given contract, otherwise North–South."""
    fixed = question.get("contract")
    return "EW" if fixed and fixed["declarer"] in "EW" else "NS"


def net_counts(question: QuestionJson, tally: Tally) -> dict[int, int]:
    sign = 1 if question_side(question) == "NS" else -1
    return {sign * net: count for net, count in tally.nets.items()}


def answer_of(
    question: QuestionJson, tally: Tally, beside: Mapping[int, int] | None = None
) -> Answer:
    """Figures of a tally for the question's side.

    The chart uses the scale of the compared differences, if given.
    """
    side = question_side(question)
    sign = 1 if side == "NS" else -1
    played = tally.deals - tally.count(PASSED_OUT)
    made_share = share_of(_("made"), tally.count(MADE), played)
    mean = sign * tally.mean
    return Answer(
        side=side,
        other="EW" if side == "NS" else "NS",
        deals=tally.deals,
        played=played,
        shares=shares_of(tally, played, made_share),
        made=made_share,
        made_error=share_error(made_share, played),
        mean=mean,
        error=tally.error,
        contracts=() if question.get("contract") else contract_lines(tally),
        chart=histogram(net_counts(question, tally), mean, beside),
        bids=bids_shown(question, tally),
    )


def shares_of(tally: Tally, played: int, made: Share) -> tuple[Share, ...]:
    eight = tally.count(RUN_OF_EIGHT)
    passed = tally.count(PASSED_OUT)
    rows = [
        made,
        share_of(pgettext("deals", "failed"), tally.count(LOST), played),
        share_of(_("hanging"), tally.count(HANGING), played),
        share_of(_("capot"), tally.capots, played, is_part=True),
    ]
    if eight:
        rows.append(share_of(_("won by a run of eight"), eight, played))
    if passed:
        rows.append(share_of(_("thrown in, of all deals"), passed, tally.deals))
    return tuple(rows)


def share_of(words: str, count: int, whole: int, *, is_part: bool = False) -> Share:
    return Share(words, count, Fraction(100 * count, whole or 1), is_part)


def share_error(share: Share, whole: int) -> float:
    part = float(share.percent) / 100
    return 100 * sqrt(part * (1 - part) / whole) if whole else 0.0


def contract_lines(tally: Tally) -> tuple[ContractLine, ...]:
    lines = [
        ContractLine(contract, side, played, made, Fraction(100 * made, played))
        for (contract, side), (played, made) in tally.contracts.items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.played))


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question as text; ``hands`` are the given ones as (seat, cards)."""

    title: str
    cards: str
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    is_dealt: bool
    """Whether the hands are complete and in dealt order."""
    contract: ContractJson | None
    players: str
    rules: str
    house_rules: int


def describe_question(question: QuestionJson) -> QuestionText:
    fixed = question.get("contract")
    hands = hands_of(question)
    levels, rules = question["levels"], variant_from_json(question["variant"])
    return QuestionText(
        title=title_of(question),
        cards=_("random deals") if not hands else cards_words(hands),
        hands=hands,
        is_dealt="pack" in question["deals"],
        contract=fixed,
        players=_("%(ns)s: %(one)s; %(ew)s: %(two)s")
        % {
            "ns": wording.seat_name("NS"),
            "one": level_name(levels["NS"]),
            "ew": wording.seat_name("EW"),
            "two": level_name(levels["EW"]),
        },
        rules=rules_name(rules.preset),
        house_rules=len(changed_switches(rules)),
    )


def cards_words(hands: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    card_count = sum(len(cards) for _seat, cards in hands)
    if card_count == len(CARDS):
        return _("this deal, again and again")
    return ngettext(
        "%(n)d card is given, the others are random",
        "%(n)d cards are given, the others are random",
        card_count,
    ) % {"n": card_count}


def title_of(question: QuestionJson) -> str:
    fixed = question.get("contract")
    if fixed:
        call_text = call_name(fixed["contract"])
        seat, contra = wording.seat_name(fixed["declarer"]), wording.contra_name(fixed["contra"])
        return capfirst(", ".join(part for part in (call_text, seat, contra) if part))
    if question["deals"] == "random":
        return _("Random deals, free auction")
    return _("Given cards, free auction")


def hands_of(question: QuestionJson) -> tuple[tuple[str, tuple[str, ...]], ...]:
    deals = question["deals"]
    if isinstance(deals, str):
        return ()
    seats = seats_of(variant_from_json(question["variant"]))
    if "known" in deals:
        known = deals["known"]
        return tuple((seat, tuple(known[seat].split())) for seat in seats if seat in known)
    return tuple(pack_hands(question, deals).items())


def pack_hands(question: QuestionJson, given: PackJson) -> dict[str, tuple[str, ...]]:
    fixed = question.get("contract")
    rules = variant_from_json(question["variant"])
    seats = seats_of(rules)
    taker = seats.index(fixed["declarer"]) if fixed else 0
    dealer = seats.index(question.get("dealer") or seats[0])
    pack = given["pack"].split()
    own = pack_places(rules, dealer, taker)
    return {seat: tuple(pack[place] for place in at) for seat, at in zip(seats, own, strict=True)}


def form_values(question: QuestionJson, count: int) -> dict[str, object]:
    rules = question["variant"]
    preset, switches = (rules, {}) if isinstance(rules, str) else (rules["preset"], rules)
    fixed = question.get("contract")
    values: dict[str, Any] = {"rules": preset, "count": count}
    values |= {
        f"s_{key}": encode_value(value) for key, value in switches.items() if key != "preset"
    }
    values |= {f"hand_{seat}": hand_text(list(cards)) for seat, cards in hands_of(question)}
    values["cards"] = "hands" if hands_of(question) else "random"
    values["dealer"] = question.get("dealer") or "turn"
    values["auction"] = "fixed" if fixed else "free"
    values |= fixed_values(fixed) if fixed else {}
    return values | {side.lower(): level for side, level in question["levels"].items()}


def fixed_values(fixed: ContractJson) -> dict[str, object]:
    bid = parse_bid(fixed["contract"])
    values: dict[str, object] = {"declarer": fixed["declarer"], "contra": fixed["contra"]}
    if bid is None:
        return values | {"contract": fixed["contract"]}
    return values | {"contract": bid.contract, "bid": bid.number, "tricks": bid.promise}
