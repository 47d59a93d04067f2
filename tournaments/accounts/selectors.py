from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.wording.signs import colon
from games.wording.texts import seat_name
from tournaments.models import HelperLink, PersonalToken, Tournament


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    tokens: QuerySet[PersonalToken] = PersonalToken.objects.filter(user_id=user.pk)
    return tokens


IN_USE_WINDOW: Final = timedelta(minutes=5)
KIND_NAMES: Final[Mapping[str, StrOrPromise]] = {
    HelperLink.Kind.ENTER: _("Results only"),
    HelperLink.Kind.CASH: _("Entry desk and cash only"),
    HelperLink.Kind.CLOCK: _("Clock only"),
    HelperLink.Kind.LOOK: _("View only"),
    HelperLink.Kind.DEAL: _("Boards only (duplication)"),
}
PERMISSION_TEXTS: Final[Mapping[str, StrOrPromise]] = {
    HelperLink.Kind.ENTER: _("enter results of all tables"),
    HelperLink.Kind.CASH: _("say who is here, take money"),
    HelperLink.Kind.CLOCK: _("start, stop, give a minute more"),
    HelperLink.Kind.LOOK: _("see the state of every table"),
    HelperLink.Kind.DEAL: _("see the cards of one seat, check hands; on one phone only"),
}
RESTRICTION_TEXTS: Final[Mapping[str, StrOrPromise]] = {
    HelperLink.Kind.ENTER: _("change seats, decide disputes"),
    HelperLink.Kind.CASH: _("see or change results"),
    HelperLink.Kind.CLOCK: _("see or change results"),
    HelperLink.Kind.LOOK: _("change anything"),
    HelperLink.Kind.DEAL: _("play tonight, see other seats’ cards or results"),
}


@dataclass(frozen=True)
class LinkCard:
    """A link on the page; only its creator and organisers see the address."""

    link: HelperLink
    shows_code: bool

    @property
    def title(self) -> StrOrPromise:
        place = self.link.place
        if not place:
            return KIND_NAMES[self.link.kind]
        whose = _("the stock") if place == "stock" else seat_name(place)
        return f"{KIND_NAMES[self.link.kind]}{colon()}{whose}"

    @property
    def may(self) -> StrOrPromise:
        if self.link.tables:
            tables = {"tables": self.link.tables}
            return _("enter results of these tables only: %(tables)s") % tables
        return PERMISSION_TEXTS[self.link.kind]

    @property
    def may_not(self) -> StrOrPromise:
        if self.link.tables:
            return _("enter at other tables, change seats, decide disputes")
        return RESTRICTION_TEXTS[self.link.kind]

    @property
    def is_in_use(self) -> bool:
        """Whether the link was used within the last minutes."""
        used = self.link.last_used_at
        return used is not None and timezone.now() - used < IN_USE_WINDOW


def link_cards(tournament: Tournament, user: User) -> tuple[list[LinkCard], list[LinkCard]]:
    """Open and ended links, newest first."""
    is_organiser = user.has_perm("tournaments.manage_club", tournament.club)
    cards = [
        LinkCard(link, shows_code=link.is_open and (is_organiser or link.made_by_id == user.pk))
        for link in HelperLink.objects.filter(tournament=tournament).select_related("made_by")
    ]
    opened = [card for card in cards if card.link.is_open]
    return opened, [card for card in cards if not card.link.is_open]
