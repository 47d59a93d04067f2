"""Where the compiler may be: in workers, never in the web server."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from config.celery import switch_kernel_on
from games.belot import compiling

ROOT = Path(settings.BASE_DIR)

WEB = """
import importlib, pkgutil, sys
import config.asgi
from django.urls import get_resolver
get_resolver().url_patterns
for package in ("config", "api", "tournaments", "games", "jobs"):
    for module in pkgutil.walk_packages([package], package + "."):
        importlib.import_module(module.name)
from django.test import Client
print(Client().get("/health/", headers={"host": "localhost"}).status_code)
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


def test_the_web_server_never_imports_the_compiler():
    ran = subprocess.run(
        [sys.executable, "-c", WEB],
        cwd=ROOT,
        env={**os.environ, "KERNEL": "auto"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[1] == "[]"


def test_a_worker_switches_the_compiler_on_in_its_folder(settings, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(compiling, "switch_on", asked.append)
    settings.KERNEL_CACHE_DIR = tmp_path
    settings.KERNEL = "off"
    switch_kernel_on()
    assert asked == []
    settings.KERNEL = "auto"
    switch_kernel_on(sender=None)
    assert asked == [tmp_path]


def test_warming_says_where_the_engine_is_kept(settings, monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "KERNEL_MODULES", ())
    pytest.importorskip("numba")
    settings.KERNEL_CACHE_DIR = tmp_path
    said = StringIO()
    call_command("warm_kernel", stdout=said)
    assert said.getvalue().startswith(f"Ready in {tmp_path} (")
    compiling.switch_off()


def test_warming_fails_in_words_without_the_compiler(settings, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "numba", None)
    settings.KERNEL_CACHE_DIR = tmp_path
    with pytest.raises(CommandError, match="works interpreted"):
        call_command("warm_kernel")
