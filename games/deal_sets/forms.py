from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.belot import CONTRACTS, SEATS, SUITS, RuleError
from games.belot.simulation import wishes_of
from games.deal_sets.services import MOST_BOARDS
from games.errors import RuleViolationError
from games.parsing.deals import ImportedDeal, read_deals
from games.parsing.forms import PasteOrUploadForm, text_field
from games.parsing.hands import HandError, read_cards
from games.rulebook.house import HouseRules
from games.simulations.bid_fields import WISHED_HINT, BidFields, RulesOption, rules_options
from games.simulations.forms import four_handed_presets
from games.wording import texts as wording
from games.wording.messages import error_text

ROWS: Final = 4
NOTHING: Final = "none"
ANY: Final = "any"
MOST_SEED: Final = 2**62 - 1
MOST_CHARACTERS: Final = 200_000
WHAT: Final = [
    (NOTHING, gettext_lazy("no condition")),
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

    def wish(self) -> dict[str, object] | None:
        """The row in the engine's form; None for no wish."""
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

    def clean(self) -> None:
        values = self.cleaned_data
        what, suit = values.get("what", NOTHING), values.get("suit") or ANY
        numbers = {"suit", "points", *RANKS_COUNTED}
        if what in numbers and values.get("least") is None and values.get("most") is None:
            self.add_error("least", _("Enter a number."))
        if what in {"suit", "points"} and suit == ANY:
            self.add_error("suit", _("Choose one."))
        if what in {"suit", "belote"} and suit not in (*SUITS, ANY):
            self.add_error("suit", _("Choose a suit."))
        if what == "cards":
            self.clean_hand(str(values.get("cards", "")))

    def clean_hand(self, text: str) -> None:
        try:
            cards = read_cards(text)
        except HandError as error:
            self.add_error("cards", error.message)
            return
        if not cards:
            self.add_error("cards", _("Type at least one card."))


class DealForm(BidFields):
    use_required_attribute = False
    count = forms.IntegerField(
        label=gettext_lazy("How many boards"), initial=4, min_value=1, max_value=64
    )
    makes = forms.ChoiceField(
        label=gettext_lazy("This contract can be made"),
        choices=[
            (NOTHING, gettext_lazy("no condition")),
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

    def __init__(self, data: QueryDict | None = None) -> None:
        self.house = HouseRules(data or {})
        self.rows = [WishRow(data, prefix=f"w{number}") for number in range(ROWS)]
        self.wishes: list[dict[str, Any]] = []
        super().__init__(data)
        self.fields["bid"].help_text = WISHED_HINT

    @property
    def rules(self) -> list[RulesOption]:
        return rules_options(self.house, four_handed_presets())

    def clean(self) -> None:
        values = self.cleaned_data
        if self.house.preset not in four_handed_presets():
            self.add_error(None, _("Only games for four can be dealt here."))
        complete = [row.is_valid() for row in self.rows]
        if not all(complete):
            self.add_error(None, _("A condition is incomplete; see the note beside its field."))
            return
        wishes = [wish for row in self.rows if (wish := row.wish())]
        if values.get("makes", NOTHING) != NOTHING and "side" in values:
            makes = self.written_bid(values["makes"], self.house.record)
            wishes.append({"side": values["side"], "makes": makes})
        else:
            self.ignore_hidden_bid_errors()
        try:
            wishes_of(wishes, self.house.record)
        except RuleError as error:
            self.add_error(None, error_text(error))
        self.wishes = wishes

    def add_service_error(self, refused: RuleViolationError) -> None:
        """Show a service error at its field or above the form."""
        self.add_error(refused.field if refused.field in self.fields else None, str(refused))


class ImportDealsForm(PasteOrUploadForm):
    """Pasted or uploaded deals; once valid, ``deals`` holds them."""

    most_bytes = MOST_CHARACTERS
    too_large = gettext_lazy("This file is too large.")
    nothing = gettext_lazy("Paste deals or choose a file.")
    text = text_field(
        gettext_lazy("The deals"),
        gettext_lazy("Deal records as JSON or in text notation, one after the other."),
        rows=6,
        most=MOST_CHARACTERS,
    )
    field_order = ["text", "file"]

    def read(self, text: str) -> None:
        self.deals: list[ImportedDeal] = read_deals(text, MOST_BOARDS)

    def add_service_error(self, refused: RuleViolationError) -> None:
        self.add_error(None, str(refused))
