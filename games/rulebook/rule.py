from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Text = str | Promise
Value = str | bool | int


@dataclass(frozen=True, slots=True)
class Rule:
    """Texts of one switch; ``numbers``, with ``%(n)d``, serves values without a sentence."""

    key: str
    title: Text
    values: Mapping[Value, Text]
    numbers: Text = ""

    def sentence(self, value: Value) -> str:
        if value in self.values and type(value) in map(type, self.values):
            return str(self.values[value])
        return str(self.numbers) % {"n": value}


@dataclass(frozen=True, slots=True)
class Chapter:
    title: Text
    rules: tuple[Rule, ...]


YES, NO = True, False
