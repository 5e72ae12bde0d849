#!/usr/bin/env python3
"""Measures how well museums are found, by classes of searches, and what the most expensive search costs.

Compares with search_limits.json. A class may state limits below its targets in "accepted", with the reason; the report
lists these.

The catalogue is the bundled one and the files of --data, as far as they are there. The searches are generated with a
fixed seed from the names in the database.
"""
import argparse
import json
import math
import os
import shutil
import socket
import sys
import tempfile
import time

import benchmarks_page
import other_engines
import query_costs
import search
import subjects
from measure import cpu_seconds
from museum_generator import generate
from museum_queries import Catalogue, queries

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = ["museums_us_mudf_2014q3.csv", "museums_de_isil.csv", "museums_fr_museofile.csv"]
LIMITS = f"{TOP}/Tests/Benchmarks/search_limits.json"
PAGE = 10
# The largest difference between the recall of a class and its MRR.
RANK_LOSS = 0.03


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--data", default=f"{TOP}/../shared/data", help="directory of the files to import")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other searches of the same classes")
    parser.add_argument("--class", dest="only", action="append", metavar="NAME", help="only this class; repeatable")
    parser.add_argument("--misses", action="store_true", help="print the searches that miss")
    parser.add_argument("--beside", action="store_true", help="also measure full text, pg_trgm and tantivy")
    parser.add_argument(
        "--report", action="store_true", help="write the figures into docs/benchmarks.md; needs --beside")
    parser.add_argument(
        "--tries", type=int, default=400, help="searches tried to find the most expensive one; 0: not measured")
    parser.add_argument(
        "--generated", type=int, default=0, metavar="N",
        help="also measure ordinary searches among N museums, most of them generated; 0: not measured")
    parser.add_argument(
        "--instance", metavar="DIR", help="use this instance of `vokol up --open museums`, already filled")
    parser.add_argument("--keep", action="store_true", help="leave the instance running, for --instance")
    return parser.parse_args()


class Running:
    """An instance that another run has started."""

    def __init__(self, directory):
        self.directory = directory

    record, pids, replica = subjects.Instance.record, subjects.Instance.pids, subjects.Instance.replica

    def stop(self):
        pass


def start(options):
    """Returns an instance with all museums."""
    if options.instance:
        return Running(options.instance)
    place = tempfile.mkdtemp(prefix="vokol-search-")
    os.chmod(place, 0o711)
    instance = subjects.Instance(os.path.abspath(options.programs), place, arguments=("--open", "museums"))
    for name in FILES:
        if os.path.exists(f"{options.data}/{name}"):
            print(search.import_museums(options.programs, instance, f"{options.data}/{name}")[0], file=sys.stderr)
    return instance


def catalogue(instance):
    """Reads the names and cities of all museums."""
    rows = search.run_psql(
        instance, "-d", "vokol_museums", "-c",
        "SELECT json_build_object('id', id, 'names', json_build_object('en', name_en, 'ru', name_ru, 'be', name_be),"
        " 'cities', json_build_object('en', city_en, 'ru', city_ru, 'be', city_be), 'folded', names)"
        " FROM museums ORDER BY id")
    museums = [json.loads(line) for line in rows.splitlines()]
    for museum in museums:
        folded = museum["folded"].split("|")
        museum["aliases"] = folded[len({each for each in museum["names"].values() if each}):]
    return Catalogue(museums)


class Museums:
    """Calls the service directly, as an anonymous client."""

    def __init__(self, port):
        self.port = port
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.file = self.socket.makefile("rwb")
        self.file.readline()  # The service greets first.

    def find(self, text):
        call = {"jsonrpc": "2.0", "id": 1, "method": "museums.search", "params": {"query": text, "limit": PAGE}}
        line = self.answer(call)
        if not line:
            # The service closes idle connections, as while another engine is filled.
            self.connect()
            line = self.answer(call)
        answer = json.loads(line)
        if "result" not in answer:
            raise SystemExit(f"bench-search: {text!r}: {answer}")
        return [item["id"] for item in answer["result"]["items"]]

    def answer(self, call):
        """Returns the line that answers a call; it is empty if the connection is closed."""
        try:
            self.file.write(json.dumps(call, ensure_ascii=False).encode() + b"\n")
            self.file.flush()
            return self.file.readline()
        except OSError:
            return b""


