import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.languages import in_language
from tests.builders import fill_rounds, make_club, make_drawn, make_tournament, play_stage, rebuild
from tournaments.console.services.clock import pause_round, start_round
from tournaments.models import Tournament
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db


def played(teams: int = 6, **values: object) -> Tournament:
    tournament = make_drawn(teams, is_public=True, **values)
    fill_rounds(tournament, teams - 1)
    return rebuild(finish_tournament(tournament=tournament))


def page(name: str, *args: object, query: str = "", language: str = "en") -> str:
    answer = Client().get(in_language(reverse(name, args=args), language) + query)
    assert answer.status_code == 200
    assert not answer.cookies
    assert answer["Cache-Control"].startswith("public")
    return answer.content.decode()


def names_in(text: str) -> list[str]:
    return re.findall(r"<td>([^<]+ – [^<]+)</td>", without_links(text))


def without_links(text: str) -> str:
    return re.sub(r"</?(?:a|span)\b[^>]*>", "", text)


def test_embedded_standings_show_top_rows_in_order():
    tournament = played()
    best = [line.team.name for line in standings_of(tournament).lines]
    assert names_in(page("embed_standings", tournament.code)) == best
    assert names_in(page("embed_standings", tournament.code, query="?rows=2")) == best[:2]


@pytest.mark.parametrize("rows", ["0", "-3", "", "many", "²", "99999999"])
def test_invalid_row_count_falls_back_to_the_nearest_valid(rows):
    tournament = played()
    shown = names_in(page("embed_standings", tournament.code, query=f"?rows={rows}"))
    assert len(shown) == (1 if rows == "0" else 6)


def test_embed_theme_comes_from_url_and_unknown_is_automatic():
    tournament = make_tournament()
    for theme, scheme in (("dark", "dark"), ("light", "light"), ("", "light dark"), ("x", None)):
        text = page("embed_standings", tournament.code, query=f"?theme={theme}")
        assert f'<meta name="color-scheme" content="{scheme or "light dark"}">' in text


def test_embedded_links_open_outside_and_only_live_js_is_loaded():
    text = page("embed_standings", played().code)
    assert '<base target="_blank">' in text
    assert re.findall(r"<script[^>]*src=\"([^\"]+)\"", text) == ["/static/js/public/live.js"]
    assert "<form" not in text


def test_embedded_calendar_shows_only_upcoming_listed_events():
    club = make_club()
    day = datetime.date(2031, 11, 22)
    make_tournament(club=club, name="To come", date=day, is_public=True)
    make_tournament(club=club, name="Unlisted", date=day, is_public=False)
    text = page("embed_calendar", club.pk, language="bg")
    assert "To come" in text
    assert "Unlisted" not in text
    assert "Събота, 22 ноември" in text


def test_embedded_winner_shows_last_winner_or_none():
    club = make_club()
    make_tournament(club=club, is_public=True)
    told = "No tournament of this club is over yet."
    assert told in page("embed_winner", club.pk)
    tournament = played(club=club)
    winner = standings_of(tournament).lines[0].team.name
    text = without_links(page("embed_winner", club.pk))
    assert winner in text
    assert told not in text


def test_embedded_winner_is_found_behind_many_upcoming_events():
    tournament = played()
    for number in range(31):
        day = datetime.date(2032, 1, 1) + datetime.timedelta(days=number)
        make_tournament(club=tournament.club, date=day, is_public=True)
    winner = standings_of(tournament).lines[0].team.name
    assert winner in without_links(page("embed_winner", tournament.club_id))


def test_embedded_winner_is_of_the_final_not_the_consolation():
    first = played(8)
    main, others = create_next_stages(
        tournament=first, stage_name="Final", through=4, consolation="Consolation"
    )
    others = play_stage(others)
    assert "No tournament of this club is over yet." in page("embed_winner", first.club_id)
    main = play_stage(main)
    text = without_links(page("embed_winner", first.club_id))
    assert standings_of(main).lines[0].team.name in text
    assert standings_of(others).lines[0].team.name not in text


def test_embedded_club_parts_load_the_renew_script():
    tournament = played()
    for name in ("embed_calendar", "embed_winner"):
        assert 'src="/static/js/public/renew.js"' in page(name, tournament.club_id)


def test_overlay_shows_few_rows_and_subscribes_to_events():
    tournament = played()
    text = page("overlay", tournament.code, query="?rows=3&side=right")
    assert "overlay-right" in text
    assert text.count("<tr ") == 3
    assert f'data-events="/t/{tournament.code}/events/"' in text


def test_overlay_shows_the_running_round_and_its_clock():
    tournament = make_drawn(6, is_public=True)
    waiting = page("overlay", tournament.code)
    assert "overlay-round" not in waiting
    assert "Begins on" in waiting
    start_round(tournament=tournament, number=1)
    text = page("overlay", tournament.code)
    assert "Round 1 of 5" in text
    assert "Standings come after the first round." in text
    assert "Begins on" not in text
    assert text.count("data-deadline=") == 1
    fill_rounds(tournament, 1)
    rebuild(tournament)
    start_round(tournament=tournament, number=2)
    pause_round(current=tournament.rounds.get(number=2))
    text = page("overlay", tournament.code)
    assert "Round 2 of 5" in text
    assert "After round 1 of 5" in text
    assert "clock stopped" in text
    assert "data-deadline=" not in text
    assert "overlay-round" not in page("overlay", played(club=make_club("Over")).code)


def test_sharing_page_previews_the_embed_code():
    tournament = played()
    path = f"/en/embed/t/{tournament.code}/"
    text = page("tournament_sharing", tournament.code)
    assert f'src="{path}"\n' in text
    assert f"&lt;iframe src=&quot;http://testserver{path}&quot;" in text
