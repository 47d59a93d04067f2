"""Many deals played by bots: deal `number` of a seed is the same in every batch and machine."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from games.belot.bots.levels import LEVELS
from games.belot.cards import CONTRA, FIRST_BID, FULL_PACK, PASS, SEATS, TAKE, card_list
from games.belot.chance import Draws
from games.belot.compiling import Interpreted, space
from games.belot.deal import places
from games.belot.errors import RuleError
from games.belot.kernel.deals import (
    ANY_CARDS,
    GIVEN_PACK,
    KNOWN_CARDS,
    PACK_SIZE,
    play_deals,
)
from games.belot.kernel.rules import KERNEL_LEVELS, STATE_SIZE, rules_of
from games.belot.kernel.tally import OUTCOMES, PASSED_OUT, Ending, Tally
from games.belot.many.question import NO_CARDS, FixedContract, Question
from games.belot.position import PASSED_OUT as THROWN_IN
from games.belot.records.game import Deal
from games.belot.result import count_of, settlement_of
from games.belot.thumb.bots import Bot, play_out

CHUNK: Final = 4096
"""How many deals the kernel plays at a time."""


def simulate(question: Question, seed: int, first: int, count: int) -> Tally:
    """Play deals `first` to `first + count - 1` of a seed (0 to 2 ** 62); their sums.

    By the kernel, compiled where the compiler is on, if it knows the players; RuleError at
    `levels` for a player that nobody knows.
    """
    if set(question.levels) <= set(KERNEL_LEVELS):
        return tally_of(by_kernel(question, seed, first, count, space()))
    return tally_of(interpret_deals(question, seed, first, count))


def by_kernel(
    question: Question, seed: int, first: int, count: int, here: Interpreted
) -> Iterator[tuple[int, int]]:
    """The net score and the code of the ending of each deal, as `interpret_deals` gives them."""
    rules, asked = here.ints(rules_of(question.variant)), here.ints(question_row(question))
    deal, pack, draws = (here.ints([0] * size) for size in (STATE_SIZE, PACK_SIZE, 4))
    for begin in range(first, first + count, CHUNK):
        found = here.ints([0] * (2 * min(CHUNK, first + count - begin)))
        here.of(play_deals)(rules, asked, seed, begin, found, deal, pack, draws)
        yield from zip(here.plain(found[0::2]), here.plain(found[1::2]), strict=True)


def question_row(question: Question) -> list[int]:
    """The question as the kernel's row of numbers."""
    how = ANY_CARDS if question.known == NO_CARDS else KNOWN_CARDS
    fixed = question.contract
    ns, ew = (KERNEL_LEVELS.index(name) for name in question.levels)
    return [
        how if question.pack is None else GIVEN_PACK,
        -1 if question.dealer is None else question.dealer,
        *((fixed.contract, fixed.declarer, fixed.contra) if fixed else (-1, -1, 0)),
        *(ns, ew, ns, ew),
        *question.known,
        question.places_for_known,
        *(question.pack or [0] * 32),
    ]


def tally_of(deals: Iterable[tuple[int, int]]) -> Tally:
    """The sums over (net, code of the ending) of each deal."""
    pairs = Counter(deals)
    nets: Counter[int] = Counter()
    endings: Counter[int] = Counter()
    for (net, code), count in pairs.items():
        nets[net] += count
        endings[code] += count
    return Tally(dict(nets), dict(endings))


def interpret_deals(
    question: Question, seed: int, first: int, count: int
) -> Iterator[tuple[int, int]]:
    """The net score and the code of the ending of each deal, by the interpreted engine."""
    bots = bots_of(question)
    for number in range(first, first + count):
        draws = Draws(seed, number)
        yield outcome_of(play_out(deal_for(question, number, draws), bots, draws))


def bots_of(question: Question) -> Mapping[str, Bot]:
    """The bot of each seat; RuleError at `levels` for a player that is not known."""
    for side, name in zip(("NS", "EW"), question.levels, strict=True):
        if name not in LEVELS:
            known = ", ".join(LEVELS)
            raise RuleError("unknown_level", f"levels.{side}", value=name, known=known)
    return {seat: LEVELS[question.levels[number & 1]] for number, seat in enumerate(SEATS)}


def deal_for(question: Question, number: int, draws: Draws) -> Deal:
    """Deal `number` before anybody acts: cards dealt, and bid where the contract is given."""
    dealer = number & 3 if question.dealer is None else question.dealer
    deal = Deal.from_cards(question.variant, dealer, pack_for(question, dealer, draws))
    if question.contract is not None:
        for call in calls_to(deal, question.contract):
            deal.push(call)
    return deal


def pack_for(question: Question, dealer: int, draws: Draws) -> tuple[int, ...]:
    """The pack of a deal: given, shuffled, or shuffled around the known cards.

    Known cards take random places among those their seat receives, seat by seat, lowest card
    first; the rest, shuffled, fill the other places in order.
    """
    if question.pack is not None:
        return question.pack
    known = [card_list(cards) for cards in question.known]
    named = sum(question.known)
    rest = card_list(FULL_PACK & ~named)
    pack = [-1] * 32
    if question.known != NO_CARDS:
        taker = question.contract.declarer if question.contract else 0
        for cards, own in zip(known, places(question.variant, dealer, taker), strict=True):
            free = list(own[: question.places_for_known])
            _put(cards, free, pack, draws)
    draws.shuffle(rest)
    filling = iter(rest)
    return tuple(card if card >= 0 else next(filling) for card in pack)


def _put(cards: list[int], free: list[int], pack: list[int], draws: Draws) -> None:
    for card in cards:
        place = draws.choice(range(len(free)))
        pack[free[place]] = card
        free[place] = free[-1]
        free.pop()


def calls_to(deal: Deal, fixed: FixedContract) -> list[int]:
    """The shortest auction that ends in this contract, by this declarer, so often doubled."""
    table = deal.table
    before = (fixed.declarer - deal.first_seat) % 4
    if table.variant.auction == "turn_up":
        take = deal.turned >> 3 == fixed.contract
        last = TAKE if take else FIRST_BID + fixed.contract
        return [PASS] * (before if take else before + 4) + [last]
    calls = [PASS] * before + [FIRST_BID + fixed.contract]
    if table.variant.auction == "ladder":
        calls += [CONTRA + level for level in range(fixed.contra)]
        done = table.variant.all_trumps_recontra_ends and fixed.contract == 5
        calls += [] if done and fixed.contra == table.variant.contra_levels else [PASS] * 3
    return calls


def outcome_of(deal: Deal) -> tuple[int, int]:
    """The net score and the code of the ending of a deal that is over."""
    if deal.phase == THROWN_IN:
        return 0, Ending(PASSED_OUT).code
    count = count_of(deal)
    settled = settlement_of(deal, count)
    ending = Ending(
        OUTCOMES.index(settled.outcome),
        deal.standing.bid,
        deal.table.side_of[deal.standing.bidder],
        deal.standing.contra,
        count.capot >= 0,
    )
    return settled.score[0] - settled.score[1], ending.code
