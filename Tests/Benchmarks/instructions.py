"""Instructions per call in the gateway, counted by callgrind: unlike CPU time, other load does not change them."""
import os
import re
import signal
import subprocess

import subjects
from measure import Load, errors_of

# Few connections: their handshakes are counted, too. A gateway under callgrind answers some 1,000 calls a second.
CONNECTIONS = 4
SECONDS = 8


def per_call(programs, place, instance):
    """Returns the instructions per call over HTTPS and over lines."""
    # Valgrind cannot read Swift's debugging information.
    stripped = f"{place}/stripped"
    os.makedirs(stripped, exist_ok=True)
    subprocess.run(["strip", "-g", "-o", f"{stripped}/vokol-gateway", f"{programs}/vokol-gateway"], check=True)
    return {name: _per_call(programs, stripped, place, instance, protocol)
            for name, protocol in [("HTTPS", "https"), ("lines", "ndjson")]}


def _per_call(programs, stripped, place, instance, protocol):
    port, stub = subjects.line_stub(programs, place, instance)
    gateway = subjects.gateway(
        stripped, place, instance, port, "Vokol under callgrind",
        wrapper=["valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null"])
    # Connects the links and compiles the code's translations.
    _load(instance, gateway, protocol, 2)
    _control(gateway, "on")
    calls = _load(instance, gateway, protocol, SECONDS)
    _control(gateway, "off")
    gateway.process.send_signal(signal.SIGTERM)
    gateway.process.wait(60)
    stub.stop()
    with open(gateway.log) as file:
        collected = re.search(r"Collected : (\d+)", file.read())
    if not collected:
        raise SystemExit(f"bench: callgrind counted nothing; see {gateway.log}")
    return int(collected[1]) / calls


def _load(instance, gateway, protocol, seconds):
    result = Load(
        instance.vokol, "--directory", instance.directory, "--address", f"localhost:{gateway.port}",
        "--token", instance.token(), "--protocol", protocol, "--closed", "--connections", CONNECTIONS,
        "--duration", seconds, "--warm-up", 0, "--mix", "museums.get", "--params", 'museums.get={"id":"stub"}').result()
    if errors_of(result):
        raise SystemExit(f"bench: the gateway under callgrind answered with errors: {result['all']['errors']}")
    return result["all"]["calls"]


def _control(gateway, state):
    subprocess.run(["callgrind_control", "-i", state, str(gateway.pid)], check=True, capture_output=True)
