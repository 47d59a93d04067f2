"""Compile kernel functions with Numba, used only here, and cache them as object files.

`linking` loads object files without the compiler. A function marked with `kernel` or
`entry` is plain Python in the compilable subset: 64-bit `int` arguments, flat `Ints`,
loops, no allocation, no keyword arguments, no recursion. Called by its name it always
runs interpreted; `space()` is the environment for entries: interpreted until `switch_on`
has compiled them all.

    from games.belot.compiling import space

    here = space()
    numbers = here.ints([0] * 32)
    here.of(some_entry)(numbers, 7)

Kernel functions can use other marked functions, integers, and flat tuples of integers
(constant arrays), all imported by name (`from … import x`).
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

from games.belot.linking import Ints as Ints
from games.belot.linking import KernelFunction, Linker

P = ParamSpec("P")
T = TypeVar("T")

Cells = Annotated[MutableSequence[int], "bare"]
"""Bare memory in a kernel: no negative indexes or bounds checks (`cells`)."""

KERNEL_MODULES: Final = (
    "games.belot.chance",
    "games.belot.solving.double_dummy.solving",
    "games.belot.kernel.deals",
    "games.belot.kernel.finding",
    "games.belot.bots.sampling",
    "games.belot.bots.rollouts",
)

NUMBA_OPTIONS: Final = {"error_model": "numpy", "_nrt": False}
"""No checks for division by zero, no reference counts: nothing is allocated."""

PORTABLE_TARGETS: Final = {
    "x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt")),
}
"""By machine: minimum CPU and its features."""

INLINED: Final = "inlined"
ENGINE: Final = "games.belot."
FOLDER: Final = "kernel-"
UNUSED_FOLDER_SECONDS: Final = 7 * 24 * 3600

log = logging.getLogger(__name__)
_inner: dict[KernelFunction, str] = {}
_entries: dict[KernelFunction, None] = {}


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a function that entries and other kernel functions call."""
    _inner[function] = ""
    return function


