"""Runs an instance of Vokol, with the accounts that the checks use."""

import json
import os
import random
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

#: Settings without rate limits, with cheap password hashes, and with tokens and proofs of presence that outlast
#: the checks.
SETTINGS = {
    "VOKOL_LIMITS_USER_RATE": "100000", "VOKOL_LIMITS_USER_BURST": "100000",
    "VOKOL_LIMITS_ADDRESS_RATE": "100000", "VOKOL_LIMITS_ADDRESS_BURST": "100000",
    "VOKOL_LIMITS_GUARD_RATE": "100000", "VOKOL_LIMITS_GUARD_BURST": "100000",
    "VOKOL_AUTH_PASSWORDS_COST": "10", "VOKOL_AUTH_PASSWORDS_BLOCK": "8", "VOKOL_AUTH_PASSWORDS_PARALLELISM": "1",
    "VOKOL_TOKENS_LIFETIME": "1h", "VOKOL_FACTORS_PRESENCE": "1h",
}


class Failure(Exception):
    """A failed check; the text describes what was observed."""


class Instance:
    """A new instance with simulated third parties in a temporary directory, which the end of the `with` block stops."""

    def __init__(self, programs, settings=SETTINGS, arguments=()):
        self.programs = Path(programs).resolve()
        self.arguments = arguments
        self.environment = os.environ | settings

    def __enter__(self):
        self.start()
        try:
            self.admin = self._make_admin()
            self.user = self.register()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Starts the instance and waits until it is ready."""
        self.directory = Path(tempfile.mkdtemp(prefix="vokol-clients-", dir="/tmp"))
        # PostgreSQL runs as a user of its own if the checks run as root.
        self.directory.chmod(0o711)
        self.port, redirect_port = _free_ports(2)
        self.url = f"https://localhost:{self.port}"
        self.authority = self.directory / "certificates/ca.pem"
        self._log = self.directory / "up.log"
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [self.programs / "vokol", "up", "--simulate", "--directory", self.directory, "--port", str(self.port),
                 "--redirect-port", str(redirect_port), *self.arguments], env=self.environment, stdout=log, stderr=log)
        try:
            self._wait("the instance to start", self._is_ready, 180)
        except BaseException:
            self.stop()
            raise
        self.context = ssl.create_default_context(cafile=str(self.authority))

    # Accounts

    def register(self):
        """Registers a new user with an e-mail address and returns an access token."""
        return self.make_account()["accessToken"]

    def make_account(self, name=None):
        """Registers a new user; returns the e-mail address, the password and the members of a sign-in's answer."""
        email, password = f"{name or f'user-{secrets.token_hex(8)}'}@example.org", secrets.token_hex(12)
        version = self.call("/v1/declaration")["version"]
        challenge = self.call("/v1/accounts", {
            "login": "Ada", "email": email, "password": password,
            "declaration": {"isNotGovernmentMilitary": True, "version": version}})
        code = self.code(email)
        answer = self.call("/v1/accounts/verify", {"challengeId": challenge["challengeId"], "code": code})
        return answer | {"email": email, "password": password}

    def code(self, address):
        """Waits for a message to the address and returns the code in it."""
        self._wait(f"a message to {address}", lambda: self._messages(address), 20)
        return re.search(r"\b\d{6}\b", self._messages(address)[-1]["text"])[0]

    @property
    def payments_secret(self):
        """The secret that signs notifications of the simulated payment provider."""
        return (self.directory / "secrets/payments").read_text().strip()

    def call(self, path, body=None):
        """Returns the result of a call that must succeed and needs no token; without a body, a GET."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Failure(f"{path}: {error.read().decode()}") from None

    def _make_admin(self):
        account = json.loads((self.directory / "secrets/demonstration.json").read_text())
        subprocess.run([self.programs / "vokol", "grant", "admin", account["email"], "--directory", self.directory],
                       check=True, capture_output=True, timeout=60)
        return self.call("/v1/sessions", {name: account[name] for name in ["email", "password"]})["accessToken"]

    def _messages(self, address):
        outbox = self.directory / "outbox.jsonl"
        lines = outbox.read_text().splitlines() if outbox.exists() else []
        return [message for message in map(json.loads, lines) if message["to"] == address]

    # Process

    def _is_ready(self):
        if self._process.poll() is not None:
            raise Failure(f"vokol up ended: {self._log.read_text()}")
        return "Ready in " in self._log.read_text()

    def _wait(self, what, condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Failure(f"timed out after {seconds} s: {what}: {self._log.read_text()}")
            time.sleep(0.05)

    def stop(self):
        """Stops the instance and removes its directory."""
        self._process.terminate()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


def _free_ports(count):
    """Returns free ports below those that the kernel gives to outgoing connections.

    A connection of another instance could otherwise take one before this instance listens.
    """
    free = []
    for port in random.sample(range(11_000, 20_000), 1_000):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        free.append(port)
        if len(free) == count:
            return free
    raise Failure("no port is free")
