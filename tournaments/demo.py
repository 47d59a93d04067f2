"""Demo club: three tournaments that show every page, played by bots."""

import datetime
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.bots.playing import simulate_play
from tournaments.bots.selectors.simulation import plays_to_simulate
from tournaments.clubs.services import found_club
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.models import Club, Membership, Play, Tournament
from tournaments.results.services.results import confirm_result, enter_result
from tournaments.seasons.services import create_season
from tournaments.setup.services.tournaments import create_tournament, finish_tournament
from tournaments.standings.tasks import rebuild_now

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
    organiser = User.objects.create_user("organiser", password=PASSWORD, is_staff=True)
    organiser.is_superuser = True
    organiser.save()
    director = User.objects.create_user("director", password=PASSWORD)
    club = found_club(name="Белот клуб „Сердика“", place="зала „Сердика“, София", user=organiser)
    Membership.objects.create(club=club, user=director, role=Membership.Role.DIRECTOR)
    today = timezone.localdate()
    finished = finished_tournament(club, organiser, today - datetime.timedelta(days=7))
    create_season(club=club, name="Клубна лига", tournaments=[finished], actor=organiser)
    running_tournament(club, organiser, today)
    open_tournament(club, organiser, today + datetime.timedelta(days=5))
    return club


def finished_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    params = {"tables": 9, "arrow_switch": True}
    tournament = draw_demo(club, user, "Есенен турнир по двойки", date, 18, "mitchell", params)
    play_rounds(tournament, 9)
    finish_tournament(tournament=tournament, actor=user)
    return rebuild(tournament)


def running_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    """Twelve tables in round 3: some boards played, one disputed, a director call."""
    tournament = draw_demo(
        club, user, "Съботен барометър", date, 24, "barometer", {"entrants": 24, "rounds": 8}
    )
    play_rounds(tournament, 2)
    for number in (1, 2, 3):
        start_round(tournament=tournament, number=number, actor=user)
    third = Play.objects.filter(sitting__round__tournament=tournament, sitting__round__number=3)
    for play in third.select_related("sitting__table"):
        if play.order == 1 or (play.order == 2 and play.sitting.table.number % 2):
            simulate_play(play.pk)
    add_open_issues(third)
    return rebuild(tournament)


def add_open_issues(plays: QuerySet[Play]) -> None:
    """A pending result, a disputed one and a director call."""
    waiting, disputed, calling = plays.filter(order=2, state=Play.State.EMPTY)[:3]
    slip = {"contract": "H", "declarer": "S", "points": {"NS": 98, "EW": 64}}
    for play in (waiting, disputed):
        enter_result(table=play.sitting.table, play_id=play.pk, slip=slip, side="NS")
    confirm_result(
        table=disputed.sitting.table, play_id=disputed.pk, version=1, side="EW", agrees=False
    )
    call_director(table=calling.sitting.table, message="Изиграна карта не на ред")


def open_tournament(club: Club, user: User, date: datetime.date) -> Tournament:
    tournament = create_demo(club, user, "Четвъртъчен клуб", date)
    for names in pairs()[:17]:
        add_team(tournament=tournament, players=names, actor=user)
    return tournament


def draw_demo(
    club: Club,
    user: User,
    name: str,
    date: datetime.date,
    teams: int,
    kind: str,
    params: Mapping[str, object],
) -> Tournament:
    tournament = create_demo(club, user, name, date)
    for names in pairs()[:teams]:
        add_team(tournament=tournament, players=names, actor=user)
    draw_tournament(tournament=tournament, kind=kind, params=params, actor=user)
    return publish_draw(tournament=tournament, actor=user)


def create_demo(club: Club, user: User, name: str, date: datetime.date) -> Tournament:
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
    with transaction.atomic():
        for play_id in list(plays_to_simulate(tournament.pk, rounds).values_list("pk", flat=True)):
            simulate_play(play_id)


def rebuild(tournament: Tournament) -> Tournament:
    """Recompute standings synchronously."""
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def pairs() -> list[list[str]]:
    return [names.split(", ") for names in " ".join(PAIRS.split()).split("; ")]
