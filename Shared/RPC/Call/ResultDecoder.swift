import Values
public import Wire

/// Decodes results, possibly of a newer server.
///
/// The one decoder of all callers: it ignores unknown members, and accepts values that ``ResultDecoding`` describes.
public enum ResultDecoder {
    /// Decodes a result from JSON.
    ///
    /// - Throws: `JSONDecodingFailure` if members are missing, or have another type or syntax.
    public static func decode<Result: Decodable>(
        _ type: Result.Type, from bytes: UnsafeRawBufferPointer
    ) throws(JSONDecodingFailure) -> Result {
        try JSONCoding.decode(type, from: bytes, unknownMembers: .ignored, userInfo: ResultDecoding.userInfo)
    }

    /// Decodes a result from JSON in an array of bytes.
    ///
    /// - Throws: `JSONDecodingFailure`, as the other function does.
    public static func decode<Result: Decodable>(
        _ type: Result.Type, from bytes: [UInt8]
    ) throws(JSONDecodingFailure) -> Result {
        try JSONCoding.decode(type, from: bytes, unknownMembers: .ignored, userInfo: ResultDecoding.userInfo)
    }
}
