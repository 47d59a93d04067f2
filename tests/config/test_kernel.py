"""Web servers know the workers' job types but never load the compiler."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

import config.celery
from config.celery import switch_kernel_on
from games.belot import compiling
from tests.processes import started, until

ROOT = Path(settings.BASE_DIR)

WEB = """
import importlib, pkgutil, sys
import config.asgi
from django.urls import get_resolver
get_resolver().url_patterns
from jobs.kinds import KINDS
known = set(KINDS)
for package in ("config", "web", "api", "tournaments", "games", "ops", "jobs"):
    for module in pkgutil.walk_packages([package], package + "."):
        importlib.import_module(module.name)
from django.test import Client
print(Client().get("/health/", headers={"host": "localhost"}).status_code)
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
from jobs.execution import HANDLERS
print(len(HANDLERS) > 10, sorted(set(HANDLERS) - known))
"""


def test_web_server_does_not_import_the_compiler():
    ran = subprocess.run(
        [sys.executable, "-c", WEB],
        cwd=ROOT,
        env={**os.environ, "KERNEL": "auto"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[1:3] == ["[]", "True []"]


def test_worker_switches_the_compiler_on_once(settings, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(config.celery, "_switch_on_results", [])
    monkeypatch.setattr(compiling, "switch_on", lambda *told, **how: asked.append((told, how)))
    settings.KERNEL_CACHE_DIR, settings.KERNEL_SHIPPED_DIR = tmp_path, None
    settings.KERNEL = "off"
    switch_kernel_on()
    assert asked == []
    settings.KERNEL = "auto"
    switch_kernel_on(sender=None)
    assert asked == [((tmp_path, None), {"portable": False})]
    switch_kernel_on(sender=None)  # called again in each forked process
    assert len(asked) == 1


WORKER = ["-m", "celery", "-A", "config", "worker", "-c", "2", "--loglevel", "WARNING"]


@pytest.mark.sample
@pytest.mark.live
@pytest.mark.parametrize("missing", ["folder", "package"])
def test_worker_without_compiler_logs_once_and_starts(tmp_path, missing):
    (tmp_path / "file").touch()
    if missing == "package":
        (tmp_path / "numba.py").write_text("raise ImportError('no compiler here')")
    said = tmp_path / "said"
    variables = {
        **os.environ,
        "KERNEL": "auto",
        "KERNEL_CACHE_DIR": str(tmp_path / "file" / "below"),
        "PYTHONPATH": str(tmp_path),
        "DATA_DIR": str(tmp_path),
        "BROKER_URL": "",
        "REDIS_URL": "",
        "DATABASE_URL": "",
        "LOG_LEVEL": "INFO",
    }
    with (
        said.open("wb") as log,
        started([sys.executable, *WORKER], variables, stderr=log, stdout=log) as process,
    ):
        until(lambda: "ready" in said.read_text() or process.poll() is not None, 60)
        assert process.poll() is None
    lines = [line for line in said.read_text().splitlines() if "interpreted" in line]
    assert len(lines) == 1
    assert "Rules engine runs interpreted, slower: " in lines[0]


def test_warm_kernel_prints_the_cache_folder(settings, monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "KERNEL_MODULES", ())
    pytest.importorskip("numba")
    settings.KERNEL_CACHE_DIR = tmp_path
    said = StringIO()
    call_command("warm_kernel", stdout=said)
    assert said.getvalue().startswith(f"Ready in {tmp_path} (")
    compiling.switch_off()


def test_warm_kernel_without_compiler_raises(settings, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "numba", None)
    settings.KERNEL_CACHE_DIR = tmp_path
    with pytest.raises(CommandError, match="works interpreted"):
        call_command("warm_kernel")
