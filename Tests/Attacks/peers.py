"""Clients of a gateway: from any address, by the PROXY protocol, and with any bytes, over TLS."""
import os
import select
import socket
import ssl
import struct
import sys
import time

sys.path.insert(0, f"{os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}/Benchmarks")
import subjects  # noqa: E402

PATH = "/.well-known/jwks.json"


class Gateway(subjects.Running):
    """A gateway in front of an instance's services, with default limits, that learns addresses by the PROXY protocol."""

    def __init__(self, programs, place, instance, settings=(), port=None, is_proxied=True, identity=None):
        self.port = port or subjects.free_port()
        self.authority = instance.authority
        replicas = [text for name in ("auth", "museums", "aggregator", "schedule", "booking")
                    for text in (f"--replicas-{name}", f"127.0.0.1:{instance.replica(name)['port']}")]
        proxied = ["--proxy-networks", "127.0.0.0/8"] if is_proxied else []
        certificate, key = identity or (instance.certificate, instance.key)
        super().__init__(
            "a gateway",
            [f"{programs}/vokol-gateway", "--listen-host", "127.0.0.1", "--listen-port", str(self.port),
             "--redirect-port", "-1", "--admin-port", str(subjects.free_port()), "--log-calls", "false",
             "--tls-certificate", certificate, "--tls-key", key, *replicas, *proxied, *settings],
            f"{place}/gateway-{self.port}-{time.monotonic_ns()}.log", self.port,
            {"VOKOL_LINK_SECRET_FILE": f"{instance.directory}/secrets/link"})
        self.is_proxied = is_proxied
        subjects.wait_until(f"an answer; see {self.log}", lambda: self.check() and status(self, "100.64.0.1") == 200, 30)

    def connect(self, address, protocol="http/1.1"):
        """Connects as a client with this address."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        try:
            if self.is_proxied:
                raw.sendall(proxy_header(address))
            context = ssl.create_default_context(cafile=self.authority)
            context.set_alpn_protocols([protocol])
            return context.wrap_socket(raw, server_hostname="localhost")
        except OSError:
            raw.close()
            raise

    @property
    def megabytes(self):
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS:"))


def proxy_header(address):
    """Returns the header of the PROXY protocol, version 2, for a TCP connection from an address."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    addresses = socket.inet_pton(family, address) + socket.inet_pton(family, "::1" if ":" in address else "127.0.0.1")
    rest = addresses + struct.pack(">HH", 50_000, 443)
    return (b"\r\n\r\n\x00\r\nQUIT\n" + bytes([0x21, 0x21 if ":" in address else 0x11])
            + struct.pack(">H", len(rest)) + rest)


def get(connection, path=PATH):
    """Makes a request over HTTP/1.1; returns its status."""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    received = b""
    while b"\r\n\r\n" not in received:
        received += receive(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    missing = int(fields.get(b"content-length", 0)) - len(body)
    while missing > 0:
        missing -= len(receive(connection))
    return int(head.split()[1])


def receive(connection):
    """Returns the next bytes; raises an error at the end of the connection."""
    piece = connection.recv(65536)
    if not piece:
        raise ConnectionError("the connection has ended")
    return piece


def status(gateway, address, path=PATH):
    """Returns the status of a request on a new connection; `None` if there is no answer."""
    try:
        with gateway.connect(address) as connection:
            return get(connection, path)
    except OSError:
        return None


def timed_status(gateway, address):
    """Returns the status of a request on a new connection, and its time in seconds."""
    began = time.monotonic()
    return status(gateway, address), time.monotonic() - began


def open_count(connections):
    """Returns the number of connections that the gateway has not closed."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection.fileno(), select.POLLRDHUP)
    return len(connections) - sum(1 for _, events in poll.poll(0) if events)


def close(connections):
    for connection in connections:
        connection.close()
