import Values
import Wire

/// A call as a transport sends it.
public struct CallRequest: Sendable {
    /// The method's name, such as `museums.search`.
    public var method: String
    /// The parameters: one JSON object.
    public var params: [UInt8]
    /// The access token.
    public var token: String?
    /// The language of texts, such as `be`.
    public var locale: String?
    public var idempotencyKey: String?
    /// The time that the server may take.
    public var timeout: Duration

    public init(method: String, params: [UInt8], timeout: Duration) {
        (self.method, self.params, self.timeout) = (method, params, timeout)
    }

    /// The time after which a transport gives up waiting: a little later than the server does.
    public var patience: Duration { timeout + .seconds(2) }

    /// The maximum length of an answer in bytes: 1 MiB and room for the envelope.
    public static let maximumAnswerBytes = (1 << 20) + 4_096

    /// Returns the call as one JSON-RPC object, without a line break.
    public func envelope(id: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("id")
        writer.integer(id)
        writer.key("method")
        writer.string(method)
        writer.key("params")
        writer.raw(params)
        writer.key("meta")
        writer.beginObject()
        for (name, value) in [("token", token), ("locale", locale), ("idempotencyKey", idempotencyKey)] {
            guard let value else { continue }
            writer.key(name)
            writer.string(value)
        }
        writer.key("timeoutMs")
        writer.integer(max(1, timeout.wholeMilliseconds))
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}
