import pytest


@pytest.fixture
def fast(compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
