"""Decodes what an instance exports with OpenTelemetry's own schema, and compares it with the calls and /metrics."""

import json
import re
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from google.protobuf.unknown_fields import UnknownFieldSet
from instance import SETTINGS, Failure, Instance
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.metrics.v1.metrics_pb2 import AGGREGATION_TEMPORALITY_CUMULATIVE
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

PROCESSES = ["gateway", "auth", "museums", "aggregator", "schedule", "booking"]
#: The request for each path.
SCHEMAS = {"/otlp/v1/traces": ExportTraceServiceRequest, "/otlp/v1/metrics": ExportMetricsServiceRequest}


class Collector:
    """An OTLP/HTTP collector that keeps what it receives; can be told to answer 503."""

    def __init__(self):
        self.faults, self.spans, self.metrics = [], [], {}
        self.is_away = False
        self._lock = threading.Lock()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):  # noqa: N802, the name that http.server calls
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = 503 if collector.is_away else collector.receive(self.path, self.headers, body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                """Writes no log."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.settings = {
            "VOKOL_TELEMETRY_ENDPOINT": f"http://127.0.0.1:{self._server.server_port}/otlp/",
            "VOKOL_TELEMETRY_HEADERS": "x-key=a secret", "VOKOL_TELEMETRY_TRACES_RATIO": "1",
            "VOKOL_TELEMETRY_METRICS_INTERVAL": "1s",
        }

    def receive(self, path, headers, body):
        """Decodes a request; returns the status of the answer."""
        with self._lock:
            try:
                request = SCHEMAS[path].FromString(body)
            except Exception as error:  # noqa: BLE001, any fault is reported
                self.faults.append(f"{path}: {error!r}")
                return 400
            self.faults += [f"{path}: unknown field {field}" for field in _unknown(request)]
            if headers["x-key"] != "a secret" or headers["Content-Type"] != "application/x-protobuf":
                self.faults.append(f"{path}: header fields {dict(headers)}")
            if path.endswith("traces"):
                for part in request.resource_spans:
                    service = _attributes(part.resource)["service.name"]
                    self.spans += [(service, span) for scope in part.scope_spans for span in scope.spans]
            else:
                for part in request.resource_metrics:
                    resource = _attributes(part.resource)
                    self.metrics.setdefault(resource["service.name"], []).append(
                        (resource, [metric for scope in part.scope_metrics for metric in scope.metrics]))
            return 200

    def trace(self, trace_id):
        """Returns the spans of a trace with the name of the process, oldest first."""
        with self._lock:
            spans = [(service, span) for service, span in self.spans if span.trace_id.hex() == trace_id]
        return sorted(spans, key=lambda each: each[1].start_time_unix_nano)

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


def check(programs):
    collector = Collector()
    try:
        with Instance(programs, SETTINGS | collector.settings) as instance:
            _check_trace(instance, collector)
            _check_failed_call(instance, collector)
            _check_metrics(instance, collector)
            _check_return(instance, collector)
            last = "e" * 32
            _get(instance, "/v1/museums?limit=1", last)
        _expect(len(collector.trace(last)) == 2, "the spans of the last call are not exported when a process stops")
        _expect(not collector.faults, "\n".join(collector.faults[:10]))
        exports = sum(map(len, collector.metrics.values()))
        return f"{len(collector.spans)} spans and {exports} exports of metrics decoded"
    finally:
        collector.stop()


def _check_trace(instance, collector):
    """A call has a span in the gateway, below the client's, and one in the service, below the gateway's."""
    trace, before = "a" * 32, time.time_ns()
    # The client's flag says that the trace is not sampled. The gateway decides.
    _get(instance, "/v1/museums?limit=1", trace, flags="00")
    spans = _wait("two spans of a call", lambda: _if(collector.trace(trace), 2))
    (outer, gateway), (inner, service) = spans
    _expect((outer, inner) == ("vokol-gateway", "vokol-museums"), f"spans of {outer} and {inner}")
    _expect(gateway.parent_span_id.hex() == "b" * 16, "the gateway's span is not below the client's")
    _expect(service.parent_span_id == gateway.span_id, "the service's span is not below the gateway's")
    _expect(len(gateway.span_id) == 8 and gateway.span_id != service.span_id, "span ids")
    for span in [gateway, service]:
        _expect(span.name == "museums.search" and span.kind == Span.SPAN_KIND_SERVER, f"{span}")
        _expect(before <= span.start_time_unix_nano <= span.end_time_unix_nano <= time.time_ns(), f"times: {span}")
        _expect(_attributes(span)["rpc.system.name"] == "jsonrpc", f"{span}")
        _expect(span.status.code == Status.STATUS_CODE_UNSET, f"{span}")
    _expect(_attributes(gateway)["http.response.status_code"] == 200, f"{gateway}")


def _check_failed_call(instance, collector):
    """A call that fails has its code, and is red only if a server is at fault."""
    trace = "c" * 32
    _get(instance, "/v1/museums/by-no-such-museum", trace, expected=404)
    spans = _wait("two spans of a failed call", lambda: _if(collector.trace(trace), 2))
    for _, span in spans:
        attributes = _attributes(span)
        _expect(attributes["error.type"] == "not-found" and span.status.code == Status.STATUS_CODE_UNSET, f"{span}")
        _expect(attributes["rpc.response.status_code"].startswith("-"), f"{span}")


def _check_metrics(instance, collector):
    """Each process exports exactly the series of /metrics, with cumulative values."""
    record = json.loads((instance.directory / "instance.json").read_text())
    ports = {each["name"]: each["adminPort"] for each in record["processes"] if each.get("adminPort")}
    _wait("two exports of each process",
          lambda: all(len(collector.metrics.get(f"vokol-{name}", [])) > 1 for name in PROCESSES) or None)
    ids = set()
    for name in PROCESSES:
        resource, metrics = collector.metrics[f"vokol-{name}"][-1]
        ids.add(resource["service.instance.id"])
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[name]}/metrics", timeout=10) as answer:
            text = answer.read().decode()
        _compare(name, metrics, text)
        for earlier, later in zip(_values(collector.metrics[f"vokol-{name}"][0][1]), _values(metrics)):
            _expect(earlier[0] == later[0] and earlier[1] <= later[1], f"{name}: {earlier} became {later}")
    _expect(len(ids) == len(PROCESSES), "two processes have the same service.instance.id")
    gateway = dict(_values(collector.metrics["vokol-gateway"][-1][1]))
    found = [value for (metric, labels), value in gateway.items()
             if metric == "vokol_gateway_calls_total" and ("method", "museums.get") in labels
             and ("code", "not-found") in labels]
    _expect(found == [1], f"one failed call of museums.get, exported as {found}")


def _compare(name, metrics, text):
    """Compares the exported series of a process with the text of /metrics."""
    kinds = dict(re.findall(r"^# TYPE (\S+) (\w+)$", text, re.MULTILINE))
    exported = {metric.name: {"sum": "counter"}.get(metric.WhichOneof("data"), metric.WhichOneof("data"))
                for metric in metrics}
    _expect(exported == kinds, f"{name}: the exports differ in {set(exported.items()) ^ set(kinds.items())}")
    series = {(metric, frozenset(re.findall(r'(\w+)="([^"]*)"', labels or "")))
              for metric, labels in re.findall(r"^(\w+?)(?:_count)?(?:\{([^}]*)\})? \S+$", text, re.MULTILINE)
              if metric in kinds}
    ours = {(metric.name, frozenset(_attributes(point).items())) for metric in metrics for point in _points(metric)}
    _expect(ours == series, f"{name}: the exports have other series: {list(ours ^ series)[:5]}")
    for metric in metrics:
        data = getattr(metric, metric.WhichOneof("data"))
        is_cumulative = getattr(data, "aggregation_temporality", AGGREGATION_TEMPORALITY_CUMULATIVE)
        _expect(is_cumulative == AGGREGATION_TEMPORALITY_CUMULATIVE, f"{name}: {metric.name} is not cumulative")
        _expect(getattr(data, "is_monotonic", True), f"{name}: {metric.name} is not monotonic")
        for point in _points(metric):
            _expect(0 < point.start_time_unix_nano <= point.time_unix_nano <= time.time_ns(), f"{name}: {point}")
            if metric.WhichOneof("data") == "histogram":
                _expect(sum(point.bucket_counts) == point.count, f"{name}: {metric.name}: {point}")
                _expect(len(point.bucket_counts) == len(point.explicit_bounds) + 1, f"{name}: {metric.name}")


def _check_return(instance, collector):
    """Spans of calls that are made while the collector is away arrive once it is back."""
    trace = "d" * 32
    collector.is_away = True
    began = time.monotonic()
    _get(instance, "/v1/museums?limit=1", trace)
    _expect(time.monotonic() - began < 5, "a call waits for the collector")
    log = instance.directory / "logs/gateway.log"
    _wait("a warning", lambda: "telemetry cannot be exported" in log.read_text() or None)
    collector.is_away = False
    _wait("the spans of a call made while the collector was away", lambda: _if(collector.trace(trace), 2))


def _get(instance, path, trace, flags="01", expected=200):
    request = urllib.request.Request(instance.url + path, headers={
        "traceparent": f"00-{trace}-{'b' * 16}-{flags}", "Authorization": f"Bearer {instance.user}"})
    try:
        with urllib.request.urlopen(request, context=instance.context, timeout=30) as answer:
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    _expect(status == expected, f"{path} is answered {status}")


def _values(metrics):
    """Returns the values that only increase, by name and labels."""
    found = []
    for metric in metrics:
        for point in _points(metric):
            key = (metric.name, frozenset(_attributes(point).items()))
            if metric.WhichOneof("data") == "histogram":
                found.append((key, point.count))
            elif metric.WhichOneof("data") == "sum":
                found.append((key, getattr(point, point.WhichOneof("value"))))
    return found


def _points(metric):
    return getattr(metric, metric.WhichOneof("data")).data_points


def _attributes(message):
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in message.attributes}


def _unknown(message):
    """Yields the fields of a message and its parts that the schema does not know."""
    for field in UnknownFieldSet(message):
        yield f"{field.field_number} of {message.DESCRIPTOR.name}"
    for field, value in message.ListFields():
        if field.message_type:
            for part in value if field.is_repeated else [value]:
                yield from _unknown(part)


def _if(found, count):
    return found if len(found) >= count else None


def _expect(condition, text):
    if not condition:
        raise Failure(text)


def _wait(what, find, seconds=60):
    """Returns what `find` returns, once it returns something."""
    end = time.monotonic() + seconds
    while (found := find()) is None:
        if time.monotonic() > end:
            raise Failure(f"timed out after {seconds} s: {what}")
        time.sleep(0.1)
    return found
