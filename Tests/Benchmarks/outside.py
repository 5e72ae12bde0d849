"""Measures aggregator and schedule with simulated third parties: idle memory, cached answers and a full refresh."""
import json
import subprocess
import time
import urllib.request

import subjects
from measure import Load, memory_megabytes, wait_until

SERVICES = ["aggregator", "schedule"]
# Minsk, Brest, Vitebsk, Homyel, Hrodna, Mahilyow, and three places abroad.
PLACES = [(53.9, 27.56), (52.1, 23.7), (55.19, 30.2), (52.43, 31.0), (53.68, 23.83), (53.9, 30.33), (52.23, 21.01),
          (51.51, -0.13), (35.69, 139.69)]
GROUPS = 30


def call(instance, method, *parameters):
    answer = subprocess.run(
        [instance.vokol, "call", "--directory", instance.directory, "--raw", "--demo", method, *parameters],
        capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


def polling(options, instance, method, parameters):
    """Measures calls of many users at a fixed rate, whose answers are already cached."""
    for each in parameters:
        call(instance, method, *[f"{name}={value}" for name, value in each.items()])
    load = Load(
        instance.load, "--directory", instance.directory, "--accounts", options.accounts, "--users", options.users,
        "--rate", 1, "--duration", options.open_seconds, "--warm-up", 2, "--mix", method,
        *[word for each in parameters for word in ("--params", f"{method}={json.dumps(each)}")])
    return load.result()


def metric(instance, process, sample):
    """Returns the value of one sample of a process's metrics, or 0 if it does not exist yet."""
    port = instance.replica(process)["adminPort"]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(sample + " ")), 0)


def refreshing(options, place):
    """Measures the peak memory of `schedule` while it fetches all timetables as fast as the simulator answers."""
    instance = subjects.Instance(
        options.programs, place, simulated=True,
        environment={"VOKOL_REFRESH_PAUSE": "0s", "VOKOL_BSUIR_RATE": "1000"})
    began = time.monotonic()
    wait_until("a round of the background refresh", lambda: metric(
        instance, "schedule", 'vokol_schedule_rounds_total{outcome="finished"}') >= 1, 300)
    seconds = time.monotonic() - began
    fetched = metric(instance, "schedule", 'vokol_schedule_refreshes_total{outcome="fetched"}')
    with open(f"/proc/{instance.pids()['schedule']}/status") as file:
        highest = next(int(line.split()[1]) for line in file if line.startswith("VmHWM:")) / 1024
    instance.stop()
    return {"seconds": seconds, "fetched": int(fetched), "highest": highest}


def outside(options, place):
    """Measures instances with simulated third parties."""
    instance = subjects.Instance(
        options.programs, f"{place}/outside", simulated=True, environment={"VOKOL_REFRESH_INTERVAL": "0s"})
    time.sleep(5)
    results = {"idle": {name: memory_megabytes(instance.pids()[name]) for name in SERVICES}}
    Load(
        instance.load, "--directory", instance.directory, "--accounts", options.accounts, "--users", 1,
        "--duration", 0.1, "--warm-up", 0).result()
    groups = [group["number"] for group in call(instance, "schedule.groups", f"limit={GROUPS}")["items"]]
    today = time.strftime("%Y-%m-%d")
    results["day"] = polling(options, instance, "schedule.day", [{"group": name, "date": today} for name in groups])
    points = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in PLACES]
    results["weather"] = polling(options, instance, "weather.current", points)
    instance.stop()
    results["refresh"] = refreshing(options, f"{place}/refresh")
    return results
