"""Public studies of many boards, all cards visible."""

from typing import Final

from django.http import Http404

from api.declarative import OperationSpec, ResourceSpec, api_path
from api.serializers.studies import StudyLineSerializer, StudySerializer
from games.studies.selectors import Findings, all_findings, findings_at

PUBLIC: Final = ResourceSpec(root=None, may="")


def study_or_404(share: str) -> Findings:
    findings = findings_at(share)
    if findings is None:
        raise Http404
    return findings


ADDRESSES: Final = [
    api_path(
        "studies/",
        "api_studies",
        PUBLIC,
        get=OperationSpec(
            does=all_findings,
            gives=StudyLineSerializer,
            many=True,
            words="The studies of many boards, those of this installation and the one that comes "
            "with the program.",
        ),
    ),
    api_path(
        "studies/<slug:share>/",
        "api_study",
        PUBLIC,
        get=OperationSpec(
            does=study_or_404,
            gives=StudySerializer,
            words="A study with all its sums as whole numbers: par, results, hands, leads.",
        ),
    ),
]
