import Lines
package import Values
package import Wire

/// The members of an error besides its code, written in one place for lines and for `application/problem+json`.
package struct ErrorMembers {
    /// A member's value: a value to encode, or JSON to copy.
    package enum Value {
        case text(String)
        case faults([RPCError.FieldFault], Language)
        case bytes([UInt8])
        /// A JSON value without raw line breaks; the memory must outlive it.
        case json(UnsafeRawBufferPointer)
    }

    package var isRetryable: Bool
    package var retryAfterMilliseconds: Int64?
    package var traceID: Value
    package var errors: Value?
    package var reason: Value?
    package var detail: Value?
    package var details: Value?

    package init(isRetryable: Bool, retryAfterMilliseconds: Int64?, traceID: Value) {
        self.isRetryable = isRetryable
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.traceID = traceID
    }

    /// Writes the members into the object currently open in `writer`.
    package func write(into writer: inout JSONWriter) {
        writer.key("isRetryable")
        writer.bool(isRetryable)
        if let retryAfterMilliseconds {
            writer.key("retryAfterMs")
            writer.integer(max(retryAfterMilliseconds, 0))
        }
        Self.write("traceId", traceID, into: &writer)
        Self.write("errors", errors, into: &writer)
        Self.write("reason", reason, into: &writer)
        Self.write("detail", detail, into: &writer)
        Self.write("details", details, into: &writer)
    }

    private static func write(_ name: StaticString, _ value: Value?, into writer: inout JSONWriter) {
        guard let value else { return }
        writer.key(name)
        switch value {
        case .text(let text): writer.string(text)
        case .bytes(let bytes): writer.raw(bytes)
        case .json(let json): writer.raw(json)
        case .faults(let faults, let language):
            writer.beginArray()
            for fault in faults {
                writer.beginObject()
                writer.key("pointer")
                writer.string(fault.pointer)
                writer.key("rule")
                writer.string(fault.rule)
                if let limits = fault.limits, !limits.withUnsafeBytes(\.holdsLineBreak) {
                    writer.key("limits")
                    writer.raw(limits)
                }
                writer.key("detail")
                writer.string(fault.detail[language])
                writer.endObject()
            }
            writer.endArray()
        }
    }
}
