import Contract
import NIOCore
import RPC
import Wire

/// Errors of the gateway's own, as the line protocol says them.
enum ErrorObject {
    /// The JSON-RPC error object.
    static func bytes(_ error: RPCError, trace: TraceContext) -> ByteBuffer {
        var writer = JSONWriter()
        write(error, trace: trace, into: &writer)
        return ByteBuffer(bytes: writer.bytes)
    }

    /// A whole answer with its line break.
    /// - Parameter id: the client's token as it was sent, with its quotes if it is a string; nil if it is not known.
    static func line(_ error: RPCError, id: ByteBuffer?, trace: TraceContext) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("id")
        if let id { writer.raw(id.readableBytesView) } else { writer.null() }
        writer.key("error")
        write(error, trace: trace, into: &writer)
        writer.endObject()
        var line = ByteBuffer(bytes: writer.bytes)
        line.writeInteger(UInt8(ascii: "\n"))
        return line
    }

    private static func write(_ error: RPCError, trace: TraceContext, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("code")
        writer.integer(error.code.number)
        writer.key("message")
        writer.string(error.code.message)
        writer.key("data")
        writer.beginObject()
        writer.key("type")
        writer.string(error.code.typeURI)
        writeMembers(of: error, trace: trace, into: &writer)
        writer.endObject()
        writer.endObject()
    }

    /// The members that an error has in both protocols.
    static func writeMembers(of error: RPCError, trace: TraceContext, into writer: inout JSONWriter) {
        writer.key("retryable")
        writer.bool(error.code.isRetryable)
        if let retryAfter = error.retryAfterMilliseconds {
            writer.key("retryAfterMs")
            writer.integer(max(retryAfter, 0))
        }
        writer.key("traceId")
        writer.string(trace.traceID)
        if !error.faults.isEmpty {
            writer.key("errors")
            writer.beginArray()
            for fault in error.faults {
                writer.beginObject()
                writer.key("pointer")
                writer.string(fault.pointer)
                writer.key("detail")
                writer.string(fault.detail)
                writer.endObject()
            }
            writer.endArray()
        }
        if let reason = error.reason {
            writer.key("reason")
            writer.string(reason)
        }
        if let detail = error.detail {
            writer.key("detail")
            writer.string(detail)
        }
        if let details = error.details {
            writer.key("details")
            writer.raw(details)
        }
    }
}
