from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.parsing.hands import hand_text
from games.wording import texts as wording
from games.wording.moves import call_name


class WishJson(TypedDict, total=False):
    seat: str
    cards: str | list[str]
    run: int
    suit: str
    carre: str
    belote: str
    points: str
    rank: str
    least: int
    most: int
    side: str
    makes: str


def wish_words(wish: WishJson) -> str:
    if "makes" in wish:
        words = {
            "side": wording.seat_name(wish["side"]),
            "contract": call_name(wish["makes"]),
        }
        return _("%(side)s can make %(contract)s") % words
    return _("%(seat)s holds %(what)s") % {
        "seat": wording.seat_name(wish["seat"]),
        "what": what_words(wish),
    }


def what_words(wish: WishJson) -> str:
    if "cards" in wish:
        return hand_text(wish["cards"])
    if "run" in wish:
        runs = {3: _("a tierce or longer"), 4: _("a quarte or longer"), 5: _("a quinte")}
        run = runs.get(wish["run"], _("%(n)d cards in a row") % {"n": wish["run"]})
        return within(run, wish.get("suit", "any"))
    if "carre" in wish:
        rank = wish["carre"]
        if rank == "any":
            return _("a carré")
        return _("four of %(rank)s") % {"rank": rank_words(rank)}
    if "belote" in wish:
        return within(_("a belote"), wish["belote"])
    if "points" in wish:
        contract = wording.contract_name(wish["points"])
        return _("%(range)s card points in %(contract)s") % {
            "range": range_words(wish),
            "contract": contract,
        }
    if "rank" in wish:
        return _("%(range)s of %(rank)s") % {
            "range": range_words(wish),
            "rank": rank_words(wish["rank"]),
        }
    return _("%(range)s cards in %(suit)s") % {
        "range": range_words(wish),
        "suit": wording.contract_name(wish["suit"]),
    }


def within(words: str, suit: str) -> str:
    if suit == "any":
        return words
    return _("%(what)s in %(suit)s") % {"what": words, "suit": wording.contract_name(suit)}


def rank_words(rank: str) -> str:
    return str(wording.RANK_NAMES.get(rank, wording.rank_mark(f"C{rank}")))


def range_words(wish: WishJson) -> str:
    least, most = wish.get("least"), wish.get("most")
    if least is not None and most is not None:
        return str(least) if least == most else f"{least}–{most}"
    if most is not None:
        return ngettext("at most %(n)d", "at most %(n)d", most) % {"n": most}
    return ngettext("at least %(n)d", "at least %(n)d", least or 0) % {"n": least or 0}
