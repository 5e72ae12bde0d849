"""Watches an instance with Prometheus and Alertmanager, makes real faults, and asks for every panel's data.

The rules are those of deploy/monitoring with each minute shortened to a second, so that a fault of half a minute is
enough. rules.py checks all of them in computed time; this checks for some real faults that the programs' own metrics
make their alerts fire, and that Alertmanager is told of the beginning and the end.
"""

import contextlib
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import yaml
from instance import SETTINGS, Failure, Instance, _free_ports

import files
import rules
from otlp import Collector

ROOT = Path(__file__).resolve().parents[2]
MONITORING = ROOT / "deploy/monitoring"
JOBS = ["gateway", "auth", "museums", "aggregator", "schedule", "booking"]


def check(programs):
    with contextlib.ExitStack() as stack:
        collector = Collector()
        stack.callback(collector.stop)
        store = stack.enter_context(Store())
        instance = stack.enter_context(Instance(programs, SETTINGS | collector.settings | store.settings))
        instance.store = store
        stack.enter_context(Traffic(instance))
        monitoring = stack.enter_context(Monitoring(instance))
        count = _check_panels(monitoring)
        for fault in FAULTS:
            _check_fault(fault, monitoring, instance)
        return f"{count} queries have data, and {len(monitoring.fired)} alerts fired and ended: " + ", ".join(
            sorted(monitoring.fired))


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
    with fault(instance):
        _wait(f"{fault.__name__}: Alertmanager is told of {names}",
              lambda: names <= monitoring.told_since(begin, "firing"), 240)
    _wait(f"{fault.__name__}: Alertmanager is told of the end of {names}",
          lambda: names <= monitoring.told_since(begin, "resolved"), 240)
    monitoring.fired |= names


# Faults


def fault(*alerts):
    """Declares a fault that makes these alerts fire."""
    def declare(function):
        manager = contextlib.contextmanager(function)
        manager.alerts = set(alerts)
        return manager
    return declare


@fault("VokolProcessDown", "VokolCallsFail")
def stopped_service(instance):
    """The only replica of `museums` hangs."""
    pid = _process(instance, "museums")["pid"]
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@fault("VokolNoDatabase")
def no_database(instance):
    """PostgreSQL ends and cannot start again."""
    configuration = instance.directory / "postgres/data/postgresql.conf"
    away = configuration.with_suffix(".away")
    configuration.rename(away)
    try:
        os.kill(_process(instance, "postgres")["pid"], signal.SIGKILL)
        yield
    finally:
        away.rename(configuration)


@fault("VokolLimitStoreAway")
def no_store(instance):
    """The store of limits ends, and comes back empty."""
    instance.store.stop()
    try:
        yield
    finally:
        instance.store.start()


@fault("VokolPaymentsForged")
def forged_payments(instance):
    """Somebody reports payments with a wrong signature."""
    with _repeating(lambda: _post(instance, "/v1/payments/notifications", {"id": _random()}), pause=0.2):
        yield


FAULTS = [stopped_service, no_database, no_store, forged_payments]


def _post(instance, path, body):
    """Makes a call without a token, which is refused."""
    request = urllib.request.Request(
        instance.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with contextlib.suppress(OSError):
        urllib.request.urlopen(request, context=instance.context, timeout=10).close()


def _random():
    return f"{random.getrandbits(64):016x}"


def _process(instance, name):
    record = json.loads((instance.directory / "instance.json").read_text())
    return next(each for each in record["processes"] if each["name"] == name)


# Traffic


class Traffic:
    """Calls of every kind, all the time."""

    def __init__(self, instance):
        self._instance = instance
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        account = self._instance.make_account()
        session = {name: account[name] for name in ["email", "password"]}
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86_400))
        self._stack.enter_context(self.more(lambda: self.call(f"/v1/museums?limit=3&city={_word()}"), threads=2))
        self._stack.enter_context(self.more(lambda: self.call("/v1/museums/by-mir-castle")))
        for path in ["/v1/weather", "/v1/news", "/v1/places/address"]:
            self._stack.enter_context(self.more(lambda path=path: self.call(f"{path}?{_place()}")))
        self._stack.enter_context(self.more(lambda: self.call("/v1/schedule/groups/353501")))
        self._stack.enter_context(self.more(lambda: self.call(f"/v1/park/slots?date={day}&reverseId=big")))
        self._stack.enter_context(self.more(lambda: self.call("/v1/sessions", session)))
        return self

    def __exit__(self, *_):
        self._stack.close()

    def more(self, call, threads=1):
        """Makes a call again and again while the `with` block runs."""
        return _repeating(call, pause=0.1, threads=threads)

    def call(self, path, body=None):
        """Makes a call with the user's token, whatever its outcome."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._instance.user}"}
        request = urllib.request.Request(self._instance.url + path, data, headers)
        # A refused call and a broken connection are what some faults are about.
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(request, context=self._instance.context, timeout=10) as answer:
                answer.read()


@contextlib.contextmanager
def _repeating(action, pause, threads=1):
    end = threading.Event()

    def repeat():
        while not end.wait(pause):
            action()

    running = [threading.Thread(target=repeat, daemon=True) for _ in range(threads)]
    for each in running:
        each.start()
    try:
        yield
    finally:
        end.set()
        for each in running:
            each.join()


def _place():
    return f"latitude={random.uniform(52, 55):.4f}&longitude={random.uniform(24, 30):.4f}"


def _word():
    return random.choice(["Minsk", "Mir", "Brest"])


# The store of limits


class Store:
    """A store of limits that keeps nothing on disk, on one port, which the end of the `with` block stops."""

    def __init__(self):
        self._port, = _free_ports(1)
        self.settings = {"VOKOL_LIMITS_STORE": f"redis://127.0.0.1:{self._port}"}

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if not program:
            raise Failure("no valkey-server or redis-server; deploy/prepare test installs one")
        self._process = subprocess.Popen(
            [program, "--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        self._process.kill()
        self._process.wait()


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
            job["static_configs"] = [{"targets": [f"127.0.0.1:{_process(self._instance, name)['adminPort']}"]}]
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
            raise Failure(f"timed out after {seconds} s: {what}")
        time.sleep(0.2)
