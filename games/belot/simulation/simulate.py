"""Deal `number` of a seed is the same in every batch and machine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.belot.auction import after_call, is_final_contra
from games.belot.bots.levels import LEVELS
from games.belot.cards import CONTRA, FIRST_BID, FULL_PACK, NO_TRUMPS, PASS, TAKE, card_list
from games.belot.chance import Draws
from games.belot.compiling import Interpreted, space
from games.belot.deal import pack_places
from games.belot.errors import RuleError
from games.belot.heuristics.bots import Bot, play_out
from games.belot.kernel.deals import (
    ANY_CARDS,
    GIVEN_PACK,
    KNOWN_CARDS,
    OUTCOME_SIZE,
    PACK_BUFFER_SIZE,
    play_deals,
)
from games.belot.kernel.rules import KERNEL_LEVELS, STATE_SIZE, rules_of
from games.belot.kernel.tally import NO_REACH, OUTCOMES, PASSED_OUT, Ending, Reach, Tally
from games.belot.numbers import ALL_TRICKS, ALONE, CALLS_PER_RANK, FIRST_NUMBER
from games.belot.position import PASSED_OUT as THROWN_IN
from games.belot.records.game import Deal
from games.belot.result import count_of, has_bidder_taken_all, settlement_of
from games.belot.scoring import Settlement, is_behind
from games.belot.simulation.question import NO_CARDS, FixedContract, Question
from games.belot.standing import OPENING
from games.belot.table import seats_of

DEALS_PER_BATCH: Final = 4096


class DealOutcome(NamedTuple):
    net: int
    ending: int
    reach: int = NO_REACH


OutcomeColumns = Sequence[Sequence[int]]
"""The last only with number bidding."""


def simulate(question: Question, seed: int, first: int, count: int) -> Tally:
    """Play deals `first` to `first + count - 1` of a seed (0 to 2 ** 62) and add them up.

    Uses the kernel if it knows the bots; RuleError at `levels` for an unknown one.
    """
    if set(question.levels) <= set(KERNEL_LEVELS):
        return tally_of(kernel_chunks(question, seed, first, count, space()))
    return tally_of([list(zip(*interpreted_outcomes(question, seed, first, count), strict=True))])


def kernel_outcomes(
    question: Question, seed: int, first: int, count: int, here: Interpreted
) -> Iterator[DealOutcome]:
    for columns in kernel_chunks(question, seed, first, count, here):
        yield from (DealOutcome(*row) for row in zip(*columns, strict=True))


def kernel_chunks(
    question: Question, seed: int, first: int, count: int, here: Interpreted
) -> Iterator[OutcomeColumns]:
    rules, question_cells = here.ints(rules_of(question.variant)), here.ints(question_row(question))
    deal, pack, draws = (here.ints([0] * size) for size in (STATE_SIZE, PACK_BUFFER_SIZE, 4))
    column_count = OUTCOME_SIZE if question.variant.bids_numbers else OUTCOME_SIZE - 1
    for begin in range(first, first + count, DEALS_PER_BATCH):
        outcomes = here.ints([0] * (OUTCOME_SIZE * min(DEALS_PER_BATCH, first + count - begin)))
        here.of(play_deals)(rules, question_cells, seed, begin, outcomes, deal, pack, draws)
        yield [here.plain(outcomes[at::OUTCOME_SIZE]) for at in range(column_count)]


def question_row(question: Question) -> list[int]:
    how = ANY_CARDS if question.known == NO_CARDS else KNOWN_CARDS
    fixed = question.contract
    ns, ew = (KERNEL_LEVELS.index(name) for name in question.levels)
    return [
        how if question.pack is None else GIVEN_PACK,
        -1 if question.dealer is None else question.dealer,
        *((fixed.contract, fixed.declarer, fixed.contra) if fixed else (-1, -1, 0)),
        *(ns, ew, ns, ew),
        *question.known,
        question.max_known_cards,
        fixed.rank if fixed else 0,
        *(question.pack or [0] * 32),
    ]


def tally_of(chunks: Iterable[OutcomeColumns]) -> Tally:
    """Add up outcomes; columns are counted many times faster than rows."""
    nets: Counter[int] = Counter()
    endings: Counter[int] = Counter()
    reached: Counter[int] = Counter()
    for columns in chunks:
        for counter, column in zip((nets, endings, reached), columns, strict=False):
            counter.update(column)
    del reached[NO_REACH]
    return Tally(dict(nets), dict(endings), dict(reached))


def interpreted_outcomes(
    question: Question, seed: int, first: int, count: int
) -> Iterator[DealOutcome]:
    bots = bots_of(question)
    for number in range(first, first + count):
        draws = Draws(seed, number)
        yield outcome_of(play_out(start_deal(question, number, draws), bots, draws))


def bots_of(question: Question) -> Mapping[str, Bot]:
    for side, name in zip(("NS", "EW"), question.levels, strict=True):
        if name not in LEVELS:
            known = ", ".join(LEVELS)
            raise RuleError("unknown_level", f"levels.{side}", value=name, known=known)
    seats = seats_of(question.variant)
    return {seat: LEVELS[question.levels[number & 1]] for number, seat in enumerate(seats)}


def start_deal(question: Question, number: int, draws: Draws) -> Deal:
    dealer = number & 3 if question.dealer is None else question.dealer
    deal = Deal.from_cards(question.variant, dealer, pack_for(question, dealer, draws))
    if question.contract is not None:
        for call in auction_to(deal, question.contract):
            deal.push(call)
    return deal


def pack_for(question: Question, dealer: int, draws: Draws) -> tuple[int, ...]:
    """Pack of a deal: given, shuffled, or shuffled around the known cards.

    Known cards take random places among those of their seat, seat by seat, lowest card first;
    the rest, shuffled, fill the other places in order.
    """
    if question.pack is not None:
        return question.pack
    known = [card_list(cards) for cards in question.known]
    named = sum(question.known)
    rest = card_list(FULL_PACK & ~named)
    pack = [-1] * 32
    if question.known != NO_CARDS:
        taker = question.contract.declarer if question.contract else 0
        for cards, own in zip(known, pack_places(question.variant, dealer, taker), strict=True):
            free = list(own[: question.max_known_cards])
            _place_known_cards(cards, free, pack, draws)
    draws.shuffle(rest)
    filling = iter(rest)
    return tuple(card if card >= 0 else next(filling) for card in pack)


def _place_known_cards(cards: list[int], free: list[int], pack: list[int], draws: Draws) -> None:
    for card in cards:
        place = draws.choice(range(len(free)))
        pack[free[place]] = card
        free[place] = free[-1]
        free.pop()


def auction_to(deal: Deal, fixed: FixedContract) -> list[int]:
    """Shortest auction that ends in this contract, declarer and contra."""
    table = deal.table
    before = (fixed.declarer - deal.first_caller) % 4
    if table.variant.turn_up_no_trumps:
        return auction_with_sun_to(deal, fixed, before)
    if table.variant.auction == "turn_up":
        take = deal.turned >> 3 == fixed.contract
        last = TAKE if take else FIRST_BID + fixed.contract
        return [PASS] * (before if take else before + 4) + [last]
    first = FIRST_NUMBER + CALLS_PER_RANK * fixed.rank if table.variant.bids_numbers else FIRST_BID
    calls = [PASS] * before + [first + fixed.contract]
    if table.variant.auction not in ("ladder", "numeric"):
        return calls
    answers = [CONTRA + level for level in range(fixed.contra)]
    if table.variant.recontra_by == "bidder" and len(answers) > 1:
        answers[1:1] = [PASS, PASS]
    calls += answers
    return calls if is_final_contra(table, fixed.contract, fixed.contra) else calls + [PASS] * 3


def auction_with_sun_to(deal: Deal, fixed: FixedContract, before: int) -> list[int]:
    take = deal.turned >> 3 == fixed.contract
    rounds = 0 if take or fixed.contract == NO_TRUMPS else 4
    bid = TAKE if take else FIRST_BID + fixed.contract
    sure = [] if fixed.contract == NO_TRUMPS else [PASS, PASS, PASS, bid]
    contras = [CONTRA + level for level in range(fixed.contra)]
    calls = [PASS] * (before + rounds) + [bid, *sure, *contras]
    standing, seat = OPENING, deal.first_caller
    for call in calls:
        standing = after_call(deal.table, standing, seat, call, deal.turned)
        seat = (seat + 1) % 4
    return calls if standing.over else calls + [PASS] * 3


def outcome_of(deal: Deal) -> DealOutcome:
    if deal.phase == THROWN_IN:
        return DealOutcome(0, Ending(PASSED_OUT).code)
    count = count_of(deal)
    settled = settlement_of(deal, count)
    ending = Ending(
        OUTCOMES.index(settled.outcome),
        deal.standing.bid,
        deal.table.side_of[deal.standing.bidder],
        deal.standing.contra,
        count.capot >= 0,
    )
    net = settled.score[0] - settled.score[1]
    return DealOutcome(net, ending.code, reach_of(deal, settled, count.capot))


def reach_of(deal: Deal, settled: Settlement, capot: int) -> int:
    if not deal.variant.bids_numbers or settled.outcome == "run_of_eight":
        return NO_REACH
    side = deal.table.side_of[deal.standing.bidder]
    own, others = settled.totals[side], settled.totals[1 - side]
    tricks = 0
    if capot == side:
        tricks = ALONE if has_bidder_taken_all(deal) else ALL_TRICKS
    behind = is_behind(deal.table, own, others)
    return Reach(deal.standing.bid, side, own, behind, tricks).code
