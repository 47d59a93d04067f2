from itertools import product

import pytest

from tournaments.movements import prepare_boards, propose_movements
from tournaments.movements.preparation import DealingRound

HOWELL = next(
    each
    for each in propose_movements(10, minutes=180, boards_per_round=2, digital=False)
    if each.kind == "howell"
)


def test_one_copy_is_dealt_once_by_all_tables():
    prepared = prepare_boards(HOWELL.sets, boards=2, copies=1, tables=5, packs=20)
    assert (prepared.packs, prepared.lacking, prepared.fits) == (18, 0, True)
    assert prepared.dealt == (DealingRound(round=1, boards=18, each=4),)
    assert prepared.minutes == 12


def test_freed_pack_is_dealt_again():
    sets = ((1, 3), (1, 6), (7, 9))
    prepared = prepare_boards(sets, boards=3, copies=1, tables=3, packs=8)
    assert prepared.dealt == (DealingRound(1, 8, 3), DealingRound(7, 1, 1))
    assert (prepared.packs, prepared.lacking, prepared.minutes, prepared.fits) == (8, 1, 12, True)


def test_too_few_packs_for_boards_in_play_do_not_fit():
    sets = ((1, 3), (1, 3), (2, 3))
    assert not prepare_boards(sets, boards=2, copies=1, tables=2, packs=5).fits


def test_copies_are_dealt_before_each_round():
    sets = tuple((number, number) for number in range(1, 7))
    prepared = prepare_boards(sets, boards=2, copies=5, tables=5, packs=20)
    assert (prepared.packs, prepared.minutes, len(prepared.dealt)) == (10, 36, 6)
    assert prepared.is_same_every_round
    assert not prepare_boards(sets, boards=2, copies=5, tables=5, packs=9).fits


def test_predealt_boards_need_one_pack_each_and_no_time():
    prepared = prepare_boards(HOWELL.sets, boards=2, copies=1, tables=5, packs=17, by_tables=False)
    assert (prepared.packs, prepared.lacking, prepared.fits) == (18, 1, False)
    assert prepared.minutes == 0


@pytest.mark.parametrize(("packs", "fits"), [(None, True), (5, True), (4, False)])
def test_open_play_needs_one_pack_per_table(packs, fits):
    prepared = prepare_boards((), boards=12, copies=0, tables=5, packs=packs)
    assert (prepared.packs, prepared.fits, prepared.minutes) == (5, fits, 0)


@pytest.mark.sample
@pytest.mark.parametrize("entrants", range(4, 25))
def test_fitting_preparation_deals_every_board_copy_once(entrants):
    proposals = propose_movements(entrants, minutes=180, digital=False)
    for each, packs in product(proposals, [8, 14, 20, None]):
        prepared = prepare_boards(
            each.sets,
            boards=each.boards_per_round,
            copies=each.copies,
            tables=each.tables,
            packs=packs,
        )
        assert packs is None or not prepared.fits or prepared.packs <= packs
        if prepared.fits:
            dealt = sum(before.boards for before in prepared.dealt)
            assert dealt == each.boards * each.copies
