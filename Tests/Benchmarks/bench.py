#!/usr/bin/env python3
"""Measures Vokol against nginx, HAProxy and pgbench on this machine, and writes docs/benchmarks.md.

All subjects run at the same time and take turns round by round, so that other load on the machine affects them equally.
The figures compare the CPU time that the kernel charges to the subject per call, which does not depend on other load.
"""
import argparse
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import benchmarks_page
import booking
import connections
import fairness
import instructions
import outside
import search
import shared_limits
import sign_ins
import subjects
import timing
from measure import Load, errors_of, median, memory_megabytes, spread, streams

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INTRODUCTION = """\
For readers who compare Vokol with other servers, and for those who change its hot paths. After reading this page you
know what a call costs, how that was measured, and where the time and the memory go.

`make bench` writes this page, but for *Search quality* and *Web client*, which `make bench-search` and `make bench-web`
write. The text from *Method* on is `Tests/Benchmarks/notes.md`."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument(
        "--before", metavar="DIR", help="directory of the executables of an earlier build, to be compared with")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.5, help="length of a round")
    parser.add_argument("--users", type=int, default=2000, help="connections of the open loop")
    parser.add_argument("--accounts", type=int, default=150, help="accounts that they belong to")
    parser.add_argument("--open-seconds", type=float, default=20, help="length of the open loop")
    parser.add_argument(
        "--museums", default=f"{TOP}/../shared/data/museums_us_mudf_2014q3.csv",
        help="CSV of the search row; left out if there is no such file")
    parser.add_argument("--pairs", type=int, default=2_000, help="calls for each of known and unknown names")
    parser.add_argument("--report", default=f"{TOP}/docs/benchmarks.md")
    return parser.parse_args()


def closed_loop(instance, subject, token, protocol, seconds):
    """Returns the result of a load of 64 busy connections on one subject, with the CPU time per call."""
    result = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{subject.port}", "--token", token,
        "--protocol", protocol, "--closed", "--connections", 64, "--duration", seconds, "--warm-up", 0.5,
        "--mix", "museums.get", "--params", 'museums.get={"id":"stub"}', "--pid", subject.pid).result()
    if errors_of(result):
        raise SystemExit(f"bench: {subject.name} answered with errors: {result['all']['errors']}")
    return result


class Before:
    """An earlier build: an instance of its own, and its gateway in the same rounds as the new one."""

    def __init__(self, programs, place, generator):
        self.programs, self.place = programs, f"{place}/before"
        self.instance = subjects.Instance(programs, self.place, generator=generator)
        time.sleep(5)
        self.memory = idle_memory(self.instance)
        self.instructions = instructions.per_call(programs, self.place, self.instance)

    def gateway(self):
        """Starts its gateway and the stub behind it."""
        port, stub = subjects.line_stub(self.programs, self.place, self.instance)
        return subjects.gateway(self.programs, self.place, self.instance, port, "earlier build"), stub


def edge(options, place, instance, before):
    """Measures HTTPS, lines and HTTP/2 with equal stubs behind all subjects.

    HTTPS and lines have 64 connections with one call after another, HTTP/2 has 10 with 10 streams each.
    """
    cores = os.cpu_count()
    line_port, line_stub = subjects.line_stub(options.programs, place, instance)
    http_port, http_stub = subjects.http_stub(options.programs, place)
    ours = subjects.gateway(options.programs, place, instance, line_port)
    rivals = [subjects.nginx(place, instance, http_port, cores), subjects.haproxy(place, instance, http_port, cores)]
    turns = [("Vokol, HTTPS", ours, "https", instance), ("Vokol, lines", ours, "ndjson", instance)]
    earlier = before.gateway() if before else ()
    if before:
        turns += [(f"earlier build, {name}", earlier[0], protocol, before.instance)
                  for name, protocol in [("HTTPS", "https"), ("lines", "ndjson")]]
    turns += [(rival.name, rival, "https", instance) for rival in rivals]
    turns += [(f"{subject.name}, HTTP/2", subject, "h2", instance) for subject in [ours, *rivals]]
    turns += [(f"{subject.name}, handshake", subject, "handshake", instance) for subject in [ours, *rivals]]
    logging = [subjects.gateway(options.programs, place, instance, line_port, "Vokol", logs=True),
               subjects.nginx(place, instance, http_port, cores, logs=True),
               subjects.haproxy(place, instance, http_port, cores, logs=True)]
    turns += [(f"{subject.name}, access log", subject, "https", instance) for subject in logging]
    results = {name: [] for name, *_ in turns}
    for number in range(options.rounds):
        tokens = {each: each.token() for each in {turn[3] for turn in turns}}
        # Rotates the order, so that no subject is always the first.
        for name, subject, protocol, owner in turns[number % len(turns):] + turns[:number % len(turns)]:
            token = tokens[owner]
            if protocol == "handshake":
                results[name].append({
                    "watchedMicrosecondsPerCall": connections.handshakes(subject, token), "all": {"answeredPerSecond": 0}})
                continue
            results[name].append(
                streams(subject.pid, subject.port, token, "/v1/museums/stub", options.seconds) if protocol == "h2"
                else closed_loop(owner, subject, token, protocol, options.seconds))
    for program in [ours, *earlier, *rivals, *logging, line_stub, http_stub]:
        program.stop()
    return {
        name: {
            "cpu": [result["watchedMicrosecondsPerCall"] for result in rounds],
            "rate": [result["all"]["answeredPerSecond"] for result in rounds],
        } for name, rounds in results.items()
    }


def open_loop(options, instance):
    """Measures calls of many users at a fixed rate, through the whole stack."""
    gateway = instance.pids()["gateway"]
    register = Load(
        instance.load, "--directory", instance.directory, "--accounts", options.accounts, "--users", 1,
        "--duration", 0.1, "--warm-up", 0)
    register.result()
    before = memory_megabytes(gateway)[0]
    load = Load(
        instance.load, "--directory", instance.directory, "--accounts", options.accounts, "--users", options.users,
        "--rate", 1, "--duration", options.open_seconds, "--warm-up", 2, "--mix", "museums.get",
        "--pid", gateway, "--pid", instance.pids()["museums"])
    highest = before
    while load.process.poll() is None:
        highest = max(highest, memory_megabytes(gateway)[0])
        time.sleep(0.5)
    result = load.result()
    result["kilobytesPerConnection"] = (highest - before) * 1024 / options.users
    return result


def with_store(options, place):
    """Measures the same calls while the gateway shares its limits through a store."""
    store = shared_limits.Store(place)
    try:
        instance = subjects.Instance(
            options.programs, f"{place}/store", environment={"VOKOL_LIMITS_STORE": store.address})
        users = open_loop(options, instance)
        instance.stop()
        return users
    finally:
        store.kill()


def searching(options, place, instance):
    """Measures the same searches by pgbench and through the gateway and museums."""
    if not os.path.exists(options.museums):
        return None
    imported = search.import_museums(options.programs, instance, options.museums)
    scripts, definitions = search.pgbench_scripts(instance, place)
    gateway = subjects.gateway(options.programs, place, instance, instance.replica("museums")["port"], "Vokol for searches")
    clients, rounds = 8, []
    for _ in range(options.rounds):
        database, client, rate = search.pgbench_round(instance, scripts, definitions, clients, max(1, int(options.seconds)))
        result = search.stack_round(instance, gateway, instance.token(), clients, options.seconds)
        if errors_of(result):
            raise SystemExit(f"bench: searches were answered with errors: {result['all']['errors']}")
        rounds.append({
            "pgbench": database + client, "pgbenchDatabase": database, "pgbenchRate": rate,
            "stack": result["watchedMicrosecondsPerCall"], "stackDatabase": result["postgresMicroseconds"],
            "stackRate": result["all"]["answeredPerSecond"],
        })
    gateway.stop()
    return {"imported": imported, **{name: [each[name] for each in rounds] for name in rounds[0]}}


def idle_memory(instance):
    """Returns the memory of each process of a newly started instance, except PostgreSQL."""
    pids = {name: pid for name, pid in instance.pids().items() if name != "postgres"}
    pids["vokol up"] = instance.record()["supervisor"]["pid"]
    return {name: memory_megabytes(pid) for name, pid in pids.items()}


def first_line(*command):
    output = subprocess.run(command, capture_output=True, text=True)
    return (output.stdout + output.stderr).strip().splitlines()[0]


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "unknown processor")
    return [
        f"{os.cpu_count()} cores, {model}, Linux {platform.release()}",
        first_line("swift", "--version"), first_line("nginx", "-v"), first_line("haproxy", "-v").split(" - ")[0],
        first_line("pgbench", "--version"),
    ]


def verdict(holds):
    return "yes" if holds else "**no**"


def report(options, memory, counted, before, edges, held, users, stored, searches, bookings, world, shares, crowd, names, busy):
    better = min(median(edges[name]["cpu"]) for name in ("nginx", "HAProxy"))
    https, lines = (median(edges[name]["cpu"]) for name in ("Vokol, HTTPS", "Vokol, lines"))

    def compared_with_rivals(work):
        """Returns our CPU time for some work, and its ratio to the better rival's."""
        our_time, *theirs = (median(edges[f"{name}, {work}"]["cpu"]) for name in ("Vokol", "nginx", "HAProxy"))
        return our_time, our_time / min(theirs)

    def rivals_hold(key):
        return ", ".join(f"{name} {sizes[key]:.1f} KB" for name, sizes in held.items() if name != "Vokol")

    h2, h2_ratio = compared_with_rivals("HTTP/2")
    logged, logged_ratio = compared_with_rivals("access log")
    handshake, handshake_ratio = compared_with_rivals("handshake")
    total = sum(pss for pss, _, _ in memory.values())
    total_before = sum(pss for pss, _, _ in before.memory.values()) if before else 0
    p99, failed = users["all"]["latencyMs"]["p99"], errors_of(users)
    rows = [
        ("HTTPS/1.1 call, 64 keep-alive connections", f"{https:.1f} µs", "≤ 0.75 × the better rival",
         f"{https / better:.2f} ×", https <= 0.75 * better),
        ("the same with access logs", f"{logged:.1f} µs", "≤ 0.85 × the better rival", f"{logged_ratio:.2f} ×",
         logged_ratio <= 0.85),
        ("the same call over lines", f"{lines:.1f} µs", "≤ 0.58 × the better rival", f"{lines / better:.2f} ×",
         lines <= 0.58 * better),
        ("the same call over HTTP/2, 10 connections with 10 streams each", f"{h2:.1f} µs", "≤ 1.0 × the better rival",
         f"{h2_ratio:.2f} ×", h2_ratio <= 1),
        ("a full TLS 1.3 handshake and a call", f"{handshake:.0f} µs", "≤ 0.75 × the better rival",
         f"{handshake_ratio:.2f} ×", handshake_ratio <= 0.75),
        (f"{connections.CONNECTIONS:,} idle TLS connections after one call each", f"{held['Vokol']['quiet']:.1f} KB each",
         "≤ 20 KB", rivals_hold("quiet"), held["Vokol"]["quiet"] <= 20),
        (f"the same after {connections.CALLS} calls each, all connections at once", f"{held['Vokol']['loaded']:.1f} KB each",
         "≤ 40 KB", rivals_hold("loaded"), held["Vokol"]["loaded"] <= 40),
        (f"{options.users:,} TLS connections, 1 call/s each, `museums.get`, open loop",
         f"p99 {p99:.2f} ms, {failed} errors", "no error, p99 ≤ 10 ms",
         f"{users['kilobytesPerConnection']:.0f} KB per connection", p99 <= 10 and not failed),
    ]
    p99_stored, failed_stored = stored["all"]["latencyMs"]["p99"], errors_of(stored)
    rows.append(("the same with a shared store of limits", f"p99 {p99_stored:.2f} ms, {failed_stored} errors",
                 "no error, p99 ≤ 2 ms", "", p99_stored <= 2 and not failed_stored))
    for name, count in counted.items():
        earlier = before.instructions[name] if before else None
        rows.append((f"instructions per call over {name} (callgrind)", f"{count:,.0f}",
                     "≤ 1.03 × the earlier build" if before else "",
                     f"{count / earlier:.3f} × ({earlier:,.0f})" if before else "",
                     not before or count <= 1.03 * earlier))
    if searches:
        stack, bench = median(searches["stack"]), median(searches["pgbench"])
        rows.append(("`museums.search` on 35,144 rows and the bundled catalogue, all processes", f"{stack:.0f} µs",
                     "≤ 1.5 × pgbench", f"{stack / bench:.2f} ×", stack <= 1.5 * bench))
    slots = bookings["polling"]["all"]["latencyMs"]
    unanswered = errors_of(bookings["polling"])
    rows.append((f"{options.users:,} users, 1 call/s each, `booking.slots` during 16 bookings a second",
                 f"p99 {slots['p99']:.2f} ms, {unanswered} errors", "no error, p99 ≤ 30 ms", "",
                 slots["p99"] <= 30 and not unanswered))
    booked, compared = median(bookings["stackRate"]), median(bookings["pipelineRate"])
    rows.append(("`booking.book`, acknowledged bookings", f"{booked:,.0f}/s", "≥ 0.8 × pgbench in the same pipelines",
                 f"{booked / compared:.2f} ×", booked >= 0.8 * compared))
    for method, result in [("schedule.day", world["day"]), ("weather.current", world["weather"])]:
        warm, unanswered = result["all"]["latencyMs"]["p99"], errors_of(result)
        rows.append((f"{options.users:,} users, 1 call/s each, `{method}`, warm", f"p99 {warm:.2f} ms, {unanswered} errors",
                     "no error, p99 ≤ 10 ms", "", warm <= 10 and not unanswered))
    beside, quiet = (shares[key]["all"]["latencyMs"]["p99"] for key in ("beside", "quiet"))
    rows.append((f"`museums.search` of one user beside {fairness.GREEDY} greedy ones", f"p99 {beside:.2f} ms, {quiet:.2f} ms in quiet",
                 f"≤ {fairness.MOST} × quiet, no error", f"{beside / quiet:.2f} ×",
                 beside <= fairness.MOST * quiet and not errors_of(shares["beside"])))
    answered, asked = shares["weather"]["bystander"]
    rows.append(("the weather of new places, beside a greedy user", f"{answered} of {asked} answered", "all", "",
                 0 < asked == answered))
    rows.append((f"{crowd['people']:,} sign-ins at once", f"{crowd['lost']} without an answer or advice",
                 "each succeeds or is told when to try again", f"`auth` grows by {sign_ins.grown(crowd, 'auth'):.0f} MB",
                 sign_ins.is_met(crowd)))
    for row in names:
        area, low, high = row["auc"]
        rows.append((f"`{row['method']}` for known and unknown names, {row['calls']:,} calls", f"AUC {area:.3f}",
                     "0.5 in the 95 % interval", f"{low:.3f} to {high:.3f}", timing.hides(row)))
    highest = world["refresh"]["highest"]
    rows.append((f"`schedule` while it fetches {world['refresh']['fetched']:,} timetables", f"{highest:.0f} MB resident",
                 "≤ 100 MB", "", highest <= 100))
    proportional, idle, anonymous = (max(sizes) for sizes in zip(*world["idle"].values()))
    rows.append(("`aggregator` and `schedule` idle, the larger of them", f"{idle:.0f} MB resident", "≤ 25 MB",
                 f"{anonymous:.0f} MB anonymous, {proportional:.0f} MB proportional", idle <= 25))
    rows.append(("all processes idle, without PostgreSQL", f"{total:.0f} MB", "≤ 120 MB",
                 f"{total_before:.0f} MB for the earlier build, started beside it" if before else "", total <= 120))

    text = ["# Benchmarks", "",
            *INTRODUCTION.splitlines(), "", *__doc__.split("\n\n")[1].strip().splitlines(), "",
            *[f"- {line}" for line in machine()],
            f"- load average {busy[0]:.1f} before and {busy[1]:.1f} after; rates and latencies need a quiet machine, ratios do not",
            f"- {options.rounds} rounds of {options.seconds:g} s; medians, with the lowest and the highest round in parentheses",
            "- TLS 1.3 with P-256 certificates and AES-128-GCM, access logs off for all but where said, a limit that counts every call,",
            f"  results of {subjects.ANSWER_BYTES} bytes from the same stub: over HTTP/1.1 for nginx and HAProxy, over lines for Vokol", "",
            "| work | measured | target | ratio or remark | met |", "| --- | --- | --- | --- | --- |"]
    text += [f"| {work} | {measured} | {target} | {against} | {verdict(met)} |" for work, measured, target, against, met in rows]

    text += ["", "## CPU time per call", "",
             "The better rival is nginx or HAProxy, whichever takes less CPU time. Vokol does more than they do: it verifies the",
             "access token's signature once and its expiry and revocation on every call, routes by method, validates everything that",
             "it forwards, and computes an `ETag`. nginx and HAProxy count requests by the token's text and forward them.", "",
             "| subject | µs per call | calls/s with generator and stub on the same cores |", "| --- | --- | --- |"]
    text += [f"| {name} | {spread(each['cpu'])} | {median(each['rate']):,.0f} |" if each["rate"][0]
             else f"| {name} | {spread(each['cpu'])} | |" for name, each in edges.items()]

    latency = users["all"]["latencyMs"]
    text += ["", f"## {options.users:,} users", "",
             f"Gateway, `museums` and PostgreSQL, {options.accounts} accounts with the default limits. A call's time starts when it is due:", "",
             "| calls | errors | p50 | p90 | p99 | p99.9 | max | CPU of gateway and museums per call |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |",
             f"| {users['all']['calls']:,} | {failed} | " + " | ".join(f"{latency[name]:.2f} ms" for name in
                                                                  ("p50", "p90", "p99", "p99.9", "max"))
             + f" | {users['watchedMicrosecondsPerCall']:.0f} µs |", "",
             f"The generator was at most {users['longestDelayMs']:.2f} ms late."]
    if searches:
        text += ["", "## Search", "",
                 "`pgbench` runs the statement of the service with the same parameters, taken from PostgreSQL's log. 8 clients search for",
                 ", ".join(f"“{query}”" for query in search.QUERIES) + ".", "",
                 "| | all processes, µs per query | PostgreSQL alone | queries/s |", "| --- | --- | --- | --- |",
                 f"| through gateway and `museums` | {spread(searches['stack'], 0)} | {spread(searches['stackDatabase'], 0)} | {median(searches['stackRate']):,.0f} |",
                 f"| `pgbench -M prepared` (including pgbench itself) | {spread(searches['pgbench'], 0)} | {spread(searches['pgbenchDatabase'], 0)} | {median(searches['pgbenchRate']):,.0f} |", "",
                 "`vokol-museums import` of the file, twice:", "",
                 *[f"- {said}" for said in searches["imported"]]]
    text += ["", "## Bookings", "",
             f"`pgbench` runs the service's {bookings['statements']} statements between BEGIN and COMMIT, taken from PostgreSQL's log, each time for another",
             f"customer and slot. fsync is on. `pgbench` has {booking.SESSIONS} sessions, and so has the service for {booking.CLIENTS} clients over TLS:", "",
             "| | bookings/s | PostgreSQL, µs per booking | gateway and `booking`, µs |", "| --- | --- | --- | --- |",
             f"| through gateway and `booking` | {spread(bookings['stackRate'], 0)} | {spread(bookings['stackDatabase'], 0)} | {spread(bookings['stackOurs'], 0)} |",
             f"| `pgbench -M prepared`, one statement after the other | {spread(bookings['pgbenchRate'], 0)} | {spread(bookings['pgbenchDatabase'], 0)} | |",
             f"| `pgbench -M prepared`, in two pipelines like the service | {spread(bookings['pipelineRate'], 0)} | {spread(bookings['pipelineDatabase'], 0)} | |", "",
             f"The service reaches {booked / median(bookings['pgbenchRate']):.2f} × the rate of one statement after the other.", "",
             f"Slots, {bookings['polling']['all']['calls']:,} calls: p50 {slots['p50']:.2f} ms, p90 {slots['p90']:.2f} ms, p99 {slots['p99']:.2f} ms, "
             f"max {slots['max']:.2f} ms; {errors_of(bookings['meanwhile'])} of {bookings['meanwhile']['all']['calls']:,} concurrent bookings failed."]
    text += ["", "## Weather and timetables", "",
             "Third parties are simulated on the same machine. Each user asks for one of nine places, or for the day of one of",
             f"{outside.GROUPS} groups:", "", "| method | calls | p50 | p90 | p99 | max |", "| --- | --- | --- | --- | --- | --- |"]
    for method, result in [("schedule.day", world["day"]), ("weather.current", world["weather"])]:
        latency = result["all"]["latencyMs"]
        text.append(f"| `{method}` | {result['all']['calls']:,} | " + " | ".join(
            f"{latency[name]:.2f} ms" for name in ("p50", "p90", "p99", "max")) + " |")
    text += ["", f"Refreshing {world['refresh']['fetched']:,} timetables as fast as the simulator answers took "
             f"{world['refresh']['seconds']:.1f} s.", "By default the refresh pauses for half a second before each."]
    text += ["", "## One user beside greedy ones", "",
             "Accounts with the default limits. The greedy ones have up to 25 calls in flight each, and make the search that is most",
             "expensive for what it is charged; most of their calls are refused.", "", *fairness.lines(shares)]
    text += ["", f"## {crowd['people']:,} sign-ins at once", "",
             "All with the right password, from one network; whoever is told to wait tries again:", "", *sign_ins.lines(crowd)]
    text += ["", "## Known and unknown names", "",
             "Calls take turns in random order. The AUC is the share of pairs in which the known name's call took longer; at 0.5",
             "times tell nothing. Hashes are cheap here (`passwords.cost` 10), so that they hide nothing.", "",
             *timing.lines(names)]
    text += ["", "## Idle memory", ""]
    if before:
        text += ["| process | proportional | resident | of which anonymous | proportional, earlier build |",
                 "| --- | --- | --- | --- | --- |"]
    else:
        text += ["| process | proportional | resident | of which anonymous |", "| --- | --- | --- | --- |"]
    text += [f"| {name} | {pss:.1f} MB | {rss:.1f} MB | {anonymous:.1f} MB |"
             + (f" {before.memory[name][0]:.1f} MB |" if before else "") for name, (pss, rss, anonymous) in memory.items()]
    for section in benchmarks_page.other_sections():
        text += ["", section]
    with open(f"{TOP}/Tests/Benchmarks/notes.md", encoding="utf-8") as file:
        text += ["", file.read().strip()]
    with open(options.report, "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")
    print("\n".join(text))


