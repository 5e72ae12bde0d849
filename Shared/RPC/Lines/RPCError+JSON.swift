import Contract
import Lines
public import Values
import Wire

extension RPCError {
    /// The default `retryAfterMs`, for errors without one whose code promises it.
    package static let defaultDelayMilliseconds: Int64 = 1_000

    /// Encodes the error object of the line protocol: `{"code":…,"message":…,"data":{…}}`.
    ///
    /// - Parameters:
    ///   - traceID: the trace under which the log holds the cause.
    ///   - language: the language of title, detail and faults.
    ///   - delay: the `retryAfterMs` of a code that promises one, unless the error has its own.
    public func encoded(traceID: String, in language: Language, defaultDelay delay: Int64 = 1_000) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.beginObject()
        writer.key("code")
        writer.integer(code.number)
        writer.key("message")
        writer.string(code.title[language])
        writer.key("data")
        writer.beginObject()
        writer.key("type")
        writer.string(code.typeURI)
        members(traceID: traceID, in: language, defaultDelay: delay).write(into: &writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Returns the members that the `data` of a line and an HTTP problem have in common.
    package func members(
        traceID: String, in language: Language, defaultDelay delay: Int64 = defaultDelayMilliseconds
    ) -> ErrorMembers {
        var members = ErrorMembers(
            isRetryable: isRetryable, retryAfterMilliseconds: retryDelay(default: delay), traceID: .text(traceID))
        if !faults.isEmpty { members.errors = .faults(faults, language) }
        members.reason = reason.map { .text($0) }
        members.detail = detail.map { .text($0[language]) }
        // A raw line break would end the line early.
        members.details = details.flatMap { json in json.withUnsafeBytes { $0.holdsLineBreak } ? nil : .bytes(json) }
        return members
    }

    /// Returns the error's own delay, or `delay` if its code promises one; `nil` if the call must not be repeated.
    package func retryDelay(default delay: Int64 = defaultDelayMilliseconds) -> Int64? {
        guard !forbidsRepetition else { return nil }
        return retryAfterMilliseconds ?? (code.retry == .afterDelay ? delay : nil)
    }

    /// Reads an error object, possibly written by another version of the program.
    ///
    /// Malformed objects and unregistered codes become `bad-upstream`.
    public init(object bytes: UnsafeRawBufferPointer) {
        let object: ReceivedError
        do {
            object = try JSONCoding.decode(ReceivedError.self, from: bytes, unknownMembers: .ignored)
        } catch {
            self.init(.badUpstream, cause: "malformed error object: \(error.problems)")
            return
        }
        guard let code = ErrorCode(number: object.code) else {
            self.init(.badUpstream, cause: "unknown error code \(object.code): \(object.message)")
            return
        }
        self.init(
            code, reason: object.data?.reason, retryAfterMilliseconds: object.data?.retryAfterMs,
            faults: (object.data?.errors ?? []).map(\.fault),
            details: object.data?.details?.bytes,
            cause: object.data?.traceId.map { "answered with trace \($0)" })
        detail = object.data?.detail.map { UserText(all: $0) }
        forbidsRepetition = code.isRetryable && object.data?.isRetryable == false
    }
}

/// An error object, as found in a line.
private struct ReceivedError: Decodable {
    struct Content: Decodable {
        var isRetryable: Bool?
        var retryAfterMs: Int64?
        var traceId: String?
        var errors: [Fault]?
        var reason: String?
        var detail: String?
        var details: RawJSON?
    }

    struct Fault: Decodable {
        var pointer: String
        /// Absent in answers of programs before version 2 of the contract.
        var rule: String?
        var limits: RawJSON?
        var detail: String

        var fault: RPCError.FieldFault {
            RPCError.FieldFault(
                pointer: pointer, rule: rule ?? "invalid", limits: limits?.bytes, detail: UserText(all: detail))
        }
    }

    var code: Int
    var message: String
    var data: Content?
}
