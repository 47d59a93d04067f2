import io
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.management.commands import lint_sources
from config.management.commands.check_translations import findings_in, texts_not_collected
from config.management.commands.lint_sources import lint_text, linted_files
from config.management.prose import markers_in


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("games/long.py", "pass\n" * 401, 401),
        ("static/css/long.css", "a{}\n" * 401, 401),
        ("templates/long.html", "<p>\n" * 121, 121),
        ("templates/wide.html", f"<p>\n{'x' * 120}\n", 2),
        ("templates/contra.html", "<p>\n{% contract_in slip %}", 2),
        ("static/css/cards.css", "a {\n  color: #abc;\n}", 2),
        ("jobs/files.py", 'tar.extractall(\n    "x", filter' + '="data")', 1),
        ("jobs/hooks.py", "pass\non_commit(\n    partial(wake))", 2),
    ],
)
def test_bad_source_is_found_at_its_line(path, text, line):
    assert [finding.line for finding in lint_text(Path(path), text)] == [line]


@pytest.mark.parametrize(
    "tag",
    ['<script type="module">', "<p style='color: red'>", '<p onclick="go()">', "<SCRIPT>go()"],
)
def test_inline_script_in_a_template_is_found(tag):
    [finding] = lint_text(Path("templates/page.html"), f"<p>\n{tag}")
    assert (finding.line, "inline script" in finding.message) == (2, True)


def test_any_above_the_limit_fails_the_command(monkeypatch):
    monkeypatch.setattr(lint_sources, "MAX_ANY", 1)
    output = io.StringIO()
    with pytest.raises(CommandError, match="Findings"):
        call_command("lint_sources", stdout=output)
    assert "lint_sources.py:1: signatures say `Any`" in output.getvalue()
    assert len(linted_files(settings.BASE_DIR)) > 2000


@pytest.mark.parametrize(
    ("language", "source", "text", "message"),
    [
        ("nl", "Board", "", "no translation of"),
        ("bg", "Boards", "девятка", "a term that docs/vocabulary.md does not use"),
        ("hr", "The “board”", "“Bord”", "quotes that are not"),
        ("nl", "20,000", "20000", "five digits without a group"),
        ("bg", "Copy", "Копирайте", "a button is in the singular"),
        ("fr", "Round: 1", "Tour : 1", "a sign without its no-break space"),
        ("fr", "lost", "litige", "“litige” translates “hanging” only"),
        ("fr", "dealt boards", "étuis", "“étui” is the case that is carried"),
        ("hr", "Round %(number)s", "Kolo %(number)s", "a round is an ordinal number"),
        ("nl", "pair", "paar ", "a space too many"),
        ("nl", "%(n)s pairs", "paren", "a placeholder of the source is missing"),
        ("nl", "pairs", "%(n)s paren", "a placeholder that the source does not have"),
        ("hr", ("table", "tables"), ["stol", "stola"], "Croatian has three plural forms"),
        ("hr", ("table", "tables"), ["stol"] * 3, "the three plural forms are alike"),
    ],
)
def test_bad_translation_is_found(tmp_path, language, source, text, message):
    if isinstance(source, tuple):
        forms = dict(enumerate(text))
        entry = polib.POEntry(msgid=source[0], msgid_plural=source[1], msgstr_plural=forms)
    else:
        entry = polib.POEntry(msgid=source, msgstr=text)
    catalogue = polib.POFile()
    catalogue.append(entry)
    catalogue.save(str(tmp_path / "django.po"))
    catalogue.save_as_mofile(str(tmp_path / "django.mo"))
    finding, *_rest = findings_in(Path("django.po"), language, tmp_path / "django.po")
    assert finding.message.startswith(message)


def test_untranslated_text_in_code_is_found(tmp_path):
    (tmp_path / "api").mkdir()
    (tmp_path / "api/page.py").write_text("from x import gettext as _\nf'{_(\"Board\")}'\n")
    polib.POFile().save(str(tmp_path / "django.po"))
    [finding] = texts_not_collected(tmp_path, Path("django.po"))
    assert (str(finding.path), finding.line) == ("api/page.py", 2)


def test_dialect_is_counted_in_prose_but_not_in_code_or_quotes():
    source = '"""Whoever asks."""\ntold = 1\n"""A word."""\n# Nobody waits; `told` does.\n'
    assert list(markers_in(source, is_code=True)) == [(1, "Whoever"), (4, "Nobody")]
    assert list(markers_in("It stands.\n\n`whoever`, once more", is_code=False)) == [
        (1, "stands"),
        (3, "once more"),
    ]
