"""Checks without containers that deploy/Dockerfile and docker-compose.yml give each program what it needs.

The programs and their settings are those of docs/configuration.md. Needs PyYAML, which Tests/Kubernetes/run installs.
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = re.split(r"^## vokol-(\w+)$", (ROOT / "docs/configuration.md").read_text(), flags=re.MULTILINE)[1:]
#: The variables of each process and their defaults.
SETTINGS = {name: dict(re.findall(r"\| `(VOKOL_\w+)` \| `?([^|`]*)`? \|", text))
            for name, text in zip(SECTIONS[::2], SECTIONS[1::2])}
PROCESSES = list(SETTINGS)
SERVICES = [name for name in PROCESSES if name != "gateway"]
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONTAINERS = COMPOSE["services"]
MONITORS = {name for name, own in CONTAINERS.items() if own.get("profiles") == ["monitoring"]}


def images():
    """Each program has its own image with a shell-free health check and a directory for its keys"""
    stages = dict(re.findall(r"^FROM runtime AS (\S+)\n((?:(?!FROM).*\n)*)", DOCKERFILE, re.MULTILINE))
    folders = re.search(r"for name in ([a-z ]+);", DOCKERFILE)[1].split()
    for name in PROCESSES:
        stage = stages.get(f"vokol-{name}", "")
        yield f'CMD ["vokol-{name}", "health"]' in stage, f"vokol-{name} has no image with a health check"
        yield f"/programs/vokol-{name} " in stage and f".build/release/vokol-{name}" in DOCKERFILE, f"{name} is not built"
        yield name in folders, f"the image has no directory /provision/{name}"
        yield name == "gateway" or f"EXPOSE {SETTINGS[name]['VOKOL_LISTEN_PORT']}\n" in stage, f"{name}: wrong port"


def containers():
    """Each program has an unprivileged container that restarts, with limits and time to drain"""
    for name in PROCESSES:
        own = CONTAINERS.get(name, {})
        yield own.get("image") == f"vokol-{name}" and own.get("build", {}).get("target") == f"vokol-{name}", f"{name}: wrong image"
        yield own.get("restart") == "unless-stopped", f"{name} does not restart"
        yield own.get("stop_grace_period") == "30s", f"{name} has no time to drain"
        yield {"mem_limit", "cpus"} <= set(own), f"{name} has no limits"
        yield f"{name}:/provision/{name}:ro" in own.get("volumes", []), f"{name} does not mount its keys"
    for name, own in CONTAINERS.items():
        yield own.get("read_only") is True, f"{name} can write to its image"
        yield own.get("cap_drop") == ["ALL"], f"{name} has capabilities"
        yield "no-new-privileges:true" in own.get("security_opt", []), f"{name} can gain privileges"


def nothing_waits_for_health():
    """No container waits for the health of another, which some engines never check"""
    for name, own in CONTAINERS.items():
        for other, how in own.get("depends_on", {}).items():
            yield how == {"condition": "service_completed_successfully"}, f"{name} waits for {other}: {how}"
            yield "restart" not in CONTAINERS[other], f"{name} waits for {other} to end, which restarts"


def networks():
    """The gateway cannot reach the database, outsiders reach no service, and only the gateway publishes ports"""
    for name, own in CONTAINERS.items():
        nets = set(own.get("networks", []))
        yield not {"edge", "data"} <= nets and ("edge" in nets) == (name == "gateway"), f"{name} is in {nets}"
        yield "ports" not in own or name == "gateway" or name in MONITORS, f"{name} publishes ports"
    for name in SERVICES:
        yield {"services", "data"} <= set(CONTAINERS.get(name, {}).get("networks", [])), f"{name} lacks a network"
    holders = {name for name, own in CONTAINERS.items() if "limits" in own.get("networks", [])}
    yield holders == {"gateway", "limits"}, f"the store of limits, which has no password, is open to {holders}"
    for name in ["services", "data", "limits"]:
        yield COMPOSE["networks"][name] == {"internal": True}, f"the network {name} is not internal"


def secrets():
    """Only `certificates` mounts the authority's key, and the environment holds no secret"""
    for name, own in CONTAINERS.items():
        mounted = {volume.split(":")[0] for volume in own.get("volumes", [])}
        yield ("authority" in mounted) == (name == "certificates"), f"{name} mounts the authority's key"
        for variable in own.get("environment", {}):
            is_file = variable.endswith("_FILE") or not re.search(r"SECRET|PASSWORD(?!S)|URL", variable)
            yield is_file, f"{name}: {variable} exposes a secret"


