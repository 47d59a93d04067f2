from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import URLPattern, URLResolver, get_resolver

from api.scopes import scope_of

VERBS: Final = ("get", "post", "put", "patch", "delete")
HEAD: Final = """\
# Permissions

Written by `manage.py write-permissions` from the views. `tournaments/permissions.py` says who has
which permission; addresses that are not listed require none. A personal token needs the scope and
its owner the permission.

## Operations of the API

| operation | permission | scope of a token |
| --- | --- | --- |"""
PAGES_HEAD: Final = """
## Pages

| page | permission |
| --- | --- |"""


class Command(BaseCommand):
    help = "Write docs/permissions.md: what each page and each operation of the API requires."

    def handle(self, **_options: object) -> None:
        path_of_list().write_text(text())
        self.stdout.write("docs/permissions.md")


def path_of_list() -> Path:
    return settings.BASE_DIR / "docs" / "permissions.md"


def text() -> str:
    operations, pages = set[str](), set[str]()
    for pattern, view in views(get_resolver(), ""):
        api_view = getattr(view, "view_class", None)
        for verb in VERBS:
            handler = getattr(api_view, verb, None)
            if handler is not None and pattern.startswith("api/"):
                permission = getattr(handler, "permission", "")
                scope = scope_of(api_view, verb.upper())
                if permission or scope != "read":
                    name = f"`{verb.upper()} /{pattern}`"
                    operations.add(f"| {name} | {cell(permission)} | {cell(scope)} |")
        if permission := getattr(view, "permission", ""):
            pages.add(f"| `/{pattern}` | {cell(permission)} |")
    return "\n".join([HEAD, *sorted(operations), PAGES_HEAD, *sorted(pages), ""])


def cell(code: str) -> str:
    return f"`{code}`" if code else "none"


def views(resolver: URLResolver, before: str) -> Iterator[tuple[str, object]]:
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield pattern, each.callback
        else:
            yield from views(each, pattern)
