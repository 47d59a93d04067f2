from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.belot import DEFAULT_PRESET, PRESETS
from games.belot.bots import USUAL_RUNG
from games.practice.texts import rung_choices
from games.rulebook import rules_name

PLAYERS: Final = 4
FOUR_PLAYER_PRESETS: Final = tuple(
    preset for preset, variant in PRESETS.items() if variant.players == PLAYERS
)


class PracticeForm(forms.Form):
    rung = forms.ChoiceField(label=_("Computer players"), initial=USUAL_RUNG)
    rules = forms.ChoiceField(label=_("Rules of the game"), initial=DEFAULT_PRESET)

    def __init__(self, data: object = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]
        for name, choices in (("rung", rung_choices()), ("rules", rules_choices())):
            chosen = self.fields[name]
            assert isinstance(chosen, forms.ChoiceField)
            chosen.choices = choices


def rules_choices() -> list[tuple[str, str]]:
    return [(preset, rules_name(preset)) for preset in FOUR_PLAYER_PRESETS]
