import NIOCore

/// A mail server's reply to a command: a three-digit code and lines of text.
struct SMTPReply: Equatable {
    var code: Int
    var lines: [String]

    var isPositive: Bool { (200...399).contains(code) }
}

/// Parses replies from a stream of bytes.
struct SMTPReplyReader {
    /// The maximum length of a line; RFC 5321 allows 512 bytes, but some servers send more.
    static let maximumLineBytes = 2_048
    /// The maximum number of lines in a reply.
    static let maximumLines = 64

    /// The error for bytes that cannot be a reply.
    struct Malformed: Error {}

    private var code: Int?
    private var lines: [String] = []

    /// Removes the next complete reply from `buffer`; returns `nil` if more bytes are needed.
    mutating func next(from buffer: inout ByteBuffer) throws(Malformed) -> SMTPReply? {
        while let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            guard end - buffer.readerIndex <= Self.maximumLineBytes,
                var line = buffer.readSlice(length: end - buffer.readerIndex)?.readableBytesView[...]
            else { throw Malformed() }
            buffer.moveReaderIndex(forwardBy: 1)
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if let reply = try take(line) { return reply }
        }
        guard buffer.readableBytes <= Self.maximumLineBytes else { throw Malformed() }
        return nil
    }

    private mutating func take(_ line: ByteBufferView.SubSequence) throws(Malformed) -> SMTPReply? {
        let digits = line.prefix(3)
        guard digits.count == 3, let first = digits.first, (50...53).contains(first),
            digits.allSatisfy({ (48...57).contains($0) })
        else { throw Malformed() }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        let separator = line.dropFirst(3).first ?? UInt8(ascii: " ")
        guard code == nil || code == number, lines.count < Self.maximumLines,
            separator == UInt8(ascii: " ") || separator == UInt8(ascii: "-")
        else { throw Malformed() }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard separator == UInt8(ascii: " ") else {
            code = number
            return nil
        }
        defer { (code, lines) = (nil, []) }
        return SMTPReply(code: number, lines: lines)
    }
}
