"""List every error code of the API, from the sources that raise them."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from rest_framework import exceptions, serializers

from api import urls
from api.problems import KINDS
from games.belot import MESSAGES
from tournaments.archive.texts import BAD_FILES
from tournaments.entries.services.entries import WRONG_NUMBER
from tournaments.results.forms.files import UNREADABLE

SOURCES: Final = ("api", "config", "web", "tournaments", "games", "jobs")
ERROR_CALLS: Final = {
    "RuleViolationError": (400, 0),
    "CardConflictError": (400, 0),
    "CardRefusalError": (400, 0),
    "ImpossibleSlipError": (400, 0),
    "MovementError": (400, 0),
    "require": (400, 1),
    "ConflictError": (409, 0),
    "NotFound": (404, 1),
    "PermissionDenied": (403, 1),
    "json_error": (0, 2),
    "error_response": (0, 2),
}
"""Status (0: an argument of the call), index of the code argument."""
AnySerializer = serializers.Serializer[Any]
AnyField = serializers.Field[Any, Any, Any, Any]
Codes = dict[tuple[str, int], str]
"""English message; empty if it depends on the case."""


class Command(BaseCommand):
    help = "Write docs/api-problems.md anew: every kind and every code."

    def handle(self, **_options: object) -> None:
        file_of_list().write_text(text())
        self.stdout.write("docs/api-problems.md")


def file_of_list() -> Path:
    return settings.BASE_DIR / "docs" / "api-problems.md"


def text() -> str:
    with translation.override("en"):
        kinds = [
            f"| `#{each.name}` | {each.status} | {each.title} | {each.words} |" for each in KINDS
        ]
        codes = [
            f"| `{code}` | {status} | {in_a_cell(words)} |"
            for (code, status), words in sorted(every_code().items())
        ]
    return "\n".join([HEAD, *kinds, CODES_HEAD, *codes, ""])


def in_a_cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")


HEAD: Final = """\
# Problems of the API

Written by `manage.py write-problems` from the sources; [api-form.md](api-form.md) tells the form.

## Kinds

`type` is `/api/v1/problems/` with one of these; that page tells the same in the reader's language.

| type | status | title | what it means |
| --- | --- | --- | --- |"""
CODES_HEAD: Final = """
## Codes

`code` is stable: a program may hang on it. Words may change, and come in the caller's language.
Where none stand here, only the case knows them.

| code | status | words |
| --- | --- | --- |"""


def every_code() -> Codes:
    """Codes in the sources, the message tables and the body fields."""
    codes: Codes = {(code, 400): words for code, words in MESSAGES.items()}
    tables: list[Mapping[str, Any]] = [UNREADABLE, BAD_FILES, dict(WRONG_NUMBER.values())]
    for table in tables:
        codes |= {(code, 400): str(words) for code, words in table.items()}
    for kind, words in codes_of_fields().items():
        codes.setdefault((kind, 400), words)
    for raised in subclasses(exceptions.APIException):
        key = (raised.default_code, raised.status_code)
        codes.setdefault(key, str(raised.default_detail))
    for key, words in raised_codes():
        codes[key] = codes.get(key) or words
    return codes


def subclasses(of: type[exceptions.APIException]) -> Iterator[type[exceptions.APIException]]:
    for each in of.__subclasses__():
        if isinstance(getattr(each, "default_code", None), str):
            yield each
        yield from subclasses(each)


def codes_of_fields() -> dict[str, str]:
    assert urls.urlpatterns  # imports all serializers
    messages: dict[str, str] = {}
    for field in every_field():
        messages |= {code: str(words) for code, words in field.error_messages.items()}
    return dict(sorted(messages.items()))


def every_field() -> Iterator[AnyField]:
    for each in filter(is_ours, serializer_types(serializers.Serializer)):
        for field in getattr(each, "_declared_fields", {}).values():
            yield field
            if child := getattr(field, "child", None):
                yield child


def serializer_types(of: type[AnySerializer]) -> Iterator[type[AnySerializer]]:
    for each in of.__subclasses__():
        yield each
        yield from serializer_types(each)


def is_ours(each: type) -> bool:
    return each.__module__.split(".")[0] == "api"


# Sources --------------------------------------------------------------------------------


def raised_codes() -> Iterator[tuple[tuple[str, int], str]]:
    for folder in SOURCES:
        for path in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            text = path.read_text()
            if path != Path(__file__) and any(name in text for name in ERROR_CALLS):
                yield from codes_in(ast.parse(text))


def codes_in(tree: ast.Module) -> Iterator[tuple[tuple[str, int], str]]:
    constants = assigned_texts(tree.body)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            calls = [node for node in nodes if isinstance(node, ast.Call) and key_of(node)]
            named = constants | assigned_texts(nodes) if calls else {}
            yield from ((key, words_in(call, named)) for call in calls if (key := key_of(call)))


def key_of(call: ast.Call) -> tuple[str, int] | None:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    status, place = ERROR_CALLS.get(name, (0, -1))
    constants = [each.value for each in call.args if isinstance(each, ast.Constant)]
    code = call.args[place] if 0 <= place < len(call.args) else None
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return None
    status = status or next((each for each in constants if isinstance(each, int)), 0)
    return (code.value, status) if status else None


def assigned_texts(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Named texts: ``words = _("…")``."""
    return {
        each.targets[0].id: first_text(each.value)
        for each in nodes
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
    }


def words_in(call: ast.Call, named: Mapping[str, str]) -> str:
    for argument in call.args:
        names = [each.id for each in ast.walk(argument) if isinstance(each, ast.Name)]
        if message := first_text(argument) or next((named[n] for n in names if named.get(n)), ""):
            return message
    return ""


def first_text(value: ast.expr) -> str:
    texts = (each.value for each in ast.walk(value) if isinstance(each, ast.Constant))
    return next((text for text in texts if isinstance(text, str) and " " in text), "")
