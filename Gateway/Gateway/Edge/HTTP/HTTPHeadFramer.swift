import Platform

/// Finds where the head of a request ends, and never holds more than one head of the permitted size.
struct HTTPHeadFramer: Sendable {
    /// What was found in the bytes.
    enum Event: Equatable, Sendable {
        /// A head, its empty line included, lies in the input.
        case head(Range<Int>)
        /// A head began in earlier input and is whole now: ``takeJoined()`` gives it.
        case joined
        case tooLarge
    }

    private let limit: Int
    private var kept: [UInt8] = []

    /// Makes a framer.
    /// - Parameter limit: the most bytes of a head.
    init(limit: Int) { self.limit = limit }

    /// Whether a head has begun that is not whole yet.
    var isInsideHead: Bool { !kept.isEmpty }

    /// Looks for a head from `position` on, and moves `position` behind what it used.
    ///
    /// Empty lines before a head are passed over (RFC 9112 §2.2).
    /// - Returns: nil if the input holds no whole head; what began in it is kept.
    mutating func next(in input: UnsafeRawBufferPointer, from position: inout Int) -> Event? {
        if kept.isEmpty {
            while position < input.count, input[position] == 0x0D || input[position] == 0x0A { position += 1 }
            guard position < input.count else { return nil }
            if let end = Self.end(in: input, from: position, search: position) {
                guard end - position <= limit else { return .tooLarge }
                defer { position = end }
                return .head(position..<end)
            }
        }
        let searched = max(0, kept.count - 3)
        let before = kept.count
        let taken = min(input.count - position, limit + 1 - before)
        kept.append(contentsOf: input[position..<position + taken])
        if let end = kept.withUnsafeBytes({ Self.end(in: $0, from: 0, search: searched) }) {
            position += end - before
            kept.removeLast(kept.count - end)
            return kept.count <= limit ? .joined : .tooLarge
        }
        position += taken
        return kept.count > limit ? .tooLarge : nil
    }

    /// The head of ``Event/joined``.
    mutating func takeJoined() -> [UInt8] {
        defer { kept = [] }
        return kept
    }

    /// Where the empty line ends that ends a head: one without its CR ends it too, to be refused when it is read.
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
