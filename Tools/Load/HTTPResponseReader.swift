import NIOCore

/// Finds the ends of HTTP/1.1 answers in a stream, for a client that wants to know their status only.
///
/// Answers must say their length; a chunked one is an error, because nothing that is measured here sends any.
struct HTTPResponseReader {
    enum Failure: Error, Equatable {
        case headTooLong
        case notHTTP
        case noLength
    }

    private static let maximumHead = 32_768

    private var status: Int?
    private var closes = false
    /// Bytes of the body that are still to come.
    private var bodyLeft = 0

    /// Reads the next answer's end from the buffer; `nil` if more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) throws(Failure) -> (status: Int, closes: Bool)? {
        if status == nil {
            let head = try buffer.withUnsafeReadableBytes { bytes throws(Failure) in try Self.readHead(bytes) }
            guard let head else {
                if buffer.readableBytes > Self.maximumHead { throw .headTooLong }
                return nil
            }
            buffer.moveReaderIndex(forwardBy: head.size)
            (status, closes, bodyLeft) = (head.status, head.closes, head.bodyLength)
        }
        let taken = min(bodyLeft, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: taken)
        bodyLeft -= taken
        guard bodyLeft == 0, let status else { return nil }
        self.status = nil
        return (status, closes)
    }

    private struct Head {
        var status: Int
        var closes = false
        var bodyLength = 0
        /// With the empty line.
        var size = 0
    }

    /// Reads a head line by line; `nil` if its end has not come yet.
    private static func readHead(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Head? {
        var head = Head(status: 0)
        var length: Int?
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(hasReturn ? end - 1 : end)])
            if line.isEmpty {
                let hasNoBody = head.status == 204 || head.status == 304
                guard let length = hasNoBody ? 0 : length else { throw .noLength }
                head.bodyLength = length
                head.size = end + 1
                return head
            }
            if start == 0 {
                head.status = try status(line)
            } else if let value = value(of: "content-length:", in: line) {
                length = decimal(value)
            } else if let value = value(of: "connection:", in: line) {
                head.closes = value.count == 5 && value.first.map { $0 | 0x20 } == UInt8(ascii: "c")
            }
            start = end + 1
        }
        return nil
    }

    private static func status(_ line: UnsafeRawBufferPointer) throws(Failure) -> Int {
        guard line.count >= 12, line.starts(with: "HTTP/1.1 ".utf8),
            let status = decimal(UnsafeRawBufferPointer(rebasing: line[9..<12]))
        else { throw .notHTTP }
        return status
    }

    /// What follows a field's name, without spaces before it; `nil` if the line is another field.
    private static func value(of name: StaticString, in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard line.count >= name.utf8CodeUnitCount else { return nil }
        let isSame = name.withUTF8Buffer { name in
            for index in name.indices where line[index] | 0x20 != name[index] | 0x20 { return false }
            return true
        }
        guard isSame else { return nil }
        let rest = line[name.utf8CodeUnitCount...].drop { $0 == UInt8(ascii: " ") }
        return UnsafeRawBufferPointer(rebasing: rest)
    }

    private static func decimal(_ digits: UnsafeRawBufferPointer) -> Int? {
        guard !digits.isEmpty, digits.count <= 9 else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
