#!/usr/bin/env python3
"""Measures whether response times reveal which accounts exist: requestCode, login, register and requestPasswordReset.

Starts an instance, makes accounts, and calls each method alternately for a known and an unknown name, one call at a
time over one TLS connection. Prints the medians, the median of the differences within pairs of calls, which other load
hardly affects, and the AUC: how often a call for a known name takes longer than one for an unknown name, with its 95 %
interval. Exits with 1 if the medians of one method differ by more than --limit milliseconds, or its interval does not
contain 0.5.
"""
import argparse
import bisect
import json
import os
import random
import shutil
import signal
import socket
import ssl
import statistics
import sys
import tempfile
import time

import subjects

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSWORD = "correct horse battery staple"


class Client:
    """A client of the line protocol that makes one call at a time."""

    def __init__(self, instance):
        context = ssl.create_default_context(cafile=instance.authority)
        context.set_alpn_protocols(["ndjson-rpc/1"])
        plain = socket.create_connection(("localhost", instance.port))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = context.wrap_socket(plain, server_hostname="localhost")
        self.lines = self.stream.makefile("rb")

    def call(self, method, params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"
        begin = time.perf_counter()
        self.stream.sendall(line.encode())
        while True:
            answer = json.loads(self.lines.readline())
            if "method" not in answer:
                return answer, (time.perf_counter() - begin) * 1_000

    def result(self, method, params):
        answer, _ = self.call(method, params)
        if "result" not in answer:
            raise SystemExit(f"timing: {method}: {answer}")
        return answer["result"]


def declaration(client):
    """Returns the declaration for a registration."""
    return {"isNotGovernmentMilitary": True, "version": client.result("auth.declaration", {})["version"]}


class Outbox:
    """The messages that the file sender has written."""

    def __init__(self, instance):
        self.path = f"{instance.directory}/outbox.jsonl"

    def code(self, recipient):
        for _ in range(500):
            if os.path.exists(self.path):
                for line in reversed(open(self.path, encoding="utf-8").read().splitlines()):
                    message = json.loads(line)
                    if message["to"] == recipient:
                        words = "".join(c if c.isdigit() else " " for c in message["text"]).split()
                        return next(word for word in words if len(word) == 6)
            time.sleep(0.01)
        raise SystemExit("timing: no code came")


def make_phones(client, outbox, count):
    """Returns numbers with an account, and as many with the same history but no account."""
    known, unknown = [], []
    person = {"firstName": "Ada", "lastName": "Roe", "declaration": declaration(client), "consentVersion": "1"}
    for number in random.sample(range(1_000_000, 10_000_000), 2 * count):
        phone = f"+37529{number}"
        challenge = client.result("auth.requestCode", {"phone": phone, "registration": person})
        if len(known) < count:
            client.result(
                "auth.verifyCode", {"challengeId": challenge["challengeId"], "code": outbox.code(phone)})
            known.append(phone)
        else:
            unknown.append(phone)
    return known, unknown


def make_emails(client, outbox, count):
    known, unknown = [], []
    declared = declaration(client)
    for index in range(2 * count):
        email = f"person-{index}@example.org"
        params = {"login": "person", "email": email, "password": PASSWORD, "declaration": declared}
        challenge = client.result("auth.register", params)
        if len(known) < count:
            client.result(
                "auth.verifyEmail", {"challengeId": challenge["challengeId"], "code": outbox.code(email)})
            known.append(email)
        else:
            unknown.append(email)
    return known, unknown


def measure(client, method, params, known, unknown, pairs, expected):
    """Returns the milliseconds of calls for known and unknown names, in random order within each pair."""
    times = {True: [], False: []}
    for index in range(pairs):
        turns = [(True, known[index % len(known)]), (False, unknown[index % len(unknown)])]
        random.shuffle(turns)
        for is_known, name in turns:
            answer, milliseconds = client.call(method, params(name))
            if expected not in json.dumps(answer):
                raise SystemExit(f"timing: {method}: {answer}")
            times[is_known].append(milliseconds)
    return times


def auc(known, unknown):
    """Returns the share of pairs in which the known name's call took longer, and its 95 % interval (DeLong)."""
    def places(values, others):
        """Returns for each value the share of the others below it; equal ones count half."""
        ordered = sorted(others)
        return [(bisect.bisect_left(ordered, value) + bisect.bisect_right(ordered, value)) / 2 / len(ordered)
                for value in values]

    longer, shorter = places(known, unknown), places(unknown, known)
    area = statistics.fmean(longer)
    error = (statistics.variance(longer) / len(longer) + statistics.variance(shorter) / len(shorter)) ** 0.5
    return area, area - 1.96 * error, area + 1.96 * error


def timings(programs, place, pairs, hashed_pairs, methods, cost):
    """Yields the figures of each method, from an instance of its own."""
    generous = {
        "VOKOL_SMS_LIMITS_PAUSE": "1s", "VOKOL_SMS_LIMITS_SHORT": "100", "VOKOL_SMS_LIMITS_DAY": "1000",
        "VOKOL_SMS_LIMITS_PLACE": "100000", "VOKOL_SMS_LIMITS_PREFIX": "100000", "VOKOL_SMS_BUDGET": "10000000",
        "VOKOL_SMS_LIMITS_NUMBER": "1000", "VOKOL_MAIL_BUDGET": "10000000",
        # Nobody enters the codes, which would oblige strangers to prove work.
        "VOKOL_CODES_WORK_SHARE": "100",
        "VOKOL_REGISTRATIONS_HERE_LIMIT": "1000", "VOKOL_REGISTRATIONS_EMAIL_LIMIT": "1000",
        "VOKOL_RESETS_HERE_LIMIT": "1000", "VOKOL_RESETS_EMAIL_LIMIT": "1000",
        "VOKOL_RESETS_PLACE_LIMIT": "100000", "VOKOL_THROTTLE_HERE_FREE": "100",
        "VOKOL_THROTTLE_ACCOUNT_FREE": "100", "VOKOL_THROTTLE_PLACE_FREE": "100000",
        "VOKOL_PASSWORDS_COST": str(cost),
    }
    instance = subjects.Instance(programs, place, generous)
    try:
        client, outbox = Client(instance), Outbox(instance)
        declared = declaration(client)
        # A number may request one code a second, so there are enough numbers for none to recur too soon.
        phones = make_phones(client, outbox, 400) if "requestCode" in methods else None
        emails = make_emails(client, outbox, max(10, hashed_pairs // 30)) if methods != ["requestCode"] else None
        time.sleep(1)
        rows = [
            ("auth.requestCode", lambda name: {"phone": name}, phones, pairs, "challengeId"),
            ("auth.login", lambda name: {"email": name, "password": "wrong"}, emails, hashed_pairs,
             "credentials-wrong"),
            ("auth.register", lambda name: {
                "login": "person", "email": name, "password": PASSWORD, "declaration": declared}, emails,
             hashed_pairs, "challengeId"),
            ("auth.requestPasswordReset", lambda name: {"email": name}, emails, pairs, "challengeId"),
        ]
        for method, params, names, count, expected in rows:
            if method.split(".")[1] not in methods:
                continue
            times = measure(client, method, params, *names, count, expected)
            medians = [statistics.median(times[is_known]) for is_known in (True, False)]
            yield {
                "method": method, "calls": 2 * count, "known": medians[0], "unknown": medians[1],
                "between": abs(medians[0] - medians[1]),
                "inPairs": statistics.median(known - unknown for known, unknown in zip(times[True], times[False])),
                "auc": auc(times[True], times[False]),
            }
    finally:
        instance.stop()


def hides(row):
    """Returns true if the interval of a method's AUC contains 0.5: times do not tell known names from unknown ones."""
    _, low, high = row["auc"]
    return low <= 0.5 <= high


def lines(rows):
    """Returns the report."""
    return ["| method | calls | known | unknown | AUC | 95 % interval |", "| --- | --- | --- | --- | --- | --- |",
            *[f"| `{row['method']}` | {row['calls']:,} | {row['known']:.2f} ms | {row['unknown']:.2f} ms "
              f"| {row['auc'][0]:.3f} | {row['auc'][1]:.3f} to {row['auc'][2]:.3f} |" for row in rows]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument(
        "--pairs", type=int, default=2_000,
        help="calls of requestCode and requestPasswordReset for each of known and unknown")
    parser.add_argument("--hashed-pairs", type=int, default=300, help="the same of login and register, which hash")
    parser.add_argument(
        "--methods", default="requestCode,login,register,requestPasswordReset",
        help="which of the methods to measure, with commas between")
    parser.add_argument(
        "--cost", type=int, default=14, help="passwords.cost: less than 14 shows the rest more clearly on a busy machine")
    parser.add_argument("--limit", type=float, default=1, help="most milliseconds between two medians")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("timing: ended"))
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    is_met = True
    try:
        print(f"{'method':<25} {'calls':>6} {'known ms':>9} {'unknown ms':>11} {'between ms':>11} {'in pairs ms':>12} "
              f"{'AUC':>6} {'95 %':>16}")
        for row in timings(options.programs, place, options.pairs, options.hashed_pairs, options.methods.split(","),
                           options.cost):
            is_met = is_met and row["between"] <= options.limit and hides(row)
            area, low, high = row["auc"]
            print(f"{row['method']:<25} {row['calls']:>6} {row['known']:>9.2f} {row['unknown']:>11.2f} "
                  f"{row['between']:>11.2f} {row['inPairs']:>12.2f} {area:>6.3f} {low:>8.3f}–{high:.3f}", flush=True)
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)
    return 0 if is_met else 1


if __name__ == "__main__":
    raise SystemExit(main())
