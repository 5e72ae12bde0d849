"""Measurements by the operating system and by `vokol-load`."""
import json
import os
import re
import statistics
import subprocess
import time


def descendants(pid):
    """Returns the ids of a process and its descendants."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                pass  # The process has ended in the meantime.
    found = [pid]
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    return found


def cpu_seconds(pid):
    """Returns the user and system time of a process and its descendants, including ended ones."""
    ticks = 0
    for each in descendants(pid):
        try:
            with open(f"/proc/{each}/stat") as file:
                ticks += sum(int(field) for field in file.read().rpartition(")")[2].split()[11:15])
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_megabytes(pid):
    """Returns the proportional, resident and anonymous memory of one process.

    Pages that processes share count by share in the first and in full in the second; the third has no pages of files.
    """
    sizes = {}
    with open(f"/proc/{pid}/smaps_rollup") as file:
        for line in file:
            name, _, rest = line.partition(":")
            if name in ("Pss", "Rss", "Anonymous"):
                sizes[name] = int(rest.split()[0]) / 1024
    return sizes["Pss"], sizes["Rss"], sizes["Anonymous"]


def wait_until(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"bench: waited in vain: {what}")
        time.sleep(0.05)


def streams(pid, port, token, target, seconds):
    """Returns the CPU time of a process per call and the rate, under 10 connections of HTTP/2 with 10 streams each."""
    before = cpu_seconds(pid)
    output = subprocess.run(
        ["h2load", "-c", "10", "-m", "10", "-t", "1", "-D", f"{round(seconds * 1000)}ms", "-H",
         f"authorization: Bearer {token}", f"https://127.0.0.1:{port}{target}"],
        capture_output=True, text=True, check=True).stdout
    used = cpu_seconds(pid) - before
    calls = int(re.search(r"^status codes: (\d+) 2xx, 0 3xx, 0 4xx, 0 5xx$", output, re.MULTILINE)[1])
    return {"watchedMicrosecondsPerCall": used / calls * 1e6, "all": {"answeredPerSecond": calls / seconds}}


class Load:
    """A run of `vokol-load`; `result` returns its JSON."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen(
            [program, "--json", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def result(self):
        output, errors = self.process.communicate()
        # 3: some calls failed, which the caller judges by `errors_of`.
        if self.process.returncode not in (0, 3):
            raise SystemExit(f"bench: vokol-load failed: {errors}")
        result = json.loads(output)
        result["all"] = result["methods"][-1]
        return result


def errors_of(result):
    return sum(result["all"]["errors"].values())


def median(values):
    return statistics.median(values)


def spread(values, digits=1):
    """Returns the median, with the lowest and the highest round in parentheses."""
    return f"{median(values):.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"