def settings():
    """Each program gets every required setting and no unknown one"""
    for name in PROCESSES:
        given = {variable.removesuffix("_FILE") if variable not in SETTINGS[name] else variable
                 for variable in CONTAINERS.get(name, {}).get("environment", {})}
        yield given <= set(SETTINGS[name]), f"{name} has no settings {given - set(SETTINGS[name])}"
        needed = {variable for variable, default in SETTINGS[name].items() if default == "must be given"}
        yield needed <= given, f"{name} lacks {needed - given}"


def tools():
    """`certificates` creates the keys of all processes, `vokol` backs up all databases"""
    for tool, whose in [("certificates", [*PROCESSES, "postgres", "authority"]), ("vokol", [*SERVICES, "postgres"])]:
        mounted = {volume.split(":")[0] for volume in CONTAINERS[tool]["volumes"]}
        yield set(whose) <= mounted, f"{tool} does not mount {set(whose) - mounted}"


def addresses():
    """The gateway and each service that calls another one get its address by name"""
    for name in SERVICES:
        at = f"{name}:{SETTINGS[name]['VOKOL_LISTEN_PORT']}"
        for caller in PROCESSES:
            for variable in [f"VOKOL_REPLICAS_{name.upper()}", f"VOKOL_PEER_{name.upper()}"]:
                given = CONTAINERS.get(caller, {}).get("environment", {}).get(variable)
                yield given == (at if variable in SETTINGS[caller] else None), f"{caller} looks for {name} at {given}"


def messages():
    """Each service that sends SMS can reach the provider and uses the shared settings for messages"""
    for name in SERVICES:
        own = CONTAINERS.get(name, {})
        if "VOKOL_SMS_SENDER" in SETTINGS[name]:
            given = own.get("environment", {})
            yield "outside" in own.get("networks", []), f"{name} cannot reach a provider"
            yield COMPOSE["x-messages"].items() <= given.items(), f"{name} overrides x-messages"
            for variable, path in given.items():
                secret = path.removeprefix("/run/secrets/")
                yield secret == path or secret in own["secrets"], f"{name}: {variable} is not mounted"


def monitoring():
    """The monitors reach each other and the metrics, show themselves to this machine only, and get files that exist"""
    yield MONITORS == {"prometheus", "alertmanager", "grafana"}, f"the profile has {MONITORS}"
    for name in MONITORS:
        own = CONTAINERS[name]
        nets = {"services", "monitoring"} if name == "prometheus" else {"monitoring"}
        yield set(own["networks"]) == nets, f"{name} is in {own['networks']}"
        yield all(port.startswith("127.0.0.1:") for port in own["ports"]), f"{name} is open to other machines"
        yield {"mem_limit", "cpus"} <= set(own), f"{name} has no limits"
        for path in (volume.split(":")[0] for volume in own["volumes"] if volume.startswith("./")):
            yield (ROOT / path).exists(), f"{name}: there is no {path}"
    scraped = yaml.safe_load((ROOT / "deploy/monitoring/prometheus.yml").read_text())["scrape_configs"]
    found = {(one["job_name"], *(f"{name}:{place['port']}" for place in one["dns_sd_configs"] for name in place["names"]))
             for one in scraped}
    wanted = {(f"vokol-{name}", f"{name}:{SETTINGS[name]['VOKOL_ADMIN_PORT']}") for name in PROCESSES}
    yield found == wanted, f"prometheus.yml differs in {found ^ wanted}"
    for name in PROCESSES:
        yield COMPOSE["x-telemetry"].items() <= CONTAINERS[name]["environment"].items(), f"{name} lacks x-telemetry"


