/// Finds the members of an envelope in a line, and validates the whole of it.
///
/// One pass without recursion and without allocation. Accepted is what RFC 8259 calls JSON text, with these limits: the
/// bytes are UTF-8 without a byte order mark, nesting ends at `maximumDepth`, an escaped surrogate needs its other
/// half. Duplicate members and unrepresentable numbers inside `params`, `result` and `data` are left to whoever decodes
/// them.
///
/// Raw CR and LF between tokens become spaces in place, so that any range of an accepted line may be spliced into
/// another line; of a refused line some may have been changed. Inside strings they are control characters, and refused.
public struct EnvelopeScanner: Sendable {
    /// Whose lines are read.
    public enum Profile: Sendable {
        /// Anybody's: `meta.principal` and `meta.remoteAddress` must be JSON but are dropped.
        case client
        /// Those of a process that introduced itself.
        case link
    }

    /// Whose lines are read.
    public let profile: Profile
    /// How many objects and arrays may be open at once, the envelope itself included: 1…64.
    public let maximumDepth: Int

    /// Makes a scanner; a depth outside of 1…64 becomes the nearest inside.
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

    /// Scans an answer of an inner link.
    ///
    /// - Parameter line: the line, with or without its line break.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanResponse(_ line: UnsafeMutableRawBufferPointer) throws(WireError) -> ResponseEnvelope {
        var reader = try reader(of: line)
        try reader.readEnvelope()
        return try reader.response()
    }

    /// Scans what a peer may say: a line with `method` is a request, any other an answer.
    ///
    /// - Parameter line: the line, with or without its line break.
    /// - Throws: `WireError` of the kinds `.json`, `.utf8`, `.depth` and `.envelope`.
    public func scanLine(_ line: UnsafeMutableRawBufferPointer) throws(WireError) -> LinkLine {
        var reader = try reader(of: line)
        try reader.readEnvelope()
        if reader.seen.contains(.method) { return .request(try reader.request()) }
        return .response(try reader.response())
    }

    /// Scans one JSON value of any form, say the body of an HTTP request.
    ///
    /// - Parameters:
    ///   - bytes: the value, with or without white space around it.
    ///   - mustBeObject: whether anything but an object is an `.envelope` fault.
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
            throw WireError(kind: .envelope, offset: range.lowerBound, reason: "the value must be an object")
        }
        return range
    }

    private func reader(of line: UnsafeMutableRawBufferPointer) throws(WireError) -> EnvelopeReader {
        guard let tokens = TokenReader(rewriting: line, maximumDepth: maximumDepth) else { throw Self.empty }
        return EnvelopeReader(tokens: tokens, profile: profile)
    }

    private static let empty = WireError(kind: .json, offset: 0, reason: "there are no bytes")
}
