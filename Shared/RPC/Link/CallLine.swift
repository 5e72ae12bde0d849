import Contracts
import NIOCore

/// Writes calls: `{"jsonrpc":"2.0","id":…,"method":"…","params":…,"meta":{…}}`.
enum CallLine {
    /// More than all that is not counted below.
    private static let overhead = 256

    /// Appends a call, unless a part of it would break the line or the service's limits.
    /// - Returns: why it was not appended.
    static func write(
        _ call: LinkCall, id: UInt64, maximumBytes: Int, into outbox: inout ByteBuffer
    ) -> RPCError? {
        if let fault = fault(of: call) { return RPCError(.internal, cause: fault) }
        if let key = call.meta.idempotencyKey, !(1...128).contains(key.count) || !isPlain(key) {
            return RPCError(.invalidParams, faults: [.init(pointer: "", detail: "the idempotency key is not valid")])
        }
        let locale = call.meta.locale.flatMap { (1...35).contains($0.count) && isPlain($0) ? $0 : nil }
        var capacity = overhead + call.method.utf8.count + (call.params?.readableBytes ?? 0)
        capacity += (call.meta.principal?.count ?? 0) + (call.meta.remoteAddress?.utf8.count ?? 0)
        capacity += TraceContext.traceparentBytes + (locale?.count ?? 0) + (call.meta.idempotencyKey?.count ?? 0)
        guard capacity - overhead <= maximumBytes - overhead else { return RPCError(.tooLarge) }

        let isWritten = outbox.writeLine(capacity: capacity) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            line.append(Int64(clamping: id))
            line.append(",\"method\":\"")
            line.append(call.method)
            line.append("\"")
            if let params = call.params {
                line.append(",\"params\":")
                line.append(params)
            }
            line.append(",\"meta\":{\"timeoutMs\":")
            line.append(call.meta.timeoutMilliseconds)
            if let principal = call.meta.principal {
                line.append(",\"principal\":")
                line.append(principal)
            }
            if let address = call.meta.remoteAddress { member(",\"remoteAddress\":\"", address, &line) }
            if let trace = call.meta.trace {
                line.append(",\"traceparent\":\"")
                line.append(trace)
                line.append("\"")
            }
            if let locale { member(",\"locale\":\"", locale, &line) }
            if let key = call.meta.idempotencyKey { member(",\"idempotencyKey\":\"", key, &line) }
            line.append("}}\n")
        }
        return isWritten ? nil : RPCError(.internal, cause: "the line's size was miscounted")
    }

    private static func member(_ name: StaticString, _ value: String, _ line: inout LineCursor) {
        line.append(name)
        line.append(value)
        line.append("\"")
    }

    private static func member(_ name: StaticString, _ value: [UInt8], _ line: inout LineCursor) {
        line.append(name)
        line.append(value)
        line.append("\"")
    }

    /// What is wrong with the parts that this process itself has made.
    private static func fault(of call: LinkCall) -> String? {
        if !isMethod(call.method) { return "the method's name is not valid" }
        if let params = call.params, params.withUnsafeReadableBytes({ $0.isEmpty || $0.holdsLineBreak }) {
            return "params are empty or hold a line break"
        }
        if let principal = call.meta.principal, principal.withUnsafeBytes({ $0.isEmpty || $0.holdsLineBreak }) {
            return "the principal is empty or holds a line break"
        }
        if let address = call.meta.remoteAddress, !(1...64).contains(address.utf8.count) || !isPlain(address) {
            return "the remote address is not valid"
        }
        return nil
    }

    private static func isMethod(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            (1...64).contains(bytes.count)
                && bytes.allSatisfy { byte in
                    (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == UInt8(ascii: ".")
                        || byte == UInt8(ascii: "_")
                }
        }
    }

    /// Whether the bytes can stand between quotes as they are: printable ASCII without quotes and backslashes.
    private static func isPlain(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { isPlain($0) } }

    private static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isPlain($0) }
    }

    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
