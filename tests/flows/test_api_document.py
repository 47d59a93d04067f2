"""Run docs/api.md with bash and curl against a real server and worker."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User

from tests.processes import environment, web, worker

DOCUMENT = Path(settings.BASE_DIR) / "docs" / "api.md"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
MARK = "-- next --"
TIMEOUT_SECONDS = 600
EXPECTED_STEPS = 30

pytestmark = [
    pytest.mark.live,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        not (shutil.which("curl") and shutil.which("bash")), reason="bash or curl is not here"
    ),
]


class DocumentedCommand(NamedTuple):
    """A command and its documented output."""

    command: str
    answer: str


def commands_in(text: str) -> Iterator[DocumentedCommand]:
    """Commands (after ``$``, continued by ``>``) with their output."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            first, *lines = part.splitlines()
            typed = [first]
            while lines and lines[0].startswith("> "):
                typed.append(lines.pop(0).removeprefix("> "))
            yield DocumentedCommand("\n".join(typed), "\n".join(lines))


def run_commands(steps: list[DocumentedCommand], address: str, folder: Path) -> list[str]:
    lines = [f"{step.command}\nprintf '\\n%s\\n' '{MARK}'" for step in steps]
    script = "\n".join(lines).replace("http://127.0.0.1:8000", address)
    done = subprocess.run(
        ["bash"],
        input=script,
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return done.stdout.split(f"\n{MARK}\n")


def test_commands_of_the_api_document_return_its_answers(tmp_path: Path) -> None:
    steps = list(commands_in(DOCUMENT.read_text()))
    assert len(steps) >= EXPECTED_STEPS
    # The tests' fast hasher differs from the server's.
    hashed = PBKDF2PasswordHasher().encode("belote-and-rebelote", "salt-of-this-test-alone")
    User.objects.create(username="ana", password=hashed)
    # Bash is faster than a person and exceeds the limit of ten requests a second.
    variables = environment() | {"LIMITS": "off"}
    with web(variables) as address, worker(variables):
        answers = run_commands(steps, address, tmp_path)
    checker, flags = OutputChecker(), ELLIPSIS | NORMALIZE_WHITESPACE
    for step, answer in zip(steps, answers, strict=False):
        expected = step.answer.replace("…", "...")
        assert checker.check_output(expected + "\n", answer + "\n", flags), (
            f"$ {step.command}\n{answer}\nThe document says:\n{step.answer}"
        )
    assert len(answers) == len(steps) + 1


def test_documented_commands_are_parsed_with_their_output() -> None:
    text = "```console\n$ echo 1 &&\n>   echo 2\n1\n…\n$ true\n```\n"
    assert list(commands_in(text)) == [
        DocumentedCommand("echo 1 &&\n  echo 2", "1\n…"),
        DocumentedCommand("true", ""),
    ]