def inline(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a kernel function to inline in its callers: faster, but longer to compile."""
    _inner[function] = INLINED
    return function


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a function called from outside; annotations (int, bool, Ints) are its types."""
    _entries[function] = None
    return kernel(function)


def machine_instruction(instruction: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark the Python form of a machine instruction: "ctpop", "cttz" or "address"."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        _inner[function] = instruction
        return function

    return mark


@machine_instruction("address")
def cells(row: Ints) -> Cells:
    return row


class Interpreted:
    """Run kernel functions as plain Python, on lists."""

    compiled = False

    def of(self, function: Callable[P, T]) -> Callable[P, T]:
        return function

    def ints(self, values: Iterable[int]) -> Ints:
        return list(values)

    def plain(self, row: Ints) -> list[int]:
        return list(row)


class Compiled(Interpreted):
    """Run kernel functions as machine code, cached in a folder across processes."""

    compiled = True

    def __init__(
        self, folder: Path, shipped: Path | None = None, *, portable: bool = False
    ) -> None:
        """ImportError without the compiler, OSError if the folder cannot be used."""
        self._processor = _processor(portable=portable)
        self.folder = folder / _fingerprint(version("numba"), self._processor)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._shipped = shipped / self.folder.name if shipped else self.folder
        self._link = Linker().link
        self._compiler: Compiler | None = None
        self._done: dict[KernelFunction, Any] = {}

    def of(self, function: Callable[P, T]) -> Callable[P, T]:
        if function not in self._done:
            code = self._load(function) or self._make(function)
            self._done[function] = self._link(code, function)
        ready: Callable[P, T] = self._done[function]
        return ready

    def ints(self, values: Iterable[int]) -> Ints:
        return array("q", values)

    def _load(self, function: KernelFunction) -> bytes:
        for folder in (self.folder, self._shipped):
            with contextlib.suppress(FileNotFoundError):
                return (folder / self._name(function)).read_bytes()
        return b""

    def _make(self, function: KernelFunction) -> bytes:
        """Compile; store engine functions atomically."""
        self._compiler = self._compiler or Compiler(self._processor)
        code = self._compiler.code_of(function)
        if self._name(function).startswith(ENGINE):
            with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
                written = Path(scratch) / "code"
                written.write_bytes(code)
                written.rename(self.folder / self._name(function))
        return code

    def _name(self, function: KernelFunction) -> str:
        return f"{function.__module__}.{function.__qualname__}"


class Compiler:
    def __init__(self, processor: tuple[str, str]) -> None:
        import numba

        self._numba = numba
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = processor
        self._done: dict[KernelFunction, Any] = {}
        self._begun: list[KernelFunction] = []
        self._waiting: list[tuple[Any, Any]] = []

    def code_of(self, function: KernelFunction) -> bytes:
        """Object file, after a line with the function's symbol."""
        bare = self._with_compiled_globals(function)
        for ready, types in self._waiting:
            ready.compile(types)
            ready.disable_compile()
        self._waiting.clear()
        dispatcher = self._numba.njit(
            no_cpython_wrapper=True, no_cfunc_wrapper=True, **NUMBA_OPTIONS
        )(bare)
        dispatcher.compile(self._signature(function))
        [overload] = dispatcher.overloads.values()
        _name, _kind, (code, _source) = overload.library.serialize_using_object_code()
        return f"{overload.fndesc.llvm_func_name}\n".encode() + bytes(code)

    def _compiled_function(self, function: KernelFunction) -> Any:
        """Callee for callers; `code_of` compiles it after its own callees."""
        if function not in self._done:
            self._done[function] = self._compile(function, _inner[function])
        return self._done[function]

    def _compile(self, function: KernelFunction, how: str) -> Any:
        if how and how != INLINED:
            return _instruction(how)
        ready = self._numba.njit(**NUMBA_OPTIONS, forceinline=how == INLINED)(
            self._with_compiled_globals(function)
        )
        self._waiting.append((ready, self._signature(function)))
        return ready

    def _with_compiled_globals(self, function: KernelFunction) -> Any:
        if function in self._begun:
            raise TypeError(f"Kernel functions may not recurse: {function.__qualname__}.")
        self._begun.append(function)
        bare = FunctionType(function.__code__, self._compiled_globals(function), function.__name__)
        bare.__module__, bare.__qualname__ = function.__module__, function.__qualname__
        self._begun.pop()
        return bare

    def _compiled_globals(self, function: KernelFunction) -> dict[str, Any]:
        """Globals of a function: compiled functions, constant arrays, integers."""
        import numpy

        around: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType) and value in _inner:
                around[name] = self._compiled_function(value)
            elif isinstance(value, tuple):
                around[name] = numpy.array(value, dtype=numpy.int64)
            elif isinstance(value, int):
                around[name] = value
        return around

    def _signature(self, function: KernelFunction) -> Any:
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
    """Where kernel functions run: compiled after a successful `switch_on`."""
    return _current


def switch_on(folder: Path, shipped: Path | None = None, *, portable: bool = False) -> bool:
    """Compile every entry, or load cached code; return whether that worked.

    Code in ``shipped`` is reused. ``portable`` targets most processors of this kind. After a
    failure everything runs interpreted; one log line gives the reason.
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
    remove_old_folders(ready.folder)
    return True


def remove_old_folders(folder: Path) -> None:
    """Remove folders of other sources, compilers or processors unused for a week.

    The week protects machines that share a disk: each start marks its folder as used.
    """
    with contextlib.suppress(OSError):  # another process can be removing them too
        os.utime(folder)
        long_ago = folder.stat().st_mtime - UNUSED_FOLDER_SECONDS
        for other in folder.parent.glob(f"{FOLDER}*"):
            if other.stat().st_mtime < long_ago:
                shutil.rmtree(other, ignore_errors=True)


def switch_off() -> None:
    global _current  # noqa: PLW0603
    _current = INTERPRETED


def _processor(*, portable: bool) -> tuple[str, str]:
    """Target processor and its features; this one if it lacks any."""
    from llvmlite import binding

    host = binding.get_host_cpu_features()
    name, needed = PORTABLE_TARGETS.get(platform.machine(), ("generic", ()))
    if portable and all(host.get(feature) for feature in needed):
        return name, ""
    return binding.get_host_cpu_name(), host.flatten()


def _fingerprint(version: str, processor: tuple[str, str]) -> str:
    """Name that changes with engine sources, compiler and processor."""
    parts: Sequence[str] = (version, sys.version, *processor)
    digest = hashlib.sha256("\0".join(parts).encode())
    room = Path(__file__).parent
    for source in sorted(room.rglob("*.py")):
        digest.update(source.relative_to(room).as_posix().encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    return f"{FOLDER}{digest.hexdigest()[:16]}"


def _instruction(name: str) -> Any:
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
