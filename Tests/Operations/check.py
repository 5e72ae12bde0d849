"""Checks that the metrics, log messages and settings in docs/operations.md match the sources."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPOSE_VARIABLES = ("VOKOL_HOST", "VOKOL_PORT", "VOKOL_PORTS", "VOKOL_REDIRECT_PORTS", "VOKOL_BACKUPS")
METRIC = r"(?:vokol|museums|process)_[a-z_]+"
#: The suffixes of a histogram's series.
SUFFIXES = re.compile(r"_(bucket|sum|count)$")


def main():
    page = (ROOT / "docs/operations.md").read_text()
    folders = [ROOT / name for name in ["Gateway", "Services", "Shared"]]
    source = "\n".join(path.read_text() for folder in folders for path in folder.rglob("*.swift"))
    faults = []

    metrics = set(re.findall(rf'"({METRIC})"', source))
    # A row may name several metrics.
    table = {name for cell in re.findall(rf"^\| (`{METRIC}[^|]*)\|", page, re.MULTILINE)
             for name in re.findall(rf"`({METRIC})", cell)}
    faults += [f"metric {name} is missing from the tables" for name in sorted(metrics - table)]
    faults += [f"metric {name} does not exist" for name in sorted(table - metrics)]
    named = {SUFFIXES.sub("", name) for name in re.findall(rf"\b({METRIC})\b(?=[{{\[) ]| >|$)", page, re.MULTILINE)}
    databases = {"vokol_auth", "vokol_museums", "vokol_booking", "vokol_authority"}
    faults += [f"metric {name} does not exist" for name in sorted(named - metrics - databases)]

    log = page[page.index("## What the log says"):page.index("## Failures")]
    for messages, _ in re.findall(r"^\| (`.*?) \| (.*) \|$", log, re.MULTILINE):
        for message in re.findall(r"`([^`]+)`", messages):
            # One message is written as JSON, with escaped quotes.
            is_logged = f'"{message}"' in source or f'\\"{message}\\"' in source
            faults += [] if is_logged else [f"no program logs “{message}”"]
    calls = r'\.(?:notice|warning|error)\(\s*"([^"\\]+)"'
    for message in re.findall(calls, source):
        faults += [] if f"`{message}`" in log else [f"log message “{message}” is missing from the tables"]

    known = (ROOT / "docs/configuration.md").read_text()
    for name in re.findall(r"\b(VOKOL_[A-Z_]+)\b", page):
        # These belong to docker-compose.yml and deploy/gateways.yml. A secret may be given as a file.
        is_known = f"`{name}`" in known or f"`{name.removesuffix('_FILE')}`" in known
        if name not in COMPOSE_VARIABLES and not is_known:
            faults.append(f"setting {name} does not exist")
    methods = set(re.findall(r'MethodDeclaration\(\s*"(\w+\.\w+)"', source))
    beginnings = {name.split(".")[0] for name in re.findall(r"^\| `([a-z.]+)`(?: \*)? \|", known, re.MULTILINE)}
    for name in re.findall(r"`([a-z]+(?:\.[a-z]+)+)`", page):
        is_other = name.split(".")[0] not in beginnings or name in methods
        faults += [] if is_other or re.search(rf"\| `{re.escape(name)}`(?: \*)? \|", known) else [f"setting {name} does not exist"]

    for fault in faults:
        print(f"docs/operations.md: {fault}")
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
