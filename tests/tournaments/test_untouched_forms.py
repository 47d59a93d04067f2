"""Forms filled from stored rows and sent untouched store the same rows."""

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import QueryDict
from django.test import Client
from django.urls import resolve

from tests.shared_rows import built_once
from tests.tournaments.filled_forms import PREFILLED_FORMS, SUBMIT_BUTTONS, pages_of
from tests.tournaments.pages import Forms
from tests.tournaments.varied import VariedClub

pytestmark = pytest.mark.django_db
WRITES: Final = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) "(\w+)"')
IGNORED_TABLES: Final = frozenset({"django_session", "django_admin_log", "jobs_job"})
"""Tables of requests and background jobs."""
Rows = dict[Any, dict[str, Any]]


class WrittenTables:
    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, *how: Any) -> Any:
        if (found := WRITES.match(sql)) and found[1] not in IGNORED_TABLES:
            self.tables.add(found[1])
        return execute(sql, *how)


def rows_of(table: str) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
        names = [column[0] for column in cursor.description]
        return {row[0]: dict(zip(names, row, strict=True)) for row in cursor.fetchall()}


def differences(before: Rows, after: Rows) -> Iterator[object]:
    for key in before.keys() | after.keys():
        was, now = before.get(key, {}), after.get(key, {})
        changed = [name for name in was or now if was.get(name) != now.get(name)]
        if changed:
            yield {name: (was.get(name), now.get(name)) for name in changed}


def faults_of(browser: Client, target: str, sent: QueryDict) -> list[str]:
    written = WrittenTables()
    with transaction.atomic():
        with connection.execute_wrapper(written):
            answer: Any = browser.post(
                target, sent.urlencode(), content_type="application/x-www-form-urlencoded"
            )
        after = {table: rows_of(table) for table in sorted(written.tables)}
        transaction.set_rollback(True)
    is_refused = answer.status_code >= 400 or bool(errors_of(answer))
    faults = [f"{answer.status_code} {errors_of(answer)}"] if is_refused else []
    for table, rows in after.items():
        faults += [f"{table}: {each}"[:400] for each in differences(rows_of(table), rows)]
    return faults


def errors_of(answer: Any) -> list[str]:
    return re.findall(r'<ul class="errorlist.*?</ul>', answer.content.decode(), re.DOTALL)


def filled_forms(path: str, html: str) -> Iterator[tuple[str, str, QueryDict, list[str]]]:
    forms = Forms(html)
    for (said, sent), buttons, problems in zip(
        forms.found, forms.buttons, forms.problems, strict=True
    ):
        if said.get("method") != "post":
            continue
        target = urljoin(path, said.get("action") or "")
        name = resolve(urlsplit(target).path).view_name
        if name not in PREFILLED_FORMS:
            continue
        field, value = SUBMIT_BUTTONS.get(name, ("", ""))
        pressed = [one for one in buttons if one[0] == field and one[1].startswith(value)]
        if name == "manage_entry_do" and not sent.get("at"):
            continue
        for pair in (pressed or buttons)[:1]:
            sent.appendlist(*pair)
        yield name, target, sent, [] if "novalidate" in said else problems


@built_once
def varied() -> VariedClub:
    return VariedClub()


@pytest.mark.parametrize(
    "language",
    ["fr", *(pytest.param(other, marks=pytest.mark.slow) for other in ("bg", "en", "hr"))],
)
def test_untouched_forms_store_unchanged_values(varied: VariedClub, language: str) -> None:
    browser = Client(headers={"Accept-Language": language})
    user = User.objects.get(memberships__club=varied.club)
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    browser.force_login(user)
    seen, faults = set(), []
    for path in pages_of(varied):
        html = browser.get(path).content.decode()
        for name, target, sent, problems in filled_forms(path, html):
            seen.add(name)
            found = [*problems, *faults_of(browser, target, sent)]
            faults += [f"{name} at {path}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert seen == PREFILLED_FORMS
