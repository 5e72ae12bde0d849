import Contract
import NIOCore
import RPC
import Values
import Wire

/// An error in HTTP's form: `application/problem+json` (RFC 9457) and the fields of its status.
struct ProblemDocument: Sendable {
    /// The HTTP status.
    let status: Int
    /// The body, without raw line breaks.
    let body: ByteBuffer
    /// The value of `Retry-After` in seconds, rounded up.
    let retryAfterSeconds: Int64?
    /// The value of `WWW-Authenticate`.
    let challenge: Challenge?

    /// The challenge to a caller without a valid token (RFC 6750 §3).
    enum Challenge: Sendable {
        /// No token was sent.
        case tokenMissing
        /// The token is not valid.
        case tokenInvalid

        var text: StaticString {
            switch self {
            case .tokenMissing: "Bearer realm=\"vokol\""
            case .tokenInvalid: "Bearer realm=\"vokol\", error=\"invalid_token\""
            }
        }
    }

    /// Builds the problem of a gateway error.
    ///
    /// - Parameter status: overrides the status of the error's code.
    init(_ error: RPCError, trace: TraceContext, in language: Language, status: Int? = nil) {
        self.status = status ?? error.code.httpStatus
        var writer = Self.writer(error.code, status: self.status, language)
        error.members(traceID: trace.traceID, in: language).write(into: &writer)
        writer.endObject()
        body = ByteBuffer(bytes: writer.bytes)
        retryAfterSeconds = Self.seconds(error.retryDelay())
        let isTokenFault = TokenFault.allCases.contains { $0.reason.reason == error.reason }
        challenge = error.code == .unauthenticated ? (isTokenFault ? .tokenInvalid : .tokenMissing) : nil
    }

    /// Builds the problem of a service's error object.
    ///
    /// Copies only members that the problem schema knows, and only if they have the right type.
    ///
    /// - Parameters:
    ///   - code: the object's `code`.
    ///   - object: the object's bytes: valid JSON without raw line breaks.
    ///   - trace: replaces a missing `traceId`.
    init(
        code number: Int, retryAfterMilliseconds: Int64?, object: ByteBuffer, trace: TraceContext, in language: Language
    ) {
        let code = ErrorCode(number: number)
        status = code?.httpStatus ?? 500
        var writer =
            code.map { Self.writer($0, status: $0.httpStatus, language) }
            ?? Self.writer(unknown: number, language)
        object.withUnsafeReadableBytes { bytes in
            Self.writeData(of: bytes, code ?? .internal, retryAfterMilliseconds, trace, into: &writer)
        }
        writer.endObject()
        body = ByteBuffer(bytes: writer.bytes)
        retryAfterSeconds = Self.seconds(retryAfterMilliseconds)
        challenge = code == .unauthenticated ? .tokenMissing : nil
    }

    /// Writes `Retry-After` and `WWW-Authenticate` if the error has them, each with its line break.
    func writeFields(into head: inout HeadWriter) {
        if let retryAfterSeconds {
            head.write("Retry-After: ")
            head.writeDecimal(UInt64(max(retryAfterSeconds, 0)))
            head.write("\r\n")
        }
        if let challenge {
            head.write("WWW-Authenticate: ")
            head.write(challenge.text)
            head.write("\r\n")
        }
    }

    private static func writer(_ code: ErrorCode, status: Int, _ language: Language) -> JSONWriter {
        var writer = JSONWriter(reservingCapacity: 384)
        writer.beginObject()
        writer.key("type")
        writer.string(code.typeURI)
        writer.key("title")
        writer.string(code.title[language])
        writer.key("status")
        writer.integer(status)
        writer.key("code")
        writer.integer(code.number)
        return writer
    }

    /// Returns a writer for an error code that only a newer service knows.
    private static func writer(unknown number: Int, _ language: Language) -> JSONWriter {
        var writer = JSONWriter(reservingCapacity: 384)
        writer.beginObject()
        writer.key("type")
        writer.string("about:blank")
        writer.key("title")
        writer.string(ErrorCode.internal.title[language])
        writer.key("status")
        writer.integer(500)
        writer.key("code")
        writer.integer(number)
        return writer
    }

    private static func writeData(
        of object: UnsafeRawBufferPointer, _ code: ErrorCode, _ retryAfter: Int64?, _ trace: TraceContext,
        into writer: inout JSONWriter
    ) {
        var traceID: UnsafeRawBufferPointer?
        var errors: UnsafeRawBufferPointer?
        var reason: UnsafeRawBufferPointer?
        var detail: UnsafeRawBufferPointer?
        var details: UnsafeRawBufferPointer?
        var forbidsRepetition = false
        if let data = member("data", of: object, opening: "{") {
            traceID = member("traceId", of: data, opening: "\"")
            errors = member("errors", of: data, opening: "[")
            reason = member("reason", of: data, opening: "\"")
            detail = member("detail", of: data, opening: "\"")
            details = member("details", of: data, opening: "{")
            forbidsRepetition = member("isRetryable", of: data, opening: "f") != nil
        }
        var members = ErrorMembers(
            isRetryable: code.isRetryable && !forbidsRepetition, retryAfterMilliseconds: retryAfter,
            traceID: traceID.map { .json($0) } ?? .text(trace.traceID))
        members.errors = errors.map { .json($0) }
        members.reason = reason.map { .json($0) }
        members.detail = detail.map { .json($0) }
        members.details = details.map { .json($0) }
        members.write(into: &writer)
    }

    private static func member(
        _ name: StaticString, of object: UnsafeRawBufferPointer, opening: Unicode.Scalar
    ) -> UnsafeRawBufferPointer? {
        var members = ObjectMembers(object)
        while let member = members.next() {
            guard member.isNamed(name, in: object) else { continue }
            let value = UnsafeRawBufferPointer(rebasing: object[member.value])
            return value.first.map { UInt32($0) == opening.value } == true ? value : nil
        }
        return nil
    }

    private static func seconds(_ milliseconds: Int64?) -> Int64? {
        milliseconds.map { max($0, 0) / 1000 + (max($0, 0) % 1000 > 0 ? 1 : 0) }
    }
}
