#!/usr/bin/env python3
"""Measures whether response times reveal which accounts exist: requestCode, login, register and requestPasswordReset.

Starts an instance, makes accounts, and calls each method alternately for a known and an unknown name, one call at a
time over one TLS connection. Prints the medians, and the median of the differences within pairs of calls, which other
load hardly affects. Exits with 1 if the medians of one method differ by more than --limit milliseconds.
"""
import argparse
import json
import os
import random
import socket
import ssl
import statistics
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument(
        "--pairs", type=int, default=1_000,
        help="calls of requestCode and requestPasswordReset for each of known and unknown")
    parser.add_argument("--hashed-pairs", type=int, default=300, help="the same of login and register, which hash")
    parser.add_argument(
        "--methods", default="requestCode,login,register,requestPasswordReset",
        help="which of the methods to measure, with commas between")
    parser.add_argument(
        "--cost", type=int, default=14, help="passwords.cost: less than 14 shows the rest more clearly on a busy machine")
    parser.add_argument("--limit", type=float, default=1, help="most milliseconds between two medians")
    options = parser.parse_args()
    generous = {
        "VOKOL_SMS_LIMITS_PAUSE": "1s", "VOKOL_SMS_LIMITS_SHORT": "100", "VOKOL_SMS_LIMITS_DAY": "1000",
        "VOKOL_SMS_LIMITS_PLACE": "100000", "VOKOL_SMS_LIMITS_PREFIX": "100000", "VOKOL_SMS_BUDGET": "10000000",
        "VOKOL_SMS_LIMITS_NUMBER": "1000", "VOKOL_MAIL_BUDGET": "10000000",
        "VOKOL_REGISTRATIONS_HERE_LIMIT": "1000", "VOKOL_REGISTRATIONS_EMAIL_LIMIT": "1000",
        "VOKOL_RESETS_HERE_LIMIT": "1000", "VOKOL_RESETS_EMAIL_LIMIT": "1000",
        "VOKOL_RESETS_PLACE_LIMIT": "100000", "VOKOL_THROTTLE_HERE_FREE": "100",
        "VOKOL_THROTTLE_ACCOUNT_FREE": "100", "VOKOL_THROTTLE_PLACE_FREE": "100000",
        "VOKOL_PASSWORDS_COST": str(options.cost),
    }
    worst = 0
    with tempfile.TemporaryDirectory() as place:
        instance = subjects.Instance(options.programs, place, generous)
        try:
            client, outbox = Client(instance), Outbox(instance)
            declared = declaration(client)
            methods = options.methods.split(",")
            # A number may request one code a second, so there are enough numbers for none to recur too soon.
            phones = make_phones(client, outbox, 400) if "requestCode" in methods else None
            emails = make_emails(client, outbox, max(10, options.hashed_pairs // 30)) if methods != ["requestCode"] else None
            time.sleep(1)
            rows = [
                ("auth.requestCode", lambda name: {"phone": name}, phones, options.pairs, "challengeId"),
                ("auth.login", lambda name: {"email": name, "password": "wrong"}, emails, options.hashed_pairs,
                 "credentials-wrong"),
                ("auth.register", lambda name: {
                    "login": "person", "email": name, "password": PASSWORD, "declaration": declared}, emails,
                 options.hashed_pairs, "challengeId"),
                ("auth.requestPasswordReset", lambda name: {"email": name}, emails, options.pairs, "challengeId"),
            ]
            print(f"{'method':<25} {'calls':>6} {'known ms':>9} {'unknown ms':>11} {'between ms':>11} {'in pairs ms':>12}")
            for method, params, names, pairs, expected in rows:
                if method.split(".")[1] not in methods:
                    continue
                known, unknown = names
                times = measure(client, method, params, known, unknown, pairs, expected)
                medians = [statistics.median(times[is_known]) for is_known in (True, False)]
                worst = max(worst, abs(medians[0] - medians[1]))
                in_pairs = statistics.median(known - unknown for known, unknown in zip(times[True], times[False]))
                print(
                    f"{method:<25} {2 * pairs:>6} {medians[0]:>9.2f} {medians[1]:>11.2f} "
                    f"{abs(medians[0] - medians[1]):>11.2f} {in_pairs:>12.2f}", flush=True)
        finally:
            instance.stop()
    return 0 if worst <= options.limit else 1


if __name__ == "__main__":
    raise SystemExit(main())
