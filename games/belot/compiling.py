"""The only file that knows the compiler (Numba): what it compiles, and where that is kept.

Compiled code is kept as object files, which `linking` makes callable without the compiler.

A function marked with `kernel` or `entry` is plain Python in the subset that compiles: `int`
arguments of 64 bits, flat `Ints`, loops, no allocation, no keyword arguments, no recursion.
Marking changes nothing: called by its name it runs interpreted, for ever. `space()` gives the
world to run entries in: interpreted until `switch_on` has compiled them all.

    from games.belot.compiling import space

    here = space()
    numbers = here.ints([0] * 32)
    here.of(some_entry)(numbers, 7)

What a kernel function may use from around it: other marked functions, whole numbers, and flat
tuples of whole numbers, which become constant arrays; all imported by name (`from … import x`).
"""

import contextlib
import hashlib
import importlib
import logging
import os
import platform
import shutil
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Marked = Callable[..., Any]
"""A kernel function, with arguments of its own."""

Ints = MutableSequence[int]
"""A flat row of whole numbers that is written to: a list, or compiled an array of 64-bit ints."""

Cells = Annotated[MutableSequence[int], "bare"]
"""The same row inside a kernel: compiled bare memory, whose places are neither counted from the
end nor checked. `cells` makes one of a row."""

KERNEL_MODULES: Final = (
    "games.belot.chance",
    "games.belot.solving.double_dummy.solving",
    "games.belot.kernel.deals",
    "games.belot.kernel.finding",
    "games.belot.bots.sampling",
    "games.belot.bots.rollouts",
)
"""The modules whose entries are compiled when the compiler is switched on."""

OPTIONS: Final = {"error_model": "numpy", "_nrt": False}
"""No test for a division by zero, and no counting of references: nothing is allocated."""

PORTABLE: Final = {
    "x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt")),
}
"""For each kind of machine: the least processor whose instructions are used, and what it has."""

INLINED: Final = "inlined"
ENGINE: Final = "games.belot."
FOLDER: Final = "kernel-"
OLD_SECONDS: Final = 7 * 24 * 3600

log = logging.getLogger(__name__)
_inner: dict[Marked, str] = {}
_entries: dict[Marked, None] = {}


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a function that entries, and other kernel functions, call."""
    _inner[function] = ""
    return function


def inline(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a kernel function to be laid open in its callers: faster, but longer to compile."""
    _inner[function] = INLINED
    return function


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a function called from outside; its annotations (int, bool, Ints) are its types."""
    _entries[function] = None
    return kernel(function)


def machine(instruction: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark the plain twin of one machine instruction: "ctpop", "cttz" or "address"."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        _inner[function] = instruction
        return function

    return mark


@machine("address")
def cells(row: Ints) -> Cells:
    """A row as bare memory, for functions that take `Cells`."""
    return row


class Interpreted:
    """Kernel functions run as plain Python, on lists."""

    compiled = False

    def of(self, function: Callable[P, T]) -> Callable[P, T]:
        """The function to call."""
        return function

    def ints(self, values: Iterable[int]) -> Ints:
        """A row of numbers that these functions take."""
        return list(values)

    def plain(self, row: Ints) -> list[int]:
        """The numbers of a row as Python's own."""
        return list(row)


class Compiled(Interpreted):
    """Kernel functions as machine code, kept in a folder from one process to the next."""

    compiled = True

    def __init__(
        self, folder: Path, shipped: Path | None = None, *, portable: bool = False
    ) -> None:
        """Raises ImportError without the compiler, OSError where the folder cannot be used."""
        from games.belot.linking import Linker

        self._processor = _processor(portable=portable)
        self.folder = folder / _fingerprint(version("numba"), self._processor)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._shipped = shipped / self.folder.name if shipped else self.folder
        self._link = Linker().link
        self._compiler: Compiler | None = None
        self._done: dict[Marked, Any] = {}

    def of(self, function: Callable[P, T]) -> Callable[P, T]:
        """The compiled twin, from the folder or made now."""
        if function not in self._done:
            code = self._read(function) or self._make(function)
            self._done[function] = self._link(code, function)
        ready: Callable[P, T] = self._done[function]
        return ready

    def ints(self, values: Iterable[int]) -> Ints:
        """An array of 64-bit numbers."""
        return array("q", values)

    def _read(self, function: Marked) -> bytes:
        """The code that is there, or nothing."""
        for folder in (self.folder, self._shipped):
            with contextlib.suppress(FileNotFoundError):
                return (folder / self._name(function)).read_bytes()
        return b""

    def _make(self, function: Marked) -> bytes:
        """The code, made now; that of the engine is kept, whole or not at all."""
        self._compiler = self._compiler or Compiler(self._processor)
        code = self._compiler.code_of(function)
        if self._name(function).startswith(ENGINE):
            with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
                written = Path(scratch) / "code"
                written.write_bytes(code)
                written.rename(self.folder / self._name(function))
        return code

    def _name(self, function: Marked) -> str:
        return f"{function.__module__}.{function.__qualname__}"


