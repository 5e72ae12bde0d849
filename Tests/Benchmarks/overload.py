#!/usr/bin/env python3
"""Measures goodput, refusals and their times at one, two and three times the load that saturates `museums`.

    Tests/Benchmarks/overload.py [--programs DIRECTORY] [--seconds N] [--wait 0s]

Four kinds of callers share the load: searches (normal priority) and suggestions (low), signed in and anonymous. Beside
them users sign in (high) at a constant rate. With `--wait 0s` the gateway refuses nothing, for comparison.
Fails if the goodput at the highest load is less than 90 % of its peak.

Every statement on museums takes `--statement` seconds longer than it would, during which PostgreSQL sleeps. So the
service is saturated although the machine is not, and the generator and the gateway do not wait for processors.

A search takes longer than a suggestion, so calls are weighed by the time they take: a goodput of 1 is all that the
service can answer. Only answers within a second of the time when the call was due count.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

import subjects
from measure import Load

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARAMS = {"museums.search": {"query": "замок"}, "museums.suggest": {"prefix": "муз"}}
# In the order in which calls should be refused last.
KINDS = [("museums.search", True), ("museums.search", False), ("museums.suggest", True), ("museums.suggest", False)]
LOADS = [1, 2, 3]
SIGN_INS = 4
# The share of its peak that the goodput must keep under the highest load.
GOODPUT = 0.9
CONNECTIONS = 8


def instance(programs, place, wait):
    limits = {f"VOKOL_LIMITS_{name}": str(subjects.UNREACHED)
              for name in ("USER_RATE", "USER_BURST", "OPEN_RATE", "OPEN_BURST", "GUARD_RATE", "GUARD_BURST")}
    limits |= {"VOKOL_LIMITS_USER_INFLIGHT": "65536", "VOKOL_LIMITS_USER_SERVICE_INFLIGHT": "4095",
               "VOKOL_LIMITS_ADDRESS_SERVICE_INFLIGHT": "4095", "VOKOL_ACCESS_OPEN": "museums"}
    # A password's hash should not be what is measured.
    hashing = {"VOKOL_AUTH_PASSWORDS_COST": "10", "VOKOL_AUTH_PASSWORDS_BLOCK": "8",
               "VOKOL_AUTH_PASSWORDS_PARALLELISM": "1"}
    return subjects.Instance(
        programs, place, environment=limits | hashing | ({"VOKOL_OVERLOAD_WAIT": wait} if wait else {}))


def slow_down(running, seconds):
    """Makes PostgreSQL sleep once in each statement that reads museums."""
    subprocess.run(
        ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", running.secret("database-url-museums"), "--command",
         f"CREATE POLICY slow ON museums USING ((SELECT pg_sleep({seconds}) IS NOT NULL)); "
         "ALTER TABLE museums ENABLE ROW LEVEL SECURITY; ALTER TABLE museums FORCE ROW LEVEL SECURITY"], check=True)


def calls(running, method, token_file, seconds, warm_up, *pace):
    who = ["--tokens", token_file] if token_file else []
    return Load(
        running.load, "--directory", running.directory, *who, "--duration", seconds, "--warm-up", warm_up,
        "--mix", method, "--params", f"{method}={json.dumps(PARAMS[method])}", *pace)


def sign_ins(running, seconds, warm_up):
    # Not the account that makes the calls: an account has a limited number of sessions.
    with open(f"{running.directory}/secrets/load-accounts.json", encoding="utf-8") as file:
        account = json.load(file)[0]
    params = json.dumps({"email": account["email"], "password": account["password"]})
    return Load(
        running.load, "--directory", running.directory, "--users", SIGN_INS, "--rate", 1, "--duration", seconds,
        "--warm-up", warm_up, "--mix", "auth.login", "--params", f"auth.login={params}")


def capacity(running, method, tokens, seconds):
    """Returns the calls a second that the service answers at full speed."""
    load = calls(running, method, tokens, seconds, 1, "--closed", "--connections", 24, "--depth", 1)
    return load.result()["all"]["answeredPerSecond"]


def measure(running, factor, capacities, tokens, options):
    """Returns the results of all kinds, and of the sign-ins, at a multiple of the load that saturates the service."""
    users = CONNECTIONS
    # Each kind takes a quarter of the service's time at single load.
    loads = [calls(running, method, tokens if signed_in else None, options.seconds, options.warm_up, "--users", users,
                   "--rate", factor * capacities[method] / len(KINDS) / users)
             for method, signed_in in KINDS]
    loads.append(sign_ins(running, options.seconds, options.warm_up))
    return [load.result() for load in loads]


def row(name, result):
    every = result["all"]
    refused = every["errors"].get("overloaded", 0)
    others = {error: count for error, count in every["errors"].items() if error != "overloaded"}
    times = result["refusalMs"]
    return (f"  {name:28} {every['calls'] / result['seconds']:8.0f} {every['inTime'] / result['seconds']:8.0f}"
            f" {refused / max(every['calls'], 1) * 100:8.1f} % {times['p50']:8.1f} {times['p99']:8.1f}"
            f" {every['latencyMs']['p99']:8.0f}  {others or ''}")


def show(factor, results, capacities):
    print(f"\n{factor} ×\n  {'callers':28} {'calls/s':>8} {'in time':>8} {'refused':>10} {'p50 ms':>8} {'p99 ms':>8}"
          f" {'all p99':>8}")
    for (method, signed_in), result in zip(KINDS, results):
        print(row(f"{method}{'' if signed_in else ', anonymous'}", result))
    print(row("auth.login", results[-1]))
    goodput = sum(result["all"]["inTime"] / result["seconds"] / capacities[method]
                  for (method, _), result in zip(KINDS, results))
    print(f"  goodput {goodput:.2f}", flush=True)
    return goodput


def shedding(running):
    """Returns the gateway's lines about shedding, and its counters."""
    with open(f"{running.directory}/logs/gateway.log", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if '"shedding ' in line]
    port = running.replica("gateway")["adminPort"]
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    return ([f"{line['time']} {line['message']} of {line['of']}" for line in lines]
            + [line for line in text.splitlines() if "_shed" in line and line[0] != "#" and not line.endswith(" 0")])


