import datetime
import html
import re
import struct
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from games.charts.letters import text_width, wrap_text
from games.charts.ways import Box, place_curves
from games.languages import in_language
from games.wording.dates import capitalised_date_text
from tests.builders import enter_teams, fill_rounds, make_drawn, make_tournament, rebuild
from tests.fonts import install
from tests.shared_rows import built_once
from tournaments.models import Tournament
from tournaments.public import share_picture
from tournaments.public.selectors.shares import share_of
from tournaments.public.share_picture import cached_png, first_fit, share_picture_svg, title_lines
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.selectors import standings_of
from tournaments.templatetags.sharing import chat_message

SVG = "{http://www.w3.org/2000/svg}"


def finished(teams: int = 6, **values: object) -> Tournament:
    tournament = make_drawn(teams, **values)
    fill_rounds(tournament, teams - 1)
    return rebuild(finish_tournament(tournament=tournament))


def texts_of(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def picture_in(language: str, tournament: Tournament) -> str:
    with translation.override(language):
        return share_picture_svg(share_of(tournament), "belot.example/t/x")


@built_once
def tournament() -> Tournament:
    return finished()


@pytest.mark.django_db
def test_share_picture_is_a_cacheable_1200x630_png(tournament):
    path = f"/bg/t/{tournament.code}/share.png"
    answer = Client().get(path)
    assert answer["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) < 300_000
    assert answer["Cache-Control"].startswith("public")
    assert not answer.has_header("Vary") or "Cookie" not in answer["Vary"]
    again = Client().get(path, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.django_db
def test_og_image_url_changes_with_standings_version():
    tournament = make_drawn(6)
    page = Client().get(f"/en/t/{tournament.code}/").content.decode()
    address = f"http://testserver/en/t/{tournament.code}/share.png?v="
    assert f'property="og:image" content="{address}{tournament.standings_version}"' in page
    fill_rounds(tournament, 1)
    after = rebuild(tournament)
    assert after.standings_version > 0
    page = Client().get(f"/en/t/{tournament.code}/").content.decode()
    assert f"{address}{after.standings_version}" in page


@pytest.mark.django_db
def test_og_image_alt_describes_the_picture():
    def told(tournament: Tournament, language: str = "en") -> str:
        path = in_language(f"/t/{tournament.code}/", language)
        page = html.unescape(Client().get(path).content.decode())
        return re.findall(r'"og:image:alt" content="([^"]+)"', page)[0]

    tournament = make_drawn(6)
    assert told(tournament) == "Autumn Pairs: the day, the hour and the place"
    fill_rounds(tournament, 2)
    assert told(rebuild(tournament)) == "Autumn Pairs: the first places after round 2"
    fill_rounds(tournament, 5)
    over = rebuild(finish_tournament(tournament=tournament))
    assert told(over) == "Autumn Pairs: the first places of the final standings"
    assert told(over, "bg") == "Autumn Pairs: първите места в крайното класиране"


def test_picture_rendering_is_shared_between_processes(monkeypatch):
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"mine"

    monkeypatch.setattr(share_picture, "render_png", draw)
    svg = f'<svg xmlns="{SVG[1:-1]}"/>'
    name = share_picture.cache_key(svg)
    cache.add(f"{name}:drawing", True, 10)
    monkeypatch.setattr(share_picture, "sleep", lambda _: cache.set(name, b"theirs", 10))
    assert (cached_png(svg), drawn) == (b"theirs", [])
    cache.delete(name)
    monkeypatch.setattr(share_picture, "sleep", lambda _: None)  # the other one has died
    assert (cached_png(svg), drawn) == (b"mine", [svg])
    assert (cached_png(svg), drawn) == (b"mine", [svg])


@pytest.mark.django_db
def test_share_picture_shows_top_three_as_in_standings(tournament):
    texts = texts_of(picture_in("bg", tournament))
    figures = ["".join(text.split()) for text in texts]
    best = standings_of(tournament).lines[:3]
    for line in best:
        assert line.team.name in texts
        assert f"{float(line.total):.2f}".replace(".", ",") + "%" in figures
    others = standings_of(tournament).lines[3:]
    assert not {line.team.name for line in others} & set(texts)


@pytest.mark.django_db
def test_share_picture_before_play_shows_date_and_no_names():
    tournament = make_tournament()
    enter_teams(tournament, 4)
    texts = texts_of(picture_in("bg", tournament))
    assert "Събота, 21 ноември 2026, 18:30" in texts
    assert "belot.example/t/x" in texts
    names = {team.name for team in tournament.teams.all()}
    assert not any(name in text for name in names for text in texts)


@pytest.mark.django_db
@pytest.mark.parametrize("publish", [False, True])
def test_unpublished_draw_is_absent_from_picture_and_message(publish):
    tournament = make_drawn(6, publish=publish)
    told = " ".join(texts_of(picture_in("en", tournament)))
    told += chat_message(share_of(tournament), "https://belot.example/")
    assert ("6 pairs" in told) is publish
    assert not any(team.name in told for team in tournament.teams.all())


@pytest.mark.django_db
def test_long_tournament_name_shrinks_without_truncation():
    name = "Международен открит турнир по белот за купата на град Велико Търново и околията му"
    tournament = make_tournament(name=name)
    root = ElementTree.fromstring(picture_in("bg", tournament))
    lines = [
        (each.text or "", float(each.get("font-size", "0")))
        for each in root.iter(f"{SVG}text")
        if each.get("font-weight") == "700"
    ]
    assert " ".join(text for text, _size in lines) == name
    assert all(text_width(text, size, 700) <= 1072 for text, size in lines)
    assert lines[0][1] < 76


@pytest.mark.django_db
@pytest.mark.parametrize("room", [1072, 620])
def test_single_wide_word_shrinks_to_fit(room):
    (line,) = title_lines("Щ" * 70, room)
    assert line.text == "Щ" * 70
    assert text_width(line.text, line.size, 700) <= room


def test_date_text_is_capitalised_in_every_language():
    day = datetime.date(2026, 11, 21)
    told = {}
    for language in ("bg", "en", "fr", "hr", "nl"):
        with translation.override(language):
            told[language] = (capitalised_date_text(day), capitalised_date_text(day, "j E"))
    assert told == {
        "bg": ("Събота, 21 ноември 2026", "21 ноември"),
        "en": ("Saturday, 21 November 2026", "21 November"),
        "fr": ("Samedi 21 novembre 2026", "21 novembre"),
        "hr": ("Subota, 21. studenoga 2026.", "21. studenoga"),
        "nl": ("Zaterdag 21 november 2026", "21 november"),
    }


def test_long_team_names_use_last_names_then_shrink():
    long = "Александър-Константин Димитриевски – Мария-Магдалена Хаджикирова-Иванова"
    last = "Димитриевски – Хаджикирова-Иванова"
    both = first_fit([long, last], 34, 600, 800, 426)
    assert (both.text, both.size) == (last, 34)
    tight = first_fit([long, last], 34, 600, 400, 426)
    assert tight.text == last
    assert text_width(last, tight.size, 600) <= 400


def test_font_metrics_cover_letters_of_all_languages():
    for text in ("Ђ щюя Ж", "Čćžšđ", "éàùœç « »", "ëïó “ ” ’", "58,56 % – · „“"):
        for sign in text:
            assert text_width(sign, 100, 600) != 101.0, sign


def test_cyrillic_text_renders_with_distinct_glyphs():
    def of(text: str) -> bytes:
        return cached_png(
            f'<svg xmlns="{SVG[1:-1]}" width="300" height="60" font-family="Inter">'
            f'<text x="5" y="40" font-size="32">{text}</text></svg>'
        )

    assert len({of("жжж"), of("щщщ"), of("ююю"), of("")}) == 4


def test_wrap_text_fills_lines_and_isolates_long_words():
    assert wrap_text("a b", 20, 400, 500) == ["a b"]
    assert wrap_text("Четвъртък вечер", 76, 700, 400) == ["Четвъртък", "вечер"]


def test_winner_curve_runs_from_first_place_to_the_top():
    ways = place_curves([(3, 1, 1), (1, 2, 2), (2, 3, 3)], Box(0, 0, 100, 20))
    assert ways is not None
    assert (ways.first, ways.last, ways.began_at) == ((0, 20), (100, 0), 3)
    assert ways.winner == "M0 20C25 20 25 0 50 0C75 0 75 0 100 0"
    assert len(ways.field) == 2


def test_place_curves_require_three_rounds_and_two_teams():
    box = Box(0, 0, 100, 20)
    assert place_curves([(1, 1), (2, 2)], box) is None
    assert place_curves([(1, 1, 1)], box) is None
    assert place_curves([], box) is None


@pytest.mark.django_db
def test_chat_message_is_short_lines_ending_with_url():
    tournament = finished(12)
    lines = standings_of(tournament).lines
    told = chat_message(share_of(tournament), "https://belot.example/en/t/x/").split("\n")
    assert told[:3] == [
        "Autumn Pairs",
        f"21 November 2026 · {tournament.club.name}",
        "Final, provisional · 12 pairs",
    ]
    assert told[4] == f"🥇 {lines[0].team.name} {float(lines[0].total):.2f}%"
    assert told[7] == f"{lines[3].rank}. {lines[3].team.name} {float(lines[3].total):.2f}%"
    assert told[-3:] == ["and 2 more", "", "https://belot.example/en/t/x/"]
    whole = chat_message(share_of(tournament), "x", True)
    assert all(line.team.name in whole for line in lines)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "state"),
    [
        ("bg", "Крайно, временно"),
        ("en", "Final, provisional"),
        ("fr", "Final, provisoire"),
        ("hr", "Konačni, privremeni"),
        ("nl", "Eindstand, voorlopig"),
    ],
)
def test_share_page_uses_the_language_of_its_url(language, state, tournament):
    answer = Client().get(in_language(f"/t/{tournament.code}/share/", language))
    text = answer.content.decode()
    assert state in text
    assert f"http://testserver/{language}/t/{tournament.code}/" in text
    assert "https://wa.me/?text=Autumn%20Pairs%0Ahttp%3A%2F%2Ftestserver%2F" in text


@pytest.mark.django_db
def test_share_page_serves_unlisted_and_404s_unknown_codes():
    tournament = make_tournament(is_public=False)
    assert Client().get(f"/en/t/{tournament.code}/share/").status_code == 200
    assert Client().get("/en/t/nothere/share.png").status_code == 404


@pytest.mark.django_db
def test_share_picture_uses_at_most_eight_queries(django_assert_max_num_queries):
    tournament = finished(12)
    with django_assert_max_num_queries(8):
        picture_in("en", tournament)


@pytest.mark.django_db
@pytest.mark.parametrize(("installed", "is_shown"), [("", False), ("李娜", True)])
def test_title_without_font_shows_question_marks(monkeypatch, installed, is_shown):
    install(monkeypatch, installed)
    tournament = make_drawn(4, name="Cup 李娜")
    drawn = picture_in("en", tournament)
    assert ("Cup ??" in drawn, ">李娜</tspan>" in drawn) == (not is_shown, is_shown)
    page = Client().get(f"/en/t/{tournament.code}/share/").content.decode()
    assert ("lack letters of" in page) is not is_shown
