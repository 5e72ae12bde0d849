/// `Codable` over JSON, without Foundation.
public enum JSONCoding {
    /// What happens to members that a type never asks for.
    public enum UnknownMembers: Sendable {
        /// They are a failure, with the pointer of each.
        case refused
        /// They are passed over.
        case ignored
    }

    /// Encodes a value.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "not yet"))
    }

    /// Decodes a value.
    public static func decode<T: Decodable>(
        _ type: T.Type, from bytes: UnsafeRawBufferPointer, unknownMembers: UnknownMembers = .refused,
        maximumDepth: Int = 32
    ) throws(JSONDecodingFailure) -> T {
        throw JSONDecodingFailure(problems: [])
    }
}

/// Why bytes did not become a value.
public struct JSONDecodingFailure: Error, Equatable, Sendable {
    /// One thing that is wrong.
    public struct Problem: Equatable, Sendable {
        /// Where: a JSON Pointer (RFC 6901); empty for the whole value.
        public var pointer: String
        /// What, as the end of an English sentence that begins with the member: "must be a string", "is missing".
        public var detail: String

        /// Makes a problem.
        public init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// At least one problem, in the order of the bytes.
    public var problems: [Problem]

    /// Makes a failure.
    public init(problems: [Problem]) {
        self.problems = problems
    }
}
