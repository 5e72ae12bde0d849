"""Watches an instance with Prometheus and Alertmanager, makes real faults, and asks for every panel's data.

The rules are those of deploy/monitoring with each minute shortened to a second, so that a fault of half a minute is
enough. rules.py checks all of them in computed time; this checks that the programs' own metrics make an alert fire when
the fault is real (faults.py), and that Alertmanager is told of the beginning and the end.
"""

import contextlib
import json
import math
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import yaml
from instance import SETTINGS, Failure, Instance, _free_ports

import faults
import files
import rules
from otlp import Collector
from traffic import PipedGateway, Store, Traffic, processes

ROOT = Path(__file__).resolve().parents[2]
MONITORING = ROOT / "deploy/monitoring"
JOBS = ["gateway", "auth", "museums", "aggregator", "schedule", "booking"]


def check(programs):
    with contextlib.ExitStack() as stack:
        collector = Collector()
        stack.callback(collector.stop)
        store = stack.enter_context(Store())
        settings = SETTINGS | collector.settings | store.settings | faults.SETTINGS
        instance = stack.enter_context(Instance(programs, settings, ["--replicas", "museums=2"]))
        instance.store, instance.collector = store, collector
        # Before a fault uses up the codes.
        instance.customers = [instance.make_account() for _ in range(2)]
        instance.piped = stack.enter_context(PipedGateway(instance))
        stack.enter_context(Traffic(instance))
        monitoring = stack.enter_context(Monitoring(instance))
        count = _check_panels(monitoring)
        failed = _check_faults(monitoring, instance)
        if failed:
            raise Failure("\n".join(failed))
        return f"{count} queries have data, and {len(monitoring.fired)} alerts fired and ended: " + ", ".join(
            sorted(monitoring.fired))


def _check_faults(monitoring, instance):
    """Makes all faults; returns what was wrong."""
    failed = []

    def make(made):
        for fault in made:
            try:
                _check_fault(fault, monitoring, instance)
            except Failure as failure:
                failed.append(str(failure))
            except Exception as error:  # noqa: BLE001, the other faults are made all the same
                failed.append(f"{fault.__name__}: {error!r}")

    # Daemons, for which an interrupted check does not wait.
    running = [threading.Thread(target=make, args=[made], daemon=True) for made in faults.TOGETHER]
    for each in running:
        each.start()
    for each in running:
        each.join()
    make(faults.ALONE)
    return failed


def _check_panels(monitoring):
    queries = list(files.queries())
    for where, query in queries:
        # Grafana chooses the range by the scrape interval.
        query = query.replace("$__rate_interval", "20s")
        _wait(f"{where} has no data: {query}", lambda query=query: monitoring.has_data(query), 90)
    return len(queries)


def _check_fault(fault, monitoring, instance):
    """Makes a fault, and waits until each of its alerts has begun and, after the fault, ended."""
    names = fault.alerts
    _wait(f"the end of {names} before {fault.__name__}", lambda: not monitoring.firing() & names, 180)
    begin = len(monitoring.told)
    def check(state):
        _wait(lambda: f"{fault.__name__}: Alertmanager is not told of {names - monitoring.told_since(begin, state)}: "
                      f"{state}", lambda: names <= monitoring.told_since(begin, state), 150)

    with fault(instance):
        check("firing")
    check("resolved")
    monitoring.fired |= names


# Prometheus and Alertmanager


