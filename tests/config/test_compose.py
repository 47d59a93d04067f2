"""Compose services scale, and expose nothing by default."""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from web.public_cache import PERSONAL_COOKIES

TEXT = (settings.BASE_DIR / "docker-compose.yml").read_text()
SERVICES = yaml.safe_load(TEXT)["services"]
EXAMPLE = dict(
    re.findall(r"^([A-Z_0-9]+)=(.*)$", (settings.BASE_DIR / ".env.example").read_text(), re.M)
)
SCALED = ("web", "visitors", "worker")
PINNED = r"[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}"


@pytest.mark.parametrize("name", SCALED)
def test_scalable_service_has_no_fixed_name_or_port(name):
    assert SERVICES[name].keys().isdisjoint({"container_name", "ports", "hostname"})


def test_ports_bind_to_localhost_by_default():
    opened = {name: each["ports"] for name, each in SERVICES.items() if "ports" in each}
    assert opened.pop("proxy") == ["80:80", "443:443", "443:443/udp"]
    assert SERVICES["proxy"]["profiles"] == ["tls"]
    assert opened == {"entrance": ["${BIND:-127.0.0.1}:${PORT:-8000}:8000"]}


def test_migrations_run_after_backup_and_before_services():
    words = SERVICES["migrate"]["command"][-1]
    assert words.index("backup --before-migrations &&") < words.index("migrate --noinput")
    for name in ("web", "visitors", "worker", "scheduler"):
        condition = SERVICES[name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"
        assert "backups:/var/backups/belot" in SERVICES[name]["volumes"]


@pytest.mark.parametrize(
    ("age_seconds", "is_healthy"), [(0, True), (90, True), (150, False), (None, False)]
)
def test_a_worker_is_healthy_after_a_recent_task(tmp_path, age_seconds, is_healthy):
    worker = SERVICES["worker"]
    kind, command = worker["healthcheck"]["test"]
    file = worker["environment"]["WORKER_PULSE_FILE"]
    assert (kind, file in command, "python" in command) == ("CMD-SHELL", True, False)
    pulse = tmp_path / "pulse"
    if age_seconds is not None:
        pulse.touch()
        os.utime(pulse, (time.time() - age_seconds,) * 2)
    process = subprocess.run(
        ["sh", "-c", command.replace(file, str(pulse))], check=False, stderr=subprocess.DEVNULL
    )
    assert (process.returncode == 0) is is_healthy


def foreign_images(services: dict[str, dict[str, str]]) -> dict[str, str]:
    ours = {"belot", "belot-worker", "belot-cache"}
    return {name: each["image"] for name, each in services.items() if each["image"] not in ours}


def test_foreign_images_are_pinned_and_configurable():
    others = foreign_images(SERVICES)
    assert set(others) == {"db", "redis", "entrance", "proxy"}
    chosen = re.compile(rf"\$\{{[A-Z]+_IMAGE:-{PINNED}\}}")
    assert [image for image in others.values() if not chosen.fullmatch(image)] == []
    example = (settings.BASE_DIR / ".env.example").read_text()
    assert re.findall(r"^[A-Z]+_IMAGE=(.*)$", example, re.M) == ["", "", "", ""]


def test_every_docker_base_image_is_pinned():
    text = (settings.BASE_DIR / "Dockerfile").read_text()
    [python] = re.findall(r"^ARG PYTHON_IMAGE=(\S+)$", text, re.M)
    assert re.fullmatch(PINNED, python)
    for each in (SERVICES["web"], SERVICES["worker"], SERVICES["cache"]):
        assert each["build"]["args"]["PYTHON_IMAGE"] == f"${{PYTHON_IMAGE:-{python}}}"
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", text, re.M))
    bases = re.findall(r"^FROM (\S+)", text, re.M)
    assert set(bases) - stages == {"${PYTHON_IMAGE}"}
    copied = set(re.findall(r"--from=(\S+)", text))
    assert copied <= stages


def test_renew_images_updates_digests(tmp_path):
    for name in ("Dockerfile", "docker-compose.yml", "deploy/renew-images"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(settings.BASE_DIR / name, tmp_path / name)
    registry = tmp_path / "bin/docker"
    registry.parent.mkdir()
    registry.write_text('#!/bin/sh\necho "$TOLD"\n')
    registry.chmod(0o755)
    new = f"sha256:{'ab' * 32}"
    asked = renew_images(tmp_path, new)
    assert asked.returncode == 0, asked.stderr
    tags = {line.partition("@")[0] for line in asked.stdout.split()}
    assert tags == {"python:3.12-slim", "postgres:16-alpine", "redis:7-alpine", "caddy:2-alpine"}
    for name in ("Dockerfile", "docker-compose.yml"):
        before = (settings.BASE_DIR / name).read_text()
        renewed = (tmp_path / name).read_text()
        assert renewed == re.sub(r"sha256:[0-9a-f]{64}", new, before) != before
    assert renew_images(tmp_path, "no such image").returncode == 1
    assert new in (tmp_path / "Dockerfile").read_text()


def renew_images(folder: Path, told: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [folder / "deploy/renew-images"], env={"PATH": path, "TOLD": told}, check=False,
        capture_output=True, text=True,
    )  # fmt: skip


def test_images_include_documented_extras():
    text = (settings.BASE_DIR / "Dockerfile").read_text()
    [extras] = re.findall(r'^ARG EXTRAS="(.*)"$', text, re.M)
    for each in (SERVICES["web"], SERVICES["worker"]):
        assert each["build"]["args"]["EXTRAS"] == f"${{EXTRAS-{extras}}}"
    needed = {"s3": "boto3", "sentry": "sentry-sdk"}
    assert set(extras.split()) == set(needed)
    declared = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    base = (settings.BASE_DIR / "requirements/base.txt").read_text()
    for extra, library in needed.items():
        lock = (settings.BASE_DIR / f"requirements/{extra}.txt").read_text()
        assert any(each.startswith(library) for each in declared["optional-dependencies"][extra])
        assert re.search(rf"^{library}==\S+ \\\n +--hash=", lock, re.M)
        assert set(re.findall(r"^\S+==\S+", base, re.M)) < set(re.findall(r"^\S+==\S+", lock, re.M))
        assert f"requirements/{extra}.txt" in text


def test_every_compose_variable_is_documented():
    documented = (settings.BASE_DIR / "docs/operations.md").read_text()
    names = {*re.findall(r"\$\{([A-Z_0-9]+)", TEXT), *EXAMPLE}
    assert len(names) > 30
    assert sorted(name for name in names if f"`{name}" not in documented) == []


CONTAINER_SETTINGS = {
    "DATABASE_URL", "REDIS_URL", "NCHAN_URL", "DATA_DIR", "STATIC_ROOT", "WORKER_PULSE_FILE",
}  # fmt: skip


@pytest.mark.parametrize("name", ["web", "visitors", "worker", "scheduler", "migrate"])
def test_every_documented_setting_reaches_the_container(name):
    service = SERVICES[name]
    assert service["env_file"] == [{"path": ".env", "required": False}]
    text = (settings.BASE_DIR / "docs/operations.md").read_text()
    table = text[text.index("## Settings") : text.index("## Services by hand")]
    documented = set(re.findall(r"`([A-Z_0-9]+)`", "".join(re.findall(r"^\|[^|]+", table, re.M))))
    assert len(documented) > 55
    replaced = {
        each
        for each in documented & service["environment"].keys()
        if not re.match(rf"\$\{{{each}:[-?]", service["environment"][each])
    }
    assert replaced <= CONTAINER_SETTINGS


def resolve_variables(text: str, values: dict[str, str]) -> str:
    return re.sub(
        r"\$\{(\w+):([-?])([^}]*)\}",
        lambda match: values.get(match[1]) or (match[3] if match[2] == "-" else ""),
        text,
    )


ASK = """
import django
from django.conf import settings
from django.test import Client
django.setup()
client = Client(raise_request_exception=False)
hosts = ["127.0.0.1:8000", "localhost:8000", "elsewhere.example"]
said = [client.get("/health/live/", headers={"Host": host}).status_code for host in hosts]
print(said, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, repr(settings.PUBLIC_URL))
"""


def test_env_example_works_at_its_addresses(tmp_path):
    values = EXAMPLE | {"SECRET_KEY": "x" * 50, "POSTGRES_PASSWORD": "secret"}
    container = {
        name: resolve_variables(value, values)
        for name, value in SERVICES["web"]["environment"].items()
    }
    folders = {"DATA_DIR": str(tmp_path), "STATIC_ROOT": str(tmp_path), "STATIC_HASHES": "off"}
    process = subprocess.run(
        [sys.executable, "-c", ASK], cwd=settings.BASE_DIR, check=True, capture_output=True,
        text=True, env={**os.environ, **values, **container, **folders,
                        "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip
    assert process.stdout.strip() == "[200, 200, 400] False False ''"


def test_reverse_proxies_reach_every_web_server():
    caddyfile = (settings.BASE_DIR / "deploy/Caddyfile").read_text()
    for name in ("web", "cache"):
        assert f"dynamic a {name} 8000" in caddyfile
        assert SERVICES[name]["expose"] == ["8000"]
    nginx = (settings.BASE_DIR / "deploy/nginx.conf").read_text()
    assert "http://visitors:8000" in nginx
    assert SERVICES["visitors"]["environment"]["NCHAN_URL"] == "http://cache:8001"
    assert "listen 8001;" in nginx


def test_only_public_pages_are_routed_to_visitor_servers():
    caddyfile = (settings.BASE_DIR / "deploy/Caddyfile").read_text()
    [pattern] = re.findall(r"path_regexp (\S+)$", caddyfile, re.M)
    languages = [f"/{language}/" for language in dict(settings.LANGUAGES)]
    public = [
        "/",
        "/t/abc/",
        "/t/abc/events/",
        *languages,
        *(f"{each}t/abc/" for each in languages),
    ]
    others = ["/table/x/", "/manage/abc/", "/api/v1/", "/static/js/x.js", "/health/", "/tables/"]
    assert [path for path in public if not re.match(pattern, path)] == []
    assert [path for path in others if re.match(pattern, path)] == []
    for name in ("visitors", "cache"):
        assert SERVICES[name]["cpu_shares"] < 1024
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in SERVICES["entrance"]["volumes"]


def test_nginx_cache_bypasses_personal_cookies():
    text = (settings.BASE_DIR / "deploy/nginx.conf").read_text()
    assert f"({'|'.join(PERSONAL_COOKIES)})=" in text


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_nginx_busy_page_has_the_text_of_the_application(language):
    text = (settings.BASE_DIR / "deploy/nginx.conf").read_text()
    with translation.override(language):
        words = gettext("The site is very busy at the moment. Try again in a few seconds.")
    assert f"<p lang={language}>{words}</p>" in text


def test_worker_image_contains_the_compiled_engine():
    text = (settings.BASE_DIR / "Dockerfile").read_text()
    worker = text[text.index("AS worker") : text.index("AS web")]
    [folder] = re.findall(r"KERNEL_SHIPPED_DIR=(\S+)", worker)
    assert f"KERNEL_CACHE_DIR={folder} python manage.py warm-kernel" in worker
    assert "KERNEL_CPU=portable" in worker
    # Sources are read-only at run time: compile byte code first.
    assert "compileall -q -j 0 /app" in text[: text.index("AS worker")]
