"""Compilation: same results, cached on disk, optional, harmless when it fails."""

import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games.belot import compiling
from games.belot.bits import lowest, nth_bit, nth_bit_of_hand, popcount
from games.belot.chance import Draws, fill_words, seed_stream
from games.belot.compiling import INTERPRETED, Ints, entry, kernel

ROOT = Path(compiling.__file__).parents[2]
FIRST_WORDS = [1186431023, 1691808228, 1207332826, 3413441780]
SQUARES = (0, 1, 4, 9)


@kernel
def square(number: int) -> int:
    return SQUARES[number]


@entry
def sum_of_squares(numbers: Ints) -> int:
    total = 0
    for place in range(len(numbers)):
        total += square(numbers[place])
    return total


@entry
def bits_of(mask: int, into: Ints) -> None:
    into[0] = popcount(mask)
    into[1] = lowest(mask)
    into[2] = nth_bit(mask, 2)
    into[3] = nth_bit_of_hand(mask & 0xFF00, 2)


@entry
def falls_forever(number: int) -> int:
    return falls_forever(number - 1)


@pytest.fixture
def off():
    yield
    compiling.switch_off()


def test_compiled_function_returns_the_same_as_its_source(compiled):
    assert sum_of_squares([3, 2, 1]) == 14
    assert compiled.of(sum_of_squares)(compiled.ints([3, 2, 1])) == 14


@pytest.mark.parametrize("mask", [0b10110 << 8, 0xFFFFFFFF, 0xE0000700])
def test_compiled_bit_functions_equal_interpreted_ones(compiled, mask):
    plain, fast = [0] * 4, compiled.ints([0] * 4)
    bits_of(mask, plain)
    compiled.of(bits_of)(mask, fast)
    found = [mask.bit_count(), lowest(mask), nth_bit(mask, 2), nth_bit(mask & 0xFF00, 2)]
    assert plain == list(fast) == found


def test_nth_bit_finds_each_card_of_a_hand():
    for hand in (0xFF, 0x80808000, 0x12345678 & 0x0F0F0000, 1 << 31):
        cards = [card for card in range(32) if hand >> card & 1]
        assert [nth_bit_of_hand(hand, place) for place in range(len(cards))] == cards
        assert [nth_bit(hand, place) for place in range(len(cards))] == cards


def test_random_words_are_fixed_and_equal_when_compiled(compiled):
    for here in (INTERPRETED, compiled):
        into = here.ints([0] * 4)
        here.of(fill_words)(here.ints([0] * 4), 7, 3, into)
        assert list(into) == FIRST_WORDS


def test_large_seeds_draw_the_same_words_when_compiled(compiled):
    for seed, number in ((0, 0), (2**62, 1), (123456789012, 2**62), (1, 2**32)):
        found = []
        for here in (INTERPRETED, compiled):
            into = here.ints([0] * 50)
            here.of(fill_words)(here.ints([0] * 4), seed, number, into)
            found.append(list(into))
        assert found[0] == found[1]
        assert len(set(found[0])) == 50


def test_draws_use_the_seeded_word_stream():
    draws = Draws(7, 3)
    assert draws.random() == FIRST_WORDS[0] / 2**32
    assert draws.choice("abcd") == "abcd"[FIRST_WORDS[1] * 4 >> 32]
    state = [0] * 4
    seed_stream(state, 7, 3)
    assert Draws(7, 3).state == state
    assert sorted(Draws(7, 3).sample(range(9), 4)) != [0, 1, 2, 3]


def test_recursive_function_is_rejected_by_the_compiler(compiled):
    with pytest.raises(TypeError, match="may not recurse"):
        compiled.of(falls_forever)


def test_missing_compiler_is_logged_once(tmp_path, monkeypatch, caplog, off):
    monkeypatch.setitem(sys.modules, "numba", None)
    with caplog.at_level(logging.WARNING):
        assert not compiling.switch_on(tmp_path)
    assert len(caplog.records) == 1
    assert caplog.messages[0].startswith("Rules engine runs interpreted, slower: ModuleNotFound")
    assert not compiling.space().compiled


