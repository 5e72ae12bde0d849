import Contract
import Wire

extension RPCError {
    /// The error as the line protocol says it: `{"code":…,"message":…,"data":{…}}`.
    ///
    /// The only place that writes errors. An error whose code promises a delay gets `delay` if it has none of its own.
    /// - Parameters:
    ///   - traceID: under which the log holds the cause.
    ///   - delay: the `retryAfterMs` of a code that promises one, in milliseconds.
    public func encoded(traceID: String, defaultDelay delay: Int64 = 1_000) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.beginObject()
        writer.key("code")
        writer.integer(code.number)
        writer.key("message")
        writer.string(code.message)
        writer.key("data")
        writer.beginObject()
        writer.key("type")
        writer.string(code.typeURI)
        writer.key("retryable")
        writer.bool(code.isRetryable)
        if let wait = retryAfterMilliseconds ?? (code.retry == .afterDelay ? delay : nil) {
            writer.key("retryAfterMs")
            writer.integer(max(wait, 0))
        }
        writer.key("traceId")
        writer.string(traceID)
        if !faults.isEmpty {
            writer.key("errors")
            writer.beginArray()
            for fault in faults {
                writer.beginObject()
                writer.key("pointer")
                writer.string(fault.pointer)
                writer.key("detail")
                writer.string(fault.detail)
                writer.endObject()
            }
            writer.endArray()
        }
        if let reason {
            writer.key("reason")
            writer.string(reason)
        }
        if let detail {
            writer.key("detail")
            writer.string(detail)
        }
        if let details, !details.withUnsafeBytes({ $0.holdsLineBreak }) {
            writer.key("details")
            writer.raw(details)
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Reads what ``encoded(traceID:defaultDelay:)`` wrote, in this version of the program or another.
    ///
    /// A code that the registry does not hold becomes `bad-upstream`, and so does whatever is not an error object.
    public init(object bytes: UnsafeRawBufferPointer) {
        let object: ErrorObject
        do {
            object = try JSONCoding.decode(ErrorObject.self, from: bytes, unknownMembers: .ignored)
        } catch {
            self.init(.badUpstream, cause: "the error is not one: \(error.problems)")
            return
        }
        guard let code = ErrorCode(number: object.code) else {
            self.init(.badUpstream, cause: "unknown error code \(object.code): \(object.message)")
            return
        }
        self.init(
            code, reason: object.data?.reason, retryAfterMilliseconds: object.data?.retryAfterMs,
            faults: (object.data?.errors ?? []).map { FieldFault(pointer: $0.pointer, detail: $0.detail) },
            details: object.data?.details?.bytes,
            cause: object.data?.traceId.map { "answered so under trace \($0)" })
        detail = object.data?.detail
    }
}

/// An error object as it stands in a line.
private struct ErrorObject: Decodable {
    struct Content: Decodable {
        var retryAfterMs: Int64?
        var traceId: String?
        var errors: [Fault]?
        var reason: String?
        var detail: String?
        var details: RawJSON?
    }

    struct Fault: Decodable {
        var pointer: String
        var detail: String
    }

    var code: Int
    var message: String
    var data: Content?
}
