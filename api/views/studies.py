"""Public studies of many boards, all cards visible."""

from typing import Final

from django.http import Http404

from api.declarative import About, Deed, address
from api.serializers.studies import StudyLineSerializer, StudySerializer
from games.studies.selectors import Findings, all_findings, findings_at

SEEN_BY_ALL: Final = About(root=None, may="")


def study_or_404(share: str) -> Findings:
    found = findings_at(share)
    if found is None:
        raise Http404
    return found


ADDRESSES: Final = [
    address(
        "studies/",
        "api_studies",
        SEEN_BY_ALL,
        get=Deed(
            does=all_findings,
            gives=StudyLineSerializer,
            many=True,
            words="The studies of many boards, those of this installation and the one that comes "
            "with the program.",
        ),
    ),
    address(
        "studies/<slug:share>/",
        "api_study",
        SEEN_BY_ALL,
        get=Deed(
            does=study_or_404,
            gives=StudySerializer,
            words="A study with all its sums as whole numbers: par, results, hands, leads.",
        ),
    ),
]
