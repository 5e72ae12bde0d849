import Contract
import RPC

/// Encodes spans and metrics as requests of OTLP, version 1, in its binary form.
///
/// The field numbers are those of the `opentelemetry.proto` files, and each is followed by the field's name there.
struct TelemetryEncoder: Sendable {
    /// The process that the data describes, as attributes such as `service.name`.
    let resource: [(name: String, value: String)]
    /// The start of the process, in nanoseconds since 1970: the start of all cumulative values.
    let startedAt: UInt64

    /// Returns an `ExportTraceServiceRequest`.
    func traces(_ spans: some Collection<CallSpan>) -> [UInt8] {
        var request = ProtobufWriter()
        request.message(1) { resourceSpans in  // resource_spans
            write(resource, into: &resourceSpans)
            resourceSpans.message(2) { scopeSpans in  // scope_spans
                Self.writeScope(into: &scopeSpans)
                for span in spans {
                    scopeSpans.message(2) { Self.write(span, into: &$0) }  // spans
                }
            }
        }
        return request.bytes
    }

    /// Returns an `ExportMetricsServiceRequest` with cumulative values.
    ///
    /// - Parameters:
    ///   - readings: sorted by name, because the series of one name are one metric.
    ///   - now: the time of the readings, in nanoseconds since 1970.
    func metrics(_ readings: [MetricReading], at now: UInt64) -> [UInt8] {
        var request = ProtobufWriter()
        request.message(1) { resourceMetrics in  // resource_metrics
            write(resource, into: &resourceMetrics)
            resourceMetrics.message(2) { scopeMetrics in  // scope_metrics
                Self.writeScope(into: &scopeMetrics)
                var rest = readings[...]
                while let first = rest.first {
                    let series = rest.prefix { $0.name == first.name && $0.kind == first.kind }
                    rest = rest.dropFirst(series.count)
                    scopeMetrics.message(2) { write(first, series, at: now, into: &$0) }  // metrics
                }
            }
        }
        return request.bytes
    }

    private func write(_ resource: [(name: String, value: String)], into message: inout ProtobufWriter) {
        message.message(1) { message in  // resource
            for (name, value) in resource { Self.attribute(1, name, value, into: &message) }  // attributes
        }
    }

    private static func writeScope(into message: inout ProtobufWriter) {
        message.message(1) { $0.string(1, "vokol") }  // scope, name
    }

    private static func attribute(_ field: UInt64, _ name: String, _ value: String, into message: inout ProtobufWriter)
    {
        message.message(field) { pair in
            pair.string(1, name)  // key
            pair.message(2) { $0.string(1, value) }  // value, string_value
        }
    }

    private static func attribute(_ field: UInt64, _ name: String, _ value: Int, into message: inout ProtobufWriter) {
        message.message(field) { pair in
            pair.string(1, name)  // key
            pair.message(2) { $0.varint(3, UInt64(bitPattern: Int64(value))) }  // value, int_value
        }
    }
}

// MARK: Spans

extension TelemetryEncoder {
    /// The value of `SpanKind` for a span that answers a call.
    private static let serverKind: UInt64 = 2
    /// The value of `StatusCode` for a failure.
    private static let errorStatus: UInt64 = 2

    private static func write(_ span: CallSpan, into message: inout ProtobufWriter) {
        let trace = span.trace
        message.bytes(1, bigEndian(trace.traceHigh) + bigEndian(trace.traceLow))  // trace_id
        message.bytes(2, bigEndian(trace.spanID))  // span_id
        if trace.parentID != 0 { message.bytes(4, bigEndian(trace.parentID)) }  // parent_span_id
        message.string(5, span.method)  // name
        message.varint(6, serverKind)  // kind
        message.fixed64(7, span.startedAt)  // start_time_unix_nano
        message.fixed64(8, span.endedAt)  // end_time_unix_nano
        writeAttributes(of: span, into: &message)
        if span.isFault { message.message(15) { $0.varint(3, errorStatus) } }  // status, code
    }

