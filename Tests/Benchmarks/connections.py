"""Measures what a TLS handshake costs, and how much memory the gateway needs for idle connections."""
import socket
import ssl
import subprocess
import time

import subjects
from measure import cpu_seconds, memory_megabytes

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
                raise SystemExit("bench: the gateway closed an idle connection")
            missing[connection] -= len(piece)
            if missing[connection] <= 0:
                del missing[connection]


def idle(programs, place, instance):
    """Returns the gateway's kilobytes for each of many idle TLS connections: after one call, and after heavy load."""
    line_port, stub = subjects.line_stub(programs, place, instance)
    gateway = subjects.gateway(programs, place, instance, line_port, "Vokol for idle connections")
    request = (f"GET /v1/museums/stub HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {instance.token()}\r\n\r\n"
               ).encode()
    context = ssl.create_default_context(cafile=instance.authority)
    context.set_alpn_protocols(["http/1.1"])

    def connect():
        raw = socket.create_connection(("127.0.0.1", gateway.port), timeout=30)
        return context.wrap_socket(raw, server_hostname="localhost")

    first = connect()
    first.sendall(request)
    answer_bytes = len(first.recv(65536))
    time.sleep(1)
    before = memory_megabytes(gateway.pid)[0]

    def kilobytes():
        time.sleep(2)
        return (memory_megabytes(gateway.pid)[0] - before) * 1024 / CONNECTIONS

    connections = [connect() for _ in range(CONNECTIONS)]
    exchange(connections, request, answer_bytes)
    quiet = kilobytes()
    for _ in range(CALLS):
        exchange(connections, request, answer_bytes)
    loaded = kilobytes()
    for connection in [first, *connections]:
        connection.close()
    for program in (gateway, stub):
        program.stop()
    return {"quiet": quiet, "loaded": loaded}
