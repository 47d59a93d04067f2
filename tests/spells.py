from dataclasses import replace

import pytest

from jobs.execution import HANDLERS
from jobs.kinds import JobKind


def with_time_slice(monkeypatch: pytest.MonkeyPatch, kind: JobKind, seconds: float) -> None:
    """Let jobs of this kind hand over after `seconds`."""
    _kind, handle = HANDLERS[kind.name]
    monkeypatch.setitem(HANDLERS, kind.name, (replace(kind, time_slice=seconds), handle))
