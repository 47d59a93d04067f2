from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.clubs.forms import ChangeClubForm, ClubForm, ContactForm, MemberForm, PlayerForm
from tournaments.clubs.selectors import clubs_of, members_of, players_of
from tournaments.clubs.services import (
    add_member,
    change_club,
    found_club,
    remove_member,
    rename_player,
    set_contact,
)
from tournaments.models import Club, Membership, Player
from tournaments.organiser.access import Request, club_page_for, run_with_message
from tournaments.organiser.pages import show_form
from tournaments.organiser.qr_codes import absolute_url
from tournaments.state.version_tokens import (
    CLUB,
    CONTACT,
    club_state,
    columns,
    contact_state,
    player_state,
)

PLAYERS_A_PAGE = 100


@login_required
def club_new(request: Request) -> HttpResponse:
    form = ClubForm(request.POST or None)
    club = form.submit_to(found_club, user=request.user) if request.method == "POST" else None
    if club is not None:
        messages.success(request, _("The club is created. Now make its first tournament."))
        return redirect(first_tournament(request, club))
    first = not clubs_of(request.user).exists()
    context = {"form": form, "first": first, "nav": "manage"}
    return render(request, "tournaments/clubs/club_new.html", context)


def first_tournament(request: Request, club: Club) -> str:
    """The originally requested page, or that of a new tournament."""
    next_url = request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(next_url, {request.get_host()}, request.is_secure()):
        return next_url
    return f"{reverse('manage_new')}?club={club.pk}"


@club_page_for("tournaments.create_in_club")
def club_page(request: Request, club: Club) -> HttpResponse:
    return show_club(request, club)


@require_POST
@club_page_for("tournaments.manage_club")
def club_change(request: Request, club: Club) -> HttpResponse:
    form = ChangeClubForm(request.POST)
    if form.submit_to(change_club, club=club):
        messages.success(request, _("Saved."))
        return redirect("manage_club", club.pk)
    club.refresh_from_db()
    if form.conflict:
        form.compare(change_form(club))
    return show_club(request, club, club_form=form)


@require_POST
@club_page_for("tournaments.manage_club")
def contact_change(request: Request, club: Club) -> HttpResponse:
    form = ContactForm(request.POST)
    if form.submit_to(set_contact, club=club):
        messages.success(request, _("Saved."))
        return redirect("manage_club", club.pk)
    club.refresh_from_db()
    if form.conflict:
        form.compare(contact_form(club))
    return show_club(request, club, contact=form)


@require_POST
@club_page_for("tournaments.manage_club")
def member_add(request: Request, club: Club) -> HttpResponse:
    form = MemberForm(request.POST)
    member = form.submit_to(add_member, club=club, actor=request.user)
    if member:
        words = _("%(name)s: %(role)s") % {
            "name": member.user.get_username(),
            "role": member.get_role_display(),
        }
        messages.success(request, words)
        return redirect("manage_club", club.pk)
    return show_club(request, club, member_form=form)


@require_POST
@club_page_for("tournaments.manage_club")
def member_remove(request: Request, club: Club, member_id: int) -> HttpResponse:
    member = get_object_or_404(Membership, pk=member_id, club=club)
    run_with_message(
        request,
        lambda: remove_member(membership=member),
        _("%s no longer runs the club.") % member.user,
    )
    return redirect("manage_home" if member.user_id == request.user.pk else club_address(club))


@club_page_for("tournaments.create_in_club")
def player_page(request: Request, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=player_id, club=club)
    form = player_form(player, request.POST or None)
    if request.method == "POST" and form.submit_to(rename_player, player=player) is not None:
        messages.success(request, _("Saved."))
        return redirect(club_address(club))
    if form.conflict:
        player.refresh_from_db()
        form.compare(player_form(player, None))
    organises = request.user.has_perm("tournaments.manage_club", club)
    context = {
        "form": form,
        "club": club,
        "player": player,
        "organises": organises,
        "nav": "manage",
    }
    return show_form(request, "clubs/player", context, form)


def player_form(player: Player, data: QueryDict | None) -> PlayerForm:
    initial = {"name": player.name, "seen": player_state(player).seen}
    return PlayerForm(data, initial=initial)


def change_form(club: Club) -> ChangeClubForm:
    return ChangeClubForm(initial={**columns(club, CLUB), "seen": club_state(club).seen})


def contact_form(club: Club) -> ContactForm:
    return ContactForm(initial={**columns(club, CONTACT), "seen": contact_state(club).seen})


def show_club(
    request: Request,
    club: Club,
    *,
    club_form: ChangeClubForm | None = None,
    contact: ContactForm | None = None,
    member_form: MemberForm | None = None,
) -> HttpResponse:
    """The club's page, including a rejected form."""
    search = request.GET.get("q", "")
    form = club_form or change_form(club)
    page = Paginator(players_of(club, search), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "club_name": club.name,
        "members": members_of(club),
        "organises": request.user.has_perm("tournaments.manage_club", club),
        "club_form": form,
        "contact_form": contact or contact_form(club),
        "anew": club_address(club),
        "member_form": member_form or MemberForm(),
        "seasons": club.seasons.all(),
        "page_obj": page,
        "wanted": search,
        "embed_calendar": absolute_url(request, reverse("embed_calendar", args=[club.pk])),
        "embed_winner": absolute_url(request, reverse("embed_winner", args=[club.pk])),
        "nav": "manage",
    }
    return show_form(request, "clubs/club", context, contact or form)


def club_address(club: Club) -> str:
    return reverse("manage_club", args=[club.pk])
