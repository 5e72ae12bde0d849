"""Checks that alerts, dashboards and the operations page name the same things, and nothing that does not exist."""

import json
import re
from pathlib import Path

import yaml
from instance import Failure

import rules

ROOT = Path(__file__).resolve().parents[2]
DASHBOARDS = ROOT / "deploy/monitoring/grafana/dashboards"
#: Our own metrics, as programs declare them.
METRIC = r"(?:vokol|process)_[a-z_]+"
SUFFIXES = re.compile(r"_(bucket|sum|count)$")
#: The folders of the repository that contain programs.
PROGRAMS = ["Gateway", "Services", "Shared"]


def panels():
    """Yields each panel of each dashboard with the file's name."""
    for path in sorted(DASHBOARDS.glob("*.json")):
        for panel in json.loads(path.read_text())["panels"]:
            yield path.name, panel


def queries():
    """Yields each query of each dashboard with the panel that it belongs to."""
    for name, panel in panels():
        for target in panel["targets"]:
            yield f"{name}, “{panel['title']}”", target["expr"]


def check(_):
    source = "\n".join(path.read_text() for folder in PROGRAMS for path in (ROOT / folder).rglob("*.swift"))
    metrics = set(re.findall(rf'"({METRIC})"', source))
    faults = []
    alerts = rules.alerts()
    asked = [*queries(), *((f"alert {name}", rule["expr"]) for name, rule in alerts.items())]
    used = set()
    for where, query in asked:
        # Without the values of labels, which may look like names.
        names = {SUFFIXES.sub("", name) for name in re.findall(rf"\b{METRIC}\b", re.sub(r'"[^"]*"', "", query))}
        faults += [f"{where}: metric {name} does not exist" for name in sorted(names - metrics)]
        used |= names
    faults += [f"no dashboard or alert shows {name}" for name in sorted(metrics - used)]

    sources = yaml.safe_load(
        (ROOT / "deploy/monitoring/grafana/provisioning/datasources/prometheus.yml").read_text())["datasources"]
    known = {source["uid"] for source in sources}
    for name, panel in panels():
        faults += [] if panel["datasource"]["uid"] in known else [f"{name}: “{panel['title']}” has no data source"]
        faults += [] if all(target["legendFormat"] for target in panel["targets"]) else [f"{name}: a line has no name"]

    page = (ROOT / "docs/operations.md").read_text()
    section = page[page.index("## Alerts"):page.index("## What the log says")]
    described = set(re.findall(r"^\| `(Vokol\w+)` \|", section, re.MULTILINE))
    faults += [f"docs/operations.md does not describe {name}" for name in sorted(set(alerts) - described)]
    faults += [f"docs/operations.md describes {name}, which does not exist" for name in sorted(described - set(alerts))]
    if faults:
        raise Failure("\n".join(faults))
    return f"{len(alerts)} alerts and {sum(1 for _ in panels())} panels use the {len(metrics)} metrics"
