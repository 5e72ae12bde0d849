package import NIOCore

/// Splits a byte stream into lines; buffers at most one line of the maximum length.
///
/// Lines that lie entirely in the input are not copied. An overlong line is reported once, as soon as it exceeds the
/// limit; the rest of it is skipped without being stored.
package struct LineFramer: Sendable {
    package enum Event: Equatable, Sendable {
        /// A line, without its line break, lies in the input at this range.
        case line(Range<Int>)
        /// A line that began in earlier input is complete: ``takeJoined(into:)`` returns it.
        case joined
        /// A line with nothing but white space.
        case blank
        /// A line exceeds the limit.
        case tooLong
    }

    private let limit: Int
    private var partialLine = ByteBuffer()
    private var isSkipping = false

    /// Creates a framer.
    ///
    /// - Parameter limit: the maximum length of a line in bytes, without its LF or CR LF.
    package init(limit: Int) {
        self.limit = limit
    }

    /// True if a line has begun and has not ended yet.
    package var isInsideLine: Bool { isSkipping || partialLine.readableBytes > 0 }

    /// The number of buffered bytes.
    package var bufferedBytes: Int { partialLine.readableBytes }

    /// Returns the next event at or after `position`, and advances `position` past the bytes it covers.
    ///
    /// - Returns: `nil` once the input is used up; the beginning of an unfinished line is buffered.
    package mutating func next(in input: UnsafeRawBufferPointer, from position: inout Int) -> Event? {
        while position < input.count {
            let start = position
            let lineBreak = input.firstIndex(of: UInt8(ascii: "\n"), from: start)
            let end = lineBreak ?? input.count
            position = lineBreak.map { $0 + 1 } ?? end
            if isSkipping {
                isSkipping = lineBreak == nil
                continue
            }
            // Allows one more byte for the CR of a CR LF.
            guard partialLine.readableBytes + end - start <= limit + 1 else {
                partialLine = ByteBuffer()
                isSkipping = lineBreak == nil
                return .tooLong
            }
            let isWhole = lineBreak != nil
            if isWhole, partialLine.readableBytes == 0 { return event(of: start..<end, in: input) }
            partialLine.writeBytes(UnsafeRawBufferPointer(rebasing: input[start..<end]))
            guard isWhole else { return nil }
            return joinedEvent()
        }
        return nil
    }

    /// Swaps the line announced by ``Event/joined`` with `buffer`, whose memory is reused for the next line.
    package mutating func takeJoined(into buffer: inout ByteBuffer) {
        swap(&partialLine, &buffer)
        partialLine.recycle()
    }

    private func event(of range: Range<Int>, in input: UnsafeRawBufferPointer) -> Event {
        var line = range
        if let last = input[line].last, last == UInt8(ascii: "\r") { line = line.lowerBound..<line.upperBound - 1 }
        if line.count > limit { return .tooLong }
        return input[line].allSatisfy(Self.isSpace) ? .blank : .line(line)
    }

    private mutating func joinedEvent() -> Event {
        let event = partialLine.withUnsafeReadableBytes { self.event(of: 0..<$0.count, in: $0) }
        switch event {
        case .line(let range):
            partialLine.moveWriterIndex(to: partialLine.readerIndex + range.upperBound)
            return .joined
        case .joined, .blank, .tooLong:
            partialLine = ByteBuffer()
            return event
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}
