"""Verify an uploaded archive in a subprocess with limited time and memory.

The subprocess is ``python -m tournaments.archive.sandbox``. Files that pass are safe to
parse in the web process.
"""

import json
import os
import sys
from dataclasses import asdict
from typing import Final

from jobs.sandbox import Exhausted, keep_within, run_apart
from tournaments.archive.file import BadFile
from tournaments.archive.verification import Finding, check_document

SECONDS: Final = 20
MEGABYTES: Final = 1_500
MOST_TOLD: Final = 20
"""Findings that are told; one that is wrong often makes many."""


def findings_apart(content: bytes) -> list[Finding]:
    """Inconsistencies in an archive; raise ArchiveFileError for an unreadable file."""
    try:
        answer = json.loads(run_apart(__name__, content, seconds=SECONDS))
    except Exhausted as error:
        raise BadFile("exhausted") from error
    if "code" in answer:
        raise BadFile(answer["code"], answer["at"])
    return [Finding(**each) for each in answer["findings"]]


# In the process of its own -------------------------------------------------------------------


def main() -> None:
    keep_within(seconds=SECONDS, megabytes=MEGABYTES)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    json.dump(answer_to(sys.stdin.buffer.read()), sys.stdout)


def answer_to(content: bytes) -> dict[str, object]:
    from tournaments.archive.reader import whole_document

    try:
        document = whole_document(content)
        findings = check_document(document).findings[:MOST_TOLD]
    except BadFile as error:
        return {"code": error.code, "at": error.at}
    except (MemoryError, RecursionError):
        return {"code": "exhausted", "at": ""}
    return {"findings": [as_text(each) for each in findings]}


def as_text(finding: Finding) -> dict[str, object]:
    told = asdict(finding)
    for name in ("found", "right"):
        told[name] = None if told[name] is None else str(told[name])[:200]
    return told


if __name__ == "__main__":
    main()