class Monitoring:
    """Prometheus and Alertmanager with the files of deploy/monitoring, in a temporary directory."""

    def __init__(self, instance):
        self._instance = instance
        #: What Alertmanager told its receiver: names and states.
        self.told = []
        self.fired = set()
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_):
        self._stack.close()

    def firing(self):
        """Returns the names of the alerts that Prometheus reports as firing."""
        alerts = self._get("/api/v1/alerts")["alerts"]
        return {alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"}

    def told_since(self, begin, state):
        """Returns the names of the alerts that Alertmanager has told its receiver of."""
        return {name for name, told in self.told[begin:] if told == state}

    def has_data(self, query):
        """Returns true if a query has at least one value that is a number."""
        result = self._get(f"/api/v1/query?query={urllib.parse.quote(query)}")["result"]
        return any(not math.isnan(float(series["value"][1])) for series in result)

    def _start(self):
        directory = Path(tempfile.mkdtemp(prefix="vokol-monitoring-", dir="/tmp"))
        self._stack.callback(shutil.rmtree, directory, ignore_errors=True)
        port, alert_port = _free_ports(2)
        self._url = f"http://127.0.0.1:{port}"
        (directory / "alertmanager.yml").write_text(self._alertmanager(self._receiver()))
        (directory / "alerts.yml").write_text(json.dumps(_shortened(yaml.safe_load(rules.ALERTS.read_text()))))
        (directory / "prometheus.yml").write_text(self._prometheus(alert_port))
        _run("amtool", "check-config", MONITORING / "alertmanager.yml")
        _run("promtool", "check", "config", "--syntax-only", MONITORING / "prometheus.yml")
        self._spawn(directory, "prometheus-alertmanager", f"--config.file={directory}/alertmanager.yml",
                    f"--storage.path={directory}/alerts", f"--web.listen-address=127.0.0.1:{alert_port}",
                    "--cluster.listen-address=")
        self._spawn(directory, "prometheus", f"--config.file={directory}/prometheus.yml",
                    f"--storage.tsdb.path={directory}/data", f"--web.listen-address=127.0.0.1:{port}")
        _wait("Prometheus", self._is_ready, 60)

    def _is_ready(self):
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(self._url + "/-/ready", timeout=5) as answer:
                return answer.status == 200
        return False

    def _receiver(self):
        """Starts the receiver of notifications; returns its URL."""
        told = self.told

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):  # noqa: N802, the name that http.server calls
                message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                told.extend((alert["labels"]["alertname"], alert["status"]) for alert in message["alerts"])
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                """Writes no log."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._stack.callback(server.server_close)
        self._stack.callback(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/"

    def _alertmanager(self, receiver):
        """Returns the file of deploy/monitoring with a receiver, and without its pauses."""
        configuration = yaml.safe_load((MONITORING / "alertmanager.yml").read_text())
        configuration["route"] |= {"group_wait": "1s", "group_interval": "1s"}
        configuration["receivers"][0]["webhook_configs"] = [{"url": receiver}]
        return json.dumps(configuration)

    def _prometheus(self, alert_port):
        """Returns the file of deploy/monitoring with the addresses of this instance, and with a scrape a second."""
        configuration = yaml.safe_load((MONITORING / "prometheus.yml").read_text())
        configuration["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
        alertmanagers = configuration["alerting"]["alertmanagers"][0]["static_configs"][0]
        alertmanagers["targets"] = [f"127.0.0.1:{alert_port}"]
        jobs = [job["job_name"] for job in configuration["scrape_configs"]]
        if jobs != [f"vokol-{name}" for name in JOBS]:
            raise Failure(f"prometheus.yml has the jobs {jobs}")
        for job, name in zip(configuration["scrape_configs"], JOBS):
            del job["dns_sd_configs"]
            ports = [each["adminPort"] for each in processes(self._instance, name)]
            if name == "gateway":
                ports.append(self._instance.piped.admin_port)
            job["static_configs"] = [{"targets": [f"127.0.0.1:{port}" for port in ports]}]
        return json.dumps(configuration)

    def _spawn(self, directory, *command):
        log = self._stack.enter_context((directory / f"{command[0]}.log").open("w"))
        try:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        except FileNotFoundError:
            raise Failure(f"{command[0]} is missing; deploy/prepare test installs it") from None
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)

    def _get(self, path):
        with urllib.request.urlopen(self._url + path, timeout=30) as answer:
            return json.load(answer)["data"]


def _shortened(groups):
    """Returns rules in which every minute is a second, and every hour a minute."""
    def shorten(text):
        return re.sub(r"\b(\d+)([mh])\b", lambda found: found[1] + {"m": "s", "h": "m"}[found[2]], text)

    for group in groups["groups"]:
        for rule in group["rules"]:
            rule["expr"] = re.sub(r"\[\w+\]", lambda found: shorten(found[0]), rule["expr"])
            if "for" in rule:
                rule["for"] = shorten(rule["for"])
    return groups


def _run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise Failure(done.stdout + done.stderr)


def _wait(what, condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"timed out after {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.2)
