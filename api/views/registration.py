from uuid import UUID

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Operation
from api.permissions import tournament_or_404
from api.serializers.registration import EntrySerializer, NewSignupSerializer, SignupSerializer
from api.views.tournaments import validated_body
from tournaments.models import Tournament
from tournaments.organiser.qr_codes import absolute_url
from tournaments.registration.selectors import EntryWithLookers, entry_with_lookers
from tournaments.registration.services.signups import ContactDetails, sign_up


class SignupList(Operation):
    @extend_schema(responses=EntrySerializer)
    def get(self, _request: Request, code: str) -> Response:
        """Places left, deadline, and players who seek a partner."""
        return Response(EntrySerializer(entry_or_404(tournament_or_404(code))).data)

    @extend_schema(request=NewSignupSerializer, responses={201: SignupSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Sign up: entered, pending approval, or on the waiting list."""
        tournament = tournament_or_404(code)
        entry_or_404(tournament)
        values = validated_body(NewSignupSerializer, request)
        site = absolute_url(request._request, "/").rstrip("/")
        email, phone = values.pop("email"), values.pop("phone")
        signup = sign_up(
            tournament=tournament,
            client_key=UUID(values.pop("client_key")),
            offers_to=values.pop("partner", None),
            reach=ContactDetails(email, phone, site, get_language() or ""),
            **values,
        )
        return Response(SignupSerializer(signup).data, status=201)


def entry_or_404(tournament: Tournament) -> EntryWithLookers:
    entry = entry_with_lookers(tournament)
    if entry is None:
        raise Http404
    return entry
