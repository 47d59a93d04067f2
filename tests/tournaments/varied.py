"""A club with unusual values, for tests that post forms untouched."""

import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.belot import variant_from_json
from tests.builders import (
    enter_teams,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    names_of,
    rebuild,
)
from tests.tournaments.registration.world import ANA, YAVOR, enter
from tournaments.cash.services.fees import FeeKindRequest, set_fees, set_kinds
from tournaments.cash.services.prizes import plan_prizes
from tournaments.entries.services.entries import add_teams
from tournaments.models import Club, FeeKind, PrizePlan, Season, Team, Tournament, Webhook
from tournaments.notifications.webhooks.services import add_webhook
from tournaments.privacy.services import show_player_as
from tournaments.registration.services.approval import set_entry_plan
from tournaments.seasons.services import create_season
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament

KATHMANDU = "Asia/Kathmandu"
ODD = "=L’«Été» d'Ana, +2 & <b>"


def store(row: Any, **values: object) -> None:
    type(row).objects.filter(pk=row.pk).update(**values)


class VariedClub:
    def __init__(self) -> None:
        self.club = make_club("Клуб „Пика“ d'Été")
        store(
            self.club, place="+33 rue de l’Église, 1er étage", country="FR", time_zone=KATHMANDU,
            is_listed=True, names_in_search=True, contact_name="=Ana & <Co>",
            contact_email="Ana.O'Neil+belot@Example.org", contact_phone="+359 2 981-00-00",
            contact_address="12, ул. „Раковски“", wifi_name="l'hall  2",
            wifi_password=" ' secret ' ",
        )  # fmt: skip
        self.club = Club.objects.get(pk=self.club.pk)
        self.entry = self.open_for_entry()
        self.game = self.open_play()
        self.teams = self.of_teams()
        self.singles = self.of_players()
        self.playing = self.in_play()
        self.over, self.final = self.two_stages()
        self.season = self.counted()
        self.webhook = self.told()

    def make(self, **values: Any) -> Tournament:
        return make_tournament(
            self.club, date=timezone.localdate() + datetime.timedelta(days=7), **values
        )

    def open_for_entry(self) -> Tournament:
        made = self.make(
            name=ODD, start_time=datetime.time(20, 15, 30), place="+1 „Зала“", is_public=False,
            variant=variant_from_json({"preset": "belote", "direction": "clockwise"}),
        )  # fmt: skip
        store(made, time_zone="Pacific/Auckland", boards_per_round=16, minutes_per_board=30)
        enter_teams(made, 4)
        first, second, third, fourth = made.teams.order_by("pk")
        self.late = first
        store(
            first, category="Юноши & Co", group="=Club d'Été", handicap="-5/2", seeding=2000,
            fixed_table=1000, remark="+1 “late”", named_after_players=False, name=ODD,
            absence=Team.Absence.LATE, expected_at=datetime.time(20, 45, 10), is_present=False,
        )  # fmt: skip
        store(second, handicap="2.50", category="JUNIORS")
        store(third, handicap="0", seeding=1)
        closes = datetime.datetime(2027, 3, 28, 1, 59, 58, 123456, ZoneInfo("Pacific/Auckland"))
        set_entry_plan(
            tournament=made, is_open=True, closes_at=closes, most=5, needs_approval=True,
            shows_names=False, contact="must",
        )  # fmt: skip
        enter(made, ANA, YAVOR, email="ana@example.org")
        self.fees_of(made, "EUR")
        own = FeeKind.objects.get(tournament=made, name="Étudiant d'été")
        set_kinds(team=fourth, kinds={2: own.pk})
        store(
            made, match_scale={"tariff": {"win": "2.5", "draw": "4/3", "loss": "-1"}},
            tie_breaks=["direct", "count_back"],
            scoring_options={
                "clip": 1000, "datum_drop": 9, "average_imps": "2.50", "per_board": True,
                "small_groups": True, "boards_per_match": 12, "bye_score": "60",
            },
        )  # fmt: skip
        return made

    def fees_of(self, made: Tournament, currency: str) -> None:
        kinds = [
            FeeKindRequest(1250, name="Étudiant d'été"), FeeKindRequest(0, code="junior"),
            FeeKindRequest(999, name="=Пенсионер"), FeeKindRequest(100_000, code="member"),
        ]  # fmt: skip
        set_fees(tournament=made, kinds=kinds, currency=currency, buy_back=1)
        plan_prizes(
            tournament=made, way=PrizePlan.Way.PLACES, percent=None, fixed=1_234_567, step=25,
            shares=[40], nth=7, each=5, listed="1-4, 8, 12, last", note="=Ham, d'été; 2 × wine",
        )  # fmt: skip

    def open_play(self) -> Tournament:
        made = self.make(
            name="Вечер", cards="open", scoring="wins_then_points",
            game={"to": 1001, "best_of": 7, "minutes": 95},
        )  # fmt: skip
        enter_teams(made, 3)
        set_entry_plan(tournament=made, is_open=False)
        set_fees(tournament=made, kinds=[FeeKindRequest(7, code="guest")], currency="JPY")
        plan_prizes(
            tournament=made, way=PrizePlan.Way.SHARES, percent=33, fixed=0, step=1,
            shares=[50, 30, 20, 5], nth=2, each=None, note="",
        )  # fmt: skip
        tariff = {"win": "3", "draw": "1", "loss": "0", "by_games": [[4, 3, "2"]]}
        store(
            made, match_scale={"tariff": tariff},
            tie_breaks=["none"], scoring_options={"bye_points": "0.5", "annul_leavers": True},
        )  # fmt: skip
        return made

    def of_teams(self) -> Tournament:
        made = self.make(name="Отбори", unit="team", scoring="imps")
        people = [name for number in range(8) for name in names_of(number)]
        add_teams(
            tournament=made, teams=[people[:6], people[6:10], people[10:15]],
            names=["=Les “Six”", "", "Pет"],
        )  # fmt: skip
        options = {"clip": 501, "imp_table": "bridge", "average_imps": "3/2"}
        store(made, scoring_options=options, match_scale={"vp": "wbf-imps-15"})
        return made

    def of_players(self) -> Tournament:
        made = self.make(name="Сами", unit="player", game={"deals": 12})
        people = [name for number in range(4) for name in names_of(number)]
        add_teams(tournament=made, teams=[[name] for name in people])
        return made

    def in_play(self) -> Tournament:
        made = make_drawn(
            6, club=self.club, name="Сега", variant=variant_from_json("bela"),
            start_time=datetime.time(0, 0, 59),
        )  # fmt: skip
        fill_rounds(made, 1)
        made = rebuild(made)
        store(made, field_tables=7, field_level="thumb", field_counts=True)
        self.fees_of(made, "XAF")
        player = made.teams.get(number=2).players.order_by("pk")[0]
        show_player_as(
            player=player, shown_as="pseudonym", pseudonym="=Сянка d'Été", asked="+herself, 12 May"
        )
        self.hidden = player
        self.known = made.teams.get(number=3).players.order_by("pk")[0]
        show_player_as(player=self.known, shown_as="initials", asked="=his club")
        return made

    def two_stages(self) -> tuple[Tournament, Tournament]:
        over = make_drawn(4, club=self.club, name="Полуфинал")
        fill_rounds(over, over.rounds.count())
        over = finish_tournament(tournament=rebuild(over), corrections_minutes=90)
        (final, *_rest) = create_next_stages(
            tournament=over, stage_name="Финал d'Été", through=4, carry="share", carry_share="1/3"
        )
        store(final, carry_share="0.5")
        return over, final

    def counted(self) -> Season:
        return create_season(
            club=self.club, name="=Сезон d'Été", tournaments=[self.over, self.playing],
            measure=Season.Measure.PLACES, place_points=["10.5", "8", "1/3"], best=3, least=2,
            is_mean=True, is_public=False,
        )  # fmt: skip

    def told(self) -> Webhook:
        hook = add_webhook(
            club=self.club, address="https://hook.example/belot?a=1&b='2'",
            events=["result.recorded"], name="=Наш d'Été",
        )  # fmt: skip
        since = timezone.now() - datetime.timedelta(hours=3)
        store(hook, failing_since=since, rests_until=since + datetime.timedelta(days=1))
        return hook
