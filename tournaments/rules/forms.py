"""House rules: one form field per switch of a preset."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.belot import (
    PRESETS,
    SWITCHES,
    RuleError,
    Variant,
    switch_value,
    variant_from_json,
    variant_to_json,
)
from games.rulebook import CHAPTERS, Rule, rules_name
from games.rulebook.house import Value, decode_value, encode_value
from games.rulebook.reading import is_applicable, is_taken_for_granted, source_of
from games.rulebook.sources import citation_text
from games.wording.messages import error_text
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.organiser.forms import VersionedForm

MAX_NUMBER = 100_000
"""Larger numbers are typing mistakes."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    field: forms.BoundField
    usual: str
    source: str
    is_changed: bool
    applies: bool
    is_rare: bool


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """Related rules; ``folded`` have no effect with the other rules as set.

    ``rare`` are unchanged rules that most variants share.
    """

    title: str
    rows: tuple[RuleRow, ...]
    rare: tuple[RuleRow, ...]
    folded: tuple[RuleRow, ...]

    @property
    def change_count(self) -> int:
        return sum(row.is_changed for row in self.rows + self.rare + self.folded)


class HouseRulesForm(VersionedForm):
    """Form of a preset's switches; ``variant`` holds the rules as JSON when valid."""

    def __init__(self, data: QueryDict | None = None, *, variant: Variant) -> None:
        super().__init__(data)
        chosen_preset = str(data.get("preset", "")) if data else variant.preset
        self.preset = chosen_preset if is_four_handed(chosen_preset) else variant.preset
        self.base = PRESETS[self.preset]
        self.rules: Variant = self.base if data else variant
        self.variant: Any = variant_to_json(self.rules)
        self.fields["preset"] = forms.CharField(widget=forms.HiddenInput, initial=self.preset)
        for chapter in CHAPTERS:
            for rule in chapter.rules:
                field = switch_field(rule, self.base, self._other_value(rule, data))
                field.initial = encode_value(switch_value(self.rules, rule.key))
                if SWITCHES[rule.key].may_be_off and field.initial == "false":
                    field.initial = ""
                self.fields[rule.key] = field

    @property
    def name(self) -> str:
        return rules_name(self.preset)

    def _other_value(self, rule: Rule, data: QueryDict | None) -> Value:
        """The current or submitted value, which can lack a sentence of its own."""
        if not data:
            return switch_value(self.rules, rule.key)
        return decode_value(rule.key, str(data.get(rule.key, "")))

    def clean(self) -> None:
        """Combine the switches; report a contradiction at the switch concerned."""
        values = self.cleaned_data
        posted_values = {key: value_of(key, values[key]) for key in SWITCHES if key in values}
        own = {key: switch_value(self.base, key) for key in SWITCHES}
        changed = {
            key: value
            for key, value in posted_values.items()
            if (type(value), value) != (type(own[key]), own[key])
        }
        try:
            self.rules = variant_from_json({"preset": self.preset, **changed})
        except RuleError as error:
            key = error.at.removeprefix("variant.")
            self.add_error(key if key in self.fields else None, error_text(error))
            return
        self.variant = variant_to_json(self.rules)

    def chapters(self) -> Iterator[RuleChapter]:
        for chapter in CHAPTERS:
            rows = [self.row(rule) for rule in chapter.rules]
            yield RuleChapter(
                str(chapter.title),
                tuple(row for row in rows if row.applies or row.field.errors),
                tuple(row for row in rows if row.is_rare and not row.field.errors),
                tuple(
                    row
                    for row in rows
                    if not row.applies and not row.is_rare and not row.field.errors
                ),
            )

    def row(self, rule: Rule) -> RuleRow:
        own = switch_value(self.base, rule.key)
        bound = self[rule.key]
        return RuleRow(
            field=bound,
            usual=rule.sentence(own),
            source=citation_text(source_of(rule, self.preset, own)),
            is_changed=str(bound.value() or "false") != encode_value(own),
            applies=is_applicable(rule.key, self.rules),
            is_rare=is_taken_for_granted(rule.key, self.rules),
        )

    def change_count(self) -> int:
        return sum(chapter.change_count for chapter in self.chapters())

    def add_refusal(self, refusal: RuleViolationError) -> None:
        if isinstance(refusal, ConflictError):
            super().add_refusal(refusal)
            return
        key = refusal.field.removeprefix("variant.")
        self.add_error(key if key in self.fields else None, str(refusal))


def is_four_handed(preset: str) -> bool:
    return preset in PRESETS and PRESETS[preset].players == 4


def switch_field(rule: Rule, base: Variant, now: Value) -> forms.Field:
    values = possible_values(rule, base)
    if values and now not in values and SWITCHES[rule.key].accepts(now):
        values.append(now)
    if values:
        return forms.ChoiceField(
            label=str(rule.title),
            choices=[(encode_value(value), sentence_of(rule, value, base)) for value in values],
            widget=forms.RadioSelect,
        )
    switch = SWITCHES[rule.key]
    return forms.IntegerField(
        label=str(rule.title),
        min_value=switch.minimum,
        max_value=MAX_NUMBER,
        required=not switch.may_be_off,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("Leave empty for none.") if switch.may_be_off else "",
    )


def sentence_of(rule: Rule, value: Value, base: Variant) -> str:
    """The sentence of a value; the preset's own is marked as usual."""
    own = switch_value(base, rule.key)
    if (type(value), value) != (type(own), own):
        return rule.sentence(value)
    words = '<span>{} <span class="hint">{}</span></span>'
    return format_html(words, rule.sentence(value), _("(usual)"))


def possible_values(rule: Rule, base: Variant) -> list[Value]:
    """Values that have sentences, including the preset's; empty for free numbers."""
    switch, own = SWITCHES[rule.key], switch_value(base, rule.key)
    values: list[Value] = list(switch.choices)
    if switch.minimum is not None and switch.maximum is not None:
        values = list(range(switch.minimum, switch.maximum + 1))
    if values and all((type(value), value) != (type(own), own) for value in values):
        values.insert(0, own)
    return values


def value_of(key: str, cleaned: object) -> Value:
    if cleaned is None or cleaned == "":
        return False
    return int(cleaned) if isinstance(cleaned, int) else decode_value(key, str(cleaned))
