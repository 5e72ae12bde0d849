import Contract
import Logging
import NIOCore
import RPC
import ServiceRuntime
import Values
import Wire

/// The outcome of a call, for the log and the metrics.
struct JournalRecord {
    enum Transport: String, Sendable { case lines, http }

    var transport: Transport
    /// The called method; `nil` for an unknown one.
    var route: Route?
    /// The error code; `nil` for a result.
    var code: Int?
    var reason: String?
    var trace: TraceContext
    var took: TimeAmount
    /// The client's address.
    var remoteAddress: String
    var user: String?
    /// The HTTP status; `nil` for a line.
    var status: Int?
    /// The length of the answer with its envelope or head.
    var bytesOut: Int
    /// The number of replicas tried.
    var attempts: Int
}

/// Records every call of one event loop: metrics and spans at once, log lines in one batch per turn of the loop.
final class CallJournal {
    private let metrics: CallMetrics
    private let logsCalls: Bool
    private let level: LogLevel
    private let sink: ([UInt8]) -> Void
    private let spans: SpanQueue?
    private let wallClock: @Sendable () -> Instant
    private var writer = JSONWriter(reservingCapacity: 16 * 1024)
    private var lines: [UInt8] = []
    private var second: Int64 = .min
    private var secondText = ""

    /// The size in bytes at which a batch is passed to the sink before the turn ends.
    private static let lineBytes = 32 * 1024

    /// Creates a journal.
    ///
    /// - Parameters:
    ///   - logsCalls: true to log every call, at the level `info`; calls that fail through our own fault always are, at
    ///     the level `error`.
    ///   - level: the lowest level that is logged.
    ///   - sink: takes finished lines, each with its line break; must not block.
    ///   - spans: takes the spans of sampled calls.
    init(
        metrics: CallMetrics, logsCalls: Bool, level: LogLevel, wallClock: @escaping @Sendable () -> Instant,
        sink: @escaping ([UInt8]) -> Void, spans: SpanQueue? = nil
    ) {
        self.metrics = metrics
        self.logsCalls = logsCalls
        self.level = level
        self.wallClock = wallClock
        self.sink = sink
        self.spans = spans
    }

    /// Records a call that was refused or abandoned.
    func record(_ record: JournalRecord) {
        metrics.count(record.route, code: record.code, took: record.took, attempts: record.attempts)
        if isLogged(record.code) { append(record) }
        if record.trace.isSampled { spans?.record(CallSpan(record)) }
    }

    /// Records a call that was sent and has ended.
    ///
    /// - Parameter record: builds the record, if it is logged or becomes a span.
    func record(_ call: RoutedCall, code: Int?, _ record: () -> JournalRecord) {
        metrics.count(call.route, code: code, took: call.endedAt - call.startedAt, attempts: call.attempts)
        guard call.trace.isSampled || isLogged(code) else { return }
        let record = record()
        if isLogged(code) { append(record) }
        if call.trace.isSampled { spans?.record(CallSpan(record)) }
    }

    private func isLogged(_ code: Int?) -> Bool {
        Self.isOurFault(code) ? level.current <= .error : logsCalls && level.current <= .info
    }

    private static func isOurFault(_ code: Int?) -> Bool {
        guard let code else { return false }
        return code == ErrorCode.internal.number || code == ErrorCode.badUpstream.number
    }

    /// Passes the batch to the sink.
    func flush() {
        guard !lines.isEmpty else { return }
        sink(lines)
        lines.removeAll(keepingCapacity: true)
    }

    private func append(_ record: JournalRecord) {
        writer.removeAll()
        writer.beginObject()
        writer.key("time")
        writer.string(timeText())
        writer.key("level")
        writer.string(Self.isOurFault(record.code) ? "error" : "info")
        writer.key("service")
        writer.string("gateway")
        writer.key("message")
        writer.string("call")
        writer.key("method")
        writer.string(record.route?.declaration.name ?? "_other")
        writer.key("code")
        writer.string(record.code.map { ErrorCode(number: $0)?.name ?? "_other" } ?? "ok")
        if let reason = record.reason {
            writer.key("reason")
            writer.string(reason)
        }
        writer.key("durationMs")
        writer.double(Double(record.took.nanoseconds / 1000) / 1000)
        writer.key("traceId")
        writer.string(record.trace.traceID)
        writer.key("transport")
        writer.string(record.transport.rawValue)
        writer.key("remoteAddress")
        writer.string(record.remoteAddress)
        if let user = record.user {
            writer.key("user")
            writer.string(user)
        }
        if let status = record.status {
            writer.key("status")
            writer.integer(status)
        }
        writer.key("bytesOut")
        writer.integer(record.bytesOut)
        if record.attempts > 1 {
            writer.key("attempts")
            writer.integer(record.attempts)
        }
        writer.endObject()
        lines.append(contentsOf: writer.bytes)
        lines.append(UInt8(ascii: "\n"))
        if lines.count >= Self.lineBytes { flush() }
    }

    /// Returns the time of day with milliseconds; computes the calendar once per second.
    private func timeText() -> String {
        let now = wallClock().milliseconds
        let (whole, part) = (now / 1000, now % 1000)
        if whole != second {
            second = whole
            secondText = String(Instant(milliseconds: whole * 1000).description.dropLast())
        }
        let digits = String(1000 + part).dropFirst()
        return "\(secondText).\(digits)Z"
    }
}

extension JournalRecord {
    /// Creates a record of a successful call; the caller changes it after a failure.
    init(of call: RoutedCall, transport: Transport, client: ClientAddress, at end: NIODeadline) {
        self.init(
            transport: transport, route: call.route, trace: call.trace, took: end - call.startedAt,
            remoteAddress: client.text, user: call.caller?.principal.sub, bytesOut: 0, attempts: call.attempts)
    }
}

extension CallSpan {
    /// Creates the span of a call that has just been recorded.
    fileprivate init(_ record: JournalRecord) {
        self.init(
            trace: record.trace, method: record.route?.declaration.name ?? "_other", code: record.code,
            reason: record.reason, nanoseconds: record.took.nanoseconds)
        transport = record.transport.rawValue
        status = record.status
        attempts = record.attempts
    }
}
