"""Tests the web client in real browsers, against an instance with simulated third parties."""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import processes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
#: The files of the parts that are tests of pytest, and the programs of the others.
PARTS = {"stories": "stories", "matrix": "matrix.py", "budget": "budget.py"}
PROGRAMS = {"shots": "shots.py", "bench": "bench_web.py", "webkit": "webkit.py", "serve": "serve.py"}

#: Exit codes of pytest: tests failed, the run was interrupted, no test was selected.
TESTS_FAILED, ENDED, NO_TESTS = 1, 2, 5
RUNNING, STOPPED = [], threading.Event()


def main():
    parser = argparse.ArgumentParser(
        prog="Tests/Browser/run", formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__, epilog="""\
parts (stories, matrix, budget and webkit by default):
  stories   what people do, from end to end, in Chromium and Firefox: Tests/Browser/stories
  matrix    each screen in sizes, languages and themes: axe, layout, keyboard, tree; --all for every combination
  budget    the bytes of each screen's first load
  webkit    a short story in WebKitGTK
  shots     pictures of every screen, with an index, in --output
  bench     the times that people wait on a slow phone, as a table
  serve     runs an instance until Ctrl-C, for --instance of other runs

A part that is named runs alone. Other arguments go to pytest: -k NAME, -x.
UPDATE_SNAPSHOT=1 writes the trees in Tests/Browser/aria anew. Failures leave pictures in .build/browser-tests/failures.
Exits with 1 if a part fails.""")
    parser.add_argument("parts", nargs="*", metavar="PART", help="the parts to run")
    parser.add_argument("--programs", default=os.environ.get("VOKOL_TEST_PROGRAMS", ROOT / ".build/debug"),
                        help="the directory of the programs; VOKOL_TEST_PROGRAMS or .build/debug by default")
    parser.add_argument("--web", default=ROOT / ".build/web", help="the built client; .build/web by default")
    parser.add_argument("--instance", help="the directory of a running instance, instead of a new one")
    parser.add_argument("--address", help="where the pages are, if another server than the gateway serves them")
    parser.add_argument("--output", default=ROOT / ".build/web-shots", help="shots: where the pictures go")
    parser.add_argument("--engine", choices=["chromium", "firefox"], help="the stories in one browser only")
    parser.add_argument("--quick", action="store_true",
                        help="the stories in Firefox only where browsers differ: storage, workers, cookies, events, "
                             "forms, keys, the map")
    parser.add_argument("--repeat", action="store_true",
                        help="run failed tests once more, alone, and a run that was ended whole; fail if they fail "
                             "again")
    parser.add_argument("--limit", type=float, metavar="MINUTES",
                        help="the minutes that the tests may take, and the repetition again; what takes longer is "
                             "ended and has failed; no limit by default")
    options, rest = parser.parse_known_args()
    # A value of an option that only pytest knows looks like a part here.
    known = [*PARTS, *PROGRAMS]
    parts = [one for one in options.parts if one in known] or ["stories", "matrix", "budget", "webkit"]
    rest += [one for one in options.parts if one not in known]
    if not (Path(options.web) / "web.json").exists() and not options.address and not options.instance:
        sys.exit(f"Tests/Browser/run: no built client in {options.web}; Clients/Web/build makes it")

    signal.signal(signal.SIGTERM, _end)
    shared = [f"--programs={Path(options.programs).resolve()}", f"--web={Path(options.web).resolve()}"]
    shared += [f"--instance={Path(options.instance).resolve()}"] if options.instance else []
    shared += [f"--address={options.address}"] if options.address else []
    pytest = ["-m", "pytest", "-c", str(HERE / "pytest.ini"), "--rootdir", str(HERE), *shared,
              *(["--quick"] if options.quick else [])]
    runs = []
    # The budget goes before the stories of Firefox, so that the runs take about the same time.
    first, last = ([], ["budget"]) if options.engine else (["budget"], [])
    # Runs at the same time, each with an instance of its own: stories end the gateway that others need.
    for name, group, more in [
            ("stories-chromium", ["stories"], ["--engine=chromium"]),
            ("stories-firefox", [*first, "stories"], ["--engine=firefox"]),
            ("matrix", ["matrix", *last], [])]:
        is_chosen = not (more and options.engine) or more == [f"--engine={options.engine}"]
        if is_chosen and (files := [str(HERE / PARTS[one]) for one in group if one in parts]):
            # A cache of its own, in which pytest notes what failed. A run that was ended may have left notes.
            cache = ROOT / f".build/browser-tests/cache-{name}"
            if options.repeat:
                shutil.rmtree(cache, ignore_errors=True)
            runs.append([*pytest, "-o", f"cache_dir={cache}", *files, *more, *rest])
    if "webkit" in parts:
        runs.append([str(HERE / PROGRAMS["webkit"]), *shared])
    end = _end_of(options.limit)
    failed = (_run_together(runs, end) if not options.instance
              else _failed(runs, [_run(one, end) for one in runs]))
    if options.repeat and failed and not STOPPED.is_set():
        print("Some failed. They run once more, alone:", flush=True)
        end = _end_of(options.limit)
        # Without a full list of failed tests (no instance, or ended at the limit) a run is repeated whole.
        failed = [run for run, code in failed if STOPPED.is_set() or _run(
            [*run, *(["--last-failed"] if run[0] == "-m" and code == TESTS_FAILED else [])], end)]
    status = len(failed)
    own = {"shots": [f"--output={Path(options.output).resolve()}"]}
    for one in parts:
        if one in PROGRAMS and one != "webkit":
            status += _run([str(HERE / PROGRAMS[one]), *shared, *own.get(one, []), *rest]) != 0
    sys.exit(1 if status else 0)


