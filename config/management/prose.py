"""Count words of the project's former dialect in docstrings, comments and documents.

The counts may only fall: lower `MAX_IN_CODE` and `MAX_IN_DOCUMENTS` when they do.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from config.management.findings import Finding

MAX_IN_CODE: Final = 0
MAX_IN_DOCUMENTS: Final = 0
DIALECT: Final = re.compile(
    r"\b(?:whoever|tells?|told|anew|stands?|lies|by itself|by themselves|so long|hangs? on|at hand"
    r"|in words|all the same|nobody|somebody|everybody|anybody|beside|once more|of which"
    r"|what of)\b",
    re.IGNORECASE,
)
GENERATED: Final = frozenset({"api-problems.md", "licences.md", "permissions.md"})
CODE_SPAN: Final = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def lint_prose(root: Path, code: tuple[str, ...]) -> Iterator[Finding]:
    """One finding per group whose count exceeds its limit, at its first marker."""
    sources = [
        path
        for folder in code
        for path in sorted((root / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    yield from check_count(root, sources, MAX_IN_CODE, "MAX_IN_CODE")
    yield from check_count(root, documents(root), MAX_IN_DOCUMENTS, "MAX_IN_DOCUMENTS")


def documents(root: Path) -> list[Path]:
    """Hand-written documents; `docs/rules` is generated from translated texts."""
    paths = [*root.glob("*.md"), *(root / "docs").glob("*.md"), *(root / "docs/adr").glob("*.md")]
    return sorted(path for path in paths if path.name not in GENERATED)


def check_count(root: Path, paths: list[Path], limit: int, name: str) -> Iterator[Finding]:
    markers = [
        (path, line, word)
        for path in paths
        for line, word in markers_in(path.read_text("utf-8"), is_code=path.suffix == ".py")
    ]
    if len(markers) > limit:
        path, line, word = markers[0]
        message = f"{len(markers)} words such as “{word}”, at most {limit} are allowed ({name})"
        yield Finding(path.relative_to(root), line, message)


def markers_in(text: str, *, is_code: bool) -> Iterator[tuple[int, str]]:
    """Line and word of each dialect marker."""
    for line, prose in prose_of_code(text) if is_code else [(1, text)]:
        plain = CODE_SPAN.sub(lambda span: re.sub(r"[^\n]", " ", span[0]), prose)
        for match in DIALECT.finditer(plain):
            yield line + plain.count("\n", 0, match.start()), match[0]


def prose_of_code(text: str) -> Iterator[tuple[int, str]]:
    """Docstrings, strings below constants and fields, and comments, with their first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for previous, statement in pairwise([None, *node.body]):
                is_documented = isinstance(previous, ast.Assign | ast.AnnAssign | None)
                if isinstance(statement, ast.Expr) and is_documented:
                    value = statement.value
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.lineno, value.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
