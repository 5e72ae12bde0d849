"""Checks deploy/Dockerfile and docker-compose.yml without a container: each program of docs/configuration.md has what it needs.

Needs PyYAML; Tests/Kubernetes/run has it.
"""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = re.split(r"^## vokol-(\w+)$", (ROOT / "docs/configuration.md").read_text(), flags=re.MULTILINE)[1:]
#: Of each process, the variables and their defaults.
SETTINGS = {name: dict(re.findall(r"\| `(VOKOL_\w+)` \| `?([^|`]*)`? \|", text))
            for name, text in zip(SECTIONS[::2], SECTIONS[1::2])}
PROCESSES = list(SETTINGS)
SERVICES = [name for name in PROCESSES if name != "gateway"]
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONTAINERS = COMPOSE["services"]


def images():
    """Each program has an image of its own, with a health check that needs no shell, and its directory for keys"""
    stages = dict(re.findall(r"^FROM runtime AS (\S+)\n((?:(?!FROM).*\n)*)", DOCKERFILE, re.MULTILINE))
    folders = re.search(r"for name in ([a-z ]+);", DOCKERFILE)[1].split()
    for name in PROCESSES:
        stage = stages.get(f"vokol-{name}", "")
        yield f'CMD ["vokol-{name}", "health"]' in stage, f"vokol-{name} has no image with a health check"
        yield f"/programs/vokol-{name} " in stage and f".build/release/vokol-{name}" in DOCKERFILE, f"{name} is not built"
        yield name in folders, f"the image has no directory /provision/{name}"
        yield name == "gateway" or f"EXPOSE {SETTINGS[name]['VOKOL_LISTEN_PORT']}\n" in stage, f"{name}: port"


def containers():
    """Each program has a container that starts again, may do nothing, and has its limits and its time to drain"""
    for name in PROCESSES:
        own = CONTAINERS.get(name, {})
        yield own.get("image") == f"vokol-{name}" and own.get("build", {}).get("target") == f"vokol-{name}", f"{name}: image"
        yield own.get("restart") == "unless-stopped", f"{name} does not start again"
        yield own.get("stop_grace_period") == "30s", f"{name} has no time to drain"
        yield {"mem_limit", "cpus"} <= set(own), f"{name} has no limits"
        yield f"{name}:/provision/{name}:ro" in own.get("volumes", []), f"{name} does not see its keys"
    for name, own in CONTAINERS.items():
        yield own.get("read_only") is True, f"{name} may write to its image"
        yield own.get("cap_drop") == ["ALL"], f"{name} has capabilities"
        yield "no-new-privileges:true" in own.get("security_opt", []), f"{name} may gain privileges"


def nothing_waits_for_health():
    """Nothing waits for another one's health, which some engines never look at"""
    for name, own in CONTAINERS.items():
        for other, how in own.get("depends_on", {}).items():
            yield how == {"condition": "service_completed_successfully"}, f"{name} waits for {other}: {how}"
            yield "restart" not in CONTAINERS[other], f"{name} waits for the end of {other}, which goes on"


def networks():
    """The gateway does not reach the database, nobody outside reaches a service, and only the gateway has ports"""
    for name, own in CONTAINERS.items():
        nets = set(own.get("networks", []))
        yield not {"edge", "data"} <= nets and ("edge" in nets) == (name == "gateway"), f"{name} is in {nets}"
        yield "ports" not in own or name == "gateway", f"{name} has ports"
    for name in SERVICES:
        yield {"services", "data"} <= set(CONTAINERS.get(name, {}).get("networks", [])), f"{name} reaches not what it must"
    for name in ["services", "data"]:
        yield COMPOSE["networks"][name] == {"internal": True}, f"{name} leads outside"


def secrets():
    """The authority's key is mounted where certificates are made alone, and no secret stands in the environment"""
    for name, own in CONTAINERS.items():
        mounted = {volume.split(":")[0] for volume in own.get("volumes", [])}
        yield ("authority" in mounted) == (name == "certificates"), f"{name} mounts the authority's key"
        for variable in own.get("environment", {}):
            is_file = variable.endswith("_FILE") or not re.search(r"SECRET|PASSWORD(?!S)|URL", variable)
            yield is_file, f"{name}: {variable} shows a secret"


def settings():
    """Each program is told what it must be told, and nothing that it does not know"""
    for name in PROCESSES:
        given = {variable.removesuffix("_FILE") if variable not in SETTINGS[name] else variable
                 for variable in CONTAINERS.get(name, {}).get("environment", {})}
        yield given <= set(SETTINGS[name]), f"{name} does not know {given - set(SETTINGS[name])}"
        needed = {variable for variable, default in SETTINGS[name].items() if default == "must be given"}
        yield needed <= given, f"{name} is not told {needed - given}"


def tools():
    """`certificates` makes the keys of all, `vokol` backs up the databases of all"""
    for tool, whose in [("certificates", [*PROCESSES, "postgres", "authority"]), ("vokol", [*SERVICES, "postgres"])]:
        mounted = {volume.split(":")[0] for volume in CONTAINERS[tool]["volumes"]}
        yield set(whose) <= mounted, f"{tool} does not mount {set(whose) - mounted}"


def who_knows_whom():
    """The gateway is told of each service by its name, and so is who calls one"""
    for name in SERVICES:
        at = f"{name}:{SETTINGS[name]['VOKOL_LISTEN_PORT']}"
        for caller in PROCESSES:
            for variable in [f"VOKOL_REPLICAS_{name.upper()}", f"VOKOL_PEER_{name.upper()}"]:
                given = CONTAINERS.get(caller, {}).get("environment", {}).get(variable)
                yield given == (at if variable in SETTINGS[caller] else None), f"{caller} looks for {name} at {given}"


def messages():
    """Who sends SMS reaches the provider, and is told how by what is set once for all"""
    for name in SERVICES:
        own = CONTAINERS.get(name, {})
        if "VOKOL_SMS_SENDER" in SETTINGS[name]:
            given = own.get("environment", {})
            yield "outside" in own.get("networks", []), f"{name} reaches no provider"
            yield COMPOSE["x-messages"].items() <= given.items(), f"{name} is told otherwise how messages leave"
            for variable, path in given.items():
                secret = path.removeprefix("/run/secrets/")
                yield secret == path or secret in own["secrets"], f"{name}: {variable} is not mounted"


def main():
    failed = 0
    checks = [images, containers, nothing_waits_for_health, networks, secrets, settings, tools, who_knows_whom, messages]
    for check in checks:
        faults = [text for is_well, text in check() if not is_well]
        failed += bool(faults)
        if faults:
            print(f"FAIL  {check.__doc__}", *faults, sep="\n      ")
    print(f"compose: {len(checks) - failed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
