"""All texts of a club that can contain a name: search and replacement."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.contrib.admin.models import LogEntry as AdminEntry
from django.db import models

from games.fields import LineField
from jobs.models import Job
from tournaments.clubs.names import ADDRESS, PHONE, last_name
from tournaments.entries.team_names import default_titles
from tournaments.models import Club, Invitation, Player, Team, TeamPlayer, Tournament

OTHER_MODELS: Final[tuple[type[models.Model], ...]] = (AdminEntry, Job)
"""Models without a club; searched for full names only."""
OWNER_FIELDS: Final[Mapping[type[models.Model], str]] = {Invitation: "club"}
"""Models whose club is optional, with the field that leads to it."""
BATCH: Final = 500
REMOVED_TEXT: Final = "…"
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class NameReplacement:
    """Name forms of a player and their replacements.

    ``alone``: tournaments where the last name is unique; ``titles``: the team's derived names and
    new ones, by tournament; ``also``: other spellings confirmed by the organiser.
    """

    player: Player
    instead: str
    alone: frozenset[int]
    titles: Mapping[int, Sequence[tuple[str, str]]]
    also: tuple[str, ...] = ()

    def replace_in(self, value: object, tournament: int | None) -> object:
        """Replace in a stored value, including nested lists and mappings."""
        if isinstance(value, str):
            return self.replace_in_text(value, tournament)
        if isinstance(value, list):
            return [self.replace_in(each, tournament) for each in value]
        if isinstance(value, dict):
            return {key: self.replace_in(each, tournament) for key, each in value.items()}
        return value

    def replace_in_text(self, text: str, tournament: int | None) -> str:
        """Replace the whole name; the last name alone only where unique."""
        name = self.player.name
        for title, other in self.titles.get(tournament or 0, ()):
            text = text.replace(title, other)
        text = pattern_of(name).sub(self.instead, text)
        for other in self.also:
            text = pattern_of(other).sub(self.instead if is_name(other) else REMOVED_TEXT, text)
        last = last_name(name)
        if tournament not in self.alone or last == name:
            return text
        first = re.escape(name[0])
        text = re.sub(rf"(?<!\w){first}\.\s*(?={re.escape(last)}(?!\w))", "", text)
        return pattern_of(last).sub(self.instead, text)


def is_name(text: str) -> bool:
    """Whether a spelling is neither an address nor a number."""
    return not (ADDRESS.fullmatch(text) or PHONE.fullmatch(text))


def pattern_of(name: str) -> re.Pattern[str]:
    """Case-insensitive pattern of whole words."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)


def replacement_for(player: Player, instead: str, also: Sequence[str] = ()) -> NameReplacement:
    """Replacements for the club's texts, longest spelling first; two queries."""
    mine = TeamPlayer.objects.filter(player=player).values_list("tournament", flat=True)
    stood_in = Tournament.objects.filter(substitutions__comes=player)
    played = {*mine, *stood_in.values_list("pk", flat=True)}
    last = last_name(player.name).casefold()
    rows = TeamPlayer.objects.filter(tournament__in=played).exclude(player=player)
    shared = {
        tournament
        for tournament, name in rows.values_list("tournament", "player__name")
        if last_name(name).casefold() == last
    }
    longest_first = tuple(sorted(set(also), key=len, reverse=True))
    alone = frozenset(played - shared)
    return NameReplacement(player, instead, alone, titles_of(player, instead), longest_first)


def titles_of(player: Player, instead: str) -> dict[int, list[tuple[str, str]]]:
    """The team's derived names before and after, by tournament."""
    teams = Team.objects.filter(players=player, named_after_players=True)
    titles = {}
    for team in teams.prefetch_related("team_players__player"):
        names = [row.player.name for row in team.team_players.all()]
        others = [instead if name == player.name else name for name in names]
        titles[team.tournament_id] = list(
            zip(default_titles(names), default_titles(others), strict=True)
        )
    return titles


def anonymous_name(player: Player) -> str:
    """Language-neutral placeholder for an erased player."""
    return f"N. N. {player.pk}"


def text_columns(model: type[models.Model]) -> list[str]:
    """Columns with user-written text."""
    plain = (
        LineField,
        models.CharField,
        models.TextField,
    )  # excludes subclasses such as slugs and URLs
    return [
        field.attname
        for field in model._meta.concrete_fields
        if (type(field) in plain or isinstance(field, models.JSONField))
        and not field.choices
        and not field.primary_key
    ]


def lookup_path(model: type[models.Model], target: type[models.Model]) -> str | None:
    """Lookup path from a row to its tournament or club; None without one."""
    waiting: list[tuple[str, type[models.Model]]] = [("", model)]
    seen = {model}
    while waiting:
        path, here = waiting.pop(0)
        if here is target:
            return path or "pk"
        for field in here._meta.concrete_fields:
            to = field.related_model
            if isinstance(to, type) and to not in seen and not field.null:
                seen.add(to)
                waiting.append((f"{path}__{field.name}" if path else field.name, to))
    return None


def rows_of(club: Club) -> Iterator[tuple[type[models.Model], int, int | None, Row]]:
    """All rows of a club with texts: model, key, tournament, texts."""
    for model in apps.get_app_config("tournaments").get_models():
        columns, to_club = text_columns(model), OWNER_FIELDS.get(model) or lookup_path(model, Club)
        if columns and to_club is not None and model not in (Club, Player):
            where = lookup_path(model, Tournament)
            rows = model._default_manager.filter(**{to_club: club.pk}).order_by("pk")
            value_rows = rows.values_list("pk", where or to_club, *columns)
            for pk, tournament, *values in value_rows.iterator(BATCH):
                yield (
                    model,
                    pk,
                    tournament if where else None,
                    dict(zip(columns, values, strict=True)),
                )
    for model in OTHER_MODELS:
        columns = text_columns(model)
        for pk, *values in model._default_manager.values_list("pk", *columns).iterator(BATCH):
            yield model, pk, None, dict(zip(columns, values, strict=True))


def rows_with_name(names: NameReplacement) -> Iterator[tuple[type[models.Model], int, Row, Row]]:
    """Rows containing the name: changed columns before and after."""
    for model, pk, tournament, row in rows_of(names.player.club):
        now = {column: names.replace_in(value, tournament) for column, value in row.items()}
        changed = {column: value for column, value in now.items() if value != row[column]}
        if changed:
            yield model, pk, {column: row[column] for column in changed}, changed
