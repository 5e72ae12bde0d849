package import NIOCore

/// Cuts a stream of bytes into lines, holding at most one line and one read.
///
/// A line that is longer than allowed is reported once, and the rest of it is dropped as it comes.
package struct LineFramer {
    /// What the bytes turned out to be.
    package enum Piece: Equatable {
        /// A whole line without its LF: offsets for ``withLine(_:_:)`` and ``slice(_:)``, good until the next `append`.
        case line(Range<Int>)
        /// A line that is longer than allowed.
        case oversize
    }

    /// What stays allocated when there is nothing to hold.
    private static let keptCapacity = 256 * 1024

    /// The longest line, in bytes without its LF.
    let maximumLineBytes: Int
    /// When the first byte of a line came whose end has not come yet.
    private(set) var partialSince: NIODeadline?

    private var bytes = ByteBuffer()
    /// How many readable bytes are known to hold no LF.
    private var searched = 0
    private var isSkipping = false
    private var hasEndedLine = false

    /// How many bytes wait for the rest of their line.
    var heldBytes: Int { bytes.readableBytes }

    package init(maximumLineBytes: Int) { self.maximumLineBytes = maximumLineBytes }

    /// Takes bytes as they came; call ``next()`` until it gives nothing, then ``settle(at:)``.
    package mutating func append(_ chunk: ByteBuffer) {
        var chunk = chunk
        if isSkipping {
            let end = chunk.withUnsafeReadableBytes { $0.firstIndex(of: UInt8(ascii: "\n"), from: 0) }
            guard let end else { return }
            chunk.moveReaderIndex(forwardBy: end + 1)
            endLine()
        }
        if bytes.readableBytes == 0 {
            if bytes.capacity > Self.keptCapacity { bytes = ByteBuffer() } else { bytes.clear() }
        } else if bytes.readerIndex > 0 {
            bytes.discardReadBytes()
        }
        bytes.writeBuffer(&chunk)
    }

    /// The next piece, in the order of arrival; `nil` if more bytes are needed.
    package mutating func next() -> Piece? {
        let end = bytes.withUnsafeReadableBytes { $0.firstIndex(of: UInt8(ascii: "\n"), from: searched) }
        if let end {
            let start = bytes.readerIndex
            bytes.moveReaderIndex(forwardBy: end + 1)
            endLine()
            return end > maximumLineBytes ? .oversize : .line(start..<start + end)
        }
        searched = bytes.readableBytes
        guard searched > maximumLineBytes else { return nil }
        bytes = ByteBuffer()
        searched = 0
        isSkipping = true
        return .oversize
    }

    /// Ends a round of ``next()``: from now on the rest, if there is one, is waited for.
    mutating func settle(at now: NIODeadline) {
        if bytes.readableBytes == 0 && !isSkipping {
            partialSince = nil
        } else if hasEndedLine || partialSince == nil {
            partialSince = now
        }
        hasEndedLine = false
    }

    /// Gives a line's bytes to read and to change in place.
    package mutating func withLine<Result, Failure: Error>(
        _ line: Range<Int>, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withVeryUnsafeMutableBytes { (all: UnsafeMutableRawBufferPointer) throws(Failure) -> Result in
            try body(UnsafeMutableRawBufferPointer(rebasing: all[line.clamped(to: 0..<all.count)]))
        }
    }

    /// A part of a line without copying it: it keeps the whole read alive.
    ///
    /// Mutating, although nothing changes: else a framer in an object is copied to be looked at.
    package mutating func slice(_ range: Range<Int>) -> ByteBuffer {
        guard range.lowerBound >= 0, range.upperBound <= bytes.writerIndex else { return ByteBuffer() }
        var all = bytes
        all.moveReaderIndex(to: range.lowerBound)
        return all.readSlice(length: range.count) ?? ByteBuffer()
    }

    private mutating func endLine() {
        searched = 0
        isSkipping = false
        hasEndedLine = true
    }
}
