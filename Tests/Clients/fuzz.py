"""Runs Schemathesis against an instance, as user, as administrator and without a token."""

import os
import re
import subprocess

from document import PATH, ROOT
from findings import ACCEPTED, REFUSED
from instance import Failure

#: Replaced by the checks of fuzz_hooks.py.
REPLACED = "positive_data_acceptance,negative_data_rejection"


def check(instance, max_examples, seed):
    """Runs all phases and checks as each caller."""
    counts, failures = [], []
    met = ROOT / ".build/clients/fuzz/met.txt"
    met.unlink(missing_ok=True)
    for name, token in [("user", instance.user), ("administrator", instance.admin), ("anonymous", None)]:
        try:
            counts.append(f"{_run(instance, name, token, max_examples, seed)} cases as {name}")
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure("\n".join(failures))
    names = set(met.read_text().splitlines()) if met.exists() else set()
    unmet = [finding.name for finding in REFUSED + ACCEPTED if finding.name not in names]
    return ", ".join(counts) + (f"; findings.py lists what this run did not meet: {'; '.join(unmet)}" if unmet else "")


def _run(instance, name, token, max_examples, seed):
    reports = ROOT / ".build/clients/fuzz"
    reports.mkdir(parents=True, exist_ok=True)
    command = [
        "schemathesis", "run", PATH, "--url", instance.url, "--tls-verify", instance.authority,
        "--checks", "all", "--exclude-checks", REPLACED, "--phases", "examples,coverage,fuzzing,stateful",
        "--max-examples", max_examples, "--seed", seed, "--continue-on-failure", "--suppress-health-check", "all",
        "--no-color", "--warnings", "off"]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    folder = ROOT / "Tests/Clients"
    environment = os.environ | {
        "SCHEMATHESIS_HOOKS": str(folder / "fuzz_hooks.py"), "PYTHONPATH": str(folder),
        "VOKOL_MET_FINDINGS": str(reports / "met.txt")}
    # Schemathesis writes its database of cases into the working directory.
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=1_200, cwd=reports, env=environment)
    (reports / f"{name}.log").write_text(result.stdout + result.stderr)
    if result.returncode != 0:
        start = max(result.stdout.find("=== FAILURES"), result.stdout.find("=== ERRORS"), 0)
        raise Failure(f"as {name}, see {reports.relative_to(ROOT)}/{name}.log:\n"
                      f"{result.stdout[start:][:20_000]}{result.stderr[-2_000:]}")
    return re.search(r"(\d+) generated", result.stdout)[1]
