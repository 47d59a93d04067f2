from dataclasses import dataclass

from games.rulebook import (
    RuleLine,
    Section,
    changed_switches,
    rules_by_chapter,
    rules_name,
    rules_summary,
)
from games.rulebook.common import common_sentences
from tournaments.models import Tournament
from tournaments.rules.selectors.rule_sets import matching_rule_set


@dataclass(frozen=True, slots=True)
class RulesOverview:
    """A tournament's rules: preset, changes and all rules by chapter.

    ``title`` is the club's own name for them, if any.
    """

    preset: str
    name: str
    title: str
    summary: str
    contra_levels: int
    changed: tuple[RuleLine, ...]
    common: tuple[str, ...]
    sections: tuple[Section, ...]


def rules_of(tournament: Tournament) -> RulesOverview:
    variant = tournament.variant
    named = matching_rule_set(tournament.club, variant)
    return RulesOverview(
        preset=variant.preset,
        name=rules_name(variant.preset),
        title=f"{named.name} ({named.version})" if named else "",
        summary=rules_summary(variant.preset),
        contra_levels=variant.contra_levels,
        changed=changed_switches(variant),
        common=tuple(map(str, common_sentences(variant))),
        sections=rules_by_chapter(variant),
    )
