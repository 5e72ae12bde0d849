/// Finds the members of an envelope in a line and validates the whole line.
///
/// Makes one pass without recursion or allocation. Accepts JSON text by RFC 8259, with these restrictions: the bytes
/// are UTF-8 without a byte order mark, nesting is limited to `maximumDepth`, and an escaped surrogate needs its other
/// half. Duplicate members and unrepresentable numbers inside `params`, `result` and `data` are left to their decoders.
///
/// Raw CR and LF between tokens are replaced by spaces in place, so that any range of an accepted line can be copied
/// into another line; a rejected line may have been changed in part. Inside strings they are control characters and
/// rejected.
public struct EnvelopeScanner: Sendable {
    /// The kind of peer that sends the lines.
    public enum Profile: Sendable {
        /// Any client: `meta.principal` and `meta.remoteAddress` must be valid JSON but are ignored.
        case client
        /// An authenticated Vokol process.
        case link
    }

    /// The kind of peer that sends the lines.
    public let profile: Profile
    /// The maximum number of objects and arrays open at once, including the envelope: 1…64.
    public let maximumDepth: Int

    /// Creates a scanner; clamps the depth to 1…64.
    public init(profile: Profile, maximumDepth: Int = 32) {
        self.profile = profile
        self.maximumDepth = min(max(maximumDepth, 1), TokenReader.depthCeiling)
    }

    /// Scans a call or a notification.
    ///
    /// - Parameter line: the line, with or without its line break.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanRequest(_ line: UnsafeMutableRawBufferPointer) throws(WireError) -> RequestEnvelope {
        var reader = try reader(of: line)
        try reader.readEnvelope()
        return try reader.request()
    }

    /// Scans an answer on a link between processes.
    ///
    /// - Parameter line: the line, with or without its line break.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanResponse(_ line: UnsafeMutableRawBufferPointer) throws(WireError) -> ResponseEnvelope {
        var reader = try reader(of: line)
        try reader.readEnvelope()
        return try reader.response()
    }

    /// Scans a line from a peer: a request if it has a `method`, otherwise an answer.
    ///
    /// - Parameter line: the line, with or without its line break.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanLine(_ line: UnsafeMutableRawBufferPointer) throws(WireError) -> LinkLine {
        var reader = try reader(of: line)
        try reader.readEnvelope()
        if reader.seen.contains(.method) { return .request(try reader.request()) }
        return .response(try reader.response())
    }

    /// Scans one JSON value of any kind, such as the body of an HTTP request.
    ///
    /// - Parameters:
    ///   - bytes: the value, with or without white space around it.
    ///   - mustBeObject: true if anything but an object is an `.envelope` fault.
    /// - Returns: the value's range without the white space.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanValue(
        _ bytes: UnsafeMutableRawBufferPointer, mustBeObject: Bool
    ) throws(WireError) -> Range<Int> {
        guard var tokens = TokenReader(rewriting: bytes, maximumDepth: maximumDepth) else { throw Self.empty }
        tokens.skipSpace()
        let isObject = tokens.current == UInt8(ascii: "{")
        let range = try tokens.skipValue()
        try tokens.finish()
        guard isObject || !mustBeObject else {
            throw WireError(kind: .envelope, offset: range.lowerBound, reason: .valueNotObject)
        }
        return range
    }

    private func reader(of line: UnsafeMutableRawBufferPointer) throws(WireError) -> EnvelopeReader {
        guard let tokens = TokenReader(rewriting: line, maximumDepth: maximumDepth) else { throw Self.empty }
        return EnvelopeReader(tokens: tokens, profile: profile)
    }

    private static let empty = WireError(kind: .json, offset: 0, reason: .noBytes)
}
