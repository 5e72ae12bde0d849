import Lines
import NIOCore
import Wire

/// The limits that a server announces in its first line.
struct GreetingLimits: Decodable, Equatable {
    /// The maximum number of calls in flight per connection.
    var inFlight: Int
    /// The maximum length of a line that the server reads, in bytes.
    var lineBytes: Int
    /// The maximum length of a result, in bytes.
    var answerBytes: Int
}

/// The parameters of `rpc.hello`.
struct Greeting: Decodable, Equatable {
    /// The protocol version that this program speaks.
    static let version = 1

    var `protocol`: Int
    var server: String
    /// The server's time, in the format of RFC 3339.
    var time: String
    var limits: GreetingLimits
}

/// The parameters of `rpc.link`.
struct Introduction: Decodable, Equatable {
    /// The name of the process: 1–32 lowercase letters, digits and hyphens.
    var process: String
    var secret: String

    /// True if the process name is well-formed.
    var isWellFormed: Bool { Self.isProcessName(process.utf8) }

    static func isProcessName(_ name: some Collection<UInt8>) -> Bool {
        (1...32).contains(name.count)
            && name.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

/// The parameters of `rpc.cancel`.
struct CancelParams: Decodable {
    /// The call's id, exactly as the caller wrote it.
    var id: RawJSON
}

/// The parameters of `rpc.cost`.
struct CostReport: Decodable {
    /// The call's id.
    var id: UInt64
    /// The cost beyond the method's, in calls.
    var cost: Int
    /// The time for which the call waited in queues of the service, in milliseconds; absent if it is short.
    var waitedMs: Int64?
}

/// The lines that are used on links only.
enum LinkProtocol {
    /// The id of the `rpc.link` call; ids of other calls start at 1.
    static let introductionID: UInt64 = 0

    static func introduction(_ introduction: Introduction) -> [UInt8] {
        ProtocolLine.write("rpc.link", id: introductionID) { params in
            params.key("process")
            params.string(introduction.process)
            params.key("secret")
            params.string(introduction.secret)
        }
    }

    /// Appends `rpc.cost`, the extra cost and the wait of a call that is about to be answered.
    ///
    /// A line of its own and not a member of the answer, so that answers without either stay as they are.
    static func writeCost(
        _ cost: Int, waitedMilliseconds: Int64?, of id: some AnswerPart, into outbox: inout ByteBuffer
    ) {
        _ = outbox.writeLine(capacity: 128 + id.maximumBytes) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cost\",\"params\":{\"id\":")
            id.append(to: &line)
            line.append(",\"cost\":")
            line.append(Int64(clamping: cost))
            if let waitedMilliseconds {
                line.append(",\"waitedMs\":")
                line.append(waitedMilliseconds)
            }
            line.append("}}\n")
        }
    }

    /// Appends `rpc.cancel` for a call of this side.
    static func writeCancel(_ id: UInt64, into outbox: inout ByteBuffer) {
        _ = outbox.writeLine(capacity: 96) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"method\":\"rpc.cancel\",\"params\":{\"id\":")
            line.append(Int64(clamping: id))
            line.append("}}\n")
        }
    }
}
