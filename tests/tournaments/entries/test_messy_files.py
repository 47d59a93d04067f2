"""No row of a messy file is marked right that differs from what was meant."""

from collections import Counter

import pytest

from tests.tournaments.entries.messy import messy_file
from tournaments.entries.lists import as_text, read_file, read_text, understand
from tournaments.spreadsheets.workbooks import UnreadableError

FILES = 2_100
FEWEST_RIGHT = 0.8


def judge(seed: int) -> Counter[str]:
    """How many rows of a file are right, doubted or refused; fails for a wrong one marked right."""
    file = messy_file(seed)
    count = len(file.pairs)
    try:
        found = read_file(file.name, file.content)
    except UnreadableError as error:
        return Counter({"asked" if error.code == "which_encoding" else "refused": count})
    for rows in (understand(found), understand(read_text(as_text(found)))):
        right = [row for row in rows if row.problem is None]
        wrong = [row for row in right if row.names not in file.pairs]
        assert not wrong, (seed, file, wrong)
        assert len({row.names for row in right}) == len(right), (seed, file)
    return Counter(right=len(right), doubted=count - len(right))


def check(seeds: range) -> Counter[str]:
    total = sum(map(judge, seeds), Counter[str]())
    assert total["right"] >= FEWEST_RIGHT * total.total(), total
    return total


def test_no_wrong_row_of_some_files_is_marked_right():
    check(range(0, FILES, 14))


@pytest.mark.slow
def test_no_wrong_row_of_any_file_is_marked_right():
    print(check(range(FILES)))  # noqa: T201
