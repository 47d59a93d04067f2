from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.belot import PRESETS
from games.rulebook.common import common_sentences
from games.rulebook.presets import rules_name, rules_notes, rules_summary
from games.rulebook.reading import rules_by_chapter
from games.rulebook.sources import Source, citations, sources_in
from games.wording.signs import colon


def rules_text(preset: str) -> str:
    return "\n".join(lines(preset)) + "\n"


def lines(preset: str) -> Iterator[str]:
    yield from (f"# {rules_name(preset)}", "", rules_summary(preset), "")
    yield from (f"## {_('The basics')}", "")
    for sentence in common_sentences(PRESETS[preset]):
        yield f"- {sentence}"
    sections = rules_by_chapter(PRESETS[preset])
    sources = sources_in(tuple(line.source for part in sections for line in part.lines))
    for section in sections:
        yield from ("", f"## {section.title}", "")
        for line in section.lines:
            yield f"- **{line.title}.** {line.sentence}{references(line.source, sources)}"
    if notes := rules_notes(preset):
        yield from ("", f"## {_('Where clubs differ')}", "")
        for sentence in notes:
            yield f"- {sentence}"
    yield from ("", f"## {_('Sources')}", "")
    for number, source in enumerate(sources, 1):
        yield f"- [{number}] {source_link(source)}{colon()}{source.about}"


def references(brief: str, sources: Sequence[Source]) -> str:
    cited = sorted(citations(brief), key=lambda each: sources.index(each.source))
    parts = (
        ", ".join(filter(None, (number_of(each.source, sources), each.place))) for each in cited
    )
    return "".join(f" [{part}]" for part in parts)


def number_of(source: Source, sources: Sequence[Source]) -> str:
    return str(sources.index(source) + 1)


def source_link(source: Source) -> str:
    title = f"[{source.title}]({source.address})" if source.address else source.title
    return f"{title} ({source.translation})" if source.translation else title
