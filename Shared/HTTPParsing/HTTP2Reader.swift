/// Reads the frames of one client from a byte stream: the preface, SETTINGS, then any frames (RFC 9113 §3.4, §4).
///
/// Buffers at most one frame of the maximum size, and one header block.
package struct HTTP2Reader: Sendable {
    /// The first bytes of a connection.
    package static let preface: StaticString = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    /// A header block whose end has not arrived.
    private struct Block {
        var stream: UInt32
        var isLast: Bool
        var bytes: [UInt8]
        var frames = 1
    }

    /// The maximum number of frames of a header block.
    package static let maximumBlockFrames = 8

    private let blockLimit: Int
    private var prefaceBytes = 0
    private var hasSettings = false
    /// The beginning of a frame.
    private var partial: [UInt8] = []
    private var block: Block?

    /// Creates a reader.
    ///
    /// - Parameter blockBytes: the maximum length of a header block, in bytes.
    package init(blockBytes: Int) { blockLimit = blockBytes }

    /// True while the preface, a frame or a header block has begun and has not ended.
    package var isInsideFrame: Bool { !hasSettings || !partial.isEmpty || block != nil }

    /// Reads the next frame at or after `position`, and advances `position` past the bytes that were used.
    ///
    /// - Parameter body: called with the frame and its payload; not for a part of a header block.
    /// - Returns: false once the input is used up.
    package mutating func next(
        in input: UnsafeRawBufferPointer, from position: inout Int,
        _ body: (HTTP2Frame, UnsafeRawBufferPointer) throws(HTTP2Fault) -> Void
    ) throws(HTTP2Fault) -> Bool {
        guard try takePreface(input, &position) else { return false }
        if partial.isEmpty, input.count - position >= HTTP2FrameHeader.bytes {
            let header = try header(input, at: position)
            let start = position + HTTP2FrameHeader.bytes
            if input.count - start >= header.length {
                position = start + header.length
                try take(header, UnsafeRawBufferPointer(rebasing: input[start..<position]), body)
                return true
            }
        }
        return try join(input, &position, body)
    }

    /// Buffers the beginning of a frame until it is complete.
    private mutating func join(
        _ input: UnsafeRawBufferPointer, _ position: inout Int,
        _ body: (HTTP2Frame, UnsafeRawBufferPointer) throws(HTTP2Fault) -> Void
    ) throws(HTTP2Fault) -> Bool {
        move(to: HTTP2FrameHeader.bytes, input, &position)
        guard partial.count >= HTTP2FrameHeader.bytes else { return false }
        let start = partial
        let header = try Self.inside(start) { bytes throws(HTTP2Fault) -> HTTP2FrameHeader in
            try self.header(bytes, at: 0)
        }
        move(to: HTTP2FrameHeader.bytes + header.length, input, &position)
        guard partial.count == HTTP2FrameHeader.bytes + header.length else { return false }
        let frame = partial
        partial = []
        try Self.inside(frame) { bytes throws(HTTP2Fault) -> Void in
            try take(header, UnsafeRawBufferPointer(rebasing: bytes[HTTP2FrameHeader.bytes...]), body)
        }
        return true
    }

    private mutating func move(to count: Int, _ input: UnsafeRawBufferPointer, _ position: inout Int) {
        let taken = min(max(count - partial.count, 0), input.count - position)
        partial.append(contentsOf: input[position..<position + taken])
        position += taken
    }

    private static func inside<Value>(
        _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(HTTP2Fault) -> Value
    ) throws(HTTP2Fault) -> Value {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(HTTP2Fault) -> Value in try body(bytes) }
        }.get()
    }

    private mutating func takePreface(
        _ input: UnsafeRawBufferPointer, _ position: inout Int
    ) throws(HTTP2Fault) -> Bool {
        let preface = Self.preface
        while prefaceBytes < preface.utf8CodeUnitCount {
            guard position < input.count else { return false }
            guard input[position] == preface.utf8Start[prefaceBytes] else { throw .connection(.violation) }
            prefaceBytes += 1
            position += 1
        }
        return true
    }

    private func header(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(HTTP2Fault) -> HTTP2FrameHeader {
        let header = HTTP2FrameHeader(bytes, at: start)
        guard header.length <= HTTP2Frame.maximumBytes else { throw .connection(.frameSize) }
        return header
    }

    private mutating func take(
        _ header: HTTP2FrameHeader, _ payload: UnsafeRawBufferPointer,
        _ body: (HTTP2Frame, UnsafeRawBufferPointer) throws(HTTP2Fault) -> Void
    ) throws(HTTP2Fault) {
        if block != nil { return try extend(header, payload, body) }
        let frame = try HTTP2Frame(header, payload)
        if !hasSettings {
            guard case .settings = frame else { throw .connection(.violation) }
            hasSettings = true
        }
        guard case .headers(let stream, let range, let isLast) = frame else { return try body(frame, payload) }
        guard range.count <= blockLimit else { throw .connection(.enhanceYourCalm) }
        if header.has(HTTP2Frame.Flags.endHeaders) { return try body(frame, payload) }
        block = Block(stream: stream, isLast: isLast, bytes: Array(payload[range]))
    }

    /// Adds a CONTINUATION, the only frame that may follow an incomplete header block.
    private mutating func extend(
        _ header: HTTP2FrameHeader, _ payload: UnsafeRawBufferPointer,
        _ body: (HTTP2Frame, UnsafeRawBufferPointer) throws(HTTP2Fault) -> Void
    ) throws(HTTP2Fault) {
        guard var open = block.take(), header.kind == HTTP2Frame.Kind.continuation, header.stream == open.stream else {
            throw .connection(.violation)
        }
        open.frames += 1
        guard open.frames <= Self.maximumBlockFrames, payload.count <= blockLimit - open.bytes.count else {
            throw .connection(.enhanceYourCalm)
        }
        open.bytes.append(contentsOf: payload)
        guard header.has(HTTP2Frame.Flags.endHeaders) else { return block = open }
        let frame = HTTP2Frame.headers(open.stream, block: 0..<open.bytes.count, isLast: open.isLast)
        try Self.inside(open.bytes) { bytes throws(HTTP2Fault) -> Void in try body(frame, bytes) }
    }
}
