"""The demo club: three tournaments that show every page, played by bots through the engine."""

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.models import Club, Membership, Play, Tournament
from tournaments.selectors.simulation import unplayed
from tournaments.services.calls import call_director
from tournaments.services.clock import start_round
from tournaments.services.clubs import found_club
from tournaments.services.draws import draw_tournament, publish_draw
from tournaments.services.entries import add_team
from tournaments.services.results import confirm_result, enter_result
from tournaments.services.seasons import found_season
from tournaments.services.tournaments import create_tournament, finish_tournament
from tournaments.tasks import rebuild_now, simulate_play

PASSWORD = "demo-belot"
LOGINS = {
    "organiser": "organises the club and its tournaments",
    "director": "directs the tournaments",
}
PAIRS = """
Анна Михайлова, Надежда Савова; Явор Чавдаров, Мартин Лазаров; Бойко Тенев, Живко Дончев;
Георги Стоянов, Петър Илиев; Димитър Маринов, Борис Атанасов; Стоян Кръстев, Никола Гочев;
Методи Паскалев, Симеон Вълчев; Светлозар Димов, Огнян Пенев; Теодора Ненова, Деян Манолов;
Румяна Христова, Цветан Христов; Мария Димитрова, Елена Костова; Емил Караджов, Румен Шопов;
Кирил Захариев, Ангел Йотов; Пенка Борисова, Райна Стефанова; Здравка Николова, Веселин Николов;
Донка Симеонова, Виолета Желева; Валентин Рангелов, Антон Бакалов; Любомир Радев, Христо Бонев;
Снежана Иванова, Лиляна Попова; Асен Младенов, Пламен Русев; Иван Петров, Стефан Колев;
Йорданка Цонева, Калина Недева; Красимир Велев, Тодор Гешев; Николай Тодоров, Васил Ангелов
"""


def load_demo() -> Club:
    """Found the demo club with its two users and three tournaments."""
    organiser = User.objects.create_user("organiser", password=PASSWORD, is_staff=True)
    organiser.is_superuser = True
    organiser.save()
    director = User.objects.create_user("director", password=PASSWORD)
    club = found_club(name="Белот клуб „Сердика“", place="зала „Сердика“, София", user=organiser)
    Membership.objects.create(club=club, user=director, role=Membership.Role.DIRECTOR)
    today = timezone.localdate()
    finished = finished_tournament(club, organiser, today - datetime.timedelta(days=7))
    found_season(club=club, name="Клубна лига", tournaments=[finished], actor=organiser)
    running_tournament(club, organiser, today)
    open_tournament(club, organiser, today + datetime.timedelta(days=5))
    return club


def finished_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    """Nine tables of a Mitchell, 27 boards, one winner."""
    params = {"tables": 9, "arrow_switch": True}
    tournament = drawn(club, user, "Есенен турнир по двойки", date, 18, "mitchell", params)
    play_rounds(tournament, 9)
    finish_tournament(tournament=tournament, actor=user)
    return rebuilt(tournament)


def running_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    """Twelve tables in the middle of round 3: some boards played, one disputed, a call."""
    tournament = drawn(
        club, user, "Съботен барометър", date, 24, "barometer", {"entrants": 24, "rounds": 8}
    )
    play_rounds(tournament, 2)
    for number in (1, 2, 3):
        start_round(tournament=tournament, number=number, actor=user)
    third = Play.objects.filter(sitting__round__tournament=tournament, sitting__round__number=3)
    for play in third.select_related("sitting__table"):
        if play.order == 1 or (play.order == 2 and play.sitting.table.number % 2):
            simulate_play(play.pk)
    by_hand(third)
    return rebuilt(tournament)


def by_hand(plays: Any) -> None:
    """A result that waits, one that is disputed, and a table that calls the director."""
    waiting, disputed, calling = plays.filter(order=2, state=Play.State.EMPTY)[:3]
    slip = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}
    for play in (waiting, disputed):
        enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side="NS")
    confirm_result(
        table=disputed.sitting.table, play_id=disputed.pk, version=1, side="EW", agrees=False
    )
    call_director(table=calling.sitting.table, message="Изиграна карта не на ред")


def open_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    """Seventeen pairs so far, open for entry."""
    tournament = created(club, user, "Четвъртъчен клуб", date)
    for names in pairs()[:17]:
        add_team(tournament=tournament, players=names, actor=user)
    return tournament


def drawn(
    club: Club, user: User, name: str, date: datetime.date, teams: int, kind: str, params: Any
) -> Tournament:
    """A tournament with its teams, drawn by lot and published."""
    tournament = created(club, user, name, date)
    for names in pairs()[:teams]:
        add_team(tournament=tournament, players=names, actor=user)
    draw_tournament(tournament=tournament, kind=kind, params=params, actor=user)
    return publish_draw(tournament=tournament, actor=user)


def created(club: Club, user: User, name: str, date: datetime.date) -> Tournament:
    return create_tournament(
        club=club,
        name=name,
        date=date,
        start_time=datetime.time(18, 30),
        place=club.place,
        boards_per_round=3,
        actor=user,
    )


def play_rounds(tournament: Tournament, rounds: int) -> None:
    """Bots play the first rounds."""
    with transaction.atomic():
        for play_id in list(unplayed(tournament.pk, rounds).values_list("pk", flat=True)):
            simulate_play(play_id)


def rebuilt(tournament: Tournament) -> Tournament:
    """The tournament with fresh standings, without waiting for a worker."""
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def pairs() -> list[list[str]]:
    """The names of the demo's pairs."""
    return [names.split(", ") for names in " ".join(PAIRS.split()).split("; ")]
