"""The native benchmark library through ctypes: native/benchmark/pineforge_bench.h."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ABI_VERSION = 1
BUILT = Path(__file__).resolve().parents[2] / "native" / "libpineforge_hpo_bench.so"


class NativeLibrary:
    """PINEFORGE_NATIVE_LIBRARY, else the build's own; every failure is an AssertionError with the library's message."""

    def __init__(self) -> None:
        path = os.environ.get("PINEFORGE_NATIVE_LIBRARY") or BUILT
        assert Path(path).exists(), f"{path} is missing: run the build, or set PINEFORGE_NATIVE_LIBRARY"
        self.library = ctypes.CDLL(str(path))
        self.library.pf_study_create.restype = ctypes.c_void_p
        self.library.pf_last_error.restype = ctypes.c_char_p
        assert self.library.pf_abi_version() == ABI_VERSION

    def run_trials(self, problem: str, parameters: int, trials: int, **controls: int) -> list[list[float]]:
        """Runs one study; per trial its parameters in declared order, then its value. Ties are in the stable order."""
        with self.study(problem) as study:
            for name, value in {"trials": trials, **controls}.items():
                self.check(self.library.pf_study_set_control(study, name.encode(), ctypes.c_double(value)))
            self.check(self.library.pf_study_run(study, ctypes.c_uint32(trials)))
            width = parameters + 1
            flat = (ctypes.c_double * (trials * width))()
            self.check(self.library.pf_study_read_trials(study, flat, ctypes.c_uint64(len(flat))))
        return [flat[start : start + width] for start in range(0, len(flat), width)]

    @contextmanager
    def study(self, problem: str) -> Iterator[ctypes.c_void_p]:
        handle = self.library.pf_study_create(problem.encode())
        assert handle, self.message()
        study = ctypes.c_void_p(handle)
        try:
            yield study
        finally:
            self.library.pf_study_destroy(study)

    def check(self, code: int) -> None:
        assert code == 0, f"{code}: {self.message()}"

    def message(self) -> str:
        return self.library.pf_last_error().decode()
