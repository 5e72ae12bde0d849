"""A client that speaks lines over TLS, and a load generator that uses several of them."""

import json
import socket
import ssl
import threading
import time
from collections import Counter


class Client:
    """One connection to the gateway; makes one call at a time."""

    def __init__(self, port, authority, token=None):
        self.port, self.authority, self.token = port, authority, token
        self.reconnect()

    def reconnect(self):
        context = ssl.create_default_context(cafile=str(self.authority))
        context.set_alpn_protocols(["ndjson-rpc/1"])
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = context.wrap_socket(plain, server_hostname="localhost")
        self.lines = self.socket.makefile("rb")

    def answer(self, method, params, **meta):
        """Returns the whole answer: `result` or `error`."""
        if self.token:
            meta["token"] = self.token
        line = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, "meta": meta}
        self.socket.sendall(json.dumps(line).encode() + b"\n")
        while True:
            text = self.lines.readline()
            if not text:
                raise ConnectionError("the gateway closed the connection")
            answer = json.loads(text)
            if "method" not in answer:
                return answer

    def call(self, method, params, **meta):
        """Returns the result of a call that must succeed."""
        answer = self.answer(method, params, **meta)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def close(self):
        self.socket.close()


class Load:
    """Calls at a steady rate on several connections until the `with` block ends."""

    CONNECTIONS = 8
    CALLS_A_SECOND = 160

    def __init__(self, client, method, params):
        self.client, self.method, self.params = client, method, params
        self.count = 0
        # For each failed call: start time, error number and reason.
        self.failures = []
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._threads = []

    def __enter__(self):
        for _ in range(self.CONNECTIONS):
            thread = threading.Thread(target=self._run, daemon=True)
            thread.start()
            self._threads.append(thread)
        return self

    def __exit__(self, *_):
        self._stopped.set()
        for thread in self._threads:
            thread.join(timeout=60)

    def __str__(self):
        return f"{self.count} calls, {len(self.failures)} failed {dict(Counter(code for _, code in self.failures))}"

    def wait_for(self, calls, seconds=120):
        """Waits until this many more calls are answered."""
        goal, end = self.count + calls, time.monotonic() + seconds
        while self.count < goal:
            if time.monotonic() > end:
                raise AssertionError(f"{calls} calls took longer than {seconds} s: {self}")
            time.sleep(0.05)

    def _run(self):
        client = Client(self.client.port, self.client.authority, self.client.token)
        pause = self.CONNECTIONS / self.CALLS_A_SECOND
        due = time.monotonic()
        while not self._stopped.is_set():
            began = time.monotonic()
            try:
                answer = client.answer(self.method, self.params)
                error = answer.get("error")
                code = error and (error["code"], error["data"].get("reason"))
            except OSError:
                code = (0, "disconnected")
                client.reconnect()
            with self._lock:
                self.count += 1
                if code is not None:
                    self.failures.append((began, code))
            due = max(due + pause, time.monotonic() - 1)
            time.sleep(max(0, due - time.monotonic()))
        client.close()
