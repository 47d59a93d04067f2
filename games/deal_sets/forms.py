"""Wishes for deals, as a club player makes them, and records that somebody brings."""

from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import wording
from games.belot import CONTRACTS, SEATS, RuleError
from games.belot.cards import SUITS
from games.belot.wishes import wishes_of
from games.deal_import import Brought, read_deals
from games.errors import Refused
from games.hand_reading import HandError, read_cards
from games.house import HouseRules
from games.messages import words_of
from games.reading import fault_of
from games.rulebook import rules_name
from games.services.deal_sets import MOST_BOARDS
from games.simulation_form import MOST_SEED, four_handed

ROWS: Final = 4
NOTHING: Final = "none"
ANY: Final = "any"
MOST_CHARACTERS: Final = 200_000
WHAT: Final = [
    (NOTHING, gettext_lazy("no wish")),
    ("run3", gettext_lazy("a tierce or longer")),
    ("run4", gettext_lazy("a quarte or longer")),
    ("run5", gettext_lazy("a quinte")),
    ("carre", gettext_lazy("a carré")),
    ("carreJ", gettext_lazy("four jacks")),
    ("carre9", gettext_lazy("four nines")),
    ("belote", gettext_lazy("a belote (king and queen)")),
    ("suit", gettext_lazy("so many cards of a suit")),
    ("aces", gettext_lazy("so many aces")),
    ("jacks", gettext_lazy("so many jacks")),
    ("points", gettext_lazy("so many card points")),
    ("cards", gettext_lazy("these cards")),
]
RANKS_COUNTED: Final = {"aces": "A", "jacks": "J"}
SUIT_CHOICES: Final = [
    (ANY, pgettext_lazy("suit", "any suit")),
    *[(code, wording.CONTRACT_NAMES[code]) for code in CONTRACTS],
]
SEAT_CHOICES: Final = [(seat, wording.SEAT_NAMES[seat]) for seat in SEATS]


class WishRow(forms.Form):
    """One wish: who, what, and as far as it is needed a suit, numbers or cards."""

    use_required_attribute = False
    seat = forms.ChoiceField(label=gettext_lazy("Who"), choices=SEAT_CHOICES, initial="W")
    what = forms.ChoiceField(label=gettext_lazy("Holds"), choices=WHAT, initial=NOTHING)
    suit = forms.ChoiceField(
        label=gettext_lazy("Suit or contract"), choices=SUIT_CHOICES, initial=ANY
    )
    least = forms.IntegerField(
        label=gettext_lazy("At least"), required=False, min_value=0, max_value=258
    )
    most = forms.IntegerField(
        label=gettext_lazy("At most"), required=False, min_value=0, max_value=258
    )
    cards = forms.CharField(label=gettext_lazy("Cards"), required=False, max_length=80)

    def wish(self) -> dict[str, Any] | None:
        """The row as the engine reads it; None for no wish."""
        values = self.cleaned_data
        what, suit = values.get("what", NOTHING), values.get("suit") or ANY
        if what == NOTHING:
            return None
        wish: dict[str, Any] = {"seat": values["seat"]}
        if what.startswith("run"):
            return wish | {"run": int(what[3:]), **({} if suit == ANY else {"suit": suit})}
        if what.startswith("carre"):
            return wish | {"carre": what[5:] or ANY}
        if what == "belote":
            return wish | {"belote": suit}
        if what == "cards":
            return wish | {"cards": " ".join(read_cards(values.get("cards", "")))}
        bounds = {key: values[key] for key in ("least", "most") if values.get(key) is not None}
        if what in RANKS_COUNTED:
            return wish | {"rank": RANKS_COUNTED[what], **bounds}
        return wish | {what: suit, **bounds}

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        what, suit = values.get("what", NOTHING), values.get("suit") or ANY
        numbers = {"suit", "points", *RANKS_COUNTED}
        if what in numbers and values.get("least") is None and values.get("most") is None:
            self.add_error("least", _("Say how many."))
        if what in {"suit", "points"} and suit == ANY:
            self.add_error("suit", _("Choose one."))
        if what in {"suit", "belote"} and suit not in (*SUITS, ANY):
            self.add_error("suit", _("Choose a suit."))
        if what == "cards":
            self.clean_hand(str(values.get("cards", "")))
        return values

    def clean_hand(self, text: str) -> None:
        try:
            cards = read_cards(text)
        except HandError as error:
            self.add_error("cards", error.message)
            return
        if not cards:
            self.add_error("cards", _("Type at least one card."))


