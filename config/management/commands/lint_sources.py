"""Lint what ruff and djangofmt do not: file length, templates, style sheets, ``Any``, prose."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand

from config.management.findings import Finding, report
from config.management.prose import lint_prose

PRODUCT: Final = ("config", "web", "api", "tournaments", "games", "ops", "jobs", "benchmarks")
LINTED: Final = (*PRODUCT, "tests", "static", "templates")
MAX_LINES: Final = {".py": 400, ".js": 400, ".css": 400, ".html": 120}
MAX_TEMPLATE_WIDTH: Final = 119
MAX_ANY: Final = 260
"""Lower it when the count falls."""


@dataclass(frozen=True)
class Rule:
    suffix: str
    pattern: re.Pattern[str]
    message: str
    exempt: re.Pattern[str] = re.compile("(?!)")


RULES: Final = (
    Rule(
        ".html",
        re.compile(
            r"<script(?![^>]*\bsrc=)(?!\stype=\"application/ld\+json\">)[^>]*>"
            r"|\sstyle=|\son[a-z]+=\"",
            re.IGNORECASE,
        ),
        "inline script or style, which the Content-Security-Policy blocks",
    ),
    Rule(
        ".html",
        re.compile(
            r"\{% (?:contract \S+ \S+ [^\d][^%]*?contra|contract_in)\b"
            r"(?![^%]*\.(?:variant|rules) %\})[^%]*%\}"
        ),
        "a contra without its rules is shown as doubled, which some rules do not",
        exempt=re.compile("/styleguide/"),
    ),
    Rule(
        ".css",
        re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[;,\s)])"),
        "a colour that is not taken from tokens.css",
        # Printed pages have no theme.
        exempt=re.compile(r"/(?:tokens|paper|print|projector)\.css$"),
    ),
    Rule(
        ".py",
        re.compile(r"\bon_commit\(\s*(?:functools\.)?partial\("),
        "a partial has no name: if it fails, Django cannot log it and ends the request by a 500",
    ),
    Rule(
        ".py",
        re.compile(r"\b(?:extract|extractall|unpack_archive)\([^()]*\bfilter="),
        "Python 3.11.0 to 3.11.3, such as Debian 12's, know no `filter`",
    ),
)


class Command(BaseCommand):
    help = "Lint file length, template width, inline scripts, colours, `Any` and prose."
    requires_system_checks = []

    def handle(self, **_options: object) -> None:
        report(self, lint(settings.BASE_DIR))


def lint(root: Path) -> Iterator[Finding]:
    count = 0
    for path in linted_files(root):
        text = (root / path).read_text("utf-8")
        yield from lint_text(path, text)
        if path.suffix == ".py" and path.parts[0] in PRODUCT:
            count += count_any(text)
    if count > MAX_ANY:
        message = f"signatures say `Any` {count} times, at most {MAX_ANY} are allowed (MAX_ANY)"
        yield Finding(Path(__file__).relative_to(settings.BASE_DIR), 1, message)
    yield from lint_prose(root, (*PRODUCT, "tests"))


def linted_files(root: Path) -> list[Path]:
    return [
        path.relative_to(root)
        for folder in LINTED
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in MAX_LINES and "migrations" not in path.parts[len(root.parts) :]
    ]


def lint_text(path: Path, text: str) -> Iterator[Finding]:
    lines = text.splitlines()
    longest = MAX_LINES[path.suffix]
    if len(lines) > longest:
        yield Finding(path, longest + 1, f"{len(lines)} lines, at most {longest} are allowed")
    # A symbol's outline in the sprite is one word.
    if path.suffix == ".html" and path.name != "sprite.html":
        for number, line in enumerate(lines, start=1):
            if len(line) > MAX_TEMPLATE_WIDTH:
                message = f"{len(line)} characters, at most {MAX_TEMPLATE_WIDTH} are allowed"
                yield Finding(path, number, message)
    for rule in RULES:
        if path.suffix == rule.suffix and not rule.exempt.search(path.as_posix()):
            for match in rule.pattern.finditer(text):
                yield Finding(path, text.count("\n", 0, match.start()) + 1, rule.message)


def count_any(text: str) -> int:
    if "Any" not in text:
        return 0
    annotations = [
        part
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in (node.args, node.returns)
        if part is not None
    ]
    names = (name for part in annotations for name in ast.walk(part))
    return sum(isinstance(name, ast.Name) and name.id == "Any" for name in names)
