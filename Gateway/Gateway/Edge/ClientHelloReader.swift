/// Reads the protocols that a client offers in its first TLS message (RFC 8446 §4.1.2, RFC 7301 §3.1).
///
/// Judges nothing else: whatever it cannot read is left to the TLS library, which reads the same bytes afterwards.
struct ClientHelloReader {
    enum Reading: Equatable {
        case incomplete
        /// The protocols that are offered; empty if none are, or if they cannot be read.
        case offer([String])
    }

    /// The maximum length of the message, as of the TLS library; longer ones are not read.
    static let maximumBytes = 16 * 1024

    private enum Code {
        static let handshakeRecord = 22
        static let clientHello = 1
        static let protocols = 16
    }

    /// The part of the received bytes that has been read: whole records.
    private var position = 0
    /// The message, as far as it has arrived; a client may spread it over several records.
    private var message: [UInt8] = []

    /// Reads on.
    ///
    /// - Parameter bytes: everything received so far.
    mutating func read(_ bytes: some RandomAccessCollection<UInt8>) -> Reading {
        while true {
            var record = ByteFields(bytes.dropFirst(position))
            guard let type = record.number(1) else { return .incomplete }
            guard type == Code.handshakeRecord else { return .offer([]) }
            guard record.skip(2), let length = record.number(2) else { return .incomplete }
            guard length > 0, message.count + length <= Self.maximumBytes else { return .offer([]) }
            guard let content = record.take(length) else { return .incomplete }
            message += content
            position += 5 + length
            if let reading = readMessage() { return reading }
        }
    }

    /// Reads the message if it is complete.
    private func readMessage() -> Reading? {
        var fields = ByteFields(message[...])
        guard let type = fields.number(1) else { return nil }
        guard type == Code.clientHello else { return .offer([]) }
        guard let length = fields.number(3) else { return nil }
        guard length <= Self.maximumBytes else { return .offer([]) }
        guard let body = fields.take(length) else { return nil }
        return .offer(Self.protocols(in: body) ?? [])
    }

    private static func protocols(in body: ArraySlice<UInt8>) -> [String]? {
        var fields = ByteFields(body)
        // Version and random bytes; session id; cipher suites; compression methods.
        guard fields.skip(2 + 32), fields.vector(1) != nil, fields.vector(2) != nil, fields.vector(1) != nil,
            let extensions = fields.vector(2)
        else { return nil }
        var rest = ByteFields(extensions)
        while let type = rest.number(2), let content = rest.vector(2) {
            if type == Code.protocols { return names(in: content) }
        }
        return nil
    }

    private static func names(in content: ArraySlice<UInt8>) -> [String]? {
        var fields = ByteFields(content)
        guard let list = fields.vector(2), fields.isEmpty else { return nil }
        var rest = ByteFields(list)
        var names: [String] = []
        while !rest.isEmpty {
            guard let name = rest.vector(1), !name.isEmpty else { return nil }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }
}

/// Reads numbers and vectors as TLS writes them (RFC 8446 §3), from the front of some bytes.
private struct ByteFields<Bytes: RandomAccessCollection<UInt8>> where Bytes.SubSequence == Bytes {
    private var rest: Bytes

    init(_ bytes: Bytes) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    /// Takes a number of `count` bytes, at most three; takes nothing if they are not there.
    mutating func number(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// Takes a vector whose length precedes it in `lengthBytes` bytes.
    mutating func vector(_ lengthBytes: Int) -> Bytes? { number(lengthBytes).flatMap { take($0) } }

    mutating func take(_ count: Int) -> Bytes? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
