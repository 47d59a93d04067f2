from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.studies.patterns import ALL_TRUMPS, HONOURS, NO_TRUMPS, SUIT
from games.wording import texts as wording

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def short_name(contract: str) -> str:
    return wording.contract_mark(contract) or SUIT_SIGNS[contract]


def kind_name(kind: str) -> str:
    return capfirst(_("a suit as trumps") if kind == SUIT else wording.contract_name(kind))


def count_words(kind: str, count: str) -> str:
    number = int(count)
    if kind == NO_TRUMPS:
        return ngettext("%(n)d ace", "%(n)d aces", number) % {"n": number}
    if kind == ALL_TRUMPS:
        return ngettext("%(n)d jack", "%(n)d jacks", number) % {"n": number}
    return ngettext("%(n)d trump", "%(n)d trumps", number) % {"n": number}


def honours_words(kind: str, honours: str) -> str:
    """A hand's deciding cards, as written by ``honours_of``."""
    if kind == SUIT:
        count, held = honours[0], honours[1:]
        cards = " ".join(rank_letter(rank) for rank in held)
        with_cards = {"trumps": count_words(kind, count), "cards": cards}
        if not held:
            return _("%(trumps)s without J, 9, A") % with_cards
        return _("%(trumps)s with %(cards)s") % with_cards
    best, both = int(honours[0]), int(honours[2])
    params = {"cards": count_words(kind, honours[0]), "n": both}
    if not best:
        return count_words(kind, honours[0])
    if kind == NO_TRUMPS:
        return (
            ngettext("%(cards)s, %(n)d with its 10", "%(cards)s, %(n)d with their 10", both)
            % params
        )
    return ngettext("%(cards)s, %(n)d with its 9", "%(cards)s, %(n)d with their 9", both) % params


def honours_key(kind: str, honours: str) -> tuple[int, ...]:
    """Sort key: more trumps (aces, jacks) first, then better ones."""
    if kind != SUIT:
        return -int(honours[0]), -int(honours[2])
    held = tuple(-int(rank in honours[1:]) for rank in HONOURS)
    return (-int(honours[0]), *held)


def shape_words(shape: str) -> str:
    return shape.replace("-", "–")


def rank_letter(rank: str) -> str:
    return wording.rank_mark(f"H{rank}")


def card_words(kind: str, card: str) -> str:
    rank = wording.rank_name(card[1])
    if kind != SUIT:
        return rank
    if card[0] == "t":
        return pgettext("a card to lead", "%(rank)s of trumps") % {"rank": rank}
    return pgettext("a card to lead", "%(rank)s of another suit") % {"rank": rank}


def role_words(role: str) -> str:
    """Whether the side on lead gets more than half of the points at best play."""
    if role == "for":
        return _("The side on lead gets more than half")
    return _("The other side gets more than half")
