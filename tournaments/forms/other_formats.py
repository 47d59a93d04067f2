"""Formats besides the proposals: each with the few figures that it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.belot import variant_from_json
from tournaments.forms.tournaments import whole
from tournaments.models import Tournament

Words = str | Promise


@dataclass(frozen=True)
class Format:
    """A format by kind: what it is called, what it is, and the fields it asks for."""

    kind: str
    name: Words
    words: Words
    fields: tuple[str, ...]


FORMATS: Sequence[Format] = (
    Format(
        "swiss",
        _("Swiss"),
        _("Each round those with equal results meet; nobody meets twice."),
        ("rounds", "first"),
    ),
    Format(
        "danish",
        _("Danish"),
        _("Each round the first meets the second, the third the fourth, and so on."),
        ("rounds", "first", "again"),
    ),
    Format(
        "random",
        _("By lot"),
        _("Each round is drawn by lot; nobody meets twice while that is possible."),
        ("rounds",),
    ),
    Format(
        "pools",
        _("Groups"),
        _("In each group all play all; a knock-out of the best can follow as a next stage."),
        ("pools",),
    ),
    Format(
        "berger",
        _("All against all"),
        _("Everybody meets everybody once, in the order of Berger’s tables."),
        (),
    ),
    Format(
        "single_elimination",
        _("Knock-out"),
        _("Who loses is out; the best numbers have no match in round 1 if the field is odd."),
        ("consolation", "third_place"),
    ),
    Format(
        "double_elimination",
        _("Double knock-out"),
        _("Who loses once goes on among the losers; who loses twice is out."),
        ("reset",),
    ),
    Format(
        "lives",
        _("Knock-out with lives"),
        _("Who has lost may buy a life back until a chosen round, and is drawn again."),
        ("lives", "buy_backs", "until_round"),
    ),
)


class OtherForm(forms.Form):
    """The figures of one format; fields that it does not need are left out."""

    rounds = whole(_("Rounds"), 1, 40)
    first = forms.ChoiceField(
        label=_("The first round"),
        choices=[
            ("lot", _("by lot")),
            ("seeding", _("by seeding: upper half against lower half")),
            ("accelerated", _("accelerated: the upper half among themselves")),
        ],
    )
    again = forms.BooleanField(label=_("The same two may meet again"), required=False)
    pools = whole(_("Groups"), 1, 64)
    consolation = forms.BooleanField(
        label=_("A consolation for those who lose their first match"), required=False
    )
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    reset = forms.BooleanField(
        label=_("The final is repeated if the unbeaten side loses it"), required=False
    )
    lives = whole(_("Lives"), 1, 5)
    buy_backs = whole(_("Lives that may be bought"), 0, 5)
    until_round = whole(_("Until round"), 1, 20)
    boards = whole(_("Boards a round"), 1, 16)
    order = forms.ChoiceField(
        label=pgettext_lazy("entrants", "Numbers"),
        choices=[("lot", _("by lot")), ("entry", _("by seeding, then in the order of entry"))],
    )

    def __init__(
        self, data: Any, *, of: Format, tournament: Tournament, initial: dict[str, Any]
    ) -> None:
        super().__init__(data, prefix=of.kind, initial=initial)
        self.of = of
        self.tournament = tournament
        wanted = {*of.fields, "order"}
        if tournament.cards == Tournament.Cards.BOARDS:
            wanted.add("boards")
        for name in [name for name in self.fields if name not in wanted]:
            del self.fields[name]

    def params(self, entrants: int) -> dict[str, Any]:
        """The parameters of the draw."""
        asked = {name: self.cleaned_data[name] for name in self.of.fields}
        if self.of.kind == "pools":
            return {**asked, "entrants": entrants, "boards": "boards" in self.fields}
        return asked if self.of.kind == "lives" else {**asked, "entrants": entrants}


def offered(
    tournament: Tournament, entrants: int, data: Mapping[str, Any] | None
) -> list[OtherForm]:
    """A form for each format that these can play; the one that was sent is filled in."""
    first = {
        "rounds": min(max(entrants - 1, 1), 5),
        "first": "lot",
        "again": True,
        "pools": max(1, entrants // 4),
        "reset": True,
        "lives": 1,
        "buy_backs": 1,
        "until_round": 2,
        "boards": tournament.boards_per_round,
        "order": "lot",
    }
    sent = data.get("other", "") if data else ""
    return [
        OtherForm(
            data if each.kind == sent else None, of=each, tournament=tournament, initial=first
        )
        for each in FORMATS
        if entrants >= 3 and is_playable(tournament, each)
    ]


def is_playable(tournament: Tournament, offer: Format) -> bool:
    """Whether these entrants can play the format, with these cards."""
    if tournament.unit == Tournament.Unit.PLAYER:
        alone = variant_from_json(tournament.variant).players == 2
        return alone and offer.kind not in {"pools", "berger"}
    return offer.kind != "berger" or tournament.cards == Tournament.Cards.OPEN


def sent_form(forms: Sequence[OtherForm]) -> OtherForm | None:
    """The format that was chosen."""
    return next((form for form in forms if form.is_bound), None)
