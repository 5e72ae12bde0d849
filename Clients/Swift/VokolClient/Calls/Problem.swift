public import Contract
import Values
import Wire

/// The error that a server answered.
public struct Problem: Error, Sendable, CustomStringConvertible {
    /// A fault in the parameters.
    public struct Fault: Decodable, Hashable, Sendable {
        /// A JSON Pointer into the parameters; empty for the call as a whole.
        public let pointer: String
        /// The violated rule, such as `too-short`.
        public let rule: String?
        /// A sentence in the caller's language, to show beside the field.
        public let detail: String
    }

    /// The number on the wire.
    public let number: Int
    /// The title in the caller's language.
    public let title: String
    /// The stable word of the method; compare it with ``has(_:)``.
    public let reason: String?
    /// A sentence in the caller's language that explains the reason and says what to do.
    public let detail: String?
    /// True if the same call may be sent again.
    public let isRetryable: Bool
    /// The time to wait before that.
    public let retryAfter: Duration?
    /// The name of the call in the server's logs.
    public let traceID: String?
    public let faults: [Fault]
    private let details: RawJSON?

    /// The entry of the registry; a code that a newer server has added counts as `internal`.
    public var code: ErrorCode { ErrorCode(number: number) ?? .internal }

    public var description: String { "\(title) (\(number)\(reason.map { ", \($0)" } ?? ""))" }

    /// Returns true if the reason is one of the contract's, such as `Booking.slotTaken`.
    public func has(_ reason: ErrorReason) -> Bool { number == reason.code.number && self.reason == reason.reason }

    /// The data that the contract defines for the reason, as JSON.
    package var rawDetails: [UInt8]? { details?.bytes }

    /// Decodes the data that the contract defines for the reason; `nil` if there are none.
    ///
    /// - Throws: `JSONDecodingFailure` if they have another form.
    public func details<Details: Decodable>(_ type: Details.Type) throws -> Details? {
        try details.map { try CallAnswer.decode(type, from: $0.bytes) }
    }
}

extension Problem: Decodable {
    private struct Members: Decodable {
        var code: Int
        var message: String
        var data: Data?
    }

    private struct Document: Decodable {
        var code: Int
        var title: String
    }

    private struct Data: Decodable {
        var reason: String?
        var detail: String?
        var isRetryable: Bool?
        var retryAfterMs: Int64?
        var traceId: String?
        var errors: [Fault]?
        var details: RawJSON?
    }

    /// Decodes the `error` of a JSON-RPC answer.
    public init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        self.init(number: members.code, title: members.message, members.data)
    }

    /// Decodes the problem document (RFC 9457) of an HTTP response.
    ///
    /// - Throws: `JSONDecodingFailure` if it is not one, as when a proxy has answered.
    package init(document bytes: [UInt8]) throws {
        let document = try CallAnswer.decode(Document.self, from: bytes)
        self.init(number: document.code, title: document.title, try CallAnswer.decode(Data.self, from: bytes))
    }

    /// Throws the problem in an answer, if there is one.
    package static func check(_ answer: [UInt8]) throws { _ = try CallAnswer.result(in: answer) }

    private init(number: Int, title: String, _ data: Data?) {
        self.number = number
        self.title = title
        reason = data?.reason
        detail = data?.detail
        isRetryable = data?.isRetryable ?? ErrorCode(number: number)?.isRetryable ?? false
        retryAfter = data?.retryAfterMs.map { .milliseconds(max(0, $0)) }
        traceID = data?.traceId
        faults = data?.errors ?? []
        details = data?.details
    }
}
