"""Fixtures for tests of solvers."""

import pytest


@pytest.fixture
def fast(compiled, monkeypatch):
    """Let the solver run compiled."""
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
