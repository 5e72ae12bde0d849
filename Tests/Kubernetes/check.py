"""Checks deploy/kubernetes without a cluster: check.py DIRECTORY-OF-THE-PROGRAMS

Renders every overlay with secrets from the real `vokol provision`, validates the objects against the public schemas of
Kubernetes, and compares them with docs/configuration.md, docker-compose.yml and the connections that Vokol needs.
"""

import base64
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kubernetes_validate
import yaml

import kustomize
from policies import WORLD, Pod, lets_in, lets_out, matches

ROOT = Path(__file__).resolve().parents[2]
#: The oldest version with every used feature (a sleeping preStop), and the newest version of the schemas.
VERSIONS = ["1.30", "1.37"]
PROCESSES = re.findall(r"^## vokol-(\w+)$", (ROOT / "docs/configuration.md").read_text(), re.MULTILINE)
SERVICES = [name for name in PROCESSES if name != "gateway"]
#: Secrets are given as files, because the description of a pod shows its environment.
SECRET = re.compile(r"(SECRET|PASSWORD|TOKEN|DATABASE_URL)$")


class Overlay:
    """A rendered overlay. Each method without a leading underscore is one check."""

    def __init__(self, directory, documentation, compose):
        self.directory = directory
        self.settings = documentation
        self.compose = compose
        self.objects = kustomize.render(directory)
        self.pods = [item for item in self.objects if kustomize.pod_of(item)]
        self.deployments = {item["metadata"]["name"]: item for item in self._kind("Deployment")}

    # Objects

    def is_what_kubectl_makes(self):
        """kubectl renders the same objects"""
        kubectl = shutil.which("kubectl")
        version = kubectl and subprocess.run([kubectl, "version", "--client"], capture_output=True, text=True).stdout
        # Debian's kubectl, for example, contains a kustomize from 2018.
        if not version or "Kustomize Version: v5" not in version:
            return
        text = subprocess.run([kubectl, "kustomize", self.directory], capture_output=True, text=True, check=True).stdout
        theirs = {_identity(item): item for item in yaml.safe_load_all(text)}
        for item in self.objects:
            yield _identity(item) in theirs and theirs.pop(_identity(item)) == item, f"{_identity(item)} differs"
        yield not theirs, f"kubectl also renders {list(theirs)}"

    def fits_the_schemas(self):
        """Every object is valid under the schemas of Kubernetes"""
        for item, version in itertools.product(self.objects, VERSIONS):
            try:
                kubernetes_validate.validate(item, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                yield False, f"{_identity(item)}: {version}: {'.'.join(map(str, error.absolute_path))}: {error.message}"

    def names_lead_somewhere(self):
        """Volumes, settings, ports and selectors refer to existing objects"""
        known = {_identity(item) for item in self.objects}
        for item in self.pods:
            for volume in kustomize.pod_of(item)["volumes"]:
                name = volume.get("secret", {}).get("secretName")
                yield not name or ("Secret", name) in known, f"secret {name} does not exist"
                name = volume.get("configMap", {}).get("name")
                yield not name or ("ConfigMap", name) in known, f"ConfigMap {name} does not exist"
            for container in kustomize.containers(item):
                for source in container.get("envFrom", []):
                    name = source["configMapRef"]["name"]
                    yield ("ConfigMap", name) in known, f"ConfigMap {name} does not exist"
                mounts = {mount["name"] for mount in container["volumeMounts"]}
                volumes = {volume["name"] for volume in kustomize.pod_of(item)["volumes"]}
                claims = {claim["metadata"]["name"] for claim in item["spec"].get("volumeClaimTemplates", [])}
                yield mounts == volumes | claims, f"{_identity(item)} mounts {mounts}, has {volumes | claims}"
            yield matches(item["spec"]["selector"], _labels(item)), f"{_identity(item)} does not select its own pods"
        for service in self._kind("Service"):
            targets = [pod for pod in self.pods if matches({"matchLabels": service["spec"]["selector"]}, _labels(pod))]
            yield len(targets) == 1, f"{_identity(service)} selects {len(targets)} kinds of pods"
            for port in service["spec"]["ports"]:
                yield all(port["targetPort"] in _ports(pod) for pod in targets), f"{_identity(service)} lacks {port}"

    # Privileges

    def pods_may_do_nothing(self):
        """No container runs as root, writes to its image, or has a privilege or a cluster token"""
        for item in self.pods:
            pod, name = kustomize.pod_of(item), _identity(item)
            yield pod.get("automountServiceAccountToken") is False, f"{name} gets a token"
            for setting in ["hostNetwork", "hostPID", "hostIPC"]:
                yield not pod.get(setting), f"{name} has {setting}"
            yield not any("hostPath" in volume for volume in pod["volumes"]), f"{name} mounts files of the node"
            for container in kustomize.containers(item):
                own = pod["securityContext"] | container["securityContext"]
                yield own.get("runAsNonRoot") is True and own.get("runAsUser", 0) > 0, f"{name} can run as root"
                yield own.get("readOnlyRootFilesystem") is True, f"{name} can write to its image"
                yield own.get("allowPrivilegeEscalation") is False, f"{name} can gain privileges"
                yield own.get("capabilities") == {"drop": ["ALL"]}, f"{name} has capabilities"
                yield own.get("seccompProfile") == {"type": "RuntimeDefault"}, f"{name} has no seccomp profile"
                yield not own.get("privileged"), f"{name} is privileged"
        for name in PROCESSES:
            user = kustomize.pod_of(self.deployments[name])["securityContext"]["runAsUser"]
            image = (ROOT / "deploy/Dockerfile").read_text()
            yield f"USER {user}:" in image, f"{name} runs as {user}, unlike its image"

    def secrets_are_apart(self):
        """Each secret belongs to one process, and none holds the authority's key"""
        authority = (self.directory / "provision/authority/ca.key").read_bytes()
        for item in self._kind("Secret"):
            owner = item["metadata"]["name"].rsplit("-", 1)[0]
            users = [_identity(pod) for pod in self.pods if _secret(pod) == item["metadata"]["name"]]
            yield len(users) == 1 and users[0][1] == owner, f"{_identity(item)} is mounted by {users}"
            for key, value in item["data"].items():
                yield base64.b64decode(value) != authority, f"{_identity(item)} holds the authority's key"
                yield not key.endswith(".key") or key in (f"{owner}.key", "server.key"), f"{_identity(item)} holds {key}"

    def secrets_are_never_in_git(self):
        """git ignores the files of the secrets"""
        for folder in ["provision", "secrets"]:
            path = f"deploy/kubernetes/overlays/{self.directory.name}/{folder}/file"
            answer = subprocess.run(["git", "check-ignore", "--quiet", path], cwd=ROOT)
            yield answer.returncode == 0, f"git does not ignore {path}"

    # Settings

    def settings_exist(self):
        """Every setting is documented, every required one is set, and secrets are given as files"""
        for process in PROCESSES:
            given = {name.removesuffix("_FILE") for name in self._environment(process)} | set(self._environment(process))
            needed = {name for name, default in self.settings[process].items() if default == "must be given"}
            yield needed <= given, f"{process} lacks {needed - given}"
            for name in self._environment(process):
                base = name.removesuffix("_FILE")
                plain = name if name in self.settings[process] else base
                yield plain in self.settings[process], f"vokol-{process} has no setting {name}"
                yield not SECRET.search(name), f"{process}: {name} exposes a secret; use {name}_FILE"
                yield name == plain or SECRET.search(plain), f"{process}: {plain} is not a secret"

    def files_are_there(self):
        """Each file named by a setting is in the secret at that path"""
        for process in PROCESSES:
            keys = next(item["data"] for item in self._kind("Secret")
                        if item["metadata"]["name"] == _secret(self.deployments[process]))
            url = base64.b64decode(keys.get("database-url", "")).decode()
            paths = re.findall(r"sslrootcert=(\S+)", url) + list(self._environment(process).values())
            # /cache holds cached answers, no secrets.
            for path in (path for path in paths if path.startswith("/") and path != "/cache"):
                folder, _, name = path.rpartition("/")
                yield folder == f"/provision/{process}" and name in keys, f"{process}: {path} is not in its secret"
            yield "sslmode=verify-full" in url or process == "gateway", f"{process} does not verify its database"

    def ports_are_those_of_the_programs(self):
        """Ports and the names of replicas match the settings of the programs"""
        for process in PROCESSES:
            ports = _ports(self.deployments[process])
            for name, setting in [("admin", "ADMIN_PORT"), ("redirect", "REDIRECT_PORT"),
                                  ("clients" if process == "gateway" else "calls", "LISTEN_PORT")]:
                expected = self.settings[process].get(f"VOKOL_{setting}")
                yield name not in ports or str(ports[name]) == expected, f"{process}: {name} is not {expected}"
            yield self._environment(process).get("VOKOL_ADMIN_HOST") == "0.0.0.0", f"{process} is out of reach of probes"
        for service in SERVICES:
            listening = _ports(self.deployments[service])["calls"]
            target = self._environment("gateway")[f"VOKOL_REPLICAS_{service.upper()}"]
            yield target == f"{service}:{listening}", f"the gateway looks for {service} at {target}"
            for caller in SERVICES:
                target = self._environment(caller).get(f"VOKOL_PEER_{service.upper()}")
                is_needed = f"VOKOL_PEER_{service.upper()}" in self.settings[caller]
                yield target == (f"{service}:{listening}" if is_needed else None), f"{caller} looks for {service} at {target}"
            headless = next(item["spec"] for item in self._kind("Service") if item["metadata"]["name"] == service)
            yield headless["clusterIP"] == "None", f"the name {service} does not resolve to all replicas"
            yield not headless["publishNotReadyAddresses"], f"{service} is found before it is ready"

    # Operating

    def deployments_are_whole(self):
        """Each Deployment has probes, limits, autoscaling, spreading, gapless rollouts and a disruption budget"""
        for name, item in self.deployments.items():
            (container,) = kustomize.containers(item)
            paths = {probe: container.get(probe, {}).get("httpGet", {}) for probe in
                     ["startupProbe", "livenessProbe", "readinessProbe"]}
            yield all(probe.get("port") == "admin" for probe in paths.values()), f"{name} lacks a probe"
            # A process without its database is alive.
            asked = [probe.get("path") for probe in paths.values()]
            yield asked == ["/healthz", "/healthz", "/readyz"], f"{name} is probed at {asked}"
            yield item["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0, f"{name} rolls out with a gap"
            yield kustomize.pod_of(item).get("topologySpreadConstraints"), f"{name} is not spread over nodes"
            budgets = [one for one in self._kind("PodDisruptionBudget")
                       if matches(one["spec"]["selector"], _labels(item))]
            yield len(budgets) == 1, f"{name} has {len(budgets)} disruption budgets"
            scaler = self._scaler(name)
            yield scaler and scaler["minReplicas"] >= 2, f"{name} may have fewer than two replicas"
            yield "replicas" not in item["spec"], f"{name}: each apply would reset the autoscaler"
            limits, service = container["resources"]["limits"], self.compose["services"][name]
            yield {"cpu", "memory"} <= set(container["resources"]["requests"]), f"{name} lacks resource requests"
            yield limits["memory"].lower().rstrip("i") == service["mem_limit"], f"{name}: memory differs from compose"
            yield limits["cpu"] == str(service["cpus"]), f"{name}: CPU differs from compose"

    def draining_has_its_time(self):
        """The grace period of a pod covers its preStop and its drain"""
        for name, item in self.deployments.items():
            (container,) = kustomize.containers(item)
            before = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
            values = self.settings[name] | self._environment(name)
            # The runtime adds two seconds to the setting.
            needed = before + int(values["VOKOL_DRAIN_TIMEOUT"].removesuffix("s")) + 2
            yield kustomize.pod_of(item)["terminationGracePeriodSeconds"] > needed, f"{name} needs {needed} s to stop"

    def connections_suffice(self):
        """PostgreSQL has connections for the maximum number of replicas"""
        server = next((item for item in self.pods if item["metadata"]["name"] == "postgres"), None)
        if server is None:
            return
        (container,) = kustomize.containers(server)
        maximum = next(int(one["value"]) for one in container["env"] if one["name"] == "POSTGRES_MAX_CONNECTIONS")
        needed = 0
        for name in SERVICES:
            replicas = self._scaler(name)["maxReplicas"] + 1
            pool = int((self.settings[name] | self._environment(name))["VOKOL_DATABASE_POOL"])
            # A migration needs one connection, and a rollout adds one replica.
            needed += replicas * (pool + 1)
        # PostgreSQL reserves three (superuser_reserved_connections).
        yield needed + 3 <= maximum, f"{needed} connections needed, {maximum} available"

    def connections_are_minimal(self):
        """The network policies allow exactly the connections that each pod needs"""
        policies = self._kind("NetworkPolicy")
        pods = {item["metadata"]["name"]: Pod(_labels(item), ports=_ports(item)) for item in self.pods}
        held = pods | {"stranger": Pod({"app.kubernetes.io/name": "stranger"})}
        # Those whom our policies do not hold.
        ends = held | {"elsewhere": Pod({"app.kubernetes.io/name": "gateway"}, namespace="elsewhere"),
                       "prometheus": Pod({}, namespace="monitoring"), "world": WORLD}
        ports = {name: [25, 443, 587, 5432] for name in ends} | {
            name: list(pod.ports.values()) for name, pod in pods.items()}
        database = "postgres" if "postgres" in pods else "world"
        out = {("gateway", name, int(self.settings[name]["VOKOL_LISTEN_PORT"])) for name in SERVICES}
        out |= {(name, database, 5432) for name in SERVICES} | {("gateway", "limits", 6379)}
        out |= {(caller, name, int(self.settings[name]["VOKOL_LISTEN_PORT"])) for caller in SERVICES for name in SERVICES
                if f"VOKOL_PEER_{name.upper()}" in self.settings[caller]}
        into = {flow for flow in out if flow[1] in pods}
        into |= {("prometheus", name, int(self.settings[name]["VOKOL_ADMIN_PORT"])) for name in PROCESSES}
        into |= {(name, "gateway", port) for name in ends if name != "gateway" for port in [8443, 8080]}
        out |= {(name, "world", 587) for name in SERVICES if "VOKOL_NOTIFY_SMTP_HOST" in self._environment(name)}
        out |= {(name, "world", 443) for name in SERVICES if self._environment(name).get("VOKOL_SMS_SENDER") == "http"}
        out |= {(name, "world", 443) for name in SERVICES if "VOKOL_UPSTREAM_DIRECTORY" in self.settings[name]}
        flows = [(source, target, port) for source, target in itertools.permutations(ends, 2) for port in ports[target]]
        for wanted, whose, lets in [(out, 0, lets_out), (into, 1, lets_in)]:
            found = {(source, target, port) for source, target, port in flows
                     if (source, target)[whose] in held and lets(policies, ends[source], ends[target], port)}
            yield found == wanted, f"too many: {sorted(found - wanted)}, too few: {sorted(wanted - found)}"

    # Parts

    def _kind(self, kind):
        return [item for item in self.objects if item["kind"] == kind]

    def _scaler(self, name):
        target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
        return next((item["spec"] for item in self._kind("HorizontalPodAutoscaler")
                     if item["spec"]["scaleTargetRef"] == target), None)

    def _environment(self, process):
        """Returns the variables of a process, including those of its ConfigMap."""
        (container,) = kustomize.containers(self.deployments[process])
        maps = {item["metadata"]["name"]: item["data"] for item in self._kind("ConfigMap")}
        values = {}
        for source in container.get("envFrom", []):
            values |= maps[source["configMapRef"]["name"]]
        return values | {one["name"]: one["value"] for one in container.get("env", [])}


def _identity(item):
    return item["kind"], item["metadata"]["name"]


def _labels(item):
    return item["spec"]["template"]["metadata"]["labels"]


def _ports(item):
    return {port["name"]: port["containerPort"] for one in kustomize.containers(item) for port in one["ports"]}


def _secret(item):
    """Returns the name of the pod's secret; `None` for the store of limits, which has none."""
    volumes = kustomize.pod_of(item)["volumes"]
    return next((volume["secret"]["secretName"] for volume in volumes if "secret" in volume), None)


def documented_settings():
    """Returns the variables of each process in docs/configuration.md with their defaults."""
    settings, process = {}, None
    for line in (ROOT / "docs/configuration.md").read_text().splitlines():
        if line.startswith("## vokol-"):
            process = line.removeprefix("## vokol-")
        elif found := re.match(r"\| `[a-z.]+`(?: \*)? \| `(VOKOL_\w+)` \| `?([^|`]*)`? \|", line):
            settings.setdefault(process, {})[found[1]] = found[2]
    return settings


def prepare(overlay, programs):
    """Creates the files of an overlay's secrets: real ones with `vokol provision`, and placeholders."""
    place = overlay.resolve() / "provision"
    subprocess.run([programs / "vokol", "provision", "--directory", place, "--host", "vokol.example.by"],
                   check=True, capture_output=True)
    # database-url contains the path of its directory, which in an installation is the path in the pods.
    for path in place.glob("*/database-url"):
        path.write_text(path.read_text().replace(str(place), "/provision"))
    (overlay / "secrets").mkdir()
    for process in SERVICES:
        (overlay / f"secrets/{process}.database-url").write_text(
            f"postgresql://vokol_{process}:password@db.example.by:5432/vokol_{process}"
            f"?sslmode=verify-full&sslrootcert=/provision/{process}/database-ca.pem\n")
    for name in ["server.pem", "server.key", "database-ca.pem", "smtp-password", "sms-token"]:
        (overlay / "secrets" / name).write_text(f"placeholder for {name}\n")


def main():
    programs = Path(sys.argv[1]).resolve()
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    passed = failed = 0
    with tempfile.TemporaryDirectory() as directory:
        for folder in ["kubernetes", "postgres"]:
            shutil.copytree(ROOT / "deploy" / folder, Path(directory, "deploy", folder),
                            ignore=shutil.ignore_patterns("provision", "secrets"))
        for path in sorted(Path(directory, "deploy/kubernetes/overlays").iterdir()):
            prepare(path, programs)
            overlay = Overlay(path, documented_settings(), compose)
            for name, check in vars(Overlay).items():
                if name.startswith("_"):
                    continue
                faults = [text for is_well, text in check(overlay) if not is_well]
                passed, failed = passed + (not faults), failed + bool(faults)
                if faults:
                    print(f"FAIL  {path.name}: {check.__doc__}", *faults, sep="\n      ")
    print(f"kubernetes: {passed} passed, {failed} failed")
    raise SystemExit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
