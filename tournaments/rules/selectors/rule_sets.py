from dataclasses import dataclass

from games.belot import Variant, is_identical
from games.rulebook import changed_switches, rules_name
from games.wording.collation import sort_by_name
from tournaments.models import Club, RuleSet


@dataclass(frozen=True, slots=True)
class NamedRules:
    """One version of a club's named rules; ``changes`` counts differences from the preset."""

    id: int
    name: str
    version: int
    variant: Variant
    preset: str
    changes: int
    is_newest: bool
    club: int


def named_rules(*clubs: Club) -> tuple[NamedRules, ...]:
    """All versions of the clubs' rule sets, newest first per name; one query."""
    listed_names: set[tuple[int, str]] = set()
    lines = []
    rows = RuleSet.objects.filter(club__in=clubs).order_by("club", "-version")
    for row in sort_by_name(rows, lambda row: row.name):
        lines.append(
            NamedRules(
                id=row.pk,
                name=row.name,
                version=row.version,
                variant=row.variant,
                preset=rules_name(row.variant.preset),
                changes=len(changed_switches(row.variant)),
                is_newest=(row.club_id, row.name) not in listed_names,
                club=row.club_id,
            )
        )
        listed_names.add((row.club_id, row.name))
    return tuple(lines)


def matching_rule_set(club: Club, variant: Variant) -> NamedRules | None:
    """The club's newest named rules equal to ``variant``."""
    matches = (line for line in named_rules(club) if is_identical(line.variant, variant))
    return max(matches, key=lambda line: line.id, default=None)
