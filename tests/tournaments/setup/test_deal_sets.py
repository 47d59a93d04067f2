import hashlib
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.belot import PRESETS
from games.deal_sets.services import find_deal_set
from games.models import DealSet
from tests.builders import (
    director_of,
    enter_teams,
    fill_rounds,
    make_tournament,
    make_user,
    rebuild,
)
from tests.card_finder import cards_in, secrets_of
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, stranger
from tournaments.draws.seating import deal_boards
from tournaments.draws.selectors.fairness import fairness_of
from tournaments.draws.services.draws import draw_tournament, publish_draw, undo_draw
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Tournament
from tournaments.setup.services.deal_sets import assign_deal_set, release_deal_set
from tournaments.setup.services.tournaments import (
    change_settings,
    delete_tournament,
    finish_tournament,
)

pytestmark = pytest.mark.django_db
SEED = "07" * 32


def a_set(maker: Any, count: int = 14, **values: Any) -> DealSet:
    return find_deal_set(count=count, person=maker, **values)


@built_once
def tournament() -> Tournament:
    tournament = make_tournament()
    enter_teams(tournament, 8)
    return tournament


@pytest.fixture
def deals(tournament) -> DealSet:
    return a_set(director_of(tournament))


def take(tournament: Tournament, deal_set: DealSet) -> Tournament:
    return assign_deal_set(
        tournament=tournament, share=deal_set.share, actor=director_of(tournament)
    )


def draw(tournament: Tournament) -> Tournament:
    return draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": 8}, by_lot=False, seed=SEED
    )


def packs_of(rows: Any) -> list[tuple[int, str, str]]:
    return list(rows.order_by("number").values_list("number", "deal__dealer", "deal__pack"))


def why(refused: Any) -> str:
    return str(refused.value.code)


# Taking a set ------------------------------------------------------------------------------------


def test_deal_set_becomes_boards_with_hash_of_seed_and_deals(tournament, deals):
    drawn = draw(take(tournament, deals))
    assert packs_of(drawn.boards) == packs_of(deals.boards)
    lines = [f"board {n} dealer {dealer} {pack}\n" for n, dealer, pack in packs_of(deals.boards)]
    text = "".join(["belot deals v1\n", f"seed {SEED}\n", *lines])
    assert drawn.seed_hash == hashlib.sha256(text.encode()).hexdigest()
    assert not {*drawn.boards.values_list("deal")} & {*deals.boards.values_list("deal")}
    assert LogEntry.objects.get(action="deal_set_taken").details == {"boards": 14}


def test_deal_set_can_be_assigned_by_page_url(tournament, deals):
    share = f" https://belot.example/deals/{deals.share}/ "
    assert assign_deal_set(tournament=tournament, share=share).deal_set == deals


def test_draft_is_redealt_on_assigning_and_releasing_a_set(tournament, deals):
    before = draw(tournament)
    by_seed, of_seed = packs_of(before.boards), before.seed_hash
    taken = take(tournament, deals)
    assert packs_of(taken.boards) == packs_of(deals.boards)
    assert (taken.seed_hash != of_seed, taken.seed) == (True, SEED)
    back = release_deal_set(tournament=tournament)
    assert (packs_of(back.boards), back.seed_hash, back.deal_set) == (by_seed, of_seed, None)
    deals.refresh_from_db()
    assert not deals.is_sealed


def test_undoing_the_draw_keeps_the_deal_set(tournament, deals):
    draw(take(tournament, deals))
    back = undo_draw(tournament=tournament)
    assert (back.deal_set, back.seed_hash) == (deals, "")
    assert packs_of(draw(back).boards) == packs_of(deals.boards)


def test_deleting_a_tournament_unseals_its_deal_set(tournament, deals):
    delete_tournament(tournament=take(tournament, deals))
    deals.refresh_from_db()
    assert not deals.is_sealed


def test_boards_beyond_the_deal_set_are_dealt_from_the_seed(tournament, deals):
    drawn = publish_draw(tournament=draw(take(tournament, deals)))
    more = deal_boards(drawn, 16)
    assert len(more) == 16
    fill_rounds(drawn, 7)
    over = finish_tournament(tournament=drawn, anyway=True)
    packs = fairness_of(over).packs
    assert [pack.is_prepared for pack in packs] == [True] * 14 + [False] * 2
    assert fairness_of(over).is_fair


# Refusals ----------------------------------------------------------------------------------------


