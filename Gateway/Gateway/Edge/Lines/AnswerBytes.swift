import Contracts
import NIOCore
import RPC
import Wire

/// The bytes of JSON-RPC answers and of the gateway's own lines.
enum AnswerBytes {
    /// Writes an answer with a result, without a line break.
    ///
    /// - Parameters:
    ///   - id: the client's token as it was sent.
    ///   - result: one JSON value without raw line breaks.
    static func result(id: ByteBuffer, _ result: ByteBuffer, into out: inout ByteBuffer) {
        out.writeStaticString("{\"jsonrpc\":\"2.0\",\"id\":")
        out.writeImmutableBuffer(id)
        out.writeStaticString(",\"result\":")
        out.writeImmutableBuffer(result)
        out.writeStaticString("}")
    }

    /// Writes an answer with an error, without a line break.
    ///
    /// - Parameters:
    ///   - id: the client's token as it was sent; nil if it is not known.
    ///   - object: the JSON-RPC error object.
    static func error(id: ByteBuffer?, object: ByteBuffer, into out: inout ByteBuffer) {
        out.writeStaticString("{\"jsonrpc\":\"2.0\",\"id\":")
        if let id { out.writeImmutableBuffer(id) } else { out.writeStaticString("null") }
        out.writeStaticString(",\"error\":")
        out.writeImmutableBuffer(object)
        out.writeStaticString("}")
    }

    /// The first line of every line connection.
    static func hello(limits: EdgeLimits, time: Instant) -> ByteBuffer {
        notification("rpc.hello") { params in
            params.key("protocol")
            params.integer(1)
            params.key("server")
            params.string("vokol")
            params.key("time")
            params.string(time.description)
            params.key("limits")
            params.beginObject()
            params.key("lineBytes")
            params.integer(limits.requestBytes)
            params.key("inFlight")
            params.integer(limits.inFlightPerConnection)
            params.key("idleMs")
            params.integer(limits.liveness.idle.nanoseconds / 1_000_000)
            params.endObject()
        }
    }

    static let ping = notification("rpc.ping") { _ in }

    /// The process is about to end: finish within `grace`, reconnect elsewhere.
    static func goaway(reason: StaticString, grace: TimeAmount) -> ByteBuffer {
        notification("rpc.goaway") { params in
            params.key("reason")
            params.string(reason.description)
            params.key("graceMs")
            params.integer(grace.nanoseconds / 1_000_000)
        }
    }

    private static func notification(_ method: StaticString, params: (inout JSONWriter) -> Void) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("method")
        writer.string(method.description)
        writer.key("params")
        writer.beginObject()
        params(&writer)
        writer.endObject()
        writer.endObject()
        return ByteBuffer(bytes: writer.bytes + [UInt8(ascii: "\n")])
    }
}
