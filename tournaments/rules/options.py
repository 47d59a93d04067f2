from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.belot import PRESETS, Variant, changed_values
from games.rulebook import PRESET_WORDS, changed_switches, rules_name
from games.rulebook.presets import Text
from tournaments.models import Club, Tournament
from tournaments.rules.selectors.rule_sets import named_rules


@dataclass(frozen=True, slots=True)
class RulesOffer:
    """Rules for a new tournament: a preset, a club's, or a former tournament's."""

    key: str
    name: Text
    words: Text
    variant: Variant
    club: int | None = None


def preset_choices() -> list[tuple[str, tuple[Text, Text]]]:
    return [
        (preset, PRESET_WORDS[preset])
        for preset, variant in PRESETS.items()
        if variant.players == 4
    ]


def available_rules(clubs: Iterable[Club], wanted: str) -> list[RulesOffer]:
    """Rules of the copied tournament, the clubs' newest named rules, and presets."""
    clubs = list(clubs)
    named = [
        RulesOffer(
            key=f"set-{line.id}",
            name=_("%(name)s, version %(n)d") % {"name": line.name, "n": line.version},
            words=rules_summary(line.variant),
            variant=line.variant,
            club=line.club,
        )
        for line in named_rules(*clubs)
        if line.is_newest
    ]
    presets = [RulesOffer(key, *words, variant=PRESETS[key]) for key, words in preset_choices()]
    return [*copy_offers(clubs, wanted), *named, *presets]


def copy_offers(clubs: list[Club], wanted: str) -> list[RulesOffer]:
    code = wanted.removeprefix("as-")
    if code == wanted:
        return []
    source = Tournament.objects.filter(code=code, club__in=clubs).first()
    if source is None:
        return []
    name = _("As in “%(name)s”") % {"name": source.name}
    return [RulesOffer(wanted, name, rules_summary(source.variant), source.variant)]


def rules_summary(variant: Variant) -> str:
    changes = len(changed_switches(variant))
    if not changes:
        return rules_name(variant.preset)
    words = ngettext("%(rules)s, %(n)d house rule", "%(rules)s, %(n)d house rules", changes)
    return words % {"rules": rules_name(variant.preset), "n": changes}


def copy_choice(tournament: Tournament) -> str:
    """The choice that represents a tournament's rules when it is copied."""
    variant = tournament.variant
    return f"as-{tournament.code}" if changed_values(variant) else variant.preset
