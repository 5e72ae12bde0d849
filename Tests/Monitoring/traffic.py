"""Calls that an instance gets while it is watched, and the store of limits and the second gateway that it needs."""

import contextlib
import functools
import itertools
import json
import random
import shutil
import socket
import ssl
import subprocess
import threading
import time
import urllib.request
from pathlib import Path

from instance import Failure, _free_ports


def new_place():
    """Returns a place in or near Belarus as parameters of a query; hardly ever the same one twice."""
    return f"latitude={random.uniform(52, 55):.4f}&longitude={random.uniform(24, 30):.4f}"


#: The places whose weather is usually requested, so few that no third party's quota is used up.
PLACES = [new_place() for _ in range(20)]


class Traffic:
    """Calls of every kind, all the time."""

    def __init__(self, instance):
        self._instance = instance
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        account = self._instance.make_account()
        session = {name: account[name] for name in ["email", "password"]}
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86_400))
        paths = ["/v1/museums/by-mir-castle", "/v1/news?" + PLACES[0], "/v1/schedule/groups/353501",
                 f"/v1/park/slots?date={day}&reverseId=big"]
        for path in paths:
            self._stack.enter_context(repeating(lambda path=path: call(self._instance, path)))
        self._stack.enter_context(repeating(lambda: call(
            self._instance, f"/v1/museums?limit=3&city={random.choice(['Minsk', 'Mir', 'Brest'])}"), threads=2))
        for path in ["/v1/weather", "/v1/places/address"]:
            self._stack.enter_context(repeating(
                lambda path=path: call(self._instance, f"{path}?{random.choice(PLACES)}"), pause=0.5))
        self._stack.enter_context(repeating(lambda: call(self._instance, "/v1/sessions", session), pause=0.5))
        # A gateway without calls does not learn that a replica which it ejected is well again.
        piped = f"https://localhost:{self._instance.piped.port}"
        self._stack.enter_context(repeating(
            lambda: call(self._instance, "/v1/museums?limit=1", url=piped), pause=0.2))
        return self

    def __exit__(self, *_):
        self._stack.close()


@contextlib.contextmanager
def running(actions, end):
    """Runs each action in a thread of its own; sets `end`, at which they return, when the `with` block ends."""
    threads = [threading.Thread(target=action, daemon=True) for action in actions]
    for each in threads:
        each.start()
    try:
        yield
    finally:
        end.set()
        for each in threads:
            each.join(15)


def repeating(action, pause=0.1, threads=1):
    """Repeats an action, after pauses in seconds, while the `with` block runs."""
    end = threading.Event()

    def repeat():
        while not end.wait(pause):
            action()

    return running([repeat] * threads, end)


def call(instance, path, body=None, token=None, url=None):
    """Makes a call with the user's token, whatever its outcome; returns the result, or `None` if there is none."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token or instance.user}"}
    if token == "":
        del headers["Authorization"]
    request = urllib.request.Request((url or instance.url) + path, data, headers)
    # A refused call and a broken connection are what some faults are about.
    with contextlib.suppress(OSError):
        with urllib.request.urlopen(request, context=instance.context, timeout=10) as answer:
            return json.loads(answer.read() or "null")
    return None


def many_calls(instance, method, params, count, *, token=None, port=None):
    """Keeps `count` calls of a method in flight while the `with` block runs, at most 20 a connection."""
    end = threading.Event()
    context = ssl.create_default_context(cafile=str(instance.authority))
    context.set_alpn_protocols(["ndjson-rpc/1"])
    numbers = itertools.count(1)

    def send(connection):
        line = {"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params()}
        if token:
            line["meta"] = {"token": token}
        connection.sendall(json.dumps(line).encode() + b"\n")

    def run(calls):
        with socket.create_connection(("127.0.0.1", port or instance.port)) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as connection, connection.makefile() as lines:
                for _ in range(calls):
                    send(connection)
                for line in lines:
                    if end.is_set():
                        return
                    if '"id"' in line:
                        # A caller that is refused waits before it calls again.
                        if "retryAfterMs" in line:
                            time.sleep(0.02)
                        send(connection)

    sizes = [min(20, count - first) for first in range(0, count, 20)]
    return running([functools.partial(run, size) for size in sizes], end)


def process(instance, name):
    """Returns the entry of a process in the instance's record."""
    return next(each for each in processes(instance) if each["name"] == name)


def processes(instance, prefix=""):
    """Returns the entries of the processes whose names begin in this way."""
    record = json.loads((instance.directory / "instance.json").read_text())
    return [each for each in record["processes"] if each["name"].startswith(prefix)]


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


class PipedGateway:
    """A second gateway of an instance, whose log goes through a pipe to a reader that can pause."""

    def __init__(self, instance):
        self.port, self.admin_port = _free_ports(2)
        self.is_read = threading.Event()
        self.is_read.set()
        running = Path(f"/proc/{process(instance, 'gateway')['pid']}")
        program, *flags = running.joinpath("cmdline").read_bytes().decode().rstrip("\0").split("\0")
        variables = running.joinpath("environ").read_bytes().decode().rstrip("\0").split("\0")
        own = dict(zip(flags[::2], flags[1::2])) | {
            "--listen-port": str(self.port), "--admin-port": str(self.admin_port), "--redirect-port": "-1"}
        self._process = subprocess.Popen(
            [program, *(word for pair in own.items() for word in pair)],
            env=dict(each.split("=", 1) for each in variables), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def __enter__(self):
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.is_read.set()
        self._process.terminate()
        self._process.wait(30)

    def _read(self):
        while self.is_read.wait() and self._process.stdout.read1(65536):
            pass
