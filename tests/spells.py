from dataclasses import replace

import pytest

from jobs.execution import WORKERS
from jobs.kinds import Kind


def with_spell(monkeypatch: pytest.MonkeyPatch, kind: Kind, seconds: float) -> None:
    """Let jobs of this kind hand over after `seconds`."""
    _kind, handle = WORKERS[kind.name]
    monkeypatch.setitem(WORKERS, kind.name, (replace(kind, spell=seconds), handle))
