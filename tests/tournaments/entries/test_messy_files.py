"""No misread row of a messy file is marked right."""

from collections import Counter
from collections.abc import Callable

import pytest

from tests.tournaments.entries.messy import Messy, messy_file
from tests.tournaments.entries.messy_books import messy_book
from tournaments.entries.lists import as_text, read_file, read_text, validate_rows
from tournaments.exports import readers
from tournaments.exports.workbooks import UnreadableError, lines_of

FILES = 2_100
MIN_READ_SHARES = {messy_file: 0.8, messy_book: 0.55}


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    monkeypatch.setattr(readers, "sheet_lines", lines_of)


def judge(make: Callable[[int], Messy], seed: int) -> Counter[str]:
    """Count right, doubted and refused rows; fail if a wrong one is marked right."""
    file = make(seed)
    count = len(file.pairs)
    try:
        read_rows = read_file(file.name, file.content)
    except UnreadableError as error:
        return Counter({"asked" if error.code == "which_encoding" else "refused": count})
    for rows in (validate_rows(read_rows), validate_rows(read_text(as_text(read_rows)))):
        right = [row for row in rows if row.problem is None]
        wrong = [row for row in right if row.names not in file.pairs]
        assert not wrong, (seed, file, wrong)
        assert len({row.names for row in right}) == len(right), (seed, file)
    return Counter(right=len(right), doubted=count - len(right))


def check(make: Callable[[int], Messy], seeds: range) -> Counter[str]:
    total = sum((judge(make, seed) for seed in seeds), Counter[str]())
    assert total["right"] >= MIN_READ_SHARES[make] * total.total(), total
    return total


@pytest.mark.parametrize("make", MIN_READ_SHARES)
def test_no_invalid_row_of_sample_files_is_accepted(make):
    check(make, range(0, FILES, 42))


@pytest.mark.slow
@pytest.mark.parametrize("make", MIN_READ_SHARES)
def test_no_invalid_row_of_all_files_is_accepted(make):
    print(check(make, range(FILES)))  # noqa: T201
