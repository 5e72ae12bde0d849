public import NIOCore

/// A part of an answer, as JSON: an id, a result or an error object.
public protocol AnswerPart {
    /// An upper bound of the part's length in bytes.
    var maximumBytes: Int { get }
    func append(to line: inout LineCursor)
}

/// Writes JSON-RPC answers: `{"jsonrpc":"2.0","id":…,"result":…}` and `{"jsonrpc":"2.0","id":…,"error":…}`.
public enum AnswerLine {
    /// The maximum length of everything besides the id and the result or error.
    @usableFromInline static let overhead = 64

    /// Appends an answer with a result.
    ///
    /// - Parameters:
    ///   - result: one JSON value without raw line breaks.
    ///   - end: the closing brace, followed by a line break unless the answer is an HTTP body.
    @inlinable
    public static func write(
        id: some AnswerPart, result: some AnswerPart, end: StaticString = "}\n", into out: inout ByteBuffer
    ) {
        _ = out.writeLine(capacity: overhead + id.maximumBytes + result.maximumBytes) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            id.append(to: &line)
            line.append(",\"result\":")
            result.append(to: &line)
            line.append(end)
        }
    }

    /// Appends an answer with an error.
    ///
    /// - Parameters:
    ///   - id: `nil` if the request had no readable id.
    ///   - error: the JSON-RPC error object.
    ///   - end: the closing brace, followed by a line break unless the answer is an HTTP body.
    @inlinable
    public static func write(
        id: (some AnswerPart)?, error: some AnswerPart, end: StaticString = "}\n", into out: inout ByteBuffer
    ) {
        _ = out.writeLine(capacity: overhead + (id?.maximumBytes ?? 4) + error.maximumBytes) { line in
            line.append("{\"jsonrpc\":\"2.0\",\"id\":")
            if let id { id.append(to: &line) } else { line.append("null") }
            line.append(",\"error\":")
            error.append(to: &line)
            line.append(end)
        }
    }
}

extension ByteBuffer: AnswerPart {
    @inlinable
    public var maximumBytes: Int { readableBytes }

    @inlinable
    public func append(to line: inout LineCursor) { line.append(self) }
}

extension [UInt8]: AnswerPart {
    @inlinable
    public var maximumBytes: Int { count }

    @inlinable
    public func append(to line: inout LineCursor) { line.append(self) }
}
