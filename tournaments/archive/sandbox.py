"""Verify an uploaded archive in a subprocess with limited time and memory.

The subprocess is ``python -m tournaments.archive.sandbox``. Files that pass are safe to
parse in the web process.
"""

import json
import os
import sys
from dataclasses import asdict
from typing import Final

from jobs.sandbox import SandboxLimitError, limit_resources, run_sandboxed
from tournaments.archive.file import ArchiveFileError
from tournaments.archive.verification import Finding, check_document

TIMEOUT_SECONDS: Final = 20
MEMORY_LIMIT_MB: Final = 1_500
MAX_FINDINGS: Final = 20
"""One error often causes many."""


def check_in_sandbox(content: bytes) -> list[Finding]:
    """Inconsistencies in an archive; raise ArchiveFileError for an unreadable file."""
    try:
        answer = json.loads(run_sandboxed(__name__, content, seconds=TIMEOUT_SECONDS))
    except SandboxLimitError as error:
        raise ArchiveFileError("exhausted") from error
    if "code" in answer:
        raise ArchiveFileError(answer["code"], answer["at"])
    return [Finding(**each) for each in answer["findings"]]


# In the process of its own -------------------------------------------------------------------


def main() -> None:
    limit_resources(seconds=TIMEOUT_SECONDS, megabytes=MEMORY_LIMIT_MB)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    json.dump(findings_payload(sys.stdin.buffer.read()), sys.stdout)


def findings_payload(content: bytes) -> dict[str, object]:
    from tournaments.archive.reader import read_verified_document

    try:
        document = read_verified_document(content)
        findings = check_document(document).findings[:MAX_FINDINGS]
    except ArchiveFileError as error:
        return {"code": error.code, "at": error.at}
    except (MemoryError, RecursionError):
        return {"code": "exhausted", "at": ""}
    return {"findings": [finding_payload(each) for each in findings]}


def finding_payload(finding: Finding) -> dict[str, object]:
    payload = asdict(finding)
    for name in ("found", "right"):
        payload[name] = None if payload[name] is None else str(payload[name])[:200]
    return payload


if __name__ == "__main__":
    main()
