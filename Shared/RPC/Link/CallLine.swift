import Contract
import Lines
import NIOCore
import Values

/// Writes calls: `{"jsonrpc":"2.0","id":…,"method":"…","params":…,"meta":{…}}`.
enum CallLine {
    /// An upper bound for the fixed parts of a line, in bytes.
    private static let overhead = 256

    /// Appends a call, unless one of its parts would break the line or exceed the service's limits.
    ///
    /// - Returns: the error if the call was not appended; otherwise `nil`.
    static func write(
        _ call: LinkCall, id: UInt64, maximumBytes: Int, into outbox: inout ByteBuffer
    ) -> RPCError? {
        if let params = call.params, params.withUnsafeReadableBytes({ $0.isEmpty || $0.holdsLineBreak }) {
            return RPCError(.internal, cause: "params are empty or hold a line break")
        }
        if let key = call.idempotencyKey, !(1...128).contains(key.count) || !key.allSatisfy(\.isPlain) {
            return RPCError(.idempotencyKeyMalformed)
        }
        let locale = call.locale.flatMap { (1...35).contains($0.count) && $0.allSatisfy(\.isPlain) ? $0 : nil }
        var capacity = overhead + call.method.member.count + (call.params?.readableBytes ?? 0)
        capacity += (call.principal?.member.count ?? 0) + (call.remoteAddress?.member.count ?? 0)
        capacity += TraceContext.traceparentBytes + (locale?.count ?? 0) + (call.idempotencyKey?.count ?? 0)
        guard capacity - overhead <= maximumBytes - overhead else { return RPCError(.tooLarge) }

        let isWritten = outbox.writeLine(capacity: capacity) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            line.append(Int64(clamping: id))
            line.append(call.method.member)
            if let params = call.params {
                line.append(",\"params\":")
                line.append(params)
            }
            line.append(",\"meta\":{\"timeoutMs\":")
            line.append(call.timeoutMilliseconds)
            if let principal = call.principal { line.append(principal.member) }
            if let address = call.remoteAddress { line.append(address.member) }
            if let span = call.span {
                line.append(",\"traceparent\":\"")
                line.append(span)
                line.append("\"")
            }
            if let locale { member(",\"locale\":\"", locale, &line) }
            if let key = call.idempotencyKey { member(",\"idempotencyKey\":\"", key, &line) }
            line.append("}}\n")
        }
        return isWritten ? nil : RPCError(.internal, cause: "the line's size was miscounted")
    }

    private static func member(_ name: StaticString, _ value: [UInt8], _ line: inout LineCursor) {
        line.append(name)
        line.append(value)
        line.append("\"")
    }
}

extension LineCursor {
    fileprivate mutating func append(_ trace: TraceContext) {
        append(byteCount: TraceContext.traceparentBytes) { trace.writeTraceparent(to: $0) }
    }
}