def _end_of(minutes):
    """Returns the time of the monotonic clock after some minutes, or none."""
    return minutes and time.monotonic() + minutes * 60


def _run_together(runs, end):
    """Runs programs in parallel and prints their outputs one after the other.

    Returns those that failed, with their codes.
    """
    files = [tempfile.TemporaryFile("w+") for _ in runs[1:]]
    started = [_start(run, output) for run, output in zip(runs, [None, *files])]
    failed = _failed(runs, [_wait(process, end) for process in started])
    for file in files:
        file.seek(0)
        sys.stdout.write(file.read())
    sys.stdout.flush()
    return failed


def _failed(runs, codes):
    """Returns the runs that failed, with their codes.

    One without tests has not failed, unless the choice of `-k` leaves none at all.
    """
    passed = {0} if all(code == NO_TESTS for code in codes) else {0, NO_TESTS}
    return [(run, code) for run, code in zip(runs, codes) if code not in passed]


def _run(arguments, end=None):
    """Runs a program to its end, or ends it at a time of the monotonic clock; returns its exit code."""
    return _wait(_start(arguments), end)


def _start(arguments, output=None):
    process = subprocess.Popen([sys.executable, "-B", *arguments], stdout=output, stderr=output)
    RUNNING.append(process)
    return process


def _wait(process, end=None):
    """Waits for a program, and ends it at a time of the monotonic clock; returns its exit code."""
    while True:
        try:
            return process.wait(end and max(0, end - time.monotonic()))
        except KeyboardInterrupt:
            # Ctrl-C reaches the child as well, which ends what it started.
            STOPPED.set()
            continue
        except subprocess.TimeoutExpired:
            print(f"Tests/Browser/run: not done within the limit: {' '.join(process.args)}", flush=True)
            process.send_signal(signal.SIGINT)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                # What it started would run on beside the repetition.
                for one in processes.below(process.pid):
                    with contextlib.suppress(OSError):
                        os.kill(one, signal.SIGTERM)
                process.kill()
                process.wait()
            return ENDED


def _end(*_):
    """Forwards SIGTERM as Ctrl-C, so that each child ends what it started; nothing is repeated afterwards."""
    STOPPED.set()
    for process in RUNNING:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
