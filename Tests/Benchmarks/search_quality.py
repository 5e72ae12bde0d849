#!/usr/bin/env python3
"""Measures how well museums are found, by classes of searches, and what the dearest search costs.

Compares with the limits of search_limits.json.

The catalogue is the bundled one and the files of --data, as far as they are there. The searches are generated with a
fixed seed from the names in the database.
"""
import argparse
import json
import os
import shutil
import socket
import sys
import tempfile
import time

import other_engines
import query_costs
import search
import subjects
from measure import cpu_seconds
from museum_queries import Catalogue, queries

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = ["museums_us_mudf_2014q3.csv", "museums_de_isil.csv", "museums_fr_museofile.csv"]
LIMITS = f"{TOP}/Tests/Benchmarks/search_limits.json"
PAGE = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--data", default=f"{TOP}/../shared/data", help="directory of the files to import")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other searches of the same classes")
    parser.add_argument("--class", dest="only", action="append", metavar="NAME", help="only this class; repeatable")
    parser.add_argument("--misses", action="store_true", help="print the searches that miss")
    parser.add_argument("--beside", action="store_true", help="also measure full text, pg_trgm and tantivy")
    parser.add_argument(
        "--tries", type=int, default=400, help="searches among which the dearest is sought; 0: not measured")
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
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rwb")
        self.file.readline()  # The service greets first.

    def find(self, text):
        call = {"jsonrpc": "2.0", "id": 1, "method": "museums.search", "params": {"query": text, "limit": PAGE}}
        self.file.write(json.dumps(call, ensure_ascii=False).encode() + b"\n")
        self.file.flush()
        answer = json.loads(self.file.readline())
        if "result" not in answer:
            raise SystemExit(f"bench-search: {text!r}: {answer}")
        return [item["id"] for item in answer["result"]["items"]]


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
        "mrr": sum(1 / rank for rank in ranks if rank > 0) / count, "empty": ranks.count(-1) / count,
        "p50": times[len(times) // 2] if times else 0, "p95": times[int(len(times) * 0.95)] if times else 0,
        "cpu": used * 1000 / count,
    }


def dearest(options, museums, service, pids, limit):
    """Prints the dearest searches beside ordinary ones; returns what is wrong with them."""
    costs = query_costs.Costs(service.find, [pids["museums"], pids["postgres"]])
    exact = next(wanted for label, wanted in queries(museums, options.seed) if label == "exact")
    ordinary = search.QUERIES + [text for text, _ in exact]
    costs.of(ordinary)
    found = query_costs.dearest(museums, costs, options.seed, options.tries)
    usual = costs.of(ordinary, rounds=3)
    print(f"\nAn ordinary search: {usual:.2f} ms of CPU. The dearest of {options.tries}:\n")
    print("| search | CPU ms | × ordinary |\n| --- | ---: | ---: |")
    for cost, text in found:
        print(f"| {text} | {cost:.1f} | {cost / usual:.1f} |")
    ratio = found[0][0] / usual
    return [f"the dearest search: {ratio:.1f} > {limit:.1f} × an ordinary one"] if ratio > limit else []


def main():
    options = arguments()
    instance = start(options)
    try:
        museums = catalogue(instance)
        pids = instance.pids()
        service = Museums(instance.replica("museums")["port"])
        print(f"{len(museums.rows)} museums, seed {options.seed}\n")
        others = other_engines.engines(instance, museums) if options.beside else {}
        print("| class | queries | recall@10 | MRR | empty | p50 ms | p95 ms | CPU ms |"
              + "".join(f" {name} |" for name in others))
        print("| --- |" + " ---: |" * (7 + len(others)))
        with open(LIMITS, encoding="utf-8") as file:
            limits = json.load(file)
        failed = []
        for label, wanted in queries(museums, options.seed):
            if options.only and label not in options.only:
                continue
            figures = measure(label, wanted, service.find, [pids["museums"], pids["postgres"]], options.misses)
            print(f"| {label} | {figures['queries']} | {figures['recall']:.2f} | {figures['mrr']:.2f} |"
                  f" {figures['empty']:.2f} | {figures['p50']:.1f} | {figures['p95']:.1f} | {figures['cpu']:.1f} |"
                  + "".join(f" {measure(label, wanted, find, [], False)['recall']:.2f} |" for find in others.values()),
                  flush=True)
            least = limits.get(label, 0)
            if figures["recall"] < least:
                failed.append(f"{label}: {figures['recall']:.2f} < {least:.2f}")
        if options.tries and not options.only:
            failed += dearest(options, museums, service, pids, limits["the dearest search, × an ordinary one"])
        if failed:
            raise SystemExit("bench-search: below the limits: " + "; ".join(failed))
    finally:
        if options.keep:
            print(f"--instance {instance.directory}", file=sys.stderr)
            os._exit(0)
        instance.stop()
        if not options.instance:
            shutil.rmtree(os.path.dirname(instance.directory), ignore_errors=True)


if __name__ == "__main__":
    main()
