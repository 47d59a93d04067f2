import gzip
import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.builders import make_drawn
from tournaments.table_app.views import SCRIPTS, SHELL, STYLES

pytestmark = pytest.mark.django_db

MOST_BYTES = 110_000
RESPONSE_HEADER_BYTES = 400
IMPORTED = re.compile(r'from "(\.[^"]+)"')


def read(name: str) -> bytes:
    with open(finders.find(name), "rb") as file:
        return file.read()


def imported_by(script: str) -> set[str]:
    folder = settings.BASE_DIR / "static" / script
    found = IMPORTED.findall(read(script).decode())
    return {
        str((folder.parent / name).resolve().relative_to(settings.BASE_DIR / "static"))
        for name in found
    }


def opened(**headers: str) -> HttpResponse:
    token = make_drawn(12).tables.get(number=1).token
    with override("bg"):
        client = Client(headers={"accept-language": "bg", **headers})
        return client.get(reverse("table", args=[token]))


def test_first_visit_of_the_table_app_is_below_110_kb():
    page = opened(**{"accept-encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert "Маса" in gzip.decompress(page.content).decode()
    weights = {name: len(gzip.compress(read(name))) for name in SHELL}
    weights["page"] = len(page.content)
    weights["heads"] = RESPONSE_HEADER_BYTES * (len(SHELL) + 1)
    assert sum(weights.values()) <= MOST_BYTES, weights


def test_table_page_preloads_every_imported_module():
    page = opened().content.decode()
    preloaded = set(re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page))
    imported = {name for script in SCRIPTS for name in imported_by(script)}
    assert preloaded == imported
    assert not preloaded & {*re.findall(r'<script type="module" src="/static/([^"]+)"', page)}


def test_service_worker_caches_every_imported_script():
    missing = {name for script in SCRIPTS for name in imported_by(script)} - {*SCRIPTS}
    assert missing == set()
    assert "bundles/table.css" in STYLES
