#!/usr/bin/env python3
"""Measures a crowd: 2,000 people who sign in at the same moment, all with the right password.

    Tests/Benchmarks/sign_ins.py [--programs DIRECTORY] [--people N] [--seconds N]

`bench.py` runs it, too. A password takes a core for a while, so most of the crowd has to wait: each call must either
succeed or say when to try again. Everybody who is told to wait does so, and tries again until the time is over. The
memory of `auth` and of the gateway is watched meanwhile.
"""
import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import ssl
import sys
import tempfile
import time

import subjects
from measure import Load, memory_megabytes

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACCOUNTS = 100
# What the crowd may add to the memory of a process, in megabytes.
MOST_MEMORY = {"auth": 128, "gateway": 256}


class Person:
    """A person with a connection of the line protocol."""

    def __init__(self, account):
        self.account = account
        self.answers = []
        self.signed_in_after = None

    async def connect(self, instance, context):
        # A few at a time, so that the crowd begins when all are connected.
        self.reader, self.writer = await asyncio.open_connection(
            "localhost", instance.port, ssl=context, server_hostname="localhost")

    async def sign_in(self, begin, end):
        """Signs in, and waits for as long as the answers say."""
        while time.monotonic() < end:
            line = {"jsonrpc": "2.0", "id": 1, "method": "auth.login",
                    "params": {"email": self.account["email"], "password": self.account["password"]}}
            try:
                self.writer.write(json.dumps(line).encode() + b"\n")
                await self.writer.drain()
                answer = {"method": ""}
                while "method" in answer:
                    answer = json.loads(await self.reader.readline())
            except (OSError, ValueError) as failure:
                self.answers.append(f"no answer: {failure!r}")
                return
            if "result" in answer:
                self.answers.append("signed in")
                self.signed_in_after = time.monotonic() - begin
                return
            data = answer["error"].get("data", {})
            reason = data.get("reason") or answer["error"]["message"]
            wait = data.get("retryAfterMs")
            self.answers.append(f"{reason}, {'told when to try again' if wait else 'not told when to try again'}")
            if not wait:
                return
            await asyncio.sleep(wait / 1_000 * random.uniform(1, 2))


async def crowd(instance, people, seconds):
    """Lets everybody sign in; returns the highest memory of the processes."""
    context = ssl.create_default_context(cafile=instance.authority)
    context.set_alpn_protocols(["ndjson-rpc/1"])
    for start in range(0, len(people), 50):
        await asyncio.gather(*[person.connect(instance, context) for person in people[start:start + 50]])
        # The gateway admits some 250 new connections a second from one address.
        await asyncio.sleep(0.25)
    pids = {name: instance.pids()[name] for name in MOST_MEMORY}
    before = {name: memory_megabytes(pid)[1] for name, pid in pids.items()}
    highest = dict(before)
    begin = time.monotonic()
    tasks = [asyncio.ensure_future(person.sign_in(begin, begin + seconds)) for person in people]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0.2)
        for name, pid in pids.items():
            highest[name] = max(highest[name], memory_megabytes(pid)[1])
    for person in people:
        person.writer.close()
    return {name: (before[name], highest[name]) for name in pids}


def sign_ins(programs, place, count, seconds):
    """Runs the measurement in an instance of its own, and returns its figures."""
    instance = subjects.Instance(programs, place)
    try:
        Load(instance.load, "--directory", instance.directory, "--accounts", ACCOUNTS, "--users", 1, "--duration", 0.1,
             "--warm-up", 0).result()
        with open(f"{instance.directory}/secrets/load-accounts.json", encoding="utf-8") as file:
            accounts = json.load(file)
        people = [Person(accounts[index % len(accounts)]) for index in range(count)]
        memory = asyncio.run(crowd(instance, people, seconds))
    finally:
        instance.stop()
    answers = {}
    for person in people:
        for answer in person.answers:
            answers[answer] = answers.get(answer, 0) + 1
    times = sorted(person.signed_in_after for person in people if person.signed_in_after is not None)
    return {
        "people": count, "seconds": seconds, "signedIn": len(times), "longest": times[-1] if times else 0,
        "answers": answers, "memory": memory,
        # Everybody has at least one answer; each is a sign-in, or says when to try again.
        "lost": sum(1 for person in people if not person.answers)
        + sum(number for answer, number in answers.items() if answer.startswith("no answer") or "not told" in answer),
    }


def grown(found, name):
    before, highest = found["memory"][name]
    return highest - before


def is_met(found):
    """Returns true if nobody was left without advice, somebody signed in, and the memory stayed in its bounds."""
    return (not found["lost"] and found["signedIn"] > 0
            and all(grown(found, name) <= most for name, most in MOST_MEMORY.items()))


def lines(found):
    """Returns the report."""
    rows = [f"| {answer} | {number:,} |" for answer, number in sorted(found["answers"].items(), key=lambda row: -row[1])]
    return ["| answer | calls |", "| --- | --- |", *rows, "",
            f"Of {found['people']:,} people, who tried for {found['seconds']:g} s, "
            f"{found['signedIn']:,} were signed in, the last of them "
            f"after {found['longest']:.1f} s.",
            "Resident memory grew from " + " and ".join(
                f"{before:.0f} to {highest:.0f} MB (`{name}`)" for name, (before, highest) in found["memory"].items()) + "."]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60, help="the time for which people try again")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: ended"))
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    try:
        found = sign_ins(options.programs, place, options.people, options.seconds)
        print("\n".join(lines(found)))
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)
    return 0 if is_met(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
