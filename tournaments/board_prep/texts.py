from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.texts import card_name, seat_name
from tournaments.board_prep.selectors import STOCK, Packet, Verdict


def place_name(place: str) -> str:
    return _("Turned-up card and stock") if place == STOCK else seat_name(place)


def verdict_words(verdict: Verdict, packet_size: int) -> str:
    if verdict.is_right:
        return ngettext("Right: %(n)d card.", "Right: all %(n)d cards.", packet_size) % {
            "n": packet_size
        }
    if verdict.kind == "many":
        return _("More than two cards are not right. Sort this hand again.")
    if verdict.kind == "order":
        words = _("The cards are right, their order is not: look at card %(n)d from the top.")
        return words % {"n": verdict.at}
    parts = [
        _("%(card)s does not belong here.") % {"card": card_name(card).capitalize()}
        for card in verdict.wrong
    ]
    if verdict.missing:
        parts.append(
            ngettext("%(n)d card is missing.", "%(n)d cards are missing.", verdict.missing)
            % {"n": verdict.missing}
        )
    return " ".join(parts)


def parts_of(packet: Packet) -> list[tuple[str, tuple[str, ...]]]:
    if packet.is_stock:
        turned = [(_("Turned up"), packet.first)] if packet.first else []
        rest = _("Below it, in this order") if turned else _("Not dealt")
        return [*turned, (rest, packet.later)]
    if not packet.later:
        return [(_("All cards"), packet.first)]
    return [
        (_("First packet: %(n)d cards") % {"n": len(packet.first)}, packet.first),
        (_("Second packet: %(n)d cards") % {"n": len(packet.later)}, packet.later),
    ]
