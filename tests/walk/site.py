import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from jobs.models import Job
from tests.builders import (
    director_of,
    enter_teams,
    fill_rounds,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
)
from tests.tournaments.card_world import Route, World, addresses_of, make_world, routes
from tests.tournaments.formats import make_field
from tests.tournaments.registration.world import ANA, BOYKO, MARIA, YAVOR, enter, open_tournament
from tests.tournaments.seasons.ladders import run_all_jobs
from tournaments.accounts.services.helpers import create_link
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import pay
from tournaments.cash.services.prizes import announce_prizes, plan_prizes
from tournaments.entries.services.entries import rename_team
from tournaments.models import HelperLink, Player, Tournament
from tournaments.notifications.people.services.subscriptions import follow
from tournaments.rehearsal.services import start_rehearsal
from tournaments.results.services.results import correct_result
from tournaments.seasons.services import create_season
from tournaments.setup.services.tournaments import finish_tournament

UrlValues = dict[str, list[Any]]
PAGE_QUERIES: Final = {
    "manage_tournament": ("?table=1",),
    "manage_entry": ("?new=1", "?close=1", "?show=owing"),
    "manage_scorer": ("?table=1",),
    "manage_log": ("?show=all",),
    "tournament_board": ("?hands=suit",),
}


FILE_VALUES: Final[UrlValues] = {
    "form": ["json"],
    "hands.<hands:form>": ["json"],
    "verb": ["-"],
    "print/<slug:kind>.pdf": ["guides"],
}
"""Files are no pages: one format each."""
REAL, OTHER = "Цветелин Невидимов", "Мария Колева"
ID_PATTERN: Final = re.compile(r"/(?:[\w-]*\d[\w-]*|[\w-]{11,})(?=/)")


class Site:
    def __init__(self) -> None:
        self.world = make_world()
        self.club = self.world.live.club
        self.director = director_of(self.world.live)
        set_fees(tournament=self.world.live, kinds=(FeeKindRequest(500, code="member"),))
        self.administrator = Client()
        self.administrator.force_login(make_user("administrator", is_staff=True))
        Job.objects.create(kind="rank", key=1, state="failed", error="ValueError: no such board")
        self.world.names.update(FILE_VALUES)
        self.places = [self.world.names]
        for tournament in self.tournaments():
            self.places.append(self.names_of(tournament))
        run_all_jobs()
        self.helpers = {kind: self.helper_browser(kind) for kind in HelperLink.Kind.values}

    def private_names(self) -> UrlValues:
        """URL parameters of a player with another public name, in two tournaments.

        One is being played, the other is over.
        """
        over = Tournament.objects.get(state="finished", club=self.club)
        for tournament in (self.world.live, over):
            rename_team(team=tournament.teams.get(number=2), players=(REAL, OTHER))
        player = Player.objects.get(club=self.club, name=REAL)
        create_season(club=self.club, name="Spring", tournaments=[over])
        Tournament.objects.filter(pk__in=[self.world.live.pk, over.pk]).update(is_public=True)
        run_all_jobs()
        seasons = list(self.club.seasons.values_list("code", flat=True))
        team = self.world.live.teams.get(number=2)
        return {
            **self.world.names, "code": [self.world.live.code, over.code], "number": [2],
            "player_id": [player.pk], "team_id": [team.pk],
            "season/<slug:code>": seasons, "seasons/<slug:code>": seasons,
        }  # fmt: skip

    def tournaments(self) -> Iterator[Tournament]:
        yield whole_evening(self.club)
        yield begun(6, "single_elimination", "Купа", self.club)
        yield begun(8, "pools", "Групи", self.club, pools=2)
        yield village(self.club)
        yield entered_by_players(self.club)
        yield rehearsal_copy(self.club)

    def names_of(self, tournament: Tournament) -> UrlValues:
        names = {**self.world.names, "code": [tournament.code], "number": [1]}
        names |= {"board/<int:number>": [1], "boards/<int:number>": [1]}
        team = tournament.teams.order_by("number").first()
        if team is not None:
            names["team_id"] = [team.pk]
            names["player_id"] = [player.pk for player in team.players.all()[:1]]
        if plays := plays_of(tournament)[:1]:
            names |= {"play_id": [plays[0].pk], "sitting_id": [plays[0].sitting_id]}
            names["token"] = [plays[0].sitting.table.token]
        if follower := tournament.followers.first():
            names["follower"] = [follower.secret]
        if signup := tournament.signups.order_by("place").first():
            names["secret"] = [signup.secret]
        return names | {"why/<int:play_id>/<slug:side>": ["ns"]}

    def helper_browser(self, kind: str) -> Client:
        place = "N" if kind == HelperLink.Kind.DEAL else ""
        link = create_link(
            tournament=self.world.live, kind=kind, name="Ана", place=place, actor=self.director,
            lasts="week",
        )  # fmt: skip
        browser = Client()
        browser.post(reverse("helper", args=[link.code]), {"name": "Ана", "plays_not": "on"})
        return browser

    def visitors(self, route: Route) -> Iterable[Client]:
        if route.pattern.startswith("h/at/"):
            return self.helpers.values()
        if route.pattern.startswith("manage/installation/"):
            return (self.administrator,)
        if route.pattern.startswith("manage/"):
            return (self.at_the_desk,)
        if route.pattern.startswith("accounts/"):
            return (self.signed_in(), Client())
        return (Client(),)

    @cached_property
    def at_the_desk(self) -> Client:
        return self.signed_in()

    def signed_in(self) -> Client:
        browser = Client()
        browser.force_login(self.director)
        browser.post("/accounts/reauthenticate/", {"password": "secret-enough"})
        return browser


