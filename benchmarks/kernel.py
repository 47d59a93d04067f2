"""Speed of the compiled kernel against C, the interpreted engine, and on two processes.

    python -m benchmarks.kernel [--rounds 7] [--cache FOLDER]

Random legal deals: cards, a random contract, 32 random legal cards, points, score; the C
program must reach the same sums with the same draws. Whole deals: auction, announcements,
play and score of four rules-of-thumb bots by Bulgarian rules.

Best of alternating rounds, so that a busy machine affects all alike. Processor time; two
processes also in wall-clock time, meaningful on an idle machine.
"""

import argparse
import multiprocessing
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from games.belot import PRESETS, Deal, compiling, play_out, thumb_bot
from games.belot.cards import FULL_PACK, card_list
from games.belot.chance import Draws
from games.belot.kernel.deals import PACK_BUFFER_SIZE, play_random_deals
from games.belot.kernel.rules import STATE_SIZE, rules_of
from games.belot.presets import DEFAULT_PRESET
from games.belot.result import settlement_of
from games.belot.simulation import FixedContract, Question
from games.belot.simulation.simulate import auction_to, outcome_of, simulate

VARIANT = PRESETS[DEFAULT_PRESET]
C_SOURCE = Path(__file__).parent / "c" / "random_deals.c"
RANDOM_DEALS = 50_000
THUMB_DEALS = 10_000
ENGINE_DEALS = 100

WARM_START = """
import sys, time
from pathlib import Path
import games.belot.simulation.simulate
from games.belot import compiling
started = time.process_time()
assert compiling.switch_on(Path(sys.argv[1]))
print(time.process_time() - started)
"""


def kernel_random(seed: int) -> list[int]:
    here = compiling.space()
    sums, deal, pack, draws = (
        here.ints([0] * size) for size in (4, STATE_SIZE, PACK_BUFFER_SIZE, 4)
    )
    rules = here.ints(rules_of(VARIANT))
    here.of(play_random_deals)(rules, seed, 0, RANDOM_DEALS, sums, deal, pack, draws)
    return here.plain(sums)


def engine_random(seed: int) -> None:
    rng = random.Random(seed)
    pack = card_list(FULL_PACK)
    for number in range(ENGINE_DEALS):
        rng.shuffle(pack)
        deal = Deal.from_cards(VARIANT, number & 3, pack)
        for call in auction_to(deal, FixedContract(rng.randrange(6), rng.randrange(4))):
            deal.push(call)
        while mask := deal.legal_mask():
            deal.push(rng.choice(card_list(mask)))
        settlement_of(deal)


def kernel_thumbs(seed: int) -> None:
    simulate(Question(VARIANT), seed, 0, THUMB_DEALS)


def engine_thumbs(seed: int) -> None:
    for number in range(ENGINE_DEALS):
        draws = Draws(seed, number)
        pack = card_list(FULL_PACK)
        draws.shuffle(pack)
        deal = play_out(Deal.from_cards(VARIANT, number & 3, pack), thumb_bot, draws)
        outcome_of(deal)


def c_program(folder: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "random_deals"
    options = ["-O3", "-march=native", "-o", str(program), str(C_SOURCE)]
    subprocess.run([compiler, *options], check=True)
    return program


def c_random(program: Path, seed: int) -> tuple[list[int], float]:
    """Sums and seconds of a round by the C program."""
    command = [str(program), str(seed), "0", str(RANDOM_DEALS)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    *sums, seconds = ran.stdout.split()
    return [int(number) for number in sums], float(seconds)


def seconds_of(work: Callable[[int], object], seed: int) -> float:
    started = time.process_time()
    work(seed)
    return time.process_time() - started


def compare(program: Path | None, rounds: int) -> dict[str, float]:
    works: dict[str, tuple[Callable[[int], object], int]] = {
        "kernel random": (kernel_random, RANDOM_DEALS),
        "engine random": (engine_random, ENGINE_DEALS),
        "kernel thumbs": (kernel_thumbs, THUMB_DEALS),
        "engine thumbs": (engine_thumbs, ENGINE_DEALS),
    }
    best = dict.fromkeys([*works, "c random"], 0.0)
    for number in range(rounds):
        for name, (work, deals) in works.items():
            best[name] = max(best[name], deals / seconds_of(work, number))
        if program:
            sums, seconds = c_random(program, number)
            assert sums == kernel_random(number), "C and the kernel differ"
            best["c random"] = max(best["c random"], RANDOM_DEALS / seconds)
    return best


def many_kernel_thumbs(seed: int) -> float:
    return sum(seconds_of(kernel_thumbs, seed + number) for number in range(10))


def two_processes(rounds: int) -> tuple[float, float]:
    """Speedup of two processes, in wall-clock and in processor time."""
    clock, processor = [0.0, 0.0], [0.0, 0.0]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        pool.map(kernel_thumbs, [0, 1], chunksize=1)
        for number in range(rounds):
            for index, seeds in enumerate(([number], [number, number + 100])):
                started = time.perf_counter()
                spent = pool.map(many_kernel_thumbs, seeds, chunksize=1)
                rate = len(seeds) / (time.perf_counter() - started)
                clock[index] = max(clock[index], rate)
                processor[index] = max(processor[index], sum(1 / seconds for seconds in spent))
    return clock[1] / clock[0], processor[1] / processor[0]


def warm_start(folder: Path, rounds: int) -> float:
    """Minimum seconds in which a new process imports the compiler and loads the kernel."""
    command = [sys.executable, "-c", WARM_START, str(folder)]
    times = [
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(rounds + 1)
    ]
    return min(times)


def show(what: str, value: float, bar: str, unit: str = "") -> None:
    print(f"{what:<58}{value:>9.2f}{unit:<3} {bar}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds; the best counts")
    parser.add_argument("--cache", type=Path, help="where the compiled kernel is kept")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.cache or Path(scratch)
        if not compiling.switch_on(folder):
            sys.exit("Nothing to measure: the kernel is not compiled.")
        program = c_program(Path(scratch))
        best = compare(program, chosen.rounds)
        twice = two_processes(chosen.rounds)
        warm = warm_start(folder, chosen.rounds)
    for name, rate in best.items():
        if rate:
            print(f"{name + ', deals a second':<58}{rate:>12,.0f}")
    if program:
        ratio = best["c random"] / best["kernel random"]
        show("random deals: time of the kernel / time of C", ratio, "at most 1.0")
    else:
        print("No C compiler here: the comparison with C is left out.")
    against = best["kernel random"] / best["engine random"]
    show("random deals: kernel / interpreted engine", against, "at least 100")
    against = best["kernel thumbs"] / best["engine thumbs"]
    show("whole deals of thumb bots: kernel / interpreted engine", against, "at least 50")
    show("two processes / one, by the clock", twice[0], "at least 1.85")
    show("two processes / one, by processor time", twice[1], "")
    show("import of the compiler and the kernel, warm", warm, "at most 0.5", " s")


if __name__ == "__main__":
    main()
