"""Site in use with unplayed boards, and parameter values for all its addresses."""

import contextlib
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.urls import URLPattern, URLResolver, get_resolver

from api.views.changes import VERBS
from games.belot import PRESETS, play_out, thumb_bot, variant_from_json
from games.belot import Deal as Game
from games.belot.packs import random_pack
from games.deal_sets.services import find_deal_set
from games.models import Deal, DealSet, Record, SetBoard
from games.practice.services import start_practice
from games.replay.services import store_record
from games.simulations.services import start_simulation
from games.slips.claims import hands_of
from tests.builders import (
    director_of,
    enter,
    enter_and_confirm,
    enter_teams,
    make_club,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
    slip,
)
from tests.card_finder import SecretDeals, secrets_of
from tests.tournaments.notifications.webhooks.told import add_paused_webhook
from tournaments.accounts.services.helpers import create_link
from tournaments.archive.services.archive import store_archive
from tournaments.cash.views.prints import SHEETS
from tournaments.changes.catalogue.evening import EVENING_CHANGES
from tournaments.changes.catalogue.people import PEOPLE_CHANGES
from tournaments.changes.catalogue.repairs import REPAIR_CHANGES
from tournaments.changes.services.repairs import exchange_sides
from tournaments.clubs.services import ensure_player
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.console.views.prints import CONTEXT_BUILDERS
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.events.entry import Author
from tournaments.exports.writers import FORMS
from tournaments.identities.services import mark_distinct, merge_players
from tournaments.models import Board, Play, Result, StoredArchive, Tournament
from tournaments.public.selectors.hands import HAND_FORMS
from tournaments.results.services.records import record_deal
from tournaments.rulings.services.rulings import adjust
from tournaments.seasons.services import create_season
from tournaments.setup.services.deal_sets import assign_deal_set
from web.styleguide import PARTS_BY_PAGE as STYLEGUIDE

SEED_OF_THE_SET: Final = 3_400_562_118_904_775_211
SEED: Final = "c9f3a1d87e5b420694fe1b7d3a60c8259be74d01f2a85c36e09d417fb8235ac6"
OTHER_SEED: Final = SEED[::-1]
OVER, LIVE = 1, 3
QUESTION: Final = {
    "variant": "bulgarian",
    "dealer": "N",
    "deals": "random",
    "levels": {"NS": "thumb", "EW": "random"},
}
NONCE: Final = re.compile(r"""(?<=nonce[-=])["']?[\w+/=]+""")
"""Random per response; can look like a card."""


@dataclass(frozen=True)
class World:
    live: Tournament
    drawn: Tournament
    secrets: SecretDeals
    names: dict[str, list[Any]]

    def play(self) -> Play:
        return plays_of(self.live, board__number=LIVE)[2]


def make_world() -> World:
    """Round 1 is over; round 2 has activity of every kind on live boards."""
    live = drawn_from(SEED, make_club())
    for play in plays_of(live, sitting__round__number=1):
        enter_and_confirm(play)
    start_round(tournament=live, number=2)
    add_activity(live)
    drawn = drawn_from(OTHER_SEED, live.club, publish=False)
    sealed = find_deal_set(
        count=drawn.boards.count(), seed=SEED_OF_THE_SET, person=director_of(live)
    )
    drawn = assign_deal_set(tournament=drawn, share=sealed.share, actor=director_of(live))
    make_club("Elsewhere", make_user("neighbour"))
    return World(rebuild(live), drawn, secrets(live, drawn), url_values(live, drawn))


def drawn_from(seed: str, club: Any, *, publish: bool = True) -> Tournament:
    tournament = make_tournament(club)
    enter_teams(tournament, 6)
    tournament = draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": 6}, by_lot=False, seed=seed
    )
    return publish_draw(tournament=tournament) if publish else tournament


def add_activity(live: Tournament) -> None:
    director = director_of(live)
    recorded, entered, refused = plays_of(live, board__number=LIVE)
    author = Author(source=Result.Source.DIRECTOR, user=director)
    record_deal(play_id=recorded.pk, record=full_record(recorded.board.dealt), author=author)
    enter(entered)
    claims = [{"side": "NS", "kind": "carre", "value": 200}]
    with contextlib.suppress(RuleViolationError):
        enter(refused, slip=slip(98, announced={"NS": 200, "EW": 0}, claims=claims))
    call_director(table=refused.sitting.table, message="please", board=refused.board)
    adjust(team=live.teams.first(), amount=1, reason="polite", actor=director)
    last = plays_of(live, sitting__round__number=5)[0]
    exchange_sides(sitting=last.sitting, reason="asked to", actor=director)
    create_season(club=live.club, name="Autumn", tournaments=[live])
    add_paused_webhook(live)