def measure(label, wanted, find, processes, misses):
    """Returns the figures of a class."""
    ranks, times = [], []
    before = sum(map(cpu_seconds, processes))
    for text, id in wanted:
        began = time.perf_counter()
        found = find(text)
        times.append((time.perf_counter() - began) * 1000)
        ranks.append(found.index(id) + 1 if id in found else 0 if found else -1)
        if misses and ranks[-1] <= 0:
            print(f"{label}: {text!r} does not find {id}, but {found[:3]}", file=sys.stderr)
    used, count = sum(map(cpu_seconds, processes)) - before, max(1, len(wanted))
    times.sort()
    return {
        "queries": len(wanted), "recall": sum(rank > 0 for rank in ranks) / count,
        "mrr": sum(1 / rank for rank in ranks if rank > 0) / count,
        # With one wanted museum the ideal gain is 1.
        "ndcg": sum(1 / math.log2(rank + 1) for rank in ranks if rank > 0) / count, "empty": ranks.count(-1) / count,
        "p50": times[len(times) // 2] if times else 0, "p95": times[int(len(times) * 0.95)] if times else 0,
        "cpu": used * 1000 / count,
    }


class Report:
    """Lines of Markdown, which are shown as they come."""

    def __init__(self):
        self.lines = []

    def add(self, *lines):
        self.lines += lines
        print("\n".join(lines), flush=True)

    def row(self, *cells):
        self.add("| " + " | ".join(map(str, cells)) + " |")


def shortfalls(label, found, targets, is_quiet):
    """Returns what is wrong with the figures of a class, and the accepted ways in which they miss its targets."""
    accepted = targets.get("accepted", {})
    failed, missed = [], []
    for name, target in (("recall", targets["recall"]), ("mrr", found["recall"] - RANK_LOSS)):
        figure, least = round(found[name], 3), round(target, 3)
        if figure < round(accepted.get(name, target), 3):
            failed.append(f"{label}: {name} {figure:.3f} < {accepted.get(name, target):.3f}")
        elif figure < least:
            missed.append(f"{label}: {name} {figure:.3f} instead of {least:.3f}. {targets['reason']}")
    if is_quiet and found["p95"] > targets["p95"]:
        failed.append(f"{label}: p95 {found['p95']:.1f} > {targets['p95']} ms")
    return failed, missed


def classes(options, museums, service, processes, others, limits, report):
    """Reports each class of searches; returns those beyond their limits."""
    load, processors = os.getloadavg()[0], os.cpu_count()
    is_quiet = load < processors
    report.row("class", "searches", "recall@10", "MRR", "nDCG@10", "empty", "p50 ms", "p95 ms", "CPU ms", *others)
    report.row("---", *["---:"] * (8 + len(others)))
    failed, missed = [], []
    for label, wanted in queries(museums, options.seed):
        if options.only and label not in options.only:
            continue
        found = measure(label, wanted, service.find, processes, options.misses)
        report.row(
            label, found["queries"], *(f"{found[name]:.2f}" for name in ("recall", "mrr", "ndcg", "empty")),
            *(f"{found[name]:.1f}" for name in ("p50", "p95", "cpu")),
            *(f"{measure(label, wanted, find, [], False)['recall']:.2f}" for find in others.values()))
        wrong, accepted = shortfalls(label, found, limits[label], is_quiet)
        failed += wrong
        missed += accepted
    if not is_quiet:
        report.add("", f"The times of p95 were not compared with their limits, since the load was {load:.0f} on",
                   f"{processors} processors.")
    if missed:
        report.add("", "Classes that miss a target, as `search_limits.json` accepts:", "")
        report.add(*(f"- {each}" for each in missed))
    return failed


def ordinary_searches(options, museums):
    """Returns searches by words and by names as they are."""
    exact = next(wanted for label, wanted in queries(museums, options.seed) if label == "exact")
    return search.QUERIES + [text for text, _ in exact]


def growth(options, instance, museums, processes, limits, report):
    """Reports what ordinary searches cost among many more museums; returns what is wrong with it."""
    ordinary = ordinary_searches(options, museums)

    def cost():
        # A new connection, because the service closes those that are idle during the import.
        costs = query_costs.Costs(Museums(instance.replica("museums")["port"]).find, processes)
        costs.of(ordinary)
        return costs.of(ordinary, rounds=3)

    before = cost()
    file = f"{os.path.dirname(instance.directory)}/generated.csv"
    generate(f"{options.data}/{FILES[0]}", file, options.generated - len(museums.rows), options.seed)
    search.import_museums(options.programs, instance, file, times=1)
    # Otherwise this work would begin on its own beside the searches, and count as theirs.
    search.run_psql(instance, "-d", "vokol_museums", "-c", "VACUUM ANALYZE")
    after = cost()
    report.add("", f"Among {options.generated:,} museums, most of them generated, an ordinary search takes",
               f"{after:.2f} ms: {after / before:.1f} times as much as the {before:.2f} ms before.")
    limit = limits["an ordinary search among 500,000 museums, × as before"]
    return [f"generated museums: {after / before:.1f} > {limit:.1f} ×"] if after > limit * before else []


def most_expensive(options, museums, costs, limits, report):
    """Reports the most expensive searches beside ordinary ones; returns what is wrong with them."""
    ordinary = ordinary_searches(options, museums)
    costs.of(ordinary)
    found = query_costs.most_expensive(museums, costs, options.seed, options.tries)
    usual = costs.of(ordinary, rounds=3)
    most, limit = limits["an ordinary search, ms"], limits["the most expensive search, × an ordinary one"]
    report.add("", f"An ordinary search takes {usual:.2f} ms of CPU (at most {most:.1f} are wanted). The most expensive of the",
               f"{options.tries} that were tried:", "")
    report.row("search", "CPU ms", "× ordinary")
    report.row("---", "---:", "---:")
    for cost, text in found:
        report.row(text, f"{cost:.1f}", f"{cost / usual:.1f}")
    ratio = found[0][0] / usual
    return ([f"an ordinary search: {usual:.2f} > {most:.1f} ms"] if usual > most else []) + (
        [f"the most expensive search: {ratio:.1f} > {limit:.1f} × an ordinary one"] if ratio > limit else [])


def main():
    options = arguments()
    if options.report and (options.only or not options.beside or not options.tries or not options.generated):
        raise SystemExit("bench-search: --report needs --beside, --generated and all classes and tries")
    if options.generated and not os.path.exists(f"{options.data}/{FILES[0]}"):
        raise SystemExit(f"bench-search: --generated needs {FILES[0]} in --data")
    instance = start(options)
    try:
        museums = catalogue(instance)
        pids = instance.pids()
        processes = [pids["museums"], pids["postgres"]]
        service = Museums(instance.replica("museums")["port"])
        others = other_engines.engines(instance, museums) if options.beside else {}
        with open(LIMITS, encoding="utf-8") as file:
            limits = json.load(file)
        report = Report()
        report.add(
            f"`make bench-search` writes this section. Searches for known ones among {len(museums.rows):,} museums,",
            f"generated with the seed {options.seed}. CPU time is that of PostgreSQL and the service. The columns of other",
            "engines state their recall@10.", "")
        failed = classes(options, museums, service, processes, others, limits["classes"], report)
        costs = query_costs.Costs(service.find, processes)
        if options.tries and not options.only:
            failed += most_expensive(options, museums, costs, limits["costs"], report)
        if options.generated:
            failed += growth(options, instance, museums, processes, limits["costs"], report)
        if options.report:
            benchmarks_page.write_section("Search quality", report.lines)
        if failed:
            raise SystemExit("bench-search: beyond the limits: " + "; ".join(failed))
    finally:
        if options.keep:
            print(f"--instance {instance.directory}", file=sys.stderr)
            os._exit(0)
        instance.stop()
        if not options.instance:
            shutil.rmtree(os.path.dirname(instance.directory), ignore_errors=True)


if __name__ == "__main__":
    main()
