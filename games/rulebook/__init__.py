"""The rules of a variant in words: for forms, pages, printed slips and ``docs/rules``."""

from games.rulebook.chapters import CHAPTERS, Rule, rule_of
from games.rulebook.reading import Line, Section, changed_switches, read_rules

__all__ = ["CHAPTERS", "Line", "Rule", "Section", "changed_switches", "read_rules", "rule_of"]