def test_draw_rejects_short_deal_set_and_stores_nothing(tournament):
    short = a_set(director_of(tournament), 13)
    take(tournament, short)
    with pytest.raises(RuleViolationError) as refused:
        draw(tournament)
    assert (why(refused), str(refused.value)[:20]) == ("set_too_short", "14 boards are to be ")
    tournament.refresh_from_db()
    assert (tournament.state, tournament.boards.count()) == ("entry", 0)


def test_short_deal_set_is_rejected_and_draft_is_unchanged(tournament):
    drawn = draw(tournament)
    before = packs_of(drawn.boards)
    with pytest.raises(RuleViolationError) as refused:
        take(tournament, a_set(director_of(tournament), 13))
    assert (why(refused), packs_of(drawn.boards)) == ("set_too_short", before)
    assert not DealSet.objects.get().is_sealed


def test_deal_set_with_different_dealing_is_rejected(tournament):
    other = a_set(director_of(tournament), variant="french")
    with pytest.raises(RuleViolationError) as refused:
        take(tournament, other)
    assert why(refused) == "other_rules"


def test_draw_rejects_deal_set_after_rules_changed(tournament, deals):
    take(tournament, deals)
    Tournament.objects.update(variant=PRESETS["french"])
    with pytest.raises(RuleViolationError) as refused:
        draw(tournament)
    assert why(refused) == "other_rules"


@pytest.mark.parametrize("address_of", ["deal_set", "deal_set_json", "deal_set_print"])
def test_deal_set_seen_by_others_is_rejected(tournament, deals, address_of):
    maker = client_of(tournament)
    assert maker.get(reverse(address_of, args=[deals.share])).status_code == 200
    deals.refresh_from_db()
    assert deals.seen_by_others_at is None
    assert Client().get(reverse(address_of, args=[deals.share])).status_code == 200
    with pytest.raises(RuleViolationError) as refused:
        take(tournament, deals)
    assert why(refused) == "seen"


def test_deal_set_with_short_seed_is_rejected(tournament):
    with pytest.raises(RuleViolationError) as refused:
        take(tournament, a_set(director_of(tournament), seed=2**31 - 1))
    assert why(refused) == "short_seed"


def test_deal_set_of_another_tournament_is_rejected(tournament, deals):
    take(tournament, deals)
    with pytest.raises(RuleViolationError) as refused:
        take(make_tournament(tournament.club), deals)
    assert why(refused) == "used"


def test_deal_set_cannot_change_after_publishing_the_draw(tournament, deals):
    publish_draw(tournament=draw(tournament))
    for deed in (
        lambda: take(tournament, deals),
        lambda: release_deal_set(tournament=tournament),
    ):
        with pytest.raises(RuleViolationError) as refused:
            deed()
        assert why(refused) == "boards_begun"


def test_open_play_rejects_a_deal_set(deals):
    with pytest.raises(RuleViolationError) as refused:
        take(make_tournament(deals_club(), cards="open"), deals)
    assert why(refused) == "open_play"


def deals_club() -> Any:
    return Tournament.objects.get().club


def test_change_to_open_play_releases_the_deal_set(tournament, deals):
    taken = take(tournament, deals)
    change_settings(tournament=taken, place="The hall", actor=director_of(taken))
    assert DealSet.objects.get().is_sealed
    changed = change_settings(tournament=taken, cards="open", actor=director_of(taken))
    assert (changed.deal_set, Tournament.objects.get().deal_set) == (None, None)
    assert not DealSet.objects.get().is_sealed
    assert LogEntry.objects.filter(action="deal_set_given_back").count() == 1
    change_settings(tournament=changed, cards="boards", actor=director_of(taken))
    assert take(changed, deals).deal_set == deals


def test_unknown_deal_set_link_is_rejected(tournament):
    with pytest.raises(RuleViolationError) as refused:
        assign_deal_set(tournament=tournament, share="nothing")
    assert why(refused) == "no_such_set"


# Who sees it -------------------------------------------------------------------------------------


