import RPC
import Testing

@testable import ServiceRuntime

/// Tests of the parts of requests; Tests/Monitoring decodes whole ones with OpenTelemetry's own schema.
@Suite struct TelemetryEncoderTests {
    private let encoder = TelemetryEncoder(resource: [("service.name", "vokol-test")], startedAt: 1_000)

    private func span(code: Int? = nil, parentID: UInt64 = 0) -> CallSpan {
        var span = CallSpan(
            trace: TraceContext(traceHigh: 1, traceLow: 2, spanID: 3, isSampled: true, parentID: parentID),
            method: "museums.get", code: code, reason: nil, nanoseconds: 500)
        span.endedAt = 2_000
        return span
    }

    /// Returns the only span of a request.
    private func encoded(_ span: CallSpan) throws -> ProtobufMessage {
        let request = try ProtobufMessage(encoder.traces([span]))
        return try request.message(1).message(2).message(2)
    }

    @Test func `A span has its ids big-endian, its times, and its parent only if there is one`() throws {
        let root = try encoded(span())
        #expect(root.bytes(1) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2])
        #expect(root.bytes(2) == [0, 0, 0, 0, 0, 0, 0, 3])
        #expect(root.bytes(4) == nil)
        #expect(root.text(5) == "museums.get")
        #expect((root.number(7), root.number(8)) == (1_500, 2_000))
        #expect(try encoded(span(parentID: 9)).bytes(4) == [0, 0, 0, 0, 0, 0, 0, 9])
    }

    @Test(arguments: [(nil, false), (-32602, false), (-32603, true), (-1, true)] as [(Int?, Bool)])
    func `Only a server's fault makes a span red, and a code that is not in the registry is one`(
        code: Int?, isError: Bool
    ) throws {
        #expect(try encoded(span(code: code)).bytes(15) == (isError ? [0x18, 2] : nil))
    }

    @Test func `Series of one name are one metric with their labels as attributes`() throws {
        let metrics = Metrics()
        metrics.counter("calls_total", [("method", "a"), ("code", "o\"k\\\n")], help: "Calls").add(7)
        metrics.counter("calls_total", [("method", "b")]).add(8)
        metrics.gauge("level").set(-3)
        metrics.observe("used_bytes") { 1.5 }
        metrics.histogram("wait_seconds").observe(.milliseconds(3))
        let request = try ProtobufMessage(encoder.metrics(metrics.readings(), at: 5_000))
        let all = try request.message(1).message(2).messages(2)
        #expect(all.map { $0.text(1) } == ["calls_total", "level", "used_bytes", "wait_seconds"])
        #expect(all.map { $0.text(3) } == [nil, nil, "By", "s"])

        let sum = try all[0].message(7)
        #expect((sum.number(2), sum.number(3)) == (2, 1))
        let points = try sum.messages(1)
        #expect(points.map { $0.number(6) } == [7, 8])
        #expect(points.map { $0.number(2) } == [1_000, 1_000])
        let labels = try points[0].messages(7).map { "\($0.text(1) ?? "")=\(try $0.message(2).text(1) ?? "")" }
        #expect(labels == ["method=a", "code=o\"k\\\n"])

        #expect(try all[1].message(5).message(1).number(6) == UInt64(bitPattern: -3))
        #expect(try all[2].message(5).message(1).number(4) == 1.5.bitPattern)
        let histogram = try all[3].message(9).message(1)
        #expect(histogram.number(4) == 1)
        #expect(histogram.number(5) == 0.003.bitPattern)
        #expect(histogram.bytes(6)?.count == (Histogram.bounds.count + 1) * 8)
        #expect(histogram.bytes(7)?.count == Histogram.bounds.count * 8)
    }
}

/// A message, decoded without its schema; for tests.
struct ProtobufMessage {
    struct Malformed: Error {}

    private enum Value {
        case number(UInt64)
        case bytes([UInt8])
    }
    private var fields: [(number: UInt64, value: Value)] = []

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        func varint() throws -> UInt64 {
            var (value, shift) = (UInt64(0), UInt64(0))
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            throw Malformed()
        }
        while !rest.isEmpty {
            let tag = try varint()
            switch tag & 7 {
            case 0: fields.append((tag >> 3, .number(try varint())))
            case 1:
                guard rest.count >= 8 else { throw Malformed() }
                fields.append((tag >> 3, .number(rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })))
                rest = rest.dropFirst(8)
            case 2:
                let length = Int(try varint())
                guard rest.count >= length else { throw Malformed() }
                fields.append((tag >> 3, .bytes(Array(rest.prefix(length)))))
                rest = rest.dropFirst(length)
            default: throw Malformed()
            }
        }
    }

    func number(_ field: UInt64) -> UInt64? {
        for case (field, .number(let value)) in fields { return value }
        return nil
    }

    func bytes(_ field: UInt64) -> [UInt8]? {
        for case (field, .bytes(let value)) in fields { return value }
        return nil
    }

    func text(_ field: UInt64) -> String? { bytes(field).map { String(decoding: $0, as: UTF8.self) } }

    func messages(_ field: UInt64) throws -> [ProtobufMessage] {
        var messages: [ProtobufMessage] = []
        for case (field, .bytes(let value)) in fields { messages.append(try ProtobufMessage(value)) }
        return messages
    }

    /// Returns the first message of a field.
    func message(_ field: UInt64) throws -> ProtobufMessage {
        guard let first = try messages(field).first else { throw Malformed() }
        return first
    }
}
