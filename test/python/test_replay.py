"""The runner given driver options: it becomes `pineforge-bench run ... --python <this interpreter>`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engine_process import RUNNER


class Checkout:
    """A copy of the runner with nothing around it, and fake executables that print their arguments, one a line."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "python").mkdir()
        shutil.copy(RUNNER, root / "python" / "runner.py")
        self.environment = {"PATH": str(root / "bin"), "HOME": "/home/somebody"}

    def add_executable(self, path: str, exit_code: int = 0) -> str:
        target = self.root / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(f'#!/bin/sh\nprintf \'%s\\n\' "$0" "$@"\nexit {exit_code}\n')
        target.chmod(0o755)
        return str(target)

    def replay(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Without site-packages (-S): whatever is pinned cannot be imported."""
        command = [sys.executable, "-S", "python/runner.py", *options]
        return subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=30)


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_it_hands_over_the_options_and_its_interpreter(checkout):
    executable = checkout.add_executable("dist/pineforge-bench")
    ran = checkout.replay("--smoke", "--output", "a b.csv")
    expected = [executable, "run", "--smoke", "--output", "a b.csv", "--python", sys.executable]
    assert (ran.stdout.splitlines(), ran.stderr, ran.returncode) == (expected, "", 0)


def test_no_options_are_a_full_run(checkout):
    checkout.add_executable("dist/pineforge-bench")
    assert checkout.replay().stdout.splitlines()[1:] == ["run", "--python", sys.executable]


def test_the_exit_code_is_the_executables(checkout):
    checkout.add_executable("dist/pineforge-bench", exit_code=6)
    assert checkout.replay("--smoke").returncode == 6


def test_the_variable_comes_before_dist_and_dist_before_the_path(checkout):
    places = ["bin/pineforge-bench", "dist/pineforge-bench", "elsewhere"]
    executables = [checkout.add_executable(place) for place in places]
    checkout.environment["PINEFORGE_BENCH"] = executables[2]
    found = [checkout.replay().stdout.splitlines()[0]]
    del checkout.environment["PINEFORGE_BENCH"]
    found.append(checkout.replay().stdout.splitlines()[0])
    os.remove(executables[1])
    found.append(checkout.replay().stdout.splitlines()[0])
    assert found == executables[::-1]


@pytest.mark.parametrize(
    ("given", "expanded"),
    [
        ("~/results.csv", "/home/somebody/results.csv"),
        ("--output=~/results.csv", "/home/somebody/results.csv"),
        ("~other/results.csv", None),
        ("a~/b", None),
        ("--output=a=~/b", None),
        ("x=~/b", None),
        ("~", None),
        ("--smoke", None),
        ("", None),
    ],
)
def test_a_leading_home_is_written_out(checkout, given, expanded):
    checkout.add_executable("dist/pineforge-bench")
    flag = given.partition("=")[0] + "=" if given.startswith("--output=~") else ""
    assert checkout.replay(given).stdout.splitlines()[2] == (given if expanded is None else flag + expanded)


def test_an_executable_that_is_not_found_costs_one_line_and_exit_3(checkout):
    ran = checkout.replay("--smoke")
    assert (ran.stdout, ran.returncode) == ("", 3)
    assert ran.stderr == (
        "runner.py: no pineforge-bench in dist/ or on PATH: build it, or set PINEFORGE_BENCH to its path\n"
    )


@pytest.mark.parametrize("named", ["/nowhere/pineforge-bench", "python/runner.py", "/"])
def test_a_variable_that_names_no_executable_is_not_passed_over(checkout, named):
    checkout.add_executable("dist/pineforge-bench")
    checkout.environment["PINEFORGE_BENCH"] = named
    ran = checkout.replay("--smoke")
    assert (ran.stdout, ran.returncode) == ("", 3)
    assert ran.stderr == f"runner.py: PINEFORGE_BENCH names no executable: {named}\n"


def test_an_executable_that_cannot_be_run_costs_one_line_and_exit_3(checkout):
    executable = Path(checkout.add_executable("dist/pineforge-bench"))
    executable.write_bytes(b"\x7fELF, but not really")
    ran = checkout.replay("--smoke")
    assert (ran.stdout, ran.returncode, len(ran.stderr.splitlines())) == ("", 3, 1)
    assert "OSError" in ran.stderr
