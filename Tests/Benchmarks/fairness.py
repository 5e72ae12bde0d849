"""Measures one user beside eight greedy ones: searches of museums, and the weather of places that nobody asked for.

    Tests/Benchmarks/fairness.py [--programs DIRECTORY] [--seconds N]

Fails if the bystander gets an error, a p99 above three times that in quiet, or no weather. `bench.py` runs it, too. It starts an instance of its own, with the default limits of users.
"""
import argparse
import json
import os
import random
import shutil
import signal
import ssl
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import subjects
from measure import Load, errors_of

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GREEDY = 8
# The greatest p99 of the bystander, as a multiple of that in quiet.
MOST = 3
# Of the searches that `query_costs.py` finds, the most expensive for what it is charged: four long words, run together,
# each of which is corrected, cost 5 calls. Twelve words take no longer and cost 11.
EXPENSIVE = json.dumps({
    "query": "sportscentermunicipal histая developmentamericancorporation northwestinstituteund", "limit": 100})
ORDINARY = json.dumps({"query": "замок"})


def bystander(instance, seconds):
    """Returns the result of the demo user, who searches five times a second; `--demo` would take greedy accounts."""
    return Load(
        instance.load, "--directory", instance.directory, "--token", instance.token(), "--users", 5, "--rate", 1,
        "--connections", 1, "--duration", seconds, "--mix", "museums.search", "--params", f"museums.search={ORDINARY}")


def searches(instance, seconds):
    """Returns the bystander's results when it is quiet, and beside eight users who search without end."""
    # Registers the greedy users.
    Load(instance.load, "--directory", instance.directory, "--accounts", GREEDY, "--users", 1, "--duration", 0.1,
         "--warm-up", 0).result()
    quiet = bystander(instance, seconds).result()
    greedy = Load(
        instance.load, "--directory", instance.directory, "--accounts", GREEDY, "--closed", "--connections", GREEDY,
        "--depth", 25, "--duration", seconds + 4, "--mix", "museums.search", "--params", f"museums.search={EXPENSIVE}")
    time.sleep(2)
    beside = bystander(instance, seconds).result()
    return {"quiet": quiet, "beside": beside, "greedy": greedy.result()}


def weather(instance, seconds):
    """Returns how often a user gets the weather of a new place, beside another one who asks for it without end."""
    context = ssl._create_unverified_context()
    generator = random.Random(1)
    lock, ended, asked = threading.Lock(), threading.Event(), {"greedy": [0, 0], "bystander": [0, 0]}
    with open(f"{instance.directory}/secrets/load-accounts.json", encoding="utf-8") as file:
        account = json.load(file)[0]

    def call(token, who):
        with lock:
            latitude, longitude = generator.uniform(-60, 60), generator.uniform(-170, 170)
        request = urllib.request.Request(
            f"https://localhost:{instance.port}/v1/weather?latitude={latitude:.4f}&longitude={longitude:.4f}",
            headers={"Authorization": f"Bearer {token}"})
        try:
            urllib.request.urlopen(request, context=context, timeout=15).read()
            answered = 1
        except urllib.error.HTTPError:
            answered = 0
        with lock:
            asked[who][0] += answered
            asked[who][1] += 1

    request = urllib.request.Request(
        f"https://localhost:{instance.port}/v1/sessions",
        json.dumps({"email": account["email"], "password": account["password"]}).encode(),
        {"Content-Type": "application/json"})
    greedy = json.load(urllib.request.urlopen(request, context=context, timeout=15))["accessToken"]

    def hammer():
        while not ended.is_set():
            call(greedy, "greedy")
            time.sleep(0.05)

    threads = [threading.Thread(target=hammer) for _ in range(6)]
    for thread in threads:
        thread.start()
    time.sleep(2)
    own = instance.token()
    for _ in range(int(seconds)):
        call(own, "bystander")
        time.sleep(1)
    ended.set()
    for thread in threads:
        thread.join()
    return asked


def fairness(programs, place, seconds):
    """Runs both, in an instance of its own."""
    instance = subjects.Instance(programs, place, simulated=True)
    try:
        found = searches(instance, seconds)
        found["weather"] = weather(instance, seconds)
    finally:
        instance.stop()
    return found


def ratio(found):
    """Returns the bystander's p99 beside the greedy users as a multiple of that in quiet."""
    return found["beside"]["all"]["latencyMs"]["p99"] / found["quiet"]["all"]["latencyMs"]["p99"]


def faults(found):
    """Returns what the greedy users cost the bystander."""
    places = found["weather"]["bystander"]
    faults = []
    if errors_of(found["beside"]):
        faults.append(f"{errors_of(found['beside'])} of its searches")
    if ratio(found) > MOST:
        faults.append(f"its time: p99 {ratio(found):.2f} × quiet, at most {MOST}")
    if not places[1] or places[0] < places[1]:
        faults.append(f"the weather of {places[1] - places[0]} of {places[1]} places")
    return faults


def lines(found):
    """Returns the report."""
    rows = [f"| {name} | {found[key]['all']['calls']:,} | {errors_of(found[key]):,} | "
            + " | ".join(f"{found[key]['all']['latencyMs'][part]:.2f} ms" for part in ("p50", "p90", "p99", "max")) + " |"
            for name, key in [("quiet", "quiet"), (f"beside {GREEDY} greedy users", "beside"),
                              ("the greedy users", "greedy")]]
    places = found["weather"]
    return ["| `museums.search` | calls | refused | p50 | p90 | p99 | max |", "| --- | --- | --- | --- | --- | --- | --- |", *rows,
            "", f"The weather of {places['bystander'][1]} new places was answered {places['bystander'][0]} times to a user beside "
            f"another one, who asked for {places['greedy'][1]} and got {places['greedy'][0]}."]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--seconds", type=float, default=20, help="length of a measurement")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: ended"))
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    try:
        found = fairness(options.programs, place, options.seconds)
        print("\n".join(lines(found)))
        print(f"p99 {ratio(found):.2f} × quiet")
        if faults(found):
            raise SystemExit(f"bench: the greedy users cost the bystander {', and '.join(faults(found))}")
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