def whole_evening(club: Any) -> Tournament:
    over = make_drawn(8, name="Есенен турнир", club=club)
    set_fees(tournament=over, kinds=(FeeKindRequest(1000, code="guest"),))
    take_money(over)
    fill_rounds(over, over.rounds.count())
    return finish_tournament(tournament=rebuild(over), actor=director_of(over))


def take_money(tournament: Tournament) -> None:
    for team, amount in zip(tournament.teams.all(), (None, 500), strict=False):
        pay(tournament=tournament, team=team, amount=amount)
    plan_prizes(
        tournament=tournament, way="shares", percent=80, fixed=0, step=100,
        shares=[50, 30, 20], nth=2, each=None,
    )  # fmt: skip
    announce_prizes(tournament=tournament)


def begun(entrants: int, kind: str, name: str, club: Any, **params: Any) -> Tournament:
    params = {"entrants": entrants, **params}
    tournament = make_drawn(entrants, name=name, club=club, kind=kind, params=params)
    fill_rounds(tournament, 1)
    return rebuild(tournament)


def village(club: Any) -> Tournament:
    tournament = make_field(
        8, "danish", {"entrants": 8, "rounds": 3}, name="Селски турнир", club=club,
        cards="open", game={"deals": 12},
    )  # fmt: skip
    for number, play in enumerate(plays_of(tournament)):
        slip = {"game": {"NS": 1200 + number, "EW": 800}}
        correct_result(play_id=play.pk, slip=slip, reason="paper", actor=None)
    return rebuild(tournament)


def entered_by_players(club: Any) -> Tournament:
    tournament = open_tournament(12, name="Следващ турнир", club=club, needs_approval=True)
    enter_teams(tournament, 3)
    signup = enter(tournament, ANA, YAVOR)
    follow(tournament=tournament, way="email", email="ana@example.org", signup=signup)
    enter(tournament, BOYKO)
    enter(tournament, MARIA)
    kinds = (FeeKindRequest(600, code="member"), FeeKindRequest(1000, code="guest"))
    set_fees(tournament=tournament, kinds=kinds)
    take_money(tournament)
    return tournament


def rehearsal_copy(club: Any) -> Tournament:
    original = make_tournament(club, name="Репетиция")
    enter_teams(original, 6)
    return start_rehearsal(tournament=original, actor=director_of(original)).tournament


@dataclass(frozen=True)
class OpenedPage:
    address: str
    visitor: Client
    templates: frozenset[str] = frozenset()
    """Rendered ones, without cached fragments."""


class Crawl:
    """Pages by kind of address, a limited number each, and kinds of response by route.

    Kinds begin with different tournaments, so that each shows some of its pages.
    """

    def __init__(self, site: Site, routes: Iterable[Route], most: int) -> None:
        self.pages: list[OpenedPage] = []
        self.answers: dict[str, set[str]] = defaultdict(set)
        kinds = [(route, kind) for route in routes for kind in self.kinds(site, route).values()]
        for number, (route, kind) in enumerate(kinds):
            begin = number % len(kind)
            for visitor in site.visitors(route):
                self.visit(route.name, visitor, [*kind[begin:], *kind[:begin]], most)

    def kinds(self, site: Site, route: Route) -> dict[str, list[str]]:
        found: dict[str, None] = {}
        for names in site.places:
            named = World(site.world.live, site.world.drawn, site.world.secrets, names)
            found |= dict.fromkeys(addresses_of(route, named))
        more = PAGE_QUERIES.get(route.name, ())
        kinds: dict[str, list[str]] = defaultdict(list)
        for address, state in product(found, ("", *more)):
            kinds[ID_PATTERN.sub("/", address) + state].append(address + state)
        return kinds

    def visit(self, name: str, visitor: Client, addresses: Iterable[str], most: int) -> None:
        pages = 0
        for address in addresses:
            answer = visitor.get(address)
            answers = kind_of(answer)
            self.answers[name].add(answers)
            if answers == "page":
                files = frozenset(str(each.name) for each in answer.templates)
                self.pages.append(OpenedPage(address, visitor, files))
                pages += 1
            if pages == most or answers in {"press", "file"}:
                return

    def of_each_template(self) -> list[OpenedPage]:
        templates: set[str] = set()
        chosen = []
        for page in self.pages:
            if not page.templates <= templates:
                chosen.append(page)
                templates |= page.templates
        return chosen

    def only(self, *kinds: str) -> set[str]:
        """Names of routes with only these kinds of response."""
        return {name for name, found in self.answers.items() if found <= set(kinds)}


def kind_of(answer: Any) -> str:
    if answer.status_code == 405:
        return "press"
    if answer.status_code in (301, 302):
        return "elsewhere"
    if answer.status_code != 200:
        return "none"
    if answer.streaming or not answer["Content-Type"].startswith("text/html"):
        return "file"
    return "page" if b"<html" in answer.content else "part"


def public_routes() -> list[Route]:
    return [route for route in routes() if route.pattern.startswith("en/")]


def own_routes() -> list[Route]:
    apart = ("en/", "bg/", "fr/", "hr/", "admin/", "api/")
    return [route for route in routes() if not route.pattern.startswith(apart)]