def main():
    options = arguments()
    for program in ("nginx", "haproxy", "pgbench", "psql", "valgrind"):
        if not shutil.which(program):
            raise SystemExit(f"bench: {program} is missing: deploy/prepare bench")
    # Ending the benchmark also ends the programs that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("bench: ended"))
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    # PostgreSQL's system user needs access to the directories below.
    os.chmod(place, 0o711)
    load_average = os.getloadavg()[0]
    try:
        instance = subjects.Instance(options.programs, place)
        time.sleep(5)
        memory = idle_memory(instance)
        counted = instructions.per_call(options.programs, place, instance)
        before = Before(options.before, place, instance.vokol) if options.before else None
        edges = edge(options, place, instance, before)
        if before:
            before.instance.stop()
        held = connections.idle(options.programs, place, instance)
        users = open_loop(options, instance)
        searches = searching(options, place, instance)
        bookings = booking.booking(options, place, instance)
        instance.stop()
        stored = with_store(options, place)
        world = outside.outside(options, place)
        shares = fairness.fairness(options.programs, f"{place}/fairness", options.open_seconds)
        crowd = sign_ins.sign_ins(options.programs, f"{place}/crowd", options.users, 3 * options.open_seconds)
        # A cheap hash shows the rest of the work more clearly.
        names = list(timing.timings(
            options.programs, f"{place}/names", options.pairs, options.pairs,
            ["requestCode", "login", "register", "requestPasswordReset"], 10))
        report(options, memory, counted, before, edges, held, users, stored, searches, bookings, world, shares,
               crowd, names, (load_average, os.getloadavg()[0]))
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