def run(options, place):
    running = instance(options.programs, place, options.wait)
    if options.statement > 0:
        slow_down(running, options.statement)
    # Registers the account that signs in.
    Load(running.load, "--directory", running.directory, "--accounts", 1, "--users", 1, "--duration", 0.1,
         "--warm-up", 0).result()
    tokens = f"{place}/tokens"
    with open(tokens, "w", encoding="utf-8") as file:
        file.write(running.token() + "\n")
    capacities = {method: capacity(running, method, tokens, options.seconds / 2) for method in PARAMS}
    print("at full speed: " + ", ".join(f"{method} {rate:.0f}/s" for method, rate in capacities.items()), flush=True)
    goodputs = []
    for factor in options.loads:
        with open(tokens, "w", encoding="utf-8") as file:
            file.write(running.token() + "\n")
        goodputs.append(show(factor, measure(running, factor, capacities, tokens, options), capacities))
    print(f"\ngoodput at {options.loads[-1]} ×: {goodputs[-1] / max(goodputs):.2f} of its peak")
    print("\n".join(shedding(running)))
    if goodputs[-1] < GOODPUT * max(goodputs):
        raise SystemExit("overload: the goodput falls under overload")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--seconds", type=float, default=10, help="length of a measurement")
    parser.add_argument("--warm-up", type=float, default=4, help="seconds of load before each measurement")
    parser.add_argument("--loads", type=float, nargs="+", default=LOADS, help="multiples of the saturating load")
    parser.add_argument("--statement", type=float, default=0.04, help="seconds that a statement on museums sleeps")
    parser.add_argument("--wait", default="", help="the gateway's overload.wait, instead of the default")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: ended"))
    place = tempfile.mkdtemp(prefix="vokol-overload-", dir="/tmp")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    try:
        run(options, place)
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
