from collections.abc import Mapping
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.belot import CONTRACTS, PRESETS, SEATS, USUAL_LEVEL, RuleError, Variant, table_of
from games.errors import RuleViolationError
from games.parsing.hands import ALL_CARDS, HandError, read_hands
from games.rulebook.house import HouseRules
from games.simulations.bid_fields import FIXED_HINT, BidFields, RulesOption, rules_options
from games.simulations.questions import HAND_SIZE, ContractJson, QuestionJson, build_question
from games.visitors.limits import MAX_DEALS
from games.wording import texts as wording
from games.wording.levels import LEVEL_CHOICES
from games.wording.messages import error_text

RANDOM, THESE = "random", "hands"
FREE, FIXED = "free", "fixed"
IN_TURN: Final = "turn"
USUAL_COUNT: Final = 1000
MOST_SEED: Final = 2**31 - 1


def four_handed_presets() -> list[str]:
    return [key for key, variant in PRESETS.items() if variant.players == len(SEATS)]


class SimulationForm(BidFields):
    """A form for a simulation; once valid, ``question`` holds it as JSON."""

    use_required_attribute = False
    cards = forms.ChoiceField(
        label=gettext_lazy("The cards"),
        choices=[
            (RANDOM, gettext_lazy("random deals")),
            (THESE, gettext_lazy("these hands")),
        ],
        widget=forms.RadioSelect,
        initial=RANDOM,
    )
    dealer = forms.ChoiceField(
        label=gettext_lazy("Who deals"),
        choices=[
            (IN_TURN, gettext_lazy("in turn, round the table")),
            *[(seat, wording.SEAT_NAMES[seat]) for seat in SEATS],
        ],
        initial=IN_TURN,
        help_text=gettext_lazy("The next player in turn speaks and leads first."),
    )
    auction = forms.ChoiceField(
        label=gettext_lazy("The contract"),
        choices=[
            (FREE, gettext_lazy("the bots bid")),
            (FIXED, gettext_lazy("this contract")),
        ],
        widget=forms.RadioSelect,
        initial=FREE,
    )
    contract = forms.ChoiceField(
        label=gettext_lazy("Contract"),
        choices=[(code, wording.CONTRACT_NAMES[code]) for code in CONTRACTS],
        initial="H",
        required=False,
    )
    declarer = forms.ChoiceField(
        label=gettext_lazy("Played by"),
        choices=[(seat, wording.SEAT_NAMES[seat]) for seat in SEATS],
        initial="S",
        required=False,
    )
    contra = forms.TypedChoiceField(
        label=gettext_lazy("Contra"),
        choices=[
            (0, gettext_lazy("no contra")),
            *[(level, words) for level, words in wording.CONTRA_NAMES.items()],
        ],
        coerce=int,
        initial=0,
    )
    ns = forms.ChoiceField(
        label=gettext_lazy("North–South"), choices=LEVEL_CHOICES, initial=USUAL_LEVEL
    )
    ew = forms.ChoiceField(
        label=gettext_lazy("East–West"), choices=LEVEL_CHOICES, initial=USUAL_LEVEL
    )
    count = forms.IntegerField(
        label=gettext_lazy("How many deals"), initial=USUAL_COUNT, min_value=1
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        help_text=gettext_lazy("A number of your own gives the same deals again."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None
    ) -> None:
        self.house = HouseRules(data if data is not None else initial or {})
        self.question: QuestionJson | None = None
        super().__init__(data, initial=initial)
        self.fields["bid"].help_text = FIXED_HINT
        for seat in SEATS:
            self.fields[f"hand_{seat}"] = forms.CharField(
                label=str(wording.SEAT_NAMES[seat]),
                required=False,
                max_length=80,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "spellcheck": "false", "data-hand": seat}
                ),
            )

    @property
    def variant(self) -> Variant:
        return self.house.record

    @property
    def rules(self) -> list[RulesOption]:
        return rules_options(self.house, four_handed_presets())

    @property
    def hands(self) -> list[forms.BoundField]:
        return [self[f"hand_{seat}"] for seat in SEATS]

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        return {level: MAX_DEALS[level] for level, _words in LEVEL_CHOICES}

    def clean(self) -> None:
        values = self.cleaned_data
        if self.house.fault:
            self.add_error(None, self.house.fault)
        if self.house.preset not in four_handed_presets():
            self.add_error(None, _("Only games for four can be simulated."))
        hands = self.clean_hands()
        contract = ""
        if values.get("auction") == FIXED:
            contract = self.checked_contract()
        else:
            self.ignore_hidden_bid_errors()
        if not self.errors:
            self.question = self.question_json(hands, contract)

    def clean_hands(self) -> dict[str, list[str]]:
        values = self.cleaned_data
        if values.get("cards") != THESE:
            return {}
        texts = {seat: str(values.get(f"hand_{seat}") or "") for seat in SEATS}
        try:
            hands = read_hands(texts, HAND_SIZE, ALL_CARDS)
        except HandError as error:
            self.add_error(f"hand_{error.seat}", error.message)
            return {}
        if not hands and not self.errors:
            self.add_error("hand_N", _("Type the cards of at least one player."))
        return hands

    def checked_contract(self) -> str:
        values = self.cleaned_data
        contract = str(values.get("contract") or "")
        levels = self.variant.contra_levels
        if contract not in self.variant.contracts.split():
            self.add_error("contract", _("There is no such contract in these rules."))
        else:
            levels = table_of(self.variant).levels_of(CONTRACTS.index(contract))
        if (values.get("contra") or 0) > levels:
            self.add_error("contra", _("There is no such contra in these rules."))
        return self.written_bid(contract, self.variant)

    def question_json(self, hands: Mapping[str, list[str]], contract: str) -> QuestionJson | None:
        values = self.cleaned_data
        try:
            return build_question(
                variant=self.house.variant,
                dealer=None if values["dealer"] == IN_TURN else values["dealer"],
                hands=hands,
                contract=self.contract_json(contract) if contract else None,
                levels={"NS": values["ns"], "EW": values["ew"]},
            )
        except RuleError as error:
            self.add_error(None, error_text(error))
            return None

    def contract_json(self, contract: str) -> ContractJson:
        values = self.cleaned_data
        contra = values["contra"] or 0
        return {"contract": contract, "declarer": values["declarer"], "contra": contra}

    def add_service_error(self, refused: RuleViolationError) -> None:
        self.add_error(refused.field if refused.field in self.fields else None, str(refused))
