"""An instance of Vokol for the browsers, with its pages, accounts, messages, faults, clock and gateway."""

import http.client
import json
import math
import os
import re
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Clients"))
from instance import SETTINGS, Failure, Instance  # noqa: E402

#: The moment at which each run begins: a Wednesday in a term, 10:46 in Minsk, during a lesson.
BEGINNING = datetime(2026, 11, 25, 7, 46, tzinfo=timezone.utc)
#: The tile server of the instance with settings of an operator.
TILES = "https://tiles.example.org"
#: Where the visitors are, unless a test says otherwise.
MINSK = {"latitude": 53.9, "longitude": 27.5667}


@dataclass(frozen=True)
class Account:
    """An account with a password; `user` is the account in the answer to a sign-in."""

    email: str
    password: str
    user: dict


class Service(Instance):
    """A new instance that serves the built client, at the same moment in every run."""

    def __init__(self, programs, web, address=None):
        super().__init__(programs, SETTINGS | {
            "VOKOL_WEB_DIRECTORY": str(web),
            # The index of rooms has no timetables but those that pages have read, and follows them where a story needs
            # it: a round looks at each group and lecturer.
            "VOKOL_REFRESH_INTERVAL": "0s", "VOKOL_ROOMS_INTERVAL": "24h",
            # A run registers more accounts than one address may in an hour.
            "VOKOL_REGISTRATIONS_PLACE_LIMIT": "1000",
            # The end does not wait for pages that still listen to events.
            "VOKOL_DRAIN_TIMEOUT": "0s"})
        self._address, self._accounts, self._tokens = address, {}, {}

    def start(self):
        # The database reads the file, too, and runs as another user.
        with tempfile.NamedTemporaryFile(prefix="vokol-clock-", delete=False) as file:
            self._clock = Path(file.name)
        self._clock.chmod(0o644)
        self._set_offset(offset_of_beginning())
        self.environment |= _shifted(self._clock)
        super().start()
        (self.directory / "clock").write_text(str(self._clock))
        self._connect()

    def stop(self):
        super().stop()
        self._clock.unlink(missing_ok=True)

    @classmethod
    def attach(cls, programs, directory, address=None):
        """Returns a running instance, which keeps running after the tests."""
        service = cls(programs, "", address)
        service.directory = Path(directory).resolve()
        clock = service.directory / "clock"
        service._clock = Path(clock.read_text()) if clock.exists() else None
        service.environment = os.environ | (_shifted(service._clock) if service._clock else {})
        service.port = service._described()["port"]
        service.url = f"https://localhost:{service.port}"
        service.authority = service.directory / "certificates/ca.pem"
        service._log = service.directory / "up.log"
        service.stop = lambda: None
        service._connect()
        return service

    def _connect(self):
        self.context = ssl.create_default_context(cafile=str(self.authority))
        # The certificate is of the instance's calendar, not of this process's.
        self.context.verify_flags |= 0x200000  # X509_V_FLAG_NO_CHECK_TIME
        self.address = (self._address or self.url).rstrip("/")

    # Time

    @property
    def offset(self):
        """The seconds by which the instance's clock is ahead of the machine's."""
        return struct.unpack("<q", self._clock.read_bytes())[0] if self._clock else 0

    def pass_time(self, seconds):
        """Moves the clock of the instance forward; only for an instance that no other test uses."""
        self._set_offset(self.offset + int(seconds))

    def _set_offset(self, seconds):
        # The file is mapped: it is written in place.
        with self._clock.open("r+b") as file:
            file.write(struct.pack("<q", seconds))

    @property
    def now(self):
        """The current time of the instance."""
        return datetime.fromtimestamp(time.time() + self.offset, timezone.utc)

    # Accounts

    def account(self, name):
        """Returns the shared account of a kind, created on first use: `rider`, `staff`, `editor` or `admin`."""
        if name not in self._accounts:
            # A running instance knows the account of an earlier run.
            kept = self.directory / f"account-{name}.json"
            if kept.exists():
                self._accounts[name] = Account(**json.loads(kept.read_text()))
            else:
                roles = {"staff": ["park.staff"], "editor": ["museums.editor"], "admin": ["admin"]}.get(name, [])
                self._accounts[name] = self.new_account(*roles, name=name)
                kept.write_text(json.dumps(asdict(self._accounts[name])))
        return self._accounts[name]

    def new_account(self, *roles, name=None):
        """Creates an account that no other test uses; with a name, its address is the same in every run."""
        made = self.make_account(name)
        for role in roles:
            self.vokol("grant", role, made["email"])
        user = made["user"] | {"roles": [*made["user"]["roles"], *roles]}
        return Account(made["email"], made["password"], user)

    def token(self, account):
        """Returns an access token, for calls that prepare a test; signs in if none is known."""
        if account.email not in self._tokens:
            body = {"email": account.email, "password": account.password}
            self._tokens[account.email] = self.call("/v1/sessions", body)["accessToken"]
        return self._tokens[account.email]

    def session_cookie(self, account):
        """Signs in as the client does; returns the cookie as Playwright takes it, and the user."""
        parts = urllib.parse.urlsplit(self.address)
        secure = parts.scheme == "https"
        connection = (http.client.HTTPSConnection(parts.hostname, parts.port, context=self.context, timeout=30)
                      if secure else http.client.HTTPConnection(parts.hostname, parts.port, timeout=30))
        body = json.dumps({"email": account.email, "password": account.password})
        connection.request("POST", "/v1/sessions", body, {
            "Content-Type": "application/json", "X-Vokol-Session": "cookie", "Sec-Fetch-Site": "same-origin",
            "Origin": self.address})
        answer = connection.getresponse()
        text = answer.read().decode()
        cookie = re.match(r"([^=]+)=([^;]+)", answer.getheader("Set-Cookie") or "")
        connection.close()
        if answer.status != 200 or not cookie:
            raise Failure(f"sign-in answers {answer.status} and sets no session cookie: {text}")
        # A host-only cookie: Playwright derives host, path and the Secure flag from the address.
        made = {"name": cookie[1], "value": cookie[2], "url": self.address + "/", "httpOnly": True,
                "secure": secure, "sameSite": "Strict"}
        return made, json.loads(text)["user"]

    def call_as(self, account, method, path, body=None, language="en"):
        """Calls the API as an account (or as a guest, with None); returns the result of a call that must succeed."""
        fields = {"Content-Type": "application/json", "Accept-Language": language}
        is_kept = account and account.email in self._tokens
        if account:
            fields["Authorization"] = f"Bearer {self.token(account)}"
        if method == "POST":
            fields["Idempotency-Key"] = os.urandom(16).hex()
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, fields, method=method)
        try:
            with urllib.request.urlopen(request, context=self.context, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            # A token expires, and ends with its session: an account has a limited number of them.
            if error.code == 401 and is_kept:
                del self._tokens[account.email]
                return self.call_as(account, method, path, body, language)
            raise Failure(f"{method} {path}: {error.read().decode()}") from None

    # The operator's tool

    def text(self, path):
        """Reads a file that needs no token; returns None if it does not exist."""
        try:
            with urllib.request.urlopen(self.address + path, context=self.context, timeout=30) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise Failure(f"{path}: {error.code}") from None

    def vokol(self, *arguments):
        """Runs a command of `vokol` on the instance and returns its output: `vokol("simulate", "bsuir", ...)`."""
        done = subprocess.run(
            [self.programs / "vokol", *arguments, "--directory", self.directory], env=self.environment, text=True,
            capture_output=True, timeout=60)
        if done.returncode:
            raise Failure(f"vokol {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout

    def messages(self, recipient):
        """Returns the texts that were sent to an e-mail address or a phone number, oldest first."""
        return [message["text"] for message in self._messages(recipient)]

    def next_code(self, recipient, request):
        """Requests a code by a function; returns the code of the message that follows."""
        count = len(self._messages(recipient))
        request()
        self.wait(f"a message to {recipient}", lambda: len(self._messages(recipient)) > count, 20)
        return self.code(recipient)

    # The gateway's end

    def end_gateway(self):
        """Ends the gateway until `start_gateway`."""
        described = self._described()
        # A stopped supervisor does not restart what ends.
        self._supervisor = described["supervisor"]["pid"]
        os.kill(self._supervisor, signal.SIGSTOP)
        gateway = next(one for one in described["processes"] if one["name"] == "gateway")
        os.kill(gateway["pid"], signal.SIGKILL)
        self.wait("the gateway to end", lambda: not self.is_listening(), 20)

    def start_gateway(self):
        """Lets the supervisor restart the gateway, and waits until it answers."""
        if getattr(self, "_supervisor", None):
            os.kill(self._supervisor, signal.SIGCONT)
            self._supervisor = None
            self.wait("the gateway to start", self.is_answering, 60)

    def is_listening(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def is_answering(self):
        try:
            # With a token: the gateway learns the keys of tokens a moment after it begins to listen.
            return bool(self.call_as(self.account("rider"), "GET", "/v1/me"))
        except (OSError, http.client.HTTPException, Failure):
            return False

    def _described(self):
        return json.loads((self.directory / "instance.json").read_text())

    def wait(self, what, condition, seconds=20):
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Failure(f"timed out after {seconds} s: {what}")
            time.sleep(0.02)


def offset_of_beginning():
    """Returns the seconds by which the beginning of each run is ahead of the present moment, rounded up."""
    return math.ceil(BEGINNING.timestamp() - time.time())


def _shifted(clock):
    """Returns the variables that shift the clock of a process by what a file says."""
    return {"LD_PRELOAD": str(ROOT / ".build/browser-tests/clock.so"), "VOKOL_CLOCK": str(clock)}