    /// Writes the attributes of OpenTelemetry's conventions for JSON-RPC and HTTP, and two of our own.
    private static func writeAttributes(of span: CallSpan, into message: inout ProtobufWriter) {
        let attributes: UInt64 = 9
        attribute(attributes, "rpc.system.name", "jsonrpc", into: &message)
        attribute(attributes, "rpc.method", span.method, into: &message)
        if let code = span.code {
            attribute(attributes, "rpc.response.status_code", "\(code)", into: &message)
            attribute(attributes, "error.type", span.errorCode?.name ?? "_OTHER", into: &message)
        }
        if let reason = span.reason { attribute(attributes, "vokol.reason", reason, into: &message) }
        if let transport = span.transport {
            attribute(attributes, "network.protocol.name", transport, into: &message)
        }
        if let status = span.status { attribute(attributes, "http.response.status_code", status, into: &message) }
        if let attempts = span.attempts { attribute(attributes, "vokol.attempts", attempts, into: &message) }
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

// MARK: Metrics

extension TelemetryEncoder {
    /// The value of `AggregationTemporality` for values that count from the start of the process.
    private static let cumulative: UInt64 = 2

    private func write(
        _ first: MetricReading, _ series: some Collection<MetricReading>, at now: UInt64,
        into metric: inout ProtobufWriter
    ) {
        metric.string(1, first.name)  // name
        if !first.help.isEmpty { metric.string(2, first.help) }  // description
        if let unit = Self.unit(of: first.name) { metric.string(3, unit) }  // unit
        switch first.kind {
        case "histogram":
            metric.message(9) { histogram in  // histogram
                for reading in series {
                    histogram.message(1) { write(histogram: reading, at: now, into: &$0) }  // data_points
                }
                histogram.varint(2, Self.cumulative)  // aggregation_temporality
            }
        case "counter":
            metric.message(7) { sum in  // sum
                for reading in series {
                    sum.message(1) { write(number: reading, at: now, into: &$0) }  // data_points
                }
                sum.varint(2, Self.cumulative)  // aggregation_temporality
                sum.varint(3, 1)  // is_monotonic
            }
        default:
            metric.message(5) { gauge in  // gauge
                for reading in series {
                    gauge.message(1) { write(number: reading, at: now, into: &$0) }  // data_points
                }
            }
        }
    }

    private func write(number reading: MetricReading, at now: UInt64, into point: inout ProtobufWriter) {
        point.fixed64(2, startedAt)  // start_time_unix_nano
        point.fixed64(3, now)  // time_unix_nano
        switch reading.value {
        case .counter(let count): point.fixed64(6, min(count, UInt64(Int64.max)))  // as_int
        case .gauge(let level): point.fixed64(6, UInt64(bitPattern: level))  // as_int
        case .number(let number, _): point.double(4, number)  // as_double
        case .histogram: break
        }
        for (name, value) in reading.labelPairs { Self.attribute(7, name, value, into: &point) }  // attributes
    }

    private func write(histogram reading: MetricReading, at now: UInt64, into point: inout ProtobufWriter) {
        guard case .histogram(let counts, let sum) = reading.value else { return }
        point.fixed64(2, startedAt)  // start_time_unix_nano
        point.fixed64(3, now)  // time_unix_nano
        point.fixed64(4, counts.reduce(0, &+))  // count
        point.double(5, Double(sum) / 1e9)  // sum
        point.packed(6, counts)  // bucket_counts
        point.packed(7, Histogram.bounds.map { (Double($0) / 1e9).bitPattern })  // explicit_bounds
        for (name, value) in reading.labelPairs { Self.attribute(9, name, value, into: &point) }  // attributes
    }

    /// Returns the unit that a metric's name ends with, in the notation of OTLP.
    private static func unit(of name: String) -> String? {
        let word = name.hasSuffix("_total") ? name.dropLast("_total".count) : name[...]
        if word.hasSuffix("_seconds") { return "s" }
        return word.hasSuffix("_bytes") ? "By" : nil
    }
}
