"""A preset's rules as a Markdown text, in the current language."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.belot import PRESETS
from games.rulebook.common import common_to
from games.rulebook.presets import rules_name, rules_notes, rules_summary
from games.rulebook.reading import read_rules
from games.rulebook.sources import sources_in
from games.wording.signs import colon


def rules_text(preset: str) -> str:
    """The whole text: what all variants share, then this one's rules, each with its source."""
    return "\n".join(lines(preset)) + "\n"


def lines(preset: str) -> Iterator[str]:
    yield from (f"# {rules_name(preset)}", "", rules_summary(preset), "")
    yield from (f"## {_('The basics')}", "")
    for sentence in common_to(PRESETS[preset]):
        yield f"- {sentence}"
    sections = read_rules(PRESETS[preset])
    for section in sections:
        yield from ("", f"## {section.title}", "")
        for line in section.lines:
            cited = f" ({line.citation})" if line.citation else ""
            yield f"- **{line.title}.** {line.sentence}{cited}"
    if notes := rules_notes(preset):
        yield from ("", f"## {_('Where clubs differ')}", "")
        for sentence in notes:
            yield f"- {sentence}"
    yield from ("", f"## {_('Sources')}", "")
    for source in sources_in(tuple(line.source for part in sections for line in part.lines)):
        title = f"[{source.title}]({source.address})" if source.address else source.title
        yield f"- {title}{colon()}{source.about}"
