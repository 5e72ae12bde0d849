"""Reads docs/openapi.json: operations, requests made of their examples, and the answers that they declare."""

import json
from pathlib import Path
from urllib.parse import quote

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "docs/openapi.json"


class Document:
    """The OpenAPI document and its operations."""

    def __init__(self, content=None):
        self.content = content or json.loads(PATH.read_text())
        self.operations = [
            Operation(self, path, verb, declared)
            for path, item in self.content["paths"].items() for verb, declared in item.items()]

    def resolved(self, node):
        """Returns the object that a `$ref` points to, or the node itself."""
        if "$ref" not in node:
            return node
        target = self.content
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        return target

    def faults(self, value, schema):
        """Returns one line for each violation of a schema by a JSON value."""
        # References of the schema point into `components`.
        validator = Draft202012Validator(schema | {"components": self.content["components"]})
        return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


class Operation:
    """One operation of the document."""

    def __init__(self, document, path, verb, declared):
        self._document, self._path, self._declared = document, path, declared
        self.verb = verb.upper()
        self.id = declared["operationId"]
        self.takes_token = {"accessToken": []} in declared["security"]
        self.needs_token = self.takes_token and {} not in declared["security"]
        self.roles = declared.get("x-roles", [])

    def outline(self):
        """The operation as JSON, without what depends on the settings of an instance."""
        return {name: value for name, value in self._declared.items() if name not in ["security", "description"]}

    def example_request(self):
        """Returns target, header fields and body of the request that the examples form."""
        path, query, fields = self._path, [], {}
        for parameter in map(self._document.resolved, self._declared.get("parameters", [])):
            # The session's header field is for pages of the instance, whose browser adds further fields.
            if "example" not in parameter or parameter["name"] == "X-Vokol-Session":
                continue
            name, value = parameter["name"], _text(parameter["example"])
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", quote(value, safe=""))
            elif parameter["in"] == "query":
                query.append(f"{name}={quote(value, safe=',')}")
            else:
                fields[name] = value
        body = None
        content = self._declared.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            body = json.dumps(content["application/json"]["example"]).encode()
            fields["Content-Type"] = "application/json"
        elif content:
            body = b"{}"
            fields["Content-Type"] = "application/octet-stream"
        return "?".join([path, "&".join(query)] if query else [path]), fields, body

    def answer_faults(self, status, fields, body):
        """Returns one line for each difference between an answer and the responses of the document."""
        if str(status) not in self._declared["responses"]:
            return [f"the status {status} is not declared"]
        declared = self._document.resolved(self._declared["responses"][str(status)])
        faults = []
        for name, header in declared.get("headers", {}).items():
            if self._document.resolved(header).get("required") and name.lower() not in fields:
                faults.append(f"the header field {name} is missing")
        content = declared.get("content")
        if content is None:
            return faults + (["a body is not declared"] if body else [])
        kind = fields.get("content-type", "").split(";")[0]
        if kind not in content:
            return [*faults, f"the content type {kind} is not declared"]
        if not kind.endswith("json"):
            return faults
        return faults + self._document.faults(json.loads(body), content[kind]["schema"])


def _text(value):
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)
