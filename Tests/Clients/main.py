"""Calls an instance with clients that others generate from docs/openapi.json."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from instance import Failure, Instance

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(
        prog="Tests/Clients/run", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Calls an instance with clients that others generate from docs/openapi.json.", epilog="""\
parts:
  examples    every example of the document is sent, and the answers are compared with the document
  calendars   icalendar and ics: the feeds of timetables have the lessons of their days, that of a customer the bookings
  python      openapi-python-client: a user's story in eleven steps
  typescript  OpenAPI Generator, typescript-fetch: type-checked, and the same story
  kotlin      OpenAPI Generator, kotlin: generated
  swift       OpenAPI Generator, swift6: generated and type-checked
  fuzz        Schemathesis, as user, administrator and without a token; findings.py lists what is accepted

What is generated stays in .build/clients. Exits with 1 if a part fails.""")
    parser.add_argument("parts", nargs="*", metavar="PART", help="the parts to run; all by default")
    parser.add_argument(
        "--programs", default=os.environ.get("VOKOL_TEST_PROGRAMS", ROOT / ".build/debug"),
        help="the directory of the programs; VOKOL_TEST_PROGRAMS or .build/debug by default")
    parser.add_argument("--max-examples", type=int, default=20, help="fuzz: the cases of each operation and phase")
    parser.add_argument("--seed", type=int, default=1, help="fuzz: the seed of the cases")
    options = parser.parse_args()
    names = ["examples", "calendars", "python", "typescript", "kotlin", "swift", "fuzz"]
    unknown = set(options.parts) - set(names)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")

    failed = 0
    parts = [name for name in names if name in (options.parts or names)]
    # Stops the instance, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with Instance(options.programs) as instance:
        for name in parts:
            began = time.monotonic()
            try:
                text = _run(name, instance, options)
                print(f"ok    {name}: {text} ({time.monotonic() - began:.0f} s)", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAIL  {name} ({time.monotonic() - began:.0f} s)", failure, sep="\n", flush=True)
    print(f"clients: {len(parts) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def _run(name, instance, options):
    # The tools of a part are imported only where they are installed.
    if name == "examples":
        import examples
        return examples.check(instance)
    if name == "calendars":
        import calendars
        return calendars.check(instance)
    if name == "fuzz":
        import fuzz
        return fuzz.check(instance, options.max_examples, options.seed)
    import generated
    return getattr(generated, name)(instance)


if __name__ == "__main__":
    main()
