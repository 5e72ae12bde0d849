"""Generates clients from docs/openapi.json, checks them, and calls an instance with two of them."""

import json
import shutil
import subprocess

from document import PATH, ROOT
from instance import Failure

OUTPUT = ROOT / ".build/clients"
HERE = ROOT / "Tests/Clients"
#: Warnings of OpenAPI Generator that say nothing about the document.
HARMLESS = [
    "OpenAPI 3.1 support is still in beta",
    # `type` of some schemas is a list.
    "Failed to get the schema name: null",
    "matches existing language type) cannot be used as a model name",
    "(reserved word) cannot be used as model name",
]


def python(instance):
    """Generates the Python client and runs python_story.py with it."""
    output = _fresh("python") / "vokol_client"
    text = _run("openapi-python-client", "generate", "--path", PATH, "--output-path", output, "--meta", "none")
    # A body of any type is also offered as application/octet-stream, which the generator uses.
    warnings = [line for line in text.splitlines() if line.startswith(("WARNING", "ERROR", "Unsupported"))]
    known = ["WARNING parsing POST /v1/payments/notifications within passes.", "Unsupported content type */*"]
    if not set(warnings) <= set(known):
        raise Failure(text)
    return _run("python", "-B", HERE / "python_story.py", output.parent, stdin=_facts(instance)).strip()


def typescript(instance):
    """Generates the TypeScript client, type-checks it and runs story.ts with it."""
    output = _fresh("typescript")
    _generate("typescript-fetch", output / "client")
    # Resolved relative to the story, which imports `vokol-client`.
    (output / "deno.json").write_text(json.dumps({
        # The generated runtime names types of browsers.
        "compilerOptions": {"lib": ["deno.ns", "dom", "dom.iterable", "esnext"], "noImplicitOverride": False},
        "imports": {"vokol-client": "./client/index.ts"}, "unstable": ["sloppy-imports"]}))
    config = ["--quiet", "--config", output / "deno.json"]
    _run("deno", "check", *config, output / "client/index.ts", HERE / "story.ts")
    return _run("deno", "run", *config, "--allow-net", "--allow-read", "--cert", instance.authority, HERE / "story.ts",
                stdin=_facts(instance)).strip()


def kotlin(_):
    """Generates the Kotlin client."""
    output = _fresh("kotlin")
    _generate("kotlin", output)
    return f"{len(list(output.rglob('*.kt')))} files"


def swift(_):
    """Generates the Swift client and type-checks it."""
    output = _fresh("swift")
    _generate("swift6", output)
    sources = sorted((output / "Sources").rglob("*.swift"))
    _run("swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", *sources)
    return f"{len(sources)} files"


def _generate(generator, output):
    text = _run("openapi-generator-cli", "generate", "--generator-name", generator, "--input-spec", PATH,
                "--output", output)
    warnings = [line for line in text.splitlines() if " WARN " in line or " ERROR " in line]
    unknown = [line for line in warnings if not any(one in line for one in HARMLESS)]
    if unknown:
        raise Failure("\n".join(unknown))


def _facts(instance):
    return json.dumps({
        "url": instance.url, "authority": str(instance.authority), "outbox": str(instance.directory / "outbox.jsonl"),
        "paymentsSecret": instance.payments_secret})


def _fresh(name):
    shutil.rmtree(OUTPUT / name, ignore_errors=True)
    (OUTPUT / name).mkdir(parents=True)
    return OUTPUT / name


def _run(*command, stdin=None):
    result = subprocess.run(
        list(map(str, command)), input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    if result.returncode != 0:
        raise Failure(f"{command[0]} {command[1]}: {result.stdout[-6000:]}")
    return result.stdout
