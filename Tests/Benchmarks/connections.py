#!/usr/bin/env python3
"""Measures what a TLS handshake costs, and how much memory idle connections take, ours and those of nginx and HAProxy."""
import argparse
import os
import resource
import shutil
import socket
import ssl
import subprocess
import tempfile
import time

import subjects
from measure import cpu_seconds, descendants, memory_megabytes

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Handshakes in a round of a subject, this many at once.
HANDSHAKES, AT_ONCE = 600, 50
CONNECTIONS = 2000
# The calls of each connection under load; all connections send at the same time.
CALLS = 50


def handshakes(subject, token):
    """Returns the CPU time of a subject, in microseconds, for a full handshake with one call."""
    before = cpu_seconds(subject.pid)
    for _ in range(HANDSHAKES // AT_ONCE):
        # A client of h2load makes one connection without resuming a session.
        output = subprocess.run(
            ["h2load", "--h1", "-n", str(AT_ONCE), "-c", str(AT_ONCE), "-t", "1", "-H", f"authorization: Bearer {token}",
             f"https://127.0.0.1:{subject.port}/v1/museums/stub"], capture_output=True, text=True, check=True).stdout
        if f"status codes: {AT_ONCE} 2xx" not in output:
            raise SystemExit(f"bench: {subject.name} failed after a handshake:\n{output}")
    return (cpu_seconds(subject.pid) - before) / HANDSHAKES * 1e6


def exchange(connections, request, answer_bytes):
    """Sends a request on all connections at once, and reads all answers."""
    for connection in connections:
        connection.setblocking(True)
        connection.sendall(request)
        connection.setblocking(False)
    missing = dict.fromkeys(connections, answer_bytes)
    while missing:
        for connection in list(missing):
            try:
                piece = connection.recv(65536)
            except (ssl.SSLWantReadError, BlockingIOError):
                continue
            if not piece:
                raise SystemExit("bench: an idle connection was closed")
            missing[connection] -= len(piece)
            if missing[connection] <= 0:
                del missing[connection]


def idle(programs, place, instance):
    """Returns the kilobytes for each of many idle TLS connections, after one call and after heavy load, by subject."""
    line_port, line_stub = subjects.line_stub(programs, place, instance)
    http_port, http_stub = subjects.http_stub(programs, place)
    found = {}
    for start in (lambda: subjects.gateway(programs, place, instance, line_port),
                  lambda: subjects.nginx(place, instance, http_port, os.cpu_count()),
                  lambda: subjects.haproxy(place, instance, http_port, os.cpu_count())):
        subject = start()
        found[subject.name] = held(subject, instance)
        subject.stop()
    for stub in (line_stub, http_stub):
        stub.stop()
    return found


def held(subject, instance):
    """Returns the kilobytes of a subject for each idle connection, after one call and after heavy load."""
    request = (f"GET /v1/museums/stub HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {instance.token()}\r\n\r\n"
               ).encode()
    context = ssl.create_default_context(cafile=instance.authority)
    context.set_alpn_protocols(["http/1.1"])

    def connect():
        raw = socket.create_connection(("127.0.0.1", subject.port), timeout=30)
        return context.wrap_socket(raw, server_hostname="localhost")

    def megabytes():
        """Counts all processes of the subject: nginx has workers."""
        return sum(memory_megabytes(pid)[0] for pid in descendants(subject.pid))

    first = connect()
    first.sendall(request)
    time.sleep(1)
    answer_bytes = len(first.recv(65536))
    before = megabytes()

    def kilobytes():
        time.sleep(2)
        return (megabytes() - before) * 1024 / CONNECTIONS

    connections = [connect() for _ in range(CONNECTIONS)]
    exchange(connections, request, answer_bytes)
    quiet = kilobytes()
    for _ in range(CALLS):
        exchange(connections, request, answer_bytes)
    loaded = kilobytes()
    for connection in [first, *connections]:
        connection.close()
    return {"quiet": quiet, "loaded": loaded}


def main():
    """Prints the memory of idle connections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=f"{TOP}/.build/release", help="directory of the executables")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    place = tempfile.mkdtemp(prefix="vokol-bench-")
    os.chmod(place, 0o711)
    try:
        instance = subjects.Instance(options.programs, place)
        for name, sizes in idle(options.programs, place, instance).items():
            print(f"{name}: {sizes['quiet']:.1f} KB after one call, {sizes['loaded']:.1f} KB after {CALLS}")
    finally:
        for program in reversed(subjects.Running.all):
            program.stop()
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
