import NIOCore

/// A reply in version 2 of the Redis protocol (RESP2).
enum StoreReply: Equatable, Sendable {
    case text(String)
    case error(String)
    case integer(Int64)
    case bulk([UInt8]?)
    case array([StoreReply])
}

/// Writes commands and reads replies of the Redis protocol (RESP2).
enum StoreProtocol {
    /// The maximum size of a reply, in bytes.
    static let maximumBytes = 64 << 10
    /// The maximum number of elements of an array.
    static let maximumElements = 1_024
    /// The maximum length of the line that begins a reply.
    private static let maximumLine = 1_024

    /// Returns a command as an array of bulk strings.
    static func command(_ words: [String]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeString("*\(words.count)\r\n")
        for word in words { buffer.writeString("$\(word.utf8.count)\r\n\(word)\r\n") }
        return buffer
    }

    /// Takes one reply from the buffer; returns `nil`, and takes nothing, while it is incomplete.
    static func reply(from buffer: inout ByteBuffer) throws(LimitStoreFault) -> StoreReply? {
        var rest = buffer
        guard let reply = try value(&rest, isNested: false) else {
            guard buffer.readableBytes <= maximumBytes else { throw LimitStoreFault("a reply is too long") }
            return nil
        }
        buffer = rest
        return reply
    }

    private static func value(_ buffer: inout ByteBuffer, isNested: Bool) throws(LimitStoreFault) -> StoreReply? {
        guard let line = try line(&buffer) else { return nil }
        let rest = line.dropFirst()
        switch line.first {
        case UInt8(ascii: "+"): return .text(String(decoding: rest, as: UTF8.self))
        case UInt8(ascii: "-"): return .error(String(decoding: rest, as: UTF8.self))
        case UInt8(ascii: ":"): return .integer(try number(rest))
        case UInt8(ascii: "$"):
            let count = try number(rest)
            if count == -1 { return .bulk(nil) }
            guard (0...Int64(maximumBytes)).contains(count) else { throw LimitStoreFault("a reply is too long") }
            guard buffer.readableBytes >= Int(count) + 2, let bytes = buffer.readBytes(length: Int(count)) else {
                return nil
            }
            guard buffer.readBytes(length: 2) == Array("\r\n".utf8) else {
                throw LimitStoreFault("a reply is malformed")
            }
            return .bulk(bytes)
        case UInt8(ascii: "*"):
            let count = try number(rest)
            guard !isNested, (0...Int64(maximumElements)).contains(count) else {
                throw LimitStoreFault("a reply is malformed")
            }
            var elements: [StoreReply] = []
            for _ in 0..<count {
                guard let element = try value(&buffer, isNested: true) else { return nil }
                elements.append(element)
            }
            return .array(elements)
        default: throw LimitStoreFault("a reply is malformed")
        }
    }

    private static func line(_ buffer: inout ByteBuffer) throws(LimitStoreFault) -> [UInt8]? {
        let view = buffer.readableBytesView.prefix(maximumLine)
        guard let end = view.firstIndex(of: UInt8(ascii: "\r")) else {
            guard view.count < maximumLine else { throw LimitStoreFault("a reply is malformed") }
            return nil
        }
        let line = Array(view[..<end])
        guard buffer.readableBytes >= line.count + 2 else { return nil }
        buffer.moveReaderIndex(forwardBy: line.count + 1)
        guard buffer.readInteger(as: UInt8.self) == UInt8(ascii: "\n") else {
            throw LimitStoreFault("a reply is malformed")
        }
        return line
    }

    private static func number(_ digits: ArraySlice<UInt8>) throws(LimitStoreFault) -> Int64 {
        guard let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            throw LimitStoreFault("a reply is malformed")
        }
        return number
    }
}
