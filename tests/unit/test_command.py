"""The command ``python -m sqrtdk``: what it prints where, and with which exit code."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict

import numpy as np
import pytest
from sqrtdk import __main__ as command
from sqrtdk import format_table, generator_table, standard_library_table, stored_table

PROGRAM = [sys.executable, "-m", "sqrtdk"]
RANGE = "give an integer from {} to 1000000000"


def run(*arguments):
    return subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        check=False,
    )


class TestProgram:
    def test_table_on_standard_output_and_bar_on_standard_error(self):
        result = run("--draws", "50")
        assert result.returncode == 0
        assert result.stdout == format_table(standard_library_table(n_draws=50)) + "\n"
        assert "100%" in result.stderr
        assert "products" in result.stderr
        assert "scaled" not in result.stderr

    def test_exact(self):
        result = run("--exact", "--draws", "1000", "--seed", "3")
        rows = generator_table(n_draws=1000, rng=np.random.default_rng(3), method="exact")
        assert result.returncode == 0
        assert result.stdout == format_table(rows) + "\n"
        assert "100%" in result.stderr

    def test_refusal(self):
        result = run("--draws", "many")
        assert result.returncode == 2
        assert result.stdout == ""
        message = f"python -m sqrtdk: argument --draws: 'many' is not allowed; {RANGE.format(2)}\n"
        assert result.stderr == message

    def test_help(self):
        result = run("--help")
        assert result.returncode == 0
        assert result.stderr == ""
        for word in ("usage: python -m sqrtdk", "--draws N", "--seed N", "--exact", "--json"):
            assert word in result.stdout

    @pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
    def test_interruption_leaves_no_traceback(self):
        with subprocess.Popen(
            [*PROGRAM, "--draws", "1000000000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            try:
                started = process.stderr.read(4)
                process.send_signal(signal.SIGINT)
                out, rest = process.communicate(timeout=60)
            finally:
                process.kill()
        assert started
        assert process.returncode == 130
        assert out == b""
        assert rest.endswith(b"interrupted\n")
        assert b"Traceback" not in rest


class TestMain:
    def test_defaults_are_those_of_the_first_note(self, capsys, monkeypatch):
        calls = []

        def table(**arguments):
            calls.append(arguments)
            return stored_table()

        monkeypatch.setattr(command, "standard_library_table", table)
        assert command.main([]) == 0
        assert command.main(["--draws", "1000000000", "--seed=7"]) == 0
        assert calls == [
            {"n_draws": 20_000, "seed": 0, "progress": True},
            {"n_draws": 10**9, "seed": 7, "progress": True},
        ]
        assert capsys.readouterr().out == 2 * (format_table(stored_table()) + "\n")

    def test_arguments_of_the_program_by_default(self, capsys, monkeypatch):
        monkeypatch.setattr(sys, "argv", ["sqrtdk", "--exact", "--draws", "10"])
        assert command.main() == 0
        assert "± one standard error" in capsys.readouterr().out

    def test_json(self, capsys):
        assert command.main(["--json", "--draws", "20", "--seed", "5"]) == 0
        captured = capsys.readouterr()
        record = json.loads(captured.out)
        assert record["command"] == "python -m sqrtdk --draws 20 --seed 5 --json"
        assert (record["n_draws"], record["seed"]) == (20, 5)
        assert record["python"] == ".".join(map(str, sys.version_info[:3]))
        rows = standard_library_table(n_draws=20, seed=5)
        assert record["rows"] == [asdict(row) for row in rows]
        assert "100%" in captured.err

    def test_json_of_the_exact_law(self, capsys):
        arguments = ["--exact", "--json", "--draws", "20"]
        assert command.main(arguments) == 0
        record = json.loads(capsys.readouterr().out)
        assert record["command"] == "python -m sqrtdk --draws 20 --seed 0 --exact --json"
        assert record["numpy"] == np.__version__
        rows = generator_table(n_draws=20, rng=np.random.default_rng(0))
        assert record["rows"] == [asdict(row) for row in rows]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            *(
                (["--draws", text], f"argument --draws: {text!r} is not allowed; {RANGE}")
                for text in ("0", "1", "-5", "1e4", "2.5", "", " 7", "1_000", "٢٠", "1000000001")
            ),
            (["--draws", "9" * 5000], "is not allowed; " + RANGE),
            (["--seed", "-1"], "argument --seed: '-1' is not allowed; " + RANGE),
            (["--seed", "zero"], "argument --seed: 'zero' is not allowed; " + RANGE),
            (["--draws"], "argument --draws: expected one argument"),
            (["--dra", "5"], "unrecognized arguments: --dra 5"),
            (["--fast"], "unrecognized arguments: --fast"),
            (["64"], "unrecognized arguments: 64"),
        ],
    )
    def test_refusals_are_one_line(self, arguments, message, capsys):
        assert command.main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("python -m sqrtdk: ")
        minimum = 0 if "--seed" in arguments else 2
        assert captured.err.endswith(message.format(minimum) + "\n")
        assert captured.err.count("\n") == 1

    def test_help_says_what_and_how(self, capsys):
        assert command.main(["--help"]) == 0
        text = capsys.readouterr().out
        assert "(default: 20000)" in text
        assert "(default: 0)" in text
        assert "bar on standard error" in " ".join(text.split())
        assert max(map(len, text.splitlines())) <= 80

    def test_interruption(self, capsys, monkeypatch):
        def interrupted(**_):
            raise KeyboardInterrupt

        monkeypatch.setattr(command, "standard_library_table", interrupted)
        assert command.main([]) == 130
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == ("", "\ninterrupted\n")
