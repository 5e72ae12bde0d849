#!/usr/bin/env python3
"""Measures one user who alternates between gateways that share rate limits through a Valkey or Redis server.

    Tests/Benchmarks/shared_limits.py [--programs DIRECTORY] [--seconds N] [--gateways N ...]

For each number of gateways: a run with the store, then one in which the store is killed after a third of the time and
started again, empty, after two thirds. Fails if a run admits more than the bound in docs/decisions/0026, which is one
burst higher for a store that loses its memory.
"""
import argparse
import http.client
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import subjects
from measure import wait_until

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The default limit of a user, in calls per second and calls.
RATE, BURST = 20, 40
# The longest time for which a report may be under way, in seconds: limits.store.timeout.
DELAY = 0.25
CLIENTS = 4


class Store:
    """A server that keeps nothing on disk, on one port."""

    def __init__(self, place):
        self.port = subjects.free_port()
        self.log = f"{place}/store.log"
        self.program = shutil.which("valkey-server") or shutil.which("redis-server")
        if not self.program:
            raise SystemExit("bench: needs valkey-server or redis-server: deploy/prepare test")
        self.address = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        with open(self.log, "a") as output:
            self.process = subprocess.Popen(
                [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
                stdout=output, stderr=output, stdin=subprocess.DEVNULL)
        wait_until("the store", lambda: subjects.listens(self.port))

    def kill(self):
        self.process.kill()
        self.process.wait()


def hammer(instance, gateways, token, seconds, events=()):
    """Calls each gateway in turn without pause.

    Returns the times of admitted calls, the number of refusals, and the durations of all calls.
    """
    tls = ssl.create_default_context(cafile=instance.authority)
    admitted, refused, durations = [], [], []
    start = time.monotonic()

    def client(first):
        connections = [http.client.HTTPSConnection("127.0.0.1", instance.port + index, context=tls, timeout=10)
                       for index in range(gateways)]
        turn = first
        while time.monotonic() < start + seconds:
            connection = connections[turn % gateways]
            turn += 1
            began = time.monotonic()
            connection.request("GET", "/v1/me", headers={"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            answer.read()
            durations.append(time.monotonic() - began)
            if answer.status == 200:
                # Counted when it began, because it was admitted between its begin and its end.
                admitted.append(began)
            elif answer.status == 429:
                refused.append(began)
            else:
                raise SystemExit(f"bench: the gateway answered {answer.status}")

    threads = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for moment, event in events:
        time.sleep(max(0, start + moment - time.monotonic()))
        event()
    for thread in threads:
        thread.join()
    return sorted(admitted), len(refused), sorted(durations)


def run(programs, place, gateways, seconds):
    """Returns the results of both runs with a number of gateways."""
    store = Store(place)
    instance = subjects.Instance(
        programs, f"{place}/{gateways}", simulated=True, arguments=["--gateways", str(gateways)],
        environment={"VOKOL_LIMITS_STORE": store.address,
                     "VOKOL_LIMITS_STORE_GATEWAYS": str(gateways)})
    try:
        token = instance.token()
        time.sleep(3)
        steady = hammer(instance, gateways, token, seconds)
        time.sleep(5)
        events = [(seconds / 3, store.kill), (seconds * 2 / 3, store.start)]
        broken = hammer(instance, gateways, token, seconds, events)
        return steady, broken
    finally:
        instance.stop()
        store.kill()


def highest_debt(admitted):
    """Returns the debt, in calls, that a single bucket would have had at most.

    The client knows the time of an admission to within its call, so the debt may be too high by the rate × that time.
    """
    debt = highest = last = 0
    for moment in admitted:
        debt = max(0, debt - (moment - last) * RATE) + 1
        highest, last = max(highest, debt), moment
    return highest


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--seconds", type=float, default=60, help="length of a run")
    parser.add_argument("--gateways", type=int, nargs="+", default=[2, 4], help="numbers of gateways")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: ended"))
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    bound = BURST + RATE * (options.seconds + DELAY) + BURST
    within = True
    try:
        print(f"bound {bound:.0f} calls in {options.seconds:.0f} s; highest debt {2 * BURST + RATE * DELAY:.0f} calls, "
              f"and {RATE} × the longest call; {BURST} more of both where the store is killed")
        print("| gateways | store | admitted | highest debt | refused | p50 | p99 | max |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for gateways in options.gateways:
            results = run(options.programs, place, gateways, options.seconds)
            for name, (admitted, refused, durations) in zip(["there", "killed and restarted"], results):
                more = BURST if name != "there" else 0
                times = [durations[int(len(durations) * part)] * 1000 for part in (0.5, 0.99)] + [durations[-1] * 1000]
                debt = highest_debt(admitted)
                print(f"| {gateways} | {name} | {len(admitted):,} | {debt:.1f} | {refused:,} | "
                      + " | ".join(f"{milliseconds:.1f} ms" for milliseconds in times) + " |", flush=True)
                within &= len(admitted) <= bound + more
                within &= debt <= 2 * BURST + RATE * (DELAY + durations[-1]) + more
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)
    if not within:
        sys.exit("bench: more calls were admitted than the bound allows")


if __name__ == "__main__":
    main()
