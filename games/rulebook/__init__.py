"""Rules of a variant as text: for forms, pages, printed slips and ``docs/rules``."""

from games.rulebook.chapters import CHAPTERS, rule_of
from games.rulebook.presets import PRESET_WORDS, rules_name, rules_summary
from games.rulebook.reading import RuleLine, Section, changed_switches, rules_by_chapter
from games.rulebook.rule import Rule
from games.rulebook.worth import worth_lines
from games.rulebook.writing import rules_text

__all__ = [
    "CHAPTERS",
    "PRESET_WORDS",
    "Rule",
    "RuleLine",
    "Section",
    "changed_switches",
    "rule_of",
    "rules_by_chapter",
    "rules_name",
    "rules_summary",
    "rules_text",
    "worth_lines",
]
