#!/usr/bin/env python3
"""Shows what a faulty replica costs callers: one of two museums is killed, hangs, is slow by 2 s, or answers garbage.

Prints calls, errors and times for every second of each fault. Fails if more than 0.1 % of the calls during a fault fail,
if the p99 is not normal from its second second, or if a hung replica is not ejected within a second. The p99 of the
methods that the gateway hedges and that of the one that it does not are compared each by itself. A relay in front of
the second replica makes it slow or turns its answers into garbage; signals kill or stop it. The calls are idempotent, at
a constant rate.
"""
import argparse
import asyncio
import datetime
import json
import os
import random
import signal
import ssl
import tempfile
import time

import subjects

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAULTS = ["killed", "hung", "slow", "garbage"]
SLOWNESS = 2.0
# A p99 that is normal whatever it was before the fault: a busy machine varies by as much.
NORMAL_MS = 100
# The time within which a hung replica is ejected. A killed one closes its links, and needs no ejection.
EJECTION_SECONDS = 1
#: Idempotent calls, and whether the gateway hedges them.
CALLS = [("museums.get", {"id": "by-mir-castle"}, True), ("museums.search", {"query": "музей"}, True),
         ("museums.categories", {}, True), ("museums.marks", {}, False)]
KINDS = {True: "hedged", False: "not hedged"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", help=f"the faults to make: {', '.join(FAULTS)}; all by default")
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--rate", type=float, default=200, help="calls a second")
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--before", type=int, default=8, help="seconds before a fault")
    parser.add_argument("--during", type=int, default=8, help="seconds of a fault")
    parser.add_argument("--after", type=int, default=4, help="seconds after a fault")
    parser.add_argument("--gateway", default="", help="further flags of the gateway, such as '--ejection-silence 60s'")
    chosen = parser.parse_args()
    if unknown := set(chosen.faults) - set(FAULTS):
        parser.error(f"unknown: {', '.join(unknown)}")
    return chosen


class Relay:
    """Passes bytes between the gateway and a replica, and spoils the replica's answers if told so."""

    def __init__(self, target):
        self.target = target
        self.fault = None

    async def start(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 22)
        return server, server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            upstream_reader, upstream_writer = await asyncio.open_connection("127.0.0.1", self.target, limit=1 << 22)
        except OSError:
            return writer.close()
        tasks = [
            asyncio.create_task(self.pass_calls(reader, upstream_writer)),
            asyncio.create_task(self.pass_answers(upstream_reader, writer))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass
        for task in tasks:
            task.cancel()
        for end in (writer, upstream_writer):
            end.close()

    async def pass_calls(self, reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()

    async def pass_answers(self, reader, writer):
        loop = asyncio.get_running_loop()
        while line := await reader.readline():
            is_answer = b'"id":' in line
            if self.fault == "slow" and is_answer:
                loop.call_later(SLOWNESS, lambda line=line: writer.is_closing() or writer.write(line))
                continue
            if self.fault == "garbage" and is_answer:
                line = b"\x07" + os.urandom(40).replace(b"\n", b"?") + b"\n"
            writer.write(line)
            await writer.drain()


class Calls:
    """Calls at a constant rate, spread over connections; each record is (start, duration, error, hedged)."""

    def __init__(self, port, authority, token):
        self.port, self.authority, self.token = port, authority, token
        self.records = []
        self.waiting = {}
        self.number = 0

    async def connect(self, count):
        context = ssl.create_default_context(cafile=self.authority)
        context.set_alpn_protocols(["ndjson-rpc/1"])
        self.writers = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, ssl=context, server_hostname="localhost", limit=1 << 22)
            self.writers.append(writer)
            asyncio.create_task(self.read(reader))

    async def read(self, reader):
        while line := await reader.readline():
            answer = json.loads(line)
            call = self.waiting.pop(answer.get("id"), None)
            if call is not None:
                began, is_hedged = call
                error = answer.get("error")
                reason = error and f"{error['code']} {error.get('data', {}).get('reason', '')}".strip()
                self.records.append((began, time.monotonic() - began, reason, is_hedged))

    async def run(self, rate, seconds):
        due = time.monotonic()
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0, due - time.monotonic()))
            self.number += 1
            # In another order than the connections, so that each of them makes every call.
            method, params, is_hedged = random.choice(CALLS)
            self.waiting[self.number] = time.monotonic(), is_hedged
            line = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params,
                    "meta": {"token": self.token}}
            self.writers[self.number % len(self.writers)].write(json.dumps(line).encode() + b"\n")
            due += 1 / rate

    async def finish(self):
        end = time.monotonic() + 12
        while self.waiting and time.monotonic() < end:
            await asyncio.sleep(0.05)
        for began, is_hedged in self.waiting.values():
            self.records.append((began, 12, "no answer", is_hedged))
        self.waiting.clear()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


