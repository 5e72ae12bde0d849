"""Attacks that hold connections or make more calls than a network may."""
import concurrent.futures
import ssl
import time

from peers import PATH, close, get, open_count, status, timed_status

# Limits that a test reaches quickly.
CONNECTIONS, OF_ADDRESS, UNUSED = 600, 200, 4
# The defaults: calls per second and at once of an address, and the factor of its network.
RATE, BURST, FACTOR = 10, 50, 5
# The share of a limit that may be open beyond it while others close.
SLACK = 1 + 1 / 64


def connect(gateway, address, count):
    """Opens connections without a call; returns those that were accepted."""
    accepted = []
    for _ in range(count):
        try:
            accepted.append(gateway.connect(address))
        except OSError:
            pass
    return accepted


def holding(make):
    """Connections without a call: at a limit they make room, and after a while they close"""
    gateway = make("--limits-connections", CONNECTIONS, "--limits-address-connections", OF_ADDRESS,
                   "--timeouts-unused", f"{UNUSED}s")
    held = [connection for address in ("192.0.2.1", "198.51.100.1", "203.0.113.1")
            for connection in connect(gateway, address, OF_ADDRESS)]
    began = time.monotonic()
    newcomers = [timed_status(gateway, f"100.64.{number}.1") for number in range(1, 21)]
    yield [found[0] for found in newcomers] == [200] * 20, "20 newcomers are answered while three addresses hold everything"
    yield max(found[1] for found in newcomers) < 2, f"the slowest newcomer took {max(found[1] for found in newcomers):.2f} s"
    time.sleep(max(0, began + UNUSED + 2 - time.monotonic()))
    yield open_count(held) == 0, f"{open_count(held)} of {len(held)} unused connections are open after {UNUSED + 2} s"
    close(held)

    alone = connect(gateway, "192.0.2.1", OF_ADDRESS + 50)
    time.sleep(0.3)
    yield open_count(alone) <= OF_ADDRESS * SLACK, f"one address has {open_count(alone)} connections of {OF_ADDRESS}"
    close(alone)
    time.sleep(0.3)
    network = [connection for number in range(1, 6) for connection in connect(gateway, f"192.0.2.{number}", 100)]
    time.sleep(0.3)
    yield (open_count(network) <= 2 * OF_ADDRESS * SLACK,
           f"five addresses of a /24 have {open_count(network)} connections of {2 * OF_ADDRESS}")
    close(network)
    time.sleep(0.3)
    network = [connection for number in range(1, 6)
               for connection in connect(gateway, f"2001:db8:0:{number}::1", 100)]
    time.sleep(0.3)
    yield (open_count(network) <= 2 * OF_ADDRESS * SLACK,
           f"five /64 of a /48 have {open_count(network)} connections of {2 * OF_ADDRESS}")
    close(network)


def heads(make):
    """Heads that never end, and malformed ones: the first close in time, the others cost the address its calls"""
    gateway = make("--timeouts-head", "2s", "--limits-address-rate", "0.1")
    slow = connect(gateway, "192.0.2.1", 100)
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: local")
    began = time.monotonic()
    while time.monotonic() < began + 6:
        for connection in slow:
            try:
                connection.sendall(b"h")
            except OSError:
                pass
        time.sleep(0.5)
    yield open_count(slow) == 0, f"{open_count(slow)} of {len(slow)} connections with an endless head are open after 6 s"
    close(slow)

    answers = []
    for _ in range(2 * BURST):
        with gateway.connect("198.51.100.1") as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost : x\r\n\r\n")
            answers.append(connection.recv(65536).split(b" ")[1:2])
    yield answers[0] == [b"400"], f"a malformed head is answered {answers[0]}"
    yield status(gateway, "198.51.100.1") == 429, "an address with malformed heads only has no calls left"
    yield status(gateway, "198.51.100.2") == 200, "its neighbour has"
    for offer in ("h3", "spdy/1"):
        try:
            gateway.connect("203.0.113.1", offer).close()
            yield False, f"a client that offers only {offer} is connected"
        except ssl.SSLError as error:
            yield "no application protocol" in str(error), f"a client that offers only {offer} gets: {error}"


def calls(gateway, address, count):
    """Makes calls on one connection; returns how many were admitted."""
    with gateway.connect(address) as connection:
        return sum(get(connection, PATH) == 200 for _ in range(count))


def network(make):
    """Calls of one network: however many addresses it uses, its limit holds, and others keep theirs"""
    gateway = make()
    for name, addresses, other in [
            ("/48", [f"2001:db8:1:{number:x}::1" for number in range(40)], "2001:db8:2::1"),
            ("/24", [f"192.0.2.{number}" for number in range(1, 41)], "198.51.100.1"),
            ("address", ["203.0.113.1"] * 12, "203.0.113.2")]:
        factor = 1 if name == "address" else FACTOR
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            admitted = sum(pool.map(lambda address: calls(gateway, address, 25), addresses))
        bound = factor * (BURST + RATE * (time.monotonic() - began)) + 1
        yield admitted <= bound, f"one {name}: {admitted} of {25 * len(addresses)} calls admitted, at most {bound:.0f}"
        yield admitted >= factor * BURST * 0.9, f"one {name}: {admitted} calls admitted, of a burst of {factor * BURST}"
        yield status(gateway, other) == 200, f"a neighbour of the {name} is answered"


CHECKS = [holding, heads, network]
