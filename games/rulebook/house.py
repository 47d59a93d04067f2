"""Rules chosen by a visitor: a preset with changed switches, as encoded in the URL."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.belot import (
    DEFAULT_PRESET,
    PRESETS,
    SWITCHES,
    RuleError,
    Variant,
    switch_value,
    variant_from_json,
)
from games.rulebook import rule_of, rules_name
from games.wording.messages import error_text

Value = str | bool | int

SLIP_SWITCHES: Final = (
    "contracts",
    "contra_levels",
    "contest",
    "trick_needed",
    "no_trumps_four_aces",
    "capot_doubled_in_no_trumps",
    "on_equal",
    "capot_multiplied",
    "kirtik",
    "sheet",
)
"""They can affect a slip's score."""
PAD_SWITCHES: Final = (
    "capot_exit",
    "nobody_bids",
    "contra_levels",
    "contest",
    "trick_needed",
    "no_trumps_four_aces",
    "capot_doubled_in_no_trumps",
    "on_equal",
    "capot_multiplied",
    "kirtik",
    "sheet",
    "last_deal",
    "until",
)
"""They can affect a match and combine with all others."""


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class SwitchChoice:
    key: str
    title: str
    options: tuple[Option, ...]


def encode_value(value: Value) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def decode_value(key: str, text: str) -> Value:
    """A switch's value from the URL; an invalid one stays text and is rejected later."""
    if text in SWITCHES[key].choices:
        return text
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 7 else text


def switch_choice(key: str, preset: str, now: Value | None) -> SwitchChoice:
    rule, switch, own = rule_of(key), SWITCHES[key], switch_value(PRESETS[preset], key)
    values: list[Value] = list(switch.choices)
    if switch.minimum is not None and switch.maximum is not None:
        values = list(range(switch.minimum, switch.maximum + 1))
    if now is not None and switch.accepts(now) and now not in values:
        values.append(now)
    usual = _("%(rule)s (usual)") % {"rule": rule.sentence(own)}
    others = (
        Option(encode_value(value), rule.sentence(value), value == now and type(value) is type(now))
        for value in values
        if value != own or type(value) is not type(own)
    )
    return SwitchChoice(key, str(rule.title), (Option("", usual, now is None), *others))


class HouseRules:
    """Rules from the URL: ``rules=PRESET`` and ``s_KEY=VALUE`` for each change.

    ``variant`` is the JSON of the rules, ``record`` the Variant. If the changes conflict,
    ``fault`` says why and the unchanged preset applies.
    """

    def __init__(self, data: Mapping[str, object]) -> None:
        preset_id = str(data.get("rules", ""))
        self.preset = preset_id if preset_id in PRESETS else DEFAULT_PRESET
        self.changed = dict(self._changes(data))
        self.fault = ""
        self.record = self._read()

    def _changes(self, data: Mapping[str, object]) -> Sequence[tuple[str, Value]]:
        own = PRESETS[self.preset]
        submitted = ((key, str(data.get(f"s_{key}", ""))) for key in SWITCHES)
        read = ((key, decode_value(key, text)) for key, text in submitted if text)
        return [
            (key, value)
            for key, value in read
            if (type(value), value) != (type(switch_value(own, key)), switch_value(own, key))
        ]

    def _read(self) -> Variant:
        self.variant: Any = {"preset": self.preset, **self.changed}
        try:
            return variant_from_json(self.variant)
        except RuleError as error:
            key = error.at.removeprefix("variant.")
            title = str(rule_of(key).title) if key in SWITCHES else ""
            self.fault = _("%(rule)s: %(message)s") % {"rule": title, "message": error_text(error)}
            self.variant = self.preset
            return PRESETS[self.preset]

    @property
    def name(self) -> str:
        return rules_name(self.preset)

    def presets(self) -> list[Option]:
        return [Option(key, rules_name(key), key == self.preset) for key in PRESETS]

    def switches(self, shown: Sequence[str] = SLIP_SWITCHES) -> list[SwitchChoice]:
        keys = [*shown, *(key for key in self.changed if key not in shown)]
        return [switch_choice(key, self.preset, self.changed.get(key)) for key in keys]

    def query(self) -> list[tuple[str, str]]:
        changed = [(f"s_{key}", encode_value(value)) for key, value in self.changed.items()]
        return [("rules", self.preset), *changed]
