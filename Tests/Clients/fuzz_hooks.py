"""Checks for Schemathesis that let the findings of findings.py pass."""

import json
import os
import re

import schemathesis
from findings import ACCEPTED, REFUSED
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance


@schemathesis.check
def valid_requests_are_accepted(ctx, response, case):
    """Replaces positive_data_acceptance."""
    try:
        positive_data_acceptance(ctx, response, case)
    except Failure:
        faults = _faults(response)
        if not faults or not all(_is_known(REFUSED, case, one) for one in faults):
            raise


@schemathesis.check
def invalid_requests_are_refused(ctx, response, case):
    """Replaces negative_data_rejection."""
    try:
        negative_data_rejection(ctx, response, case)
    except Failure as failure:
        violations = re.findall(r"Invalid component: (.*)", failure.message)
        if not violations or not all(_is_known(ACCEPTED, case, one) for one in violations):
            raise


def _is_known(findings, case, observed):
    operation = case.operation.definition.raw["operationId"]
    known = [finding for finding in findings if finding.matches(operation, observed)]
    for finding in known:
        _note(finding)
    return bool(known)


#: The findings that were met, by their operations and observations.
_met = set()


def _note(finding):
    """Adds a finding to the file of those that were met, once."""
    if finding.name not in _met:
        _met.add(finding.name)
        with open(os.environ["VOKOL_MET_FINDINGS"], "a", encoding="utf-8") as file:
            file.write(f"{finding.name}\n")


def _faults(response):
    """One text for each fault of an error, or one for the error."""
    try:
        problem = json.loads(response.content)
    except ValueError:
        return []
    # `POST /rpc` answers with a JSON-RPC object.
    problem = problem.get("error", {}).get("data") or problem
    faults = [" ".join([fault["pointer"], fault["rule"], fault.get("limits", {}).get("format", "")]).strip()
              for fault in problem.get("errors", [])]
    return faults or [problem.get("reason") or str(problem.get("code"))]