def full_record(deal: Deal) -> dict[str, Any]:
    game = Game(deal.variant, deal.dealer, pack=deal.pack)
    for call in ("H", "P", "P", "P"):
        game.call(call)
    play_out(game, thumb_bot, random.Random(1))
    return game.record()


def live_boards(*tournaments: Tournament) -> list[Board]:
    """Boards whose cards must stay secret."""
    boards = Board.objects.filter(tournament__in=tournaments).select_related("deal")
    return [each for each in boards if each.tournament_id != tournaments[0].pk or each.number > 2]


def secrets(*tournaments: Tournament) -> SecretDeals:
    deals = [board.dealt for board in live_boards(*tournaments)]
    variant = variant_from_json("bulgarian")
    hands = [
        part
        for deal in deals
        for hand in hands_of(variant, deal.dealer, deal.pack, deal.dealer).values()
        for part in (hand, " ".join(hand.split()[:5]))
    ]
    return secrets_of([deal.pack for deal in deals], hands)


def stored_archives(live: Tournament) -> list[int]:
    """Archive of the tournament, and one of a deleted tournament."""
    own = store_archive(tournament=live, happened=StoredArchive.Happened.REDRAW)
    gone = store_archive(tournament=live, happened=StoredArchive.Happened.DELETION)
    assert own is not None
    assert gone is not None
    StoredArchive.objects.filter(pk=gone.pk).update(tournament=None)
    return [own.pk, gone.pk]


def url_values(live: Tournament, drawn: Tournament) -> dict[str, list[Any]]:
    """Values of URL parameters; a key can include the preceding pattern."""
    play = plays_of(live, board__number=LIVE)[0]
    club, director = live.club, director_of(live)
    asks = plays_of(live, board__number=LIVE)[2].sitting.table
    elsewhere = live.tables.exclude(pk=asks.pk).first()
    other = Deal.objects.create(variant=PRESETS["bulgarian"], dealer="N", pack=a_pack())
    deal_set = DealSet.objects.create(variant=PRESETS["bulgarian"], wanted=1)
    SetBoard.objects.create(deal_set=deal_set, number=1, deal=other)
    free = store_record(full_record(other))
    board = Record.objects.get(deal=play.board.deal)
    simulation = start_simulation(question=QUESTION, count=60, seed=7, person=director)
    near = [ensure_player(club=club, name=f"Георги{end} Перич") for end in ("", "й", "я")]
    merge = merge_players(kept=near[0], player=near[2], actor=director)
    return {
        "code": [live.code, drawn.code],
        "season/<slug:code>": [club.seasons.get().code],
        "seasons/<slug:code>": [club.seasons.get().code],
        "board/<int:number>": [OVER, LIVE],
        "form": sorted(FORMS),
        "hands.<hands:form>": sorted(HAND_FORMS),
        "boards/<int:number>": [OVER, LIVE],
        "number": [2],
        "dealing/<int:number>": [LIVE],
        "place": ["N"],
        "table": [2],
        "signup_id": [1],
        "match": [1],
        "play_id": [play.pk, plays_of(live, board__number=OVER)[0].pk],
        "side": ["NS"],
        "call_id": [live_call(live)],
        "link_id": [create_link(tournament=live, kind="look", name="Ana", actor=director).pk],
        "link": [live.helper_links.get().code],
        "secret": ["no-such-sign-up"],
        "job_id": [1],
        "program": ["no-such-token"],
        "invitation_id": [1],
        "pk": [1],
        "follower": ["no-such-follower"],
        "channels/<slug:kind>": ["bot"],
        "sitting_id": [play.sitting_id],
        "team_id": [live.teams.get(number=1).pk],
        "adjustment_id": [live.adjustments.get().pk],
        "change_id": [live.changes.get().pk],
        "repair/<int:sitting_id>/<slug:what>": sorted(REPAIR_CHANGES),
        "people/<int:team_id>/<slug:what>": sorted(PEOPLE_CHANGES),
        "people/all/<slug:what>": sorted(EVENING_CHANGES),
        "verb": sorted(VERBS),
        "print/<slug:kind>": sorted(CONTEXT_BUILDERS),
        "print/<slug:sheet>": sorted(SHEETS),
        "line": [1],
        "styleguide/<slug:kind>": sorted(kind for kind in STYLEGUIDE if kind),
        "token": [table.token for table in (asks, elsewhere, drawn.tables.first())],
        "practice/<slug:share>": [
            start_practice(rung="thumb", preset="bulgarian", person=director).share
        ],
        "practice-tables/<slug:share>": [
            start_practice(rung="thumb", preset="bulgarian", person=director).share
        ],
        "replay/<slug:share>": [board.share, free.share],
        "replays/<slug:share>": [board.share, free.share],
        "deals/<slug:share>": [each.share for each in DealSet.objects.all()],
        "simulations/<slug:share>": [simulation.share],
        "studies/<slug:share>": ["shipped"],
        "other": [simulation.share],
        "preset": ["bulgarian"],
        "club_id": [club.pk],
        "member_id": [club.memberships.get(user=director).pk],
        "player_id": [club.players.first().pk],
        "other_id": [near[0].pk],
        "merge_id": [merge.pk],
        "pair_id": [mark_distinct(first=near[0], second=near[1], actor=director).pk],
        "season_id": [club.seasons.get().pk],
        "kept_id": stored_archives(live),
        "webhook_id": [club.webhooks.get().pk],
        "delivery_id": [club.webhooks.get().deliveries.earliest("pk").pk],
        "auth/user/<id>": [director.pk],
        "content_type_id": [ContentType.objects.get_for_model(Board).pk],
        "r/<path:content_type_id>/<path:object_id>": [live.boards.get(number=LIVE).pk],
        "key": ["no-such-key"],
        "uidb36": ["1"],
        "app_label": ["games", "tournaments", "jobs", "auth"],
        "url": ["no-such-page"],
    }


