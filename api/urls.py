"""Addresses of the API, below ``/api/v1/``."""

from django.urls import path

from api.views import (
    boards,
    changes,
    dealing,
    deals,
    describing,
    draws,
    field,
    ladders,
    rulings,
    scoring,
    signups,
    simulations,
    tables,
    tournaments,
)

urlpatterns = [
    path("schema/", describing.Described.as_view(), name="api_schema"),
    path("docs/", describing.Docs.as_view(url_name="api_schema"), name="api_docs"),
    path("score/", scoring.ScoreView.as_view(), name="api_score"),
    path("deals/", deals.DealSetList.as_view(), name="api_deal_sets"),
    path("deals/<slug:share>/", deals.DealSetDetail.as_view(), name="api_deal_set"),
    path("simulations/", simulations.SimulationList.as_view(), name="api_simulations"),
    path(
        "simulations/<slug:share>/", simulations.SimulationDetail.as_view(), name="api_simulation"
    ),
    path(
        "simulations/<slug:share>/stop/",
        simulations.SimulationStop.as_view(),
        name="api_simulation_stop",
    ),
    path(
        "simulations/<slug:share>/resume/",
        simulations.SimulationResume.as_view(),
        name="api_simulation_resume",
    ),
    path("tournaments/", tournaments.TournamentList.as_view(), name="api_tournaments"),
    path("tournaments/<slug:code>/", tournaments.TournamentDetail.as_view(), name="api_tournament"),
    path("tournaments/<slug:code>/teams/", tournaments.TeamList.as_view(), name="api_teams"),
    path("tournaments/<slug:code>/signups/", signups.SignupList.as_view(), name="api_signups"),
    path("tournaments/<slug:code>/rounds/", tournaments.RoundList.as_view(), name="api_rounds"),
    path(
        "tournaments/<slug:code>/rounds/<int:number>/",
        tournaments.RoundDetail.as_view(),
        name="api_round",
    ),
    path("tournaments/<slug:code>/draw/", draws.DrawView.as_view(), name="api_draw"),
    path(
        "tournaments/<slug:code>/deal-set/",
        draws.DealSetOfTournament.as_view(),
        name="api_tournament_deal_set",
    ),
    path("tournaments/<slug:code>/dealing/", dealing.DealingView.as_view(), name="api_dealing"),
    path(
        "tournaments/<slug:code>/dealing/<int:number>/<slug:place>/checks/",
        dealing.HandChecks.as_view(),
        name="api_hand_checks",
    ),
    path(
        "tournaments/<slug:code>/draw/publication/",
        draws.DrawPublication.as_view(),
        name="api_draw_publication",
    ),
    path(
        "tournaments/<slug:code>/rounds/next/", draws.NextRoundView.as_view(), name="api_next_round"
    ),
    path(
        "tournaments/<slug:code>/rounds/<int:number>/draft/",
        draws.RoundDraft.as_view(),
        name="api_round_draft",
    ),
    path(
        "tournaments/<slug:code>/rounds/<int:number>/publication/",
        draws.RoundPublication.as_view(),
        name="api_round_publication",
    ),
    path("tournaments/<slug:code>/boards/", tournaments.BoardList.as_view(), name="api_boards"),
    path(
        "tournaments/<slug:code>/boards/<int:number>/",
        tournaments.BoardDetail.as_view(),
        name="api_board",
    ),
    path(
        "tournaments/<slug:code>/boards/<int:number>/closing/",
        boards.Closing.as_view(),
        name="api_closing",
    ),
    path("tournaments/<slug:code>/refusals/", boards.RefusalList.as_view(), name="api_refusals"),
    path("tournaments/<slug:code>/tries/", boards.Tries.as_view(), name="api_tries"),
    path(
        "tournaments/<slug:code>/standings/",
        tournaments.StandingsView.as_view(),
        name="api_standings",
    ),
    path("tournaments/<slug:code>/field/", field.FieldView.as_view(), name="api_field"),
    path(
        "tournaments/<slug:code>/results/",
        tournaments.CorrectionView.as_view(),
        name="api_corrections",
    ),
    path("seasons/<slug:code>/", ladders.SeasonView.as_view(), name="api_season"),
    path("clubs/<int:club_id>/ratings/", ladders.RatingsView.as_view(), name="api_ratings"),
    path("tournaments/<slug:code>/changes/", changes.ChangeList.as_view(), name="api_changes"),
    path(
        "tournaments/<slug:code>/changes/<slug:verb>/",
        changes.ChangeMake.as_view(),
        name="api_change",
    ),
    path(
        "tournaments/<slug:code>/changes/<int:change_id>/undo/",
        changes.ChangeUndo.as_view(),
        name="api_change_undo",
    ),
    path(
        "tournaments/<slug:code>/boards/<int:number>/cards/",
        rulings.CardsView.as_view(),
        name="api_cards",
    ),
    path("tournaments/<slug:code>/rulings/", rulings.RulingView.as_view(), name="api_rulings"),
    path(
        "tournaments/<slug:code>/adjustments/",
        rulings.AdjustmentList.as_view(),
        name="api_adjustments",
    ),
    path(
        "tournaments/<slug:code>/adjustments/<int:adjustment_id>/cancel/",
        rulings.AdjustmentCancel.as_view(),
        name="api_adjustment_cancel",
    ),
    path("tournaments/<slug:code>/scoring/", rulings.ScoringView.as_view(), name="api_scoring"),
    path("tournaments/<slug:code>/facts/", rulings.FactsView.as_view(), name="api_facts"),
    path("tables/<slug:token>/", tables.TableDetail.as_view(), name="api_table"),
    path("tables/<slug:token>/state/", tables.TableNow.as_view(), name="api_table_state"),
    path("tables/<slug:token>/results/", tables.ResultEntry.as_view(), name="api_results"),
    path(
        "tables/<slug:token>/confirmations/",
        tables.ConfirmationEntry.as_view(),
        name="api_confirmations",
    ),
    path("tables/<slug:token>/call/", tables.CallEntry.as_view(), name="api_call"),
    path("tables/<slug:token>/messages/", tables.MessageRead.as_view(), name="api_messages"),
]
