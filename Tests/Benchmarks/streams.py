#!/usr/bin/env python3
"""Measures the gateway's memory for many open event streams, and the time in which a booking reaches all of them.

Starts an instance with two replicas of `booking` for each protocol. The streams have no token and watch one day's slots;
because 256 of them may come from one address, and 512 from one network, they come from several networks of loopback.
Fails if a stream takes more than 30 KB, or hears of a booking more than a second after its answer.
"""
import argparse
import datetime
import os
import selectors
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from measure import memory_megabytes, median
from subjects import Instance, Running

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(f"{TOP}/Tests/Attacks")

from floods import ACK, DATA, END_HEADERS, END_STREAM, HEADERS, PING, PREFACE, SETTINGS, frame, head  # noqa: E402

#: The protocols, each with its name in ALPN and the network of its clients.
PROTOCOLS = {"https": ("http/1.1", "127.1"), "lines": ("ndjson-rpc/1", "127.2"), "http2": ("h2", "127.3")}
PER_ADDRESS = 200
KILOBYTES, SECONDS = 30, 1


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    parser.add_argument("--streams", type=int, default=2000, help="open streams of each protocol")
    parser.add_argument("--bookings", type=int, default=5, help="bookings, each announced to every stream")
    return parser.parse_args()


class Stream:
    """A stream over TLS, opened and then read without blocking."""

    def __init__(self, context, protocol, port, address, topic):
        raw = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))
        self.socket = context.wrap_socket(raw, server_hostname="localhost")
        self.changes = 0
        self.text, self.frames = b"", b"" if protocol == "http2" else None
        path = f"/v1/events?topics={topic}".encode()
        self.mark, opened = b"event: changed", b"event: ready"
        if protocol == "https":
            request = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path
        elif protocol == "http2":
            request = PREFACE + frame(SETTINGS) + frame(HEADERS, END_HEADERS | END_STREAM, 1, head(path))
        else:
            request = b'{"jsonrpc":"2.0","id":1,"method":"rpc.subscribe","params":{"topics":["%s"]}}\n' % topic.encode()
            self.mark, opened = b'"event":"changed"', b'"expiresAt"'
        self.socket.sendall(request)
        while opened not in self.text:
            piece = self.socket.recv(4096)
            if not piece or b"too-many" in piece:
                raise SystemExit(f"streams: a stream was refused: {piece.decode(errors='replace')}")
            self._take(piece)
        self.text = b""
        self.socket.setblocking(False)

    def read(self):
        """Reads what has arrived; counts the changes."""
        while True:
            try:
                piece = self.socket.recv(65536)
            except (ssl.SSLWantReadError, BlockingIOError):
                break
            if not piece:
                raise SystemExit("streams: the gateway closed a stream")
            self._take(piece)
        self.changes += self.text.count(self.mark)
        self.text = self.text[-64:].rpartition(b"\n")[2]


    def _take(self, piece):
        """Keeps the text of what was received; acknowledges what HTTP/2 wants acknowledged."""
        if self.frames is None:
            self.text += piece
            return
        self.frames += piece
        while len(self.frames) >= 9 and len(self.frames) >= (size := 9 + int.from_bytes(self.frames[:3], "big")):
            (kind, flags), payload, self.frames = self.frames[3:5], self.frames[9:size], self.frames[size:]
            if kind == DATA:
                self.text += payload
            elif kind in (SETTINGS, PING) and not flags & ACK:
                self.socket.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))


def opened(instance, protocol, count, topic):
    """Opens streams of one protocol; returns them with the selector that tells which can be read."""
    context = ssl.create_default_context(cafile=instance.authority)
    name, network = PROTOCOLS[protocol]
    context.set_alpn_protocols([name])
    selector = selectors.DefaultSelector()
    streams = []
    for number in range(count):
        address = f"{network}.{number // PER_ADDRESS}.1"
        stream = Stream(context, protocol, instance.port, address, topic)
        selector.register(stream.socket, selectors.EVENT_READ, stream)
        streams.append(stream)
    return streams, selector


def announced(instance, day, number, streams, selector):
    """Books a set; returns the seconds from the answer until the last stream knew."""
    for stream in streams:
        stream.changes = 0
    subprocess.run(
        [instance.vokol, "call", "--directory", instance.directory, "--demo", "booking.book", "reverseId=big",
         f"startsAt={day}T{9 + number:02}:00:00Z", "sets=1", "payWith=on-site"], check=True, capture_output=True)
    began = time.monotonic()
    while not all(stream.changes for stream in streams):
        for key, _ in selector.select(timeout=1):
            key.data.read()
        if time.monotonic() > began + 30:
            raise SystemExit(f"streams: {sum(not stream.changes for stream in streams)} streams heard nothing")
    return time.monotonic() - began


def measured(options, instance, protocol, day):
    gateway = instance.pids()["gateway"]
    before = memory_megabytes(gateway)[1]
    began = time.monotonic()
    streams, selector = opened(instance, protocol, options.streams, f"slots:{day}")
    seconds = time.monotonic() - began
    opening = memory_megabytes(gateway)[1]
    times = [announced(instance, day, number, streams, selector) for number in range(options.bookings)]
    after = memory_megabytes(gateway)[1]
    for stream in streams:
        stream.socket.close()
    per_stream = [(size - before) * 1024 / options.streams for size in (opening, after)]
    print(f"{protocol}: {options.streams} streams opened in {seconds:.0f} s; "
          f"{per_stream[0]:.1f} KB each when open, {per_stream[1]:.1f} KB each after {options.bookings} events; "
          f"the last stream knew {median(times) * 1000:.0f} ms (at most {max(times) * 1000:.0f} ms) after the answer")
    return max(per_stream) <= KILOBYTES and max(times) <= SECONDS


def main():
    options = arguments()
    day = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=2)).date().isoformat()
    with tempfile.TemporaryDirectory(prefix="vokol-streams-", ignore_cleanup_errors=True) as place:
        os.chmod(place, 0o711)
        try:
            failed = []
            for protocol in PROTOCOLS:
                # A new one each, because a gateway keeps the memory of connections that it has closed.
                instance = Instance(options.programs, f"{place}/{protocol}", arguments=["--replicas", "booking=2"])
                if not measured(options, instance, protocol, day):
                    failed.append(protocol)
                instance.stop()
        finally:
            for running in Running.all:
                running.stop()
    return f"streams: too large or too late over {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
