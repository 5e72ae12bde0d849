"""Floods of HTTP/2 frames. Each has to end the connection, or to be answered at a bounded cost."""
import ssl
import struct
import threading
import time

from peers import timed_status

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 2, 3, 4, 6, 7, 8, 9
END_STREAM, ACK, END_HEADERS = 1, 1, 4
ENHANCE_YOUR_CALM = 11
# The most frames of a flood, and the longest time for it to end.
FRAMES, SECONDS = 50_000, 20


def frame(kind, flags=0, stream=0, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(index, text):
    """Encodes a field without indexing; its name is an index of the static table."""
    return bytes([index]) + length(len(text), 7) + text


def length(value, bits):
    """Encodes an integer of HPACK (RFC 7541 §5.1) whose prefix has no other bits."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([value])
    value, out = value - most, [most]
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


def head(path=b"/.well-known/jwks.json", method=b"\x82"):
    """Encodes a request; `method` is GET, or \\x83 for POST."""
    return method + b"\x87" + literal(1, b"localhost") + literal(4, path)


class Connection:
    """A connection of HTTP/2 that keeps the frames it gets."""

    def __init__(self, gateway, address, settings=b""):
        self.socket = gateway.connect(address, "h2")
        self.socket.sendall(PREFACE + frame(SETTINGS, 0, 0, settings))
        self.socket.settimeout(0.001)
        self.received, self.frames = b"", []
        self.is_ended = False

    def send(self, data):
        """Sends bytes, and reads what has come; returns false once the connection has ended."""
        self.socket.settimeout(10)
        try:
            self.socket.sendall(data)
        except OSError:
            self.is_ended = True
        self.read(0.0005)
        return not self.is_ended

    def read(self, seconds):
        """Reads for a time, or until the connection ends."""
        end = time.monotonic() + seconds
        while True:
            self.socket.settimeout(max(0.0005, end - time.monotonic()))
            try:
                piece = self.socket.recv(1 << 18)
                if not piece:
                    self.is_ended = True
            except (TimeoutError, ssl.SSLWantReadError):
                piece = b""
            except OSError:
                piece, self.is_ended = b"", True
            self.received += piece
            while len(self.received) >= 9:
                size = 9 + int.from_bytes(self.received[:3], "big")
                if len(self.received) < size:
                    break
                self.frames.append((self.received[3], self.received[4], self.received[9:size]))
                self.received = self.received[size:]
            if self.is_ended or time.monotonic() >= end:
                return

    @property
    def error(self):
        """The error code of GOAWAY; `None` without one."""
        codes = [int.from_bytes(payload[4:8], "big") for kind, _, payload in self.frames if kind == GOAWAY]
        return codes[-1] if codes else None


def flood(gateway, address, piece, frames_in_piece=1, first=b"", pause=0):
    """Sends pieces of a flood until the connection ends; returns it and the number of frames."""
    connection = Connection(gateway, address)
    if first:
        connection.send(first)
    sent, end = 0, time.monotonic() + SECONDS
    while sent < FRAMES and time.monotonic() < end:
        number = 1 + 2 * (sent // frames_in_piece)
        sent += frames_in_piece
        if not connection.send(piece(number)):
            break
        time.sleep(pause)
    connection.read(1)
    connection.socket.close()
    return connection, sent


def bomb():
    """Returns a block that adds a long field to the table, and one that names it 12,000 times."""
    first = head() + b"\x40" + length(1, 7) + b"x" + length(4000, 7) + b"a" * 4000
    return first, head() + b"\xbe" * 12_000


def floods(make):
    """Floods of HTTP/2: each ends its connection or stays within its cost, and others are answered meanwhile"""
    gateway = make("--timeouts-stall", "2s")
    before = gateway.megabytes
    ended, times = threading.Event(), []

    def bystander():
        number = 0
        while not ended.is_set():
            number += 1
            times.append(timed_status(gateway, f"100.64.{number % 250}.7"))
            time.sleep(0.1)

    watcher = threading.Thread(target=bystander)
    watcher.start()
    try:
        yield from ends(gateway)
        yield from stays(gateway)
    finally:
        ended.set()
        watcher.join()
    slowest = max(found[1] for found in times)
    yield all(found[0] == 200 for found in times), f"{len(times)} calls of others were answered meanwhile"
    yield slowest < 2, f"the slowest of them took {slowest * 1000:.0f} ms"
    grown = gateway.megabytes - before
    yield grown < 96, f"the gateway has grown by {grown:.0f} MB"


def ends(gateway):
    """Floods that end their connection with `ENHANCE_YOUR_CALM`."""
    block = head()
    window = struct.pack(">I", 1)
    kinds = {
        "rapid reset": (lambda number: frame(HEADERS, END_HEADERS | END_STREAM, number, block)
                        + frame(RESET, 0, number, struct.pack(">I", 8)), 2),
        "streams reset by their window (MadeYouReset)": (
            lambda number: frame(HEADERS, END_HEADERS | END_STREAM, number, block)
            + frame(WINDOW, 0, number, struct.pack(">I", 0)), 2),
        "settings": (lambda number: frame(SETTINGS, 0, 0, struct.pack(">HI", 4, 65_535)) * 10, 10),
        "pings": (lambda number: frame(PING, 0, 0, b"12345678") * 10, 10),
        "priorities": (lambda number: frame(PRIORITY, 0, 1, b"\0\0\0\0\0") * 10, 10),
        "window updates": (lambda number: frame(WINDOW, 0, 0, window) * 10, 10),
    }
    for index, (name, (piece, frames)) in enumerate(kinds.items()):
        connection, sent = flood(gateway, f"192.0.2.{index + 1}", piece, frames)
        yield (connection.is_ended and connection.error == ENHANCE_YOUR_CALM,
               f"{name}: ended with GOAWAY {connection.error} after {sent} frames")
    first = frame(HEADERS, END_HEADERS, 1, head(method=b"\x83"))
    connection, sent = flood(gateway, "192.0.2.20", lambda _: frame(DATA, 0, 1) * 10, 10, first)
    yield connection.is_ended and connection.error == ENHANCE_YOUR_CALM, (
        f"empty data: ended with GOAWAY {connection.error} after {sent} frames")
    for name, part in [("CONTINUATION", b"\x00\x01x\x01y" * 100), ("empty CONTINUATION", b"")]:
        connection, sent = flood(
            gateway, "192.0.2.30", lambda _: frame(CONTINUATION, 0, 1, part), 1, frame(HEADERS, END_STREAM, 1, head()))
        yield connection.is_ended and connection.error is not None, (
            f"{name}: ended with GOAWAY {connection.error} after {sent} frames")


def stays(gateway):
    """Attacks whose cost is bounded otherwise."""
    first, block = bomb()
    connection = Connection(gateway, "198.51.100.1")
    connection.send(frame(HEADERS, END_HEADERS | END_STREAM, 1, first))
    began = time.monotonic()
    for number in range(50):
        if not connection.send(frame(HEADERS, END_HEADERS | END_STREAM, 3 + 2 * number, block)):
            break
    connection.read(1)
    answers = sum(1 for kind, _, _ in connection.frames if kind == HEADERS)
    took = time.monotonic() - began
    yield took < 10, f"50 blocks of 12,000 references of HPACK: {answers} answers in {took:.1f} s"
    connection.socket.close()

    # Answers wait one after the other, so that few of them are in memory; each stream is reset after its time.
    connection = Connection(gateway, "203.0.113.1", struct.pack(">HI", 4, 0))
    connection.send(b"".join(frame(HEADERS, END_HEADERS | END_STREAM, 1 + 2 * number, head(b"/openapi.json"))
                             for number in range(40)))
    connection.read(10)
    resets = sum(1 for kind, _, _ in connection.frames if kind == RESET)
    yield resets >= 2, f"answers whose window stays empty: {resets} streams reset in 10 s"
    connection.socket.close()

    connection = Connection(gateway, "203.0.113.2", struct.pack(">HI", 4, 0x7FFF_FFFF))
    connection.socket.sendall(frame(WINDOW, 0, 0, struct.pack(">I", 0x3FFF_FFFF)) + b"".join(
        frame(HEADERS, END_HEADERS | END_STREAM, 1 + 2 * number, head(b"/openapi.json")) for number in range(40)))
    time.sleep(8)
    # What the kernel holds arrives, and then the end.
    connection.read(5)
    ended = sum(1 for kind, flags, _ in connection.frames if kind == DATA and flags & END_STREAM)
    yield connection.is_ended and ended < 40, f"answers that nobody reads: the connection ended after {ended} of 40"
    connection.socket.close()


CHECKS = [floods]
