import Platform

/// Finds the end of a request's head; buffers at most one head of the maximum size.
package struct HTTPHeadFramer: Sendable {
    package enum Event: Equatable, Sendable {
        /// A head, including its empty line, lies in the input at this range.
        case head(Range<Int>)
        /// A head that began in earlier input is complete: ``takeJoined()`` returns it.
        case joined
        case tooLarge
    }

    private let limit: Int
    private var partialHead: [UInt8] = []

    /// Creates a framer.
    ///
    /// - Parameter limit: the maximum length of a head, in bytes.
    package init(limit: Int) { self.limit = limit }

    /// True if a head has begun and has not ended yet.
    package var isInsideHead: Bool { !partialHead.isEmpty }

    /// Returns the next event at or after `position`, and advances `position` past the bytes it covers.
    ///
    /// Empty lines before a head are skipped (RFC 9112 §2.2).
    ///
    /// - Returns: `nil` if no head is complete; the beginning of one is buffered.
    package mutating func next(in input: UnsafeRawBufferPointer, from position: inout Int) -> Event? {
        if partialHead.isEmpty {
            while position < input.count, input[position] == 0x0D || input[position] == 0x0A { position += 1 }
            guard position < input.count else { return nil }
            if let end = Self.end(in: input, from: position, search: position) {
                guard end - position <= limit else { return .tooLarge }
                defer { position = end }
                return .head(position..<end)
            }
        }
        let searched = max(0, partialHead.count - 3)
        let before = partialHead.count
        let taken = min(input.count - position, limit + 1 - before)
        partialHead.append(contentsOf: input[position..<position + taken])
        if let end = partialHead.withUnsafeBytes({ Self.end(in: $0, from: 0, search: searched) }) {
            position += end - before
            partialHead.removeLast(partialHead.count - end)
            return partialHead.count <= limit ? .joined : .tooLarge
        }
        position += taken
        return partialHead.count > limit ? .tooLarge : nil
    }

    /// Returns the head announced by ``Event/joined``.
    package mutating func takeJoined() -> [UInt8] {
        defer { partialHead = [] }
        return partialHead
    }

    /// Returns the end of the empty line that ends a head.
    ///
    /// A bare LF counts, too; such a head is rejected when it is parsed.
    private static func end(in bytes: UnsafeRawBufferPointer, from start: Int, search: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = search
        while position < bytes.count, let found = memchr(base + position, 0x0A, bytes.count - position) {
            let lineBreak = UnsafeRawPointer(found) - base
            position = lineBreak + 1
            if position < bytes.count, bytes[position] == 0x0A { return position + 1 }
            if position + 1 < bytes.count, bytes[position] == 0x0D, bytes[position + 1] == 0x0A { return position + 2 }
        }
        return nil
    }
}
