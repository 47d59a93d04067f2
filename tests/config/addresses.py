from django.urls import reverse

from tournaments.models import Tournament


def pages(tournament: Tournament) -> list[str]:
    code = tournament.code
    return [
        reverse("home"),
        reverse("tournament_list"),
        reverse("club", args=[tournament.club_id]),
        reverse("tournament", args=[code]),
        reverse("tournament_board", args=[code, 1]),
        reverse("tournament_projector", args=[code]),
        reverse("rules_page", args=["bulgarian"]),
        reverse("calculator") + "?rules=bulgarian",
        reverse("match_pad"),
        reverse("replay_new"),
    ]