class Compiler:
    """Numba: it makes machine code of a marked function and of all that it calls."""

    def __init__(self, processor: tuple[str, str]) -> None:
        import numba

        self._numba = numba
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = processor
        self._done: dict[Marked, Any] = {}
        self._begun: list[Marked] = []
        self._waiting: list[tuple[Any, Any]] = []

    def code_of(self, function: Marked) -> bytes:
        """An object file, after a line with the name of the function in it."""
        bare = self._bare(function)
        for ready, types in self._waiting:
            ready.compile(types)
            ready.disable_compile()
        self._waiting.clear()
        made = self._numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(bare)
        made.compile(self._signature(function))
        [overload] = made.overloads.values()
        _name, _kind, (code, _source) = overload.library.serialize_using_object_code()
        return f"{overload.fndesc.llvm_func_name}\n".encode() + bytes(code)

    def _inner(self, function: Marked) -> Any:
        """A function as others call it; compiled when all that it calls is."""
        if function not in self._done:
            self._done[function] = self._compile(function, _inner[function])
        return self._done[function]

    def _compile(self, function: Marked, how: str) -> Any:
        if how and how != INLINED:
            return _instruction(how)
        ready = self._numba.njit(**OPTIONS, forceinline=how == INLINED)(self._bare(function))
        self._waiting.append((ready, self._signature(function)))
        return ready

    def _bare(self, function: Marked) -> Any:
        """The same code among the names that compile."""
        if function in self._begun:
            raise TypeError(f"Kernel functions may not recurse: {function.__qualname__}.")
        self._begun.append(function)
        bare = FunctionType(function.__code__, self._around(function), function.__name__)
        bare.__module__, bare.__qualname__ = function.__module__, function.__qualname__
        self._begun.pop()
        return bare

    def _around(self, function: Marked) -> dict[str, Any]:
        """The names a function uses, with compiled functions and constant arrays behind them."""
        import numpy

        around: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType) and value in _inner:
                around[name] = self._inner(value)
            elif isinstance(value, tuple):
                around[name] = numpy.array(value, dtype=numpy.int64)
            elif isinstance(value, int):
                around[name] = value
        return around

    def _signature(self, function: Marked) -> Any:
        number = self._numba.int64
        types: dict[Any, Any] = {
            int: number,
            bool: self._numba.boolean,
            None: self._numba.void,
            Ints: number[::1],
            Cells: self._numba.types.CPointer(number),
        }
        hints = dict(function.__annotations__)
        answer = types[hints.pop("return")]
        return answer(*[types[hint] for hint in hints.values()])


INTERPRETED: Final = Interpreted()
_current: Interpreted = INTERPRETED


def space() -> Interpreted:
    """Where kernel functions run now: compiled once `switch_on` has succeeded."""
    return _current


def switch_on(folder: Path, shipped: Path | None = None, *, portable: bool = False) -> bool:
    """Compile every entry, or load what an earlier process compiled; whether that worked.

    What ``shipped`` has is taken from there. With ``portable`` it is compiled for most processors
    of this kind, not for this one alone. Where nothing worked, everything goes on interpreted, and
    one line in the log says why.
    """
    global _current  # noqa: PLW0603  (one compiler a process, switched on once at its start)
    if _current.compiled:
        return True
    try:
        for module in KERNEL_MODULES:
            importlib.import_module(module)
        ready = Compiled(folder, shipped, portable=portable)
        for function in [one for one in _entries if one.__module__ in KERNEL_MODULES]:
            ready.of(function)
    except Exception as error:
        reason = " ".join(str(error).split())[:300]
        log.warning("Rules engine runs interpreted, slower: %s: %s", type(error).__name__, reason)
        return False
    _current = ready
    forget_old(ready.folder)
    return True


def forget_old(folder: Path) -> None:
    """Throw away what other sources, compilers or processors left beside ``folder`` a while ago.

    A week spares machines that share a disk: each start marks its folder as used.
    """
    with contextlib.suppress(OSError):  # another process may be tidying up, too
        os.utime(folder)
        long_ago = folder.stat().st_mtime - OLD_SECONDS
        for other in folder.parent.glob(f"{FOLDER}*"):
            if other.stat().st_mtime < long_ago:
                shutil.rmtree(other, ignore_errors=True)


def switch_off() -> None:
    """Run interpreted again; what is compiled stays on disk."""
    global _current  # noqa: PLW0603
    _current = INTERPRETED


def _processor(*, portable: bool) -> tuple[str, str]:
    """The name and features of the processor to compile for; this one where it lacks any."""
    from llvmlite import binding

    host = binding.get_host_cpu_features()
    name, needed = PORTABLE.get(platform.machine(), ("generic", ()))
    if portable and all(host.get(feature) for feature in needed):
        return name, ""
    return binding.get_host_cpu_name(), host.flatten()


def _fingerprint(version: str, processor: tuple[str, str]) -> str:
    """A name that changes with any source of the engine, the compiler and the processor."""
    parts: Sequence[str] = (version, sys.version, *processor)
    digest = hashlib.sha256("\0".join(parts).encode())
    room = Path(__file__).parent
    for source in sorted(room.rglob("*.py")):
        digest.update(source.relative_to(room).as_posix().encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    return f"{FOLDER}{digest.hexdigest()[:16]}"


def _instruction(name: str) -> Any:
    """One machine instruction on a 64-bit number, as a function the compiler puts in line."""
    import numba
    from llvmlite import ir
    from numba import extending
    from numba.np import arrayobj

    never_zero = ir.Constant(ir.IntType(1), 1)
    if name == "address":

        def bare(_context: Any, row: Any) -> Any:
            def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return arrayobj.make_array(signature.args[0])(context, builder, arguments[0]).data

            return numba.types.CPointer(numba.int64)(row), address

        return extending.intrinsic(bare)

    def type_and_build(_context: Any, number: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(arguments[0])
            return builder.cttz(arguments[0], never_zero)

        return numba.int64(numba.int64), build

    return extending.intrinsic(type_and_build)
