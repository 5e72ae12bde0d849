"""The part of kustomize that deploy/kubernetes uses. Anything else in a kustomization.yaml is an error.

Neither Debian nor PyPI packages kustomize. Where kubectl is installed, check.py compares the two.
"""

import base64
import hashlib
import json
from pathlib import Path

import yaml

CLUSTER_WIDE = {"Namespace"}
GENERATORS = {"configMapGenerator": "ConfigMap", "secretGenerator": "Secret"}
KNOWN = {"apiVersion", "kind", "namespace", "resources", "images", *GENERATORS}


class Fault(Exception):
    pass


def render(directory):
    """Returns the objects that `kubectl apply --kustomize DIRECTORY` would create, as a list of dictionaries."""
    objects = _load(Path(directory))
    names = {}
    for item in objects:
        if item.pop("generated", False):
            name = item["metadata"]["name"]
            names[item["kind"], name] = item["metadata"]["name"] = f"{name}-{_hash(item)}"
    for item in objects:
        _rename(item, names)
    return objects


def _load(directory):
    path = directory / "kustomization.yaml"
    settings = yaml.safe_load(path.read_text())
    if unknown := set(settings) - KNOWN:
        raise Fault(f"{path}: unsupported: {sorted(unknown)}")
    objects = []
    for name in settings.get("resources", []):
        resource = directory / name
        objects += _load(resource) if resource.is_dir() else [
            item for item in yaml.safe_load_all(resource.read_text()) if item is not None]
    for key, kind in GENERATORS.items():
        for generator in settings.get(key, []):
            _generate(objects, kind, generator, directory)
    for item in objects:
        if "namespace" in settings and item["kind"] not in CLUSTER_WIDE:
            item["metadata"]["namespace"] = settings["namespace"]
        for container in containers(item):
            _set_image(container, settings.get("images", []))
    identities = [(item["kind"], item["metadata"]["name"]) for item in objects]
    if twice := {identity for identity in identities if identities.count(identity) > 1}:
        raise Fault(f"{path}: duplicate objects: {sorted(twice)}")
    return objects


def _generate(objects, kind, generator, directory):
    if unknown := set(generator) - {"name", "behavior", "literals", "files"}:
        raise Fault(f"{directory}: unsupported: {sorted(unknown)}")
    data = dict(literal.split("=", 1) for literal in generator.get("literals", []))
    for entry in generator.get("files", []):
        key, _, name = entry.rpartition("=")
        path = (directory / name).resolve()
        if not path.is_relative_to(directory.resolve()):
            raise Fault(f"{directory}: kustomize rejects files above its directory: {name}")
        data[key or path.name] = path.read_text()
    if kind == "Secret":
        data = {key: _base64(text) for key, text in data.items()}
    if generator.get("behavior", "create") == "create":
        item = {"apiVersion": "v1", "kind": kind, "metadata": {"name": generator["name"]}, "data": data}
        if kind == "Secret":
            item["type"] = "Opaque"
        objects.append(item | {"generated": True})
        return
    if generator["behavior"] != "merge":
        raise Fault(f"{directory}: unsupported behavior: {generator['behavior']}")
    found = [item for item in objects if item["kind"] == kind and item["metadata"]["name"] == generator["name"]]
    if not found:
        raise Fault(f"{directory}: no {kind} {generator['name']} to merge with")
    found[0]["data"].update(data)


def _base64(text):
    """Encodes like kustomize, which breaks the text into lines of 70 characters."""
    encoded = base64.b64encode(text.encode()).decode()
    if len(encoded) < 70:
        return encoded
    return "".join(f"{encoded[start:start + 70]}\n" for start in range(0, len(encoded), 70))


def _hash(item):
    """Returns the suffix of a generated object's name: a hash of its content, so that a change gives a new name."""
    # kustomize hashes the object with an empty name.
    content = {"data": item["data"], "kind": item["kind"], "name": ""}
    if item["kind"] == "Secret":
        content["type"] = item["type"]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    # Go's JSON encoder escapes these.
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    return digest.translate(str.maketrans("013ae", "ghkmt"))


def _set_image(container, images):
    for image in images:
        if container["image"] == image["name"]:
            container["image"] = f"{image.get('newName', image['name'])}:{image['newTag']}"


def _rename(item, names):
    pod = pod_of(item)
    if pod is None:
        return
    for volume in pod.get("volumes", []):
        for kind, source, key in [("Secret", "secret", "secretName"), ("ConfigMap", "configMap", "name")]:
            if source in volume:
                volume[source][key] = names.get((kind, volume[source][key]), volume[source][key])
    for container in containers(item):
        for source in container.get("envFrom", []):
            reference = source["configMapRef"]
            reference["name"] = names.get(("ConfigMap", reference["name"]), reference["name"])


def pod_of(item):
    """Returns the pod specification of a Deployment or StatefulSet, and None for other objects."""
    return item["spec"]["template"]["spec"] if item["kind"] in ("Deployment", "StatefulSet") else None


def containers(item):
    """Returns all containers of a Deployment or StatefulSet, and an empty list for other objects."""
    pod = pod_of(item)
    return [] if pod is None else pod.get("initContainers", []) + pod["containers"]