def test_cards_of_a_deal_set_in_play_are_never_shown(tournament, deals):
    publish_draw(tournament=draw(take(tournament, deals)))
    packs = [pack for _number, _dealer, pack in packs_of(deals.boards)]
    secrets = secrets_of(packs, [" ".join(pack.split()[:8]) for pack in packs])
    code = tournament.code
    pages = [reverse(name, args=[deals.share]) for name in SET_PAGES]
    pages += [
        reverse("tournament_fairness", args=[code]),
        reverse("tournament_prepared_deals", args=[code]),
        address("deal_set", tournament),
    ]
    pages += [f"/api/v1/tournaments/{code}/"]
    for client in (client_of(tournament), stranger(), Client()):
        for page in pages:
            text = client.get(page).content.decode()
            assert (secrets.found_in(text), SEED[:12] in text) == ("", False), page
    assert client_of(tournament).get(pages[0]).status_code == 403
    assert not any(cards_in(Client().get(pages[3]).content.decode()))


SET_PAGES = ("deal_set", "deal_set_json", "deal_set_print", "api_deal_set")


def test_finished_deal_set_can_be_verified_publicly(tournament, deals, tmp_path):
    drawn = publish_draw(tournament=draw(take(tournament, deals)))
    page = reverse("tournament_fairness", args=[drawn.code])
    early = Client().get(page).content.decode()
    assert "its maker may know the cards" in early
    assert director_of(drawn).username not in early
    fill_rounds(drawn, 7)
    over = rebuild(finish_tournament(tournament=drawn))
    text = Client().get(reverse("tournament_prepared_deals", args=[drawn.code])).content
    assert hashlib.sha256(text).hexdigest() == over.seed_hash
    assert "the boards are these deals" in Client().get(page).content.decode()
    assert Client().get(reverse("deal_set", args=[deals.share])).status_code == 200
    file = tmp_path / "deals.txt"
    file.write_bytes(text)
    out = StringIO()
    call_command("verify_deals", str(file), fingerprint=over.seed_hash, stdout=out)
    assert "The deals fit the fingerprint." in out.getvalue()
    call_command("verify_deals", over.code, stdout=out)
    assert "All 14 boards come from the promised deals." in out.getvalue()
    file.write_bytes(text.replace(b"dealer N", b"dealer E", 1))
    with pytest.raises(CommandError):
        call_command("verify_deals", str(file), fingerprint=over.seed_hash, stdout=out)


def test_exchanged_deal_fails_the_fairness_check(tournament, deals):
    drawn = publish_draw(tournament=draw(take(tournament, deals)))
    fill_rounds(drawn, 7)
    over = finish_tournament(tournament=drawn)
    first, second = over.boards.order_by("number")[:2]
    deal = first.dealt
    type(deal).objects.filter(pk=deal.pk).update(pack=second.dealt.pack)
    assert not fairness_of(over).is_fair


# Pages and programs ------------------------------------------------------------------------------


def test_deal_set_page_assigns_and_releases_an_own_set(tournament, deals):
    client = client_of(tournament)
    page = address("deal_set", tournament)
    assert deals.share in client.get(page).content.decode()
    assert client.post(page, {"share": deals.share}).url == address("draw", tournament)
    assert "prepared set of deals" in client.get(address("draw", tournament)).content.decode()
    assert "prepared set of 14 deals" in client.get(page).content.decode()
    client.post(address("deal_set_back", tournament))
    assert Tournament.objects.get().deal_set is None


def test_deal_set_page_shows_the_error_at_the_field(tournament):
    answer = client_of(tournament).post(address("deal_set", tournament), {"share": "x"})
    assert "There is no set of deals with this link." in answer.content.decode()


def test_deal_set_assignment_requires_a_director(tournament, deals):
    assert (
        stranger().post(address("deal_set", tournament), {"share": deals.share}).status_code == 404
    )
    other = Client()
    other.force_login(make_user("else"))
    path = reverse("api_tournament_deal_set", args=[tournament.code])
    answer = other.put(path, {"share": deals.share}, content_type="application/json")
    assert answer.status_code == 403
    assert Tournament.objects.get().deal_set is None


def test_api_assigns_and_releases_a_deal_set(tournament, deals):
    client = client_of(tournament)
    path = reverse("api_tournament_deal_set", args=[tournament.code])
    answer = client.put(path, {"share": deals.share}, content_type="application/json")
    assert (answer.status_code, answer.json()["has_prepared_deals"]) == (200, True)
    closed = client.get(reverse("api_deal_set", args=[deals.share]))
    assert (closed.status_code, "sealed" in closed.content.decode()) == (400, True)
    assert client.delete(path).status_code == 204
    assert not client.get(f"/api/v1/tournaments/{tournament.code}/").json()["has_prepared_deals"]
