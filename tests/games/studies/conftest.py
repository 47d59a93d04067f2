"""Fast fake solver: the interpreted one takes minutes per board."""

import pytest

from games.belot import CONTRACTS
from games.belot.solving import BoardTable


def made_up_table(variant, hands):
    """Card points that depend on the same inputs as real ones."""
    return BoardTable(
        {
            CONTRACTS.index(code): tuple(
                (hands[0] % 83 + 13 * place + 5 * leader) % 131 for leader in range(4)
            )
            for place, code in enumerate(variant.contracts.split())
        }
    )


def made_up_leads(deal):
    """Each card led is worth three points less than the one before."""
    return {card: 90 - 3 * place for place, card in enumerate(deal.legal)}


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("games.studies.measuring.solve_board", made_up_table)
    monkeypatch.setattr("games.studies.measuring.best_cards", made_up_leads)
    monkeypatch.setattr("games.studies.tasks.is_too_slow", lambda: False)
