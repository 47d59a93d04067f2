import pytest

from tests.builders import fill_rounds, make_drawn, make_user
from tests.tournaments.manage import address, messages_of
from tests.tournaments.two_directors import organiser
from tournaments.draws.services.rounds import draw_next_round, redraw_round
from tournaments.models import (
    Club,
)

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def test_publishing_stale_draft_is_rejected(ana, bo):
    tournament = make_drawn(club=Club.objects.get(), kind="swiss", params={"rounds": 3})
    organiser(tournament, "other")
    fill_rounds(tournament, 1)
    draw_next_round(tournament=tournament)
    page = bo.get(address("draw", tournament))
    seen = page.context["seating_seen"]
    assert page.content.decode().count(f'name="seen" value="{seen}"') >= 1
    redraw_round(tournament=tournament, number=2, actor=make_user("cy"))
    for name in ("publish_round", "redraw", "round_back"):
        answer = bo.post(address(name, tournament, 2), {"seen": seen})
        assert messages_of(answer)[-1].startswith("cy changed this at ")
    second = tournament.rounds.get(number=2)
    assert (second.is_published, second.drawn["attempt"]) == (False, 1)
    seen = bo.get(address("draw", tournament)).context["seating_seen"]
    bo.post(address("publish_round", tournament, 2), {"seen": seen})
    second.refresh_from_db()
    assert second.is_published
