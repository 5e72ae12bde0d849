/// The reasons why bytes could not be decoded, in words for the client that sent them.
public struct JSONDecodingFailure: Error, Equatable, Sendable {
    /// One fault.
    public struct Problem: Equatable, Sendable {
        /// The origin of a problem.
        public enum Cause: Sendable {
            /// The type does not decode this member.
            case unknownMember
            /// The bytes are not JSON, from this offset on.
            case malformed(reason: WireError.Reason, offset: Int)
            /// An `init(from:)` threw this error.
            case decoding(any Error)
        }

        /// The position as a JSON Pointer (RFC 6901); empty for the whole value.
        public var pointer: String
        /// The fault as an English phrase that continues the member's name: "must be a string", "is missing".
        public var detail: String

        public let cause: Cause

        init(pointer: String, detail: String, cause: Cause) {
            self.pointer = pointer
            self.detail = detail
            self.cause = cause
        }

        public static func == (left: Problem, right: Problem) -> Bool {
            left.pointer == right.pointer && left.detail == right.detail
        }
    }

    /// The underlying error of a `DecodingError` for a member that occurs twice in its object.
    public struct RepeatedMember: Error {}

    /// The underlying error of a `DecodingError` for an optional member that is `null` instead of absent.
    public struct NullMember: Error {}

    /// The problems, at least one: the first that stopped the decoding, or up to 16 unknown members.
    public var problems: [Problem]

    init(problems: [Problem]) {
        self.problems = problems
    }

    /// The maximum number of unknown members reported.
    static let maximumProblems = 16

    private init(pointer: String, detail: String, cause: any Error) {
        problems = [Problem(pointer: pointer, detail: detail, cause: .decoding(cause))]
    }

    init(_ error: WireError) {
        let detail = "is not valid JSON: \(error.reason.rawValue) (byte \(error.offset))"
        problems = [
            Problem(
                pointer: "", detail: detail, cause: .malformed(reason: error.reason, offset: error.offset))
        ]
    }

    /// Translates an error of an `init(from:)`.
    ///
    /// The `debugDescription` of a `DecodingError` is used if it begins with a lower-case letter. The standard
    /// library's own texts begin with a capital, name Swift types and are not meant for clients.
    init(describing error: any Error) {
        switch error {
        case let failure as JSONDecodingFailure: self = failure
        case DecodingError.keyNotFound(let key, let context):
            self.init(pointer: Self.pointer(context.codingPath + [key]), detail: "is missing", cause: error)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(
                pointer: Self.pointer(context.codingPath), detail: Self.detail(context.debugDescription), cause: error)
        default: self.init(pointer: "", detail: "is not valid", cause: error)
        }
    }

    private static func detail(_ description: String) -> String {
        if description.first?.isLowercase == true { return description }
        // The standard library's message for an enum with raw values.
        return description.hasPrefix("Cannot initialize") && description.contains(" from invalid ")
            ? "is not one of the known values" : "is not valid"
    }

    static func pointer(_ path: [any CodingKey]) -> String {
        JSONPointer.text(path)
    }
}

/// An element's index in an array.
struct ElementIndex: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

/// The name of any member, for objects whose members are not known in advance.
public struct MemberName: CodingKey {
    public let stringValue: String

    public init(_ name: String) { stringValue = name }
    public init?(stringValue: String) { self.init(stringValue) }
    public init?(intValue: Int) { nil }

    public var intValue: Int? { nil }
}