def show(fault, records, began, options):
    print(f"\n{fault}\n  second  calls  errors  p50 ms  p99 ms")
    for second in range(-options.before, options.during + options.after):
        chosen = [record for record in records if began + second <= record[0] < began + second + 1]
        times = [record[1] for record in chosen]
        print(f"  {second:6}  {len(chosen):5}  {sum(1 for record in chosen if record[2]):6}"
              f"  {percentile(times, 0.5):6.1f}  {percentile(times, 0.99):6.1f}")
    during = [record for record in records if began <= record[0] < began + options.during]
    errors = [record[2] for record in during if record[2]]
    print(f"  errors during the fault: {len(errors)} of {len(during)} {sorted(set(errors))}")
    # Rounded up, because a short run has fewer than a thousand calls.
    is_well = len(errors) <= max(1, len(during) * 0.001)
    for is_hedged, kind in KINDS.items():
        later = [record[1] for record in during if record[0] >= began + 1 and record[3] == is_hedged]
        usual = [record[1] for record in records
                 if began - options.before / 2 <= record[0] < began and record[3] == is_hedged]
        print(f"  {kind}: p99 from its second second: {percentile(later, 0.99):.1f} ms, "
              f"before: {percentile(usual, 0.99):.1f} ms")
        is_well &= percentile(later, 0.99) <= max(3 * percentile(usual, 0.99), NORMAL_MS)
    return is_well


def ejections(gateway):
    """Returns the times and texts of the gateway's lines on ejections."""
    with open(gateway.log) as file:
        lines = [json.loads(line) for line in file if '"replica ejected"' in line or '"replica readmitted"' in line]
    return [(datetime.datetime.fromisoformat(line["time"]).timestamp(),
             f"{line['message']} {line.get('reason', '')}".strip()) for line in lines]


async def make(fault, relay, instance, calls, gateway, options):
    known = len(ejections(gateway))
    calls.token = await asyncio.to_thread(instance.token)
    load = asyncio.create_task(calls.run(options.rate, options.before + options.during + options.after))
    await asyncio.sleep(options.before)
    began, began_at = time.monotonic(), time.time()
    pid = instance.replica("museums-2")["pid"]
    if fault == "killed":
        os.kill(pid, signal.SIGKILL)
    elif fault == "hung":
        os.kill(pid, signal.SIGSTOP)
    else:
        relay.fault = fault
    try:
        await asyncio.sleep(options.during)
    finally:
        relay.fault = None
        if fault == "hung":
            os.kill(pid, signal.SIGCONT)
    await load
    await calls.finish()
    is_well = show(fault, calls.records, began, options)
    calls.records.clear()
    news = [(at - began_at, text) for at, text in ejections(gateway)[known:]]
    print("  log:", ", ".join(f"{text} after {after:.2f} s" for after, text in news) or "no ejection")
    if fault == "hung":
        is_well &= bool(news) and news[0][0] <= EJECTION_SECONDS
    # The next fault must find the replica readmitted.
    await asyncio.sleep(2)
    return is_well


async def run(options, place):
    instance = await asyncio.to_thread(
        subjects.Instance, options.programs, place, None, False, None, ["--replicas", "museums=2"])
    relay = Relay(instance.replica("museums-2")["port"])
    server, port = await relay.start()
    replicas = f"127.0.0.1:{instance.replica('museums-1')['port']},127.0.0.1:{port}"
    gateway = await asyncio.to_thread(
        subjects.gateway, options.programs, place, instance, limits=options.gateway.split(), replicas=replicas)
    calls = Calls(gateway.port, instance.authority, await asyncio.to_thread(instance.token))
    await calls.connect(options.connections)
    async with server:
        return [fault for fault in options.faults or FAULTS
                if not await make(fault, relay, instance, calls, gateway, options)]


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="vokol-faults-", dir="/tmp") as place:
        os.chmod(place, 0o711)
        try:
            failed = asyncio.run(run(options, place))
        finally:
            for running in reversed(subjects.Running.all):
                running.stop()
    if failed:
        raise SystemExit(f"bench: callers noticed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
