"""Load object files as callable functions without the compiler, which is slow to import.

The only user of LLVM's linker (llvmlite) and of Numba's calling convention: pointers for
result and error, then the arguments; a row takes seven numbers, only its length and
address matter (numba.core.callconv, numba.core.datamodel).
"""

from array import array
from collections.abc import Callable, MutableSequence
from ctypes import PYFUNCTYPE, byref, c_int32, c_int64, c_void_p
from typing import Any, Final

KernelFunction = Callable[..., Any]
Ints = MutableSequence[int]
"""Flat integers to write to: a list, or compiled an array of 64-bit ints."""

SUCCESS_CODES: Final = (0, -2)
"""With or without a return value."""
INT_BYTES: Final = 8


class Linker:
    def __init__(self) -> None:
        from llvmlite import binding

        self._binding = binding
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        self._engines: list[Any] = []

    def link(self, code: bytes, function: KernelFunction) -> KernelFunction:
        """Function of an object file, called like its source, on rows of 64-bit numbers."""
        name, _newline, file = code.partition(b"\n")
        machine = self._binding.Target.from_default_triple().create_target_machine()
        engine = self._binding.create_mcjit_compiler(self._binding.parse_assembly(""), machine)
        engine.add_object_file(self._binding.ObjectFileRef.from_data(file))
        engine.finalize_object()
        self._engines.append(engine)
        return native_function(engine.get_function_address(name.decode()), function.__annotations__)


def native_function(address: int, hints: dict[str, Any]) -> KernelFunction:
    kinds = [kind for name, kind in hints.items() if name != "return"]
    answers = hints["return"]
    size = sum(7 if kind == Ints else 1 for kind in kinds)
    native = PYFUNCTYPE(c_int32, c_void_p, c_void_p, *[c_int64] * size)(address)

    def call(*arguments: Any) -> Any:
        answer, fault = c_int64(), c_void_p()
        flat: list[int] = []
        for kind, argument in zip(kinds, arguments, strict=True):
            flat += array_arguments(argument) if kind == Ints else [argument]
        status = native(byref(answer), byref(fault), *flat)
        if status not in SUCCESS_CODES:
            raise SystemError(f"A compiled function ended with {status}.")
        return answers and answers(answer.value)

    return call


def array_arguments(row: "array[int]") -> tuple[int, ...]:
    """Row as Numba passes it: owners, length, item size; address, shape, strides."""
    place, numbers = row.buffer_info()
    return 0, 0, numbers, INT_BYTES, place, numbers, INT_BYTES
