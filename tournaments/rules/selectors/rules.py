from dataclasses import dataclass

from games.rulebook import Line, Section, changed_switches, read_rules, rules_name, rules_summary
from games.rulebook.common import common_to
from tournaments.models import Tournament
from tournaments.rules.selectors.rule_sets import name_of_rules


@dataclass(frozen=True, slots=True)
class RulesFace:
    """A tournament's rules: preset, changes and all rules by chapter.

    ``title`` is the club's own name for them, if any.
    """

    preset: str
    name: str
    title: str
    summary: str
    contra_levels: int
    changed: tuple[Line, ...]
    common: tuple[str, ...]
    sections: tuple[Section, ...]


def rules_of(tournament: Tournament) -> RulesFace:
    variant = tournament.variant
    named = name_of_rules(tournament.club, variant)
    return RulesFace(
        preset=variant.preset,
        name=rules_name(variant.preset),
        title=f"{named.name} ({named.version})" if named else "",
        summary=rules_summary(variant.preset),
        contra_levels=variant.contra_levels,
        changed=changed_switches(variant),
        common=tuple(map(str, common_to(variant))),
        sections=read_rules(variant),
    )
