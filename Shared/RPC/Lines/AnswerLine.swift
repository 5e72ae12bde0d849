import NIOCore
import Wire

/// Writes answers: `{"jsonrpc":"2.0","id":…,"result":…}` or `…"error":…}`.
enum AnswerLine {
    private static let overhead = 64

    /// Appends a call's result, which must be one line.
    static func write(id: CallID, result: ByteBuffer, into outbox: inout ByteBuffer) -> Bool {
        let capacity = overhead + id.maximumBytes + result.readableBytes
        return outbox.writeLine(capacity: capacity) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            line.append(id)
            line.append(",\"result\":")
            line.append(result)
            line.append("}\n")
        }
    }

    /// Appends a call's error; without an id, the error of a line in which none was found.
    static func write(id: CallID?, error object: [UInt8], into outbox: inout ByteBuffer) {
        let capacity = overhead + (id?.maximumBytes ?? 4) + object.count
        _ = outbox.writeLine(capacity: capacity) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            if let id { line.append(id) } else { line.append("null") }
            line.append(",\"error\":")
            line.append(object)
            line.append("}\n")
        }
    }
}