def a_pack() -> str:
    return random_pack(variant_from_json("bulgarian"), random.Random(7))


def live_call(live: Tournament) -> int:
    return int(live.tables.filter(calls__isnull=False).values_list("calls", flat=True)[0])


# Addresses --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """Declared URL pattern with its name and parameters."""

    pattern: str
    name: str
    parts: tuple[str, ...]
    view: Any = None

    def permission(self, verb: str) -> str:
        """Permission that the view, or its method for this verb, requires; empty for none."""
        method = getattr(getattr(self.view, "view_class", None), verb, None)
        return str(getattr(self.view if method is None else method, "permission", ""))

    def permissions(self) -> set[str]:
        view = getattr(self.view, "view_class", None)
        verbs = ("get", "post", "put", "patch", "delete")
        return {self.permission(verb) for verb in verbs if view is None or hasattr(view, verb)}

    @property
    def is_admin(self) -> bool:
        return self.pattern.startswith("admin/")


def routes() -> list[Route]:
    return sorted(walk(get_resolver(), "", ""), key=lambda route: route.pattern)


def walk(resolver: URLResolver, before: str, space: str) -> Iterator[Route]:
    for each in resolver.url_patterns:
        pattern = before + str(each.pattern)
        if isinstance(each, URLPattern):
            name = f"{space}:{each.name}" if space else str(each.name)
            yield Route(pattern, name, tuple(part_names(pattern)), each.callback)
        else:
            yield from walk(each, pattern, each.namespace or space)


def part_names(pattern: str) -> list[str]:
    """Parameter names in order: <int:number> and (?P<key>…)."""
    return re.findall(r"<(?:\w+:)?(\w+)>", pattern)


def addresses_of(route: Route, world: World) -> list[str]:
    """Addresses of a route; raise KeyError for an unknown parameter."""
    choices = [values_of(route, part, world) for part in route.parts]
    return [
        fill_pattern(route.pattern, dict(zip(route.parts, values, strict=True)))
        for values in itertools.product(*choices)
    ]


def values_of(route: Route, part: str, world: World) -> list[Any]:
    """Values of a parameter, by the longest known pattern piece that ends with it."""
    pattern = f"{route.pattern}/".replace(".", "/")
    places = [key for key in world.names if "<" in key and f"{key.replace('.', '/')}/" in pattern]
    fitting = [key for key in places if part_names(key)[-1] == part]
    if part == "object_id" and not fitting:
        return objects_of(route)
    return world.names[max(fitting, key=len) if fitting else part]


def objects_of(route: Route) -> list[Any]:
    """Rows that a model's admin page can show: the newest, and one of a live board."""
    _admin, app, model = route.pattern.split("/")[:3]
    rows = apps.get_model(app, model)._default_manager.order_by("pk")
    return [row.pk for row in (rows.last(), rows.filter(pk__gte=LIVE).first()) if row] or [0]


def fill_pattern(pattern: str, values: dict[str, Any]) -> str:
    text = pattern
    for name, value in values.items():
        text = re.sub(rf"<(?:\w+:)?{name}>|\(\?P<{name}>(?:[^()]|\([^()]*\))*\)", str(value), text)
    return "/" + text.replace("^", "").replace("$", "").replace("\\", "")
