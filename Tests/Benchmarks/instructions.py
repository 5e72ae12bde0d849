"""Instructions per call in the gateway, counted by callgrind: unlike CPU time, other load does not change them."""
import os
import re
import signal
import subprocess

import subjects
from measure import Load, errors_of

# Valgrind 3.19 crashes when a program calls sigsuspend with a constant mask, as Swift's main thread does at its end.
WITHOUT_SIGSUSPEND = "#include <unistd.h>\nint sigsuspend(const void *mask) { return pause(); }\n"
# A gateway under callgrind answers some 1,000 calls a second.
CONNECTIONS = 4
SECONDS = 3, 15


def per_call(programs, place, instance):
    """Returns the instructions per call over HTTPS and over lines."""
    # Valgrind cannot read Swift's debugging information.
    stripped = f"{place}/stripped"
    os.makedirs(stripped, exist_ok=True)
    subprocess.run(["strip", "-g", "-o", f"{stripped}/vokol-gateway", f"{programs}/vokol-gateway"], check=True)
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", f"{stripped}/sigsuspend.so"],
        input=WITHOUT_SIGSUSPEND, text=True, check=True)
    counts = {}
    for name, protocol in [("HTTPS", "https"), ("lines", "ndjson")]:
        few, many = (_count(programs, stripped, place, instance, protocol, seconds) for seconds in SECONDS)
        # The difference leaves out the handshakes.
        counts[name] = (many[0] - few[0]) / (many[1] - few[1])
    return counts


def _count(programs, stripped, place, instance, protocol, seconds):
    """Returns the instructions of a run, and its calls."""
    port, stub = subjects.line_stub(programs, place, instance)
    gateway = subjects.gateway(
        stripped, place, instance, port, "Vokol under callgrind",
        wrapper=["env", f"LD_PRELOAD={stripped}/sigsuspend.so", "valgrind", "--tool=callgrind", "--instr-atstart=no",
                 "--callgrind-out-file=/dev/null"])
    # Connects the links, fetches the signing keys, and compiles the code's translations.
    _load(instance, gateway, protocol, 2, may_fail=True)
    _control(gateway, "on")
    calls = _load(instance, gateway, protocol, seconds)
    _control(gateway, "off")
    gateway.process.send_signal(signal.SIGTERM)
    gateway.process.wait(60)
    stub.stop()
    with open(gateway.log) as file:
        collected = re.search(r"Collected : (\d+)", file.read())
    if not collected:
        raise SystemExit(f"bench: callgrind counted nothing; see {gateway.log}")
    return int(collected[1]), calls


def _load(instance, gateway, protocol, seconds, may_fail=False):
    result = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{gateway.port}",
        "--token", instance.token(), "--protocol", protocol, "--closed", "--connections", CONNECTIONS,
        "--duration", seconds, "--warm-up", 0, "--mix", "museums.get", "--params", 'museums.get={"id":"stub"}').result()
    if errors_of(result) and not may_fail:
        raise SystemExit(f"bench: the gateway under callgrind answered with errors: {result['all']['errors']}")
    return result["all"]["calls"]


def _control(gateway, state):
    subprocess.run(["callgrind_control", "-i", state, str(gateway.pid)], check=True, capture_output=True)
