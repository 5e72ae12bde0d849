"""Checks deploy/monitoring and the export over OTLP."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The instance is the one that the generated clients call.
sys.path.append(str(ROOT / "Tests/Clients"))

from instance import Failure  # noqa: E402

import files  # noqa: E402
import live  # noqa: E402
import otlp  # noqa: E402
import rules  # noqa: E402

#: The parts in the order in which they run.
PARTS = {"files": files.check, "rules": rules.check, "otlp": otlp.check, "live": live.check}


def main():
    parser = argparse.ArgumentParser(
        prog="Tests/Monitoring/run", formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__,
        epilog="""\
parts:
  files  every metric in alerts and dashboards exists, and the operations page describes every alert
  rules  promtool: every alert fires when its fault is made and ends after it, in computed time
  otlp   an instance exports to a collector of the test, which decodes with OpenTelemetry's own schema
  live   Prometheus and Alertmanager watch an instance: every panel's query has data, real faults make alerts fire

Exits with 1 if a part fails.""")
    parser.add_argument("parts", nargs="*", metavar="PART", help="the parts to run; all by default")
    parser.add_argument(
        "--programs", default=os.environ.get("VOKOL_TEST_PROGRAMS", ROOT / ".build/debug"),
        help="the directory of the programs; VOKOL_TEST_PROGRAMS or .build/debug by default")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")

    # Stops what a part has started, as Ctrl-C does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = 0
    names = [name for name in PARTS if name in (options.parts or PARTS)]
    for name in names:
        began = time.monotonic()
        try:
            print(f"ok    {name}: {PARTS[name](options.programs)} ({time.monotonic() - began:.0f} s)", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAIL  {name} ({time.monotonic() - began:.0f} s)", failure, sep="\n", flush=True)
    print(f"monitoring: {len(names) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