def test_unwritable_cache_folder_falls_back_to_interpreted(tmp_path, caplog, off):
    pytest.importorskip("numba")
    (tmp_path / "file").touch()
    with caplog.at_level(logging.WARNING):
        assert not compiling.switch_on(tmp_path / "file")
    assert len(caplog.records) == 1
    assert compiling.space() is INTERPRETED


class Features(dict[str, bool]):
    def flatten(self):
        return ", ".join(self)


FRESH = """
import sys, time
from pathlib import Path
from games.belot import compiling
assert "numba" not in sys.modules
folder, shipped, *modules = sys.argv[1:]
compiling.KERNEL_MODULES = modules or compiling.KERNEL_MODULES
shipped = Path(shipped) if shipped else None
assert compiling.switch_on(Path(folder), shipped, portable=bool(shipped)), "not compiled"
from games.belot.chance import fill_words
here = compiling.space()
into = here.ints([0] * 4)
here.of(fill_words)(here.ints([0] * 4), 7, 3, into)
print(here.compiled, "numba" not in sys.modules, list(into))
"""


def fresh_process(folder, *modules, shipped=""):
    ran = subprocess.run(
        [sys.executable, "-c", FRESH, str(folder), str(shipped), *modules],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DEBUG_CACHE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_second_process_loads_the_compiled_cache_of_the_first(tmp_path):
    pytest.importorskip("numba")
    assert fresh_process(tmp_path, "games.belot.chance") == f"True False {FIRST_WORDS}"
    assert fresh_process(tmp_path, "games.belot.chance") == f"True True {FIRST_WORDS}"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.slow
def test_compiled_cache_shipped_with_the_image_is_loaded(tmp_path):
    pytest.importorskip("numba")
    image, data, module = tmp_path / "image", tmp_path / "data", "games.belot.chance"
    compiled = fresh_process(image, module, shipped=tmp_path / "nothing")
    assert compiled == f"True False {FIRST_WORDS}"
    assert fresh_process(data, module, shipped=image) == f"True True {FIRST_WORDS}"
    [shipped], [own] = image.iterdir(), data.iterdir()
    assert shipped.name == own.name
    assert list(own.iterdir()) == []
    # only this processor has more features: cached under another name
    assert fresh_process(data, module) == f"True False {FIRST_WORDS}"
    assert len(list(data.iterdir())) == 2


def test_portable_target_requires_every_processor_feature(monkeypatch):
    binding = pytest.importorskip("llvmlite.binding")
    monkeypatch.setattr(compiling.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "old")
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: Features(avx2=True, bmi=False))
    assert compiling._processor(portable=True) == ("old", "avx2, bmi")
    full = Features.fromkeys(compiling.PORTABLE_TARGETS["x86_64"][1], True)
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: full)
    assert compiling._processor(portable=True) == ("x86-64-v3", "")
    assert compiling._processor(portable=False)[0] == "old"


def test_cache_folders_of_other_versions_expire_after_a_week(tmp_path):
    now, day = time.time(), 24 * 3600
    ages = {"kernel-own": 30, "kernel-recent": 6, "kernel-old": 8, "notes": 99}
    for name, days in ages.items():
        (tmp_path / name / "in").mkdir(parents=True)
        os.utime(tmp_path / name, (now - days * day,) * 2)
    compiling.remove_old_folders(tmp_path / "kernel-own")
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {"kernel-own", "kernel-recent", "notes"}
    assert (tmp_path / "kernel-own").stat().st_mtime > now - day


@pytest.mark.slow
def test_consecutive_processes_load_the_whole_kernel(kernel_cache):
    pytest.importorskip("numba")
    for _ in range(2):
        assert fresh_process(kernel_cache).endswith(str(FIRST_WORDS))