class DealForm(forms.Form):
    """How many boards and by which rules; the wishes stand in ``rows``."""

    use_required_attribute = False
    count = forms.IntegerField(
        label=gettext_lazy("How many boards"), initial=4, min_value=1, max_value=64
    )
    makes = forms.ChoiceField(
        label=gettext_lazy("This contract can be made"),
        choices=[
            (NOTHING, gettext_lazy("no wish")),
            *[(code, wording.CONTRACT_NAMES[code]) for code in CONTRACTS],
        ],
        initial=NOTHING,
    )
    side = forms.ChoiceField(
        label=gettext_lazy("By"),
        choices=[(side, wording.SEAT_NAMES[side]) for side in ("NS", "EW")],
        initial="NS",
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        help_text=gettext_lazy("A number of your own gives the same deals again."),
    )

    def __init__(self, data: Any = None) -> None:
        self.house = HouseRules(data or {})
        self.rows = [WishRow(data, prefix=f"w{number}") for number in range(ROWS)]
        self.wishes: list[dict[str, Any]] = []
        super().__init__(data)

    @property
    def rules(self) -> list[tuple[str, str, bool]]:
        """The presets to choose from: code, name, chosen."""
        return [(key, rules_name(key), key == self.house.preset) for key in four_handed()]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.house.preset not in four_handed():
            self.add_error(None, _("Only games for four can be dealt here."))
        complete = [row.is_valid() for row in self.rows]
        if not all(complete):
            self.add_error(None, _("A wish is not complete; the reason stands at its field."))
            return values
        wishes = [wish for row in self.rows if (wish := row.wish())]
        if values.get("makes", NOTHING) != NOTHING and "side" in values:
            wishes.append({"side": values["side"], "makes": values["makes"]})
        try:
            wishes_of(wishes, self.house.record)
        except RuleError as error:
            self.add_error(None, words_of(error))
        self.wishes = wishes
        return values

    def add_refusal(self, refused: Refused) -> None:
        """Show what the service refuses, at its field or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, str(refused))


class BringForm(forms.Form):
    """Deals pasted or uploaded; after validation ``deals`` holds them."""

    use_required_attribute = False
    text = forms.CharField(
        label=gettext_lazy("The deals"),
        required=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "mono"}),
        help_text=gettext_lazy("Deal records as JSON or in text notation, one after the other."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.jsonl,text/plain,application/json"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deals: list[Brought] = []

    def clean_file(self) -> str:
        """The file's text; one that is too large or no text is refused."""
        file: UploadedFile[Any] | None = self.cleaned_data.get("file")
        if file is None:
            return ""
        if (file.size or 0) > MOST_CHARACTERS:
            raise forms.ValidationError(_("This file is too large."))
        try:
            return bytes(file.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This file is no text.")) from error

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = self.cleaned_data
        text = str(values.get("file") or values.get("text") or "")
        if self.errors:
            return values
        if not text.strip():
            self.add_error("text", _("Paste deals or choose a file."))
            return values
        try:
            self.deals = read_deals(text, MOST_BOARDS)
        except RuleError as error:
            fault = fault_of(error)
            place = f"{fault.place}: " if fault.place else ""
            self.add_error("file" if values.get("file") else "text", place + fault.message)
        return values

    def add_refusal(self, refused: Refused) -> None:
        """Show what the service refuses above the form."""
        self.add_error(None, str(refused))
