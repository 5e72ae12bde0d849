/// `Codable` over JSON, without Foundation.
///
/// Values have the form of Foundation's coders with their default strategies, under stricter rules: duplicate members
/// are always rejected, and unknown ones by default; an escaped surrogate needs its other half. As in JSON Schema,
/// `1.0` and `1e3` are integers. `[UInt8]` is an array of numbers.
public enum JSONCoding {
    /// The treatment of members that a type does not decode.
    public enum UnknownMembers: Sendable {
        /// Fail, reporting the JSON Pointer of each.
        case rejected
        /// Skip them.
        case ignored
    }

    /// The treatment of `null` for an optional member.
    public enum NullMembers: Sendable {
        /// Take the member as absent.
        case absent
        /// Fail: a schema without `null` does not allow it.
        case rejected
    }

    /// Encodes a value as JSON without white space.
    ///
    /// Members appear in the order in which the type encodes them; those of a `Dictionary` in no stable order.
    ///
    /// - Throws: `EncodingError` if a number is infinite or NaN, if values are nested deeper than 64, if a `RawJSON` is
    ///   not JSON, or if a container is written to while a value within it is being encoded; and the errors of the
    ///   value itself.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let target = EncodingTarget(depth: 0)
        try target.encode(value)
        return try target.finish()
    }

    /// Decodes a value from JSON.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: one JSON value, white space around it allowed; at most 2 GiB. They are not needed after the call.
    ///   - unknownMembers: the treatment, at any depth, of members that `init(from:)` does not decode.
    ///   - nullMembers: the treatment of `null` for members that `init(from:)` decodes only if present.
    ///   - maximumDepth: the most objects and arrays open at once: 1…64.
    ///   - userInfo: the `userInfo` of the decoder.
    /// - Throws: `JSONDecodingFailure` with at least one problem.
    public static func decode<T: Decodable>(
        _ type: T.Type, from bytes: UnsafeRawBufferPointer, unknownMembers: UnknownMembers = .rejected,
        nullMembers: NullMembers = .absent, maximumDepth: Int = 32,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingFailure) -> T {
        // Each setting is independent of the others and has a default that most callers keep.
        let document: JSONDocument
        do {
            document = try JSONDocument(
                bytes, maximumDepth: maximumDepth, unknownMembers: unknownMembers, nullMembers: nullMembers,
                userInfo: userInfo)
        } catch {
            throw JSONDecodingFailure(error)
        }
        let value: T
        do {
            value = try document.decode(type, at: 0)
        } catch {
            throw JSONDecodingFailure(describing: error)
        }
        let unknown = document.unknownMembers()
        guard unknown.isEmpty else { throw JSONDecodingFailure(problems: unknown) }
        return value
    }

    /// Decodes a value from JSON in an array of bytes.
    ///
    /// - Throws: `JSONDecodingFailure` with at least one problem.
    public static func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], unknownMembers: UnknownMembers = .rejected,
        nullMembers: NullMembers = .absent, maximumDepth: Int = 32,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(JSONDecodingFailure) -> T {
        // Each setting is independent of the others and has a default that most callers keep.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONDecodingFailure) -> T in
                try decode(
                    type, from: bytes, unknownMembers: unknownMembers, nullMembers: nullMembers,
                    maximumDepth: maximumDepth, userInfo: userInfo)
            }
        }
        return try result.get()
    }
}
