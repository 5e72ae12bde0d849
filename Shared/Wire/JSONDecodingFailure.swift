/// The reasons why bytes could not be decoded, in words for the client that sent them.
public struct JSONDecodingFailure: Error, Equatable, Sendable {
    /// One fault.
    public struct Problem: Equatable, Sendable {
        /// The position as a JSON Pointer (RFC 6901); empty for the whole value.
        public var pointer: String
        /// The fault as an English phrase that continues the member's name: "must be a string", "is missing".
        public var detail: String

        /// Creates a problem.
        public init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// The problems, at least one: the first that stopped the decoding, or up to 16 unknown members.
    public var problems: [Problem]

    /// Creates a failure.
    public init(problems: [Problem]) {
        self.problems = problems
    }

    /// The maximum number of unknown members reported.
    static let maximumProblems = 16

    init(pointer: String, detail: String) {
        problems = [Problem(pointer: pointer, detail: detail)]
    }

    init(_ error: WireError) {
        self.init(pointer: "", detail: "is not valid JSON: \(error.reason) (byte \(error.offset))")
    }

    /// Translates an error of an `init(from:)`.
    ///
    /// The `debugDescription` of a `DecodingError` is used if it begins with a lower-case letter. The standard
    /// library's own texts begin with a capital, name Swift types and are not meant for clients.
    init(describing error: any Error) {
        switch error {
        case let failure as JSONDecodingFailure: self = failure
        case DecodingError.keyNotFound(let key, let context):
            self.init(pointer: Self.pointer(context.codingPath + [key]), detail: "is missing")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self.init(pointer: Self.pointer(context.codingPath), detail: Self.detail(context.debugDescription))
        default: self.init(pointer: "", detail: "is not valid")
        }
    }

    private static func detail(_ description: String) -> String {
        if description.first?.isLowercase == true { return description }
        // The standard library's message for an enum with raw values.
        return description.hasPrefix("Cannot initialize") && description.contains(" from invalid ")
            ? "is not one of the known values" : "is not valid"
    }

    static func pointer(_ path: [any CodingKey]) -> String {
        var pointer = ""
        for key in path {
            pointer.append("/")
            for character in key.stringValue.unicodeScalars {
                switch character {
                case "~": pointer.append("~0")
                case "/": pointer.append("~1")
                default: pointer.unicodeScalars.append(character)
                }
            }
        }
        return pointer
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

/// A member's name, as found in the JSON.
struct MemberName: CodingKey {
    let stringValue: String

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}
