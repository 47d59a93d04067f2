import io
from decimal import Decimal

import pytest
from django.core.management import CommandError

from games.management.json_input import MAX_CHARACTERS, read_json_stream


def test_json_numbers_are_read_as_exact_decimals():
    assert read_json_stream(io.StringIO('\ufeff{"net": 2.50}')) == {"net": Decimal("2.5")}


def test_nan_is_rejected_with_its_position():
    with pytest.raises(CommandError) as refused:
        read_json_stream(io.StringIO('{"results": [{"net": NaN}]}'))
    assert str(refused.value) == (
        "This is not JSON that can be read: results[0].net: NaN is no number of JSON."
    )


def test_oversized_input_is_read_only_to_the_limit():
    class Endless(io.StringIO):
        asked = 0

        def read(self, size=-1):
            Endless.asked = size
            return "[" * size

    with pytest.raises(CommandError, match="more than 50,000,000 characters"):
        read_json_stream(Endless())
    assert Endless.asked == MAX_CHARACTERS + 1