def several_gateways():
    """deploy/gateways.yml replaces all ports of the gateway by ranges, from the usual port on and equally long"""
    class Overriding(yaml.SafeLoader):
        """Reads `!override` as a mark of a list."""

    Overriding.add_constructor("!override", lambda loader, node: ("override", loader.construct_sequence(node)))
    given = yaml.load((ROOT / "deploy/gateways.yml").read_text(), Overriding)
    yield list(given) == ["services"] and list(given["services"]) == ["gateway"], f"it changes more: {given}"
    own = given["services"]["gateway"]
    replaces = list(own) == ["ports"] and own["ports"][0] == "override"
    yield replaces, f"the fixed ports stay: {own}"
    if not replaces:
        return
    usual = [re.fullmatch(r"\$\{\w+:-(\d+)\}:(\d+)", port).groups() for port in CONTAINERS["gateway"]["ports"]]
    ranges = [re.fullmatch(r"\$\{\w+:-(\d+)-(\d+)\}:(\d+)", port).groups() for port in own["ports"][1]]
    yield [(first, inside) for first, _, inside in ranges] == usual, f"{ranges} differ from {usual}"
    yield len({int(last) - int(first) for first, last, _ in ranges}) == 1, f"one range is shorter: {ranges}"
    # A name of the container or of its address would collide as well.
    yield not {"container_name", "hostname"} & set(CONTAINERS["gateway"]), "the gateway has a name of its own"


def limit_store():
    """The store of limits is the same in Compose and Kubernetes, starts with its arguments, and writes no file"""
    own = CONTAINERS["limits"]
    pods = yaml.safe_load_all((ROOT / "deploy/kubernetes/base/limits.yaml").read_text())
    pod = next(item for item in pods if item["kind"] == "StatefulSet")["spec"]["template"]["spec"]
    container, identity = pod["containers"][0], pod["securityContext"]
    yield container["image"] == own["image"], f"the images are {own['image']} and {container['image']}"
    yield container["args"] == own["command"], "the arguments differ"
    yield own["user"] == f"{identity['runAsUser']}:{identity['runAsGroup']}", "the users differ"
    # The image's start script refuses a working directory that cannot be written to.
    yield [path.partition(":")[0] for path in own["tmpfs"]] == ["/data"], "/data cannot be written to"
    yield [mount["mountPath"] for mount in container["volumeMounts"]] == ["/data"], "the pod cannot write to /data"
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    if not program:
        return
    with tempfile.TemporaryDirectory() as place, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen(
            [program, *own["command"][1:], "--bind", "127.0.0.1", "--port", str(port)], cwd=place,
            stdout=subprocess.DEVNULL)
        try:
            answer = _ask(port, b"CONFIG GET maxmemory*\r\nCONFIG GET save\r\nEVAL \"return redis.call('TIME')[1]\" 0\r\nQUIT\r\n")
        finally:
            server.terminate()
            server.wait(10)
        yield b"volatile-ttl" in answer and b"67108864" in answer, f"it started with other settings: {answer}"
        yield answer.endswith(b"+OK\r\n") and b"-ERR" not in answer, f"it answered {answer}"
        yield not os.listdir(place), f"it wrote {os.listdir(place)}"


def _ask(port, commands):
    """Returns the bytes that a server answers, which has five seconds to start."""
    end = time.monotonic() + 5
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.sendall(commands)
                return b"".join(iter(lambda: connection.recv(65536), b""))
        except ConnectionRefusedError:
            if time.monotonic() > end:
                return b""
            time.sleep(0.02)


def main():
    failed = 0
    checks = [images, containers, nothing_waits_for_health, networks, secrets, settings, tools, addresses, messages,
              monitoring, several_gateways, limit_store]
    for check in checks:
        faults = [text for is_well, text in check() if not is_well]
        failed += bool(faults)
        if faults:
            print(f"FAIL  {check.__doc__}", *faults, sep="\n      ")
    print(f"compose: {len(checks) - failed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
