import Platform

/// Cuts a stream of bytes into lines, and never holds more than one line of the permitted length.
///
/// A line that is too long is told of once, at the byte that exceeds the limit; the rest of it, up to its line break, is skipped
/// without being stored.
struct LineFramer: Sendable {
    /// What was found in the bytes.
    enum Event: Equatable, Sendable {
        /// A line without its line break lies in the input.
        case line(Range<Int>)
        /// A line began in earlier input and is whole now: ``takeJoined()`` gives it.
        case joined
        /// A line without anything but white space.
        case blank
        /// A line exceeded the limit.
        case tooLong
    }

    private let limit: Int
    private var kept: [UInt8] = []
    private var isSkipping = false

    /// Makes a framer.
    /// - Parameter limit: the most bytes of a line, its line break not counted.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether a line has begun that is not whole yet.
    var isInsideLine: Bool { isSkipping || !kept.isEmpty }

    /// Looks for the next event from `position` on, and moves `position` behind what it used.
    /// - Returns: nil if the input holds nothing more; what began in it is kept.
    mutating func next(in input: UnsafeRawBufferPointer, from position: inout Int) -> Event? {
        while position < input.count {
            let rest = UnsafeRawBufferPointer(rebasing: input[position...])
            let lineBreak = Self.lineBreak(in: rest)
            let end = lineBreak ?? rest.count
            if isSkipping {
                position += end + (lineBreak == nil ? 0 : 1)
                isSkipping = lineBreak == nil
                continue
            }
            // One byte of grace for the CR that may stand before the line break.
            guard kept.count + end <= limit + 1 else {
                kept = []
                isSkipping = lineBreak == nil
                position += end + (lineBreak == nil ? 0 : 1)
                return .tooLong
            }
            guard lineBreak != nil else {
                kept.append(contentsOf: rest)
                position = input.count
                return nil
            }
            let start = position
            position += end + 1
            if kept.isEmpty { return whole(start..<start + end, of: input) }
            kept.append(contentsOf: rest[..<end])
            if kept.last == UInt8(ascii: "\r") { kept.removeLast() }
            if kept.count > limit {
                kept = []
                return .tooLong
            }
            if kept.allSatisfy(Self.isSpace) {
                kept = []
                return .blank
            }
            return .joined
        }
        return nil
    }

    /// The line of ``Event/joined``.
    mutating func takeJoined() -> [UInt8] {
        defer { kept = [] }
        return kept
    }

    private func whole(_ range: Range<Int>, of input: UnsafeRawBufferPointer) -> Event {
        var line = range
        if let last = input[line].last, last == UInt8(ascii: "\r") { line = line.lowerBound..<line.upperBound - 1 }
        if line.count > limit { return .tooLong }
        return input[line].allSatisfy(Self.isSpace) ? .blank : .line(line)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func lineBreak(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(UInt8(ascii: "\n")), bytes.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - base
    }
}
