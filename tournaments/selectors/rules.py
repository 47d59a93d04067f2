"""The rules a tournament is played by, as data."""

from dataclasses import dataclass

from games.belot import variant_from_json, variant_to_json
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RulesFace:
    """A variant in short: its preset, target, and the switches that differ from the preset."""

    preset: str
    target: int
    contra_levels: int
    changed: tuple[tuple[str, str], ...]


def rules_of(tournament: Tournament) -> RulesFace:
    """The tournament's rules; no query."""
    variant = variant_from_json(tournament.variant)
    short = variant_to_json(variant)
    changed = {} if isinstance(short, str) else short
    return RulesFace(
        preset=variant.preset,
        target=variant.target,
        contra_levels=variant.contra_levels,
        changed=tuple((key, str(value)) for key, value in changed.items() if key != "preset"),
    )
