"""Player names, linked where a public page exists."""

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString

from games.templatetags.belot import names
from tournaments.clubs.names import last_name
from tournaments.entries.selectors.team_lines import StandIn, TeamLine
from tournaments.entries.texts import stand_in_pattern
from tournaments.site.selectors.players import Teammate

register = template.Library()


@register.simple_tag
def people_of(team: TeamLine) -> SafeString:
    """An entrant's name; players' names are linked."""
    if team.under_name:
        return names(team.people)
    return names([player_link(name, page) for name, page in team.linked] or team.people)


@register.simple_tag
def players_of(team: TeamLine) -> SafeString:
    linked = ((player_link(name, page),) for name, page in team.linked)
    return format_html_join(", ", "{}", linked)


@register.simple_tag
def stand_in_line(stand_in: StandIn) -> SafeString:
    """Who plays for whom, with links."""
    names_in = zip((stand_in.comes, stand_in.leaves), stand_in.pages, strict=True)
    comes, leaves = (conditional_escape(player_link(name, page)) for name, page in names_in)
    values = {"comes": comes, "leaves": leaves, "first": stand_in.first, "last": stand_in.last}
    return SafeString(escape(stand_in_pattern(stand_in.first, stand_in.last)) % values)


@register.simple_tag
def player_link(name: str, page: int) -> str:
    """A player's name; a link unless ``page`` is 0."""
    if not page:
        return name
    return format_html(
        '<a class="plain-link" href="{}">{}</a>', reverse("player", args=[page]), name
    )


@register.simple_tag
def surname_link(mate: Teammate) -> str:
    return player_link(last_name(mate.name), mate.page)
