"""The browser's search (``static/js/solver``) equals the engine's, card by card."""

import random
from dataclasses import asdict

import pytest

from games.belot import CARD_OF, CARDS, PRESETS, Deal, play_out, random_bot, thumb_bot
from games.belot.solving import best_cards, can_be_tried, trial_of, trial_with
from tests.games.served_modules import serve_modules

TRIED = [name for name, variant in PRESETS.items() if can_be_tried(variant)]
ASK = """async (deals) => {
  const { Solver } = await import("/solver/search.js");
  const solver = new Solver();
  return deals.map(({ trial, played }) => {
    solver.begin(trial.hands, trial.contract);
    const open = solver.open(solver.after(trial.leader, played));
    return Object.fromEntries(open.map(
      (card) => [card, solver.valueOf(solver.after(trial.leader, played), card)],
    ));
  });
}"""


@pytest.fixture
def fast(compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)


def positions(name: str, count: int, fewest: int) -> list[Deal]:
    """Deals stopped mid-play, played by thumb or random bots."""
    rng = random.Random(name)
    found = []
    while len(found) < count:
        deal = Deal(name, seed=rng.randrange(10**6))
        play_out(deal, rng.choice((thumb_bot, random_bot)), rng)
        until = rng.randrange(fewest, 31)
        while (deal.contract and len(deal.played) > until) or deal.status == "complete":
            deal.undo()
        if deal.contract:
            found.append(deal)
    return found


def expected_of(deal: Deal) -> dict[str, int]:
    total = deal.table.contracts[deal.standing.bid].total
    is_ours = deal.table.side_of[deal.turn_seat] == 0
    return {
        str(CARD_OF[card]): points if is_ours else total - points
        for card, points in best_cards(deal).items()
    }


@pytest.mark.browser
@pytest.mark.parametrize("name", TRIED)
def test_browser_solver_values_each_card_like_the_engine(chromium, name, fast):
    deals = [*positions(name, 20, 8), *positions(name, 1, 0)]
    asked = [{"trial": asdict(trial_of(deal)), "played": list(deal.played)} for deal in deals]
    serve_modules(chromium)
    got = chromium.evaluate(ASK, asked)
    assert got == [expected_of(deal) for deal in deals]


def test_trial_has_the_hands_at_the_start_of_play():
    deal = play_out(Deal(seed=11), thumb_bot, random.Random(1))
    trial = trial_of(deal)
    assert [{CARDS[card] for card in range(32) if hand >> card & 1} for hand in trial.hands] == [
        {CARDS[card] for card in cards} for cards in deal.received
    ]
    assert trial.played == tuple(deal.played)
    assert trial.leader == deal.first_seat
    assert sum(trial.contract.points) + 10 == deal.table.contracts[deal.standing.bid].total


def test_trials_require_four_players_a_contract_and_no_roem():
    assert {"bulgarian", "french", "contree_ffb", "coinche_ffb", "belot"} <= {*TRIED}
    assert not {"bela3", "bela2", "klaverjas_amsterdam"} & {*TRIED}
    with pytest.raises(ValueError, match="contract"):
        trial_of(Deal(seed=1))
    with pytest.raises(ValueError, match="four players"):
        trial_with(PRESETS["klaverjas_amsterdam"], [0, 0, 0, 0], 0, 0)
