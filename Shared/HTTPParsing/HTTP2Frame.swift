/// A frame from a client (RFC 9113 §6), checked on its own; ranges are offsets into its payload.
package enum HTTP2Frame: Equatable, Sendable {
    /// `counted` is the number of bytes that flow control counts, with padding.
    case data(UInt32, Range<Int>, counted: Int, isLast: Bool)
    /// A complete header block.
    case headers(UInt32, block: Range<Int>, isLast: Bool)
    case priority(UInt32)
    case reset(UInt32)
    case settings([Setting])
    case settingsAcknowledgement
    case ping(Range<Int>)
    case pingAcknowledgement
    case goAway
    case windowUpdate(UInt32, increment: Int)
    /// A frame of an unknown type, which is ignored.
    case unknown

    package struct Setting: Equatable, Sendable {
        package static let headerTableSize: UInt16 = 1
        package static let enablePush: UInt16 = 2
        package static let maximumStreams: UInt16 = 3
        package static let initialWindow: UInt16 = 4
        package static let maximumFrameSize: UInt16 = 5
        package static let maximumListSize: UInt16 = 6
        package static let noPriorities: UInt16 = 9

        package var id: UInt16
        package var value: UInt32

        package init(_ id: UInt16, _ value: UInt32) { (self.id, self.value) = (id, value) }
    }

    /// The types of frames.
    package enum Kind {
        package static let data: UInt8 = 0
        package static let headers: UInt8 = 1
        static let priority: UInt8 = 2
        package static let reset: UInt8 = 3
        package static let settings: UInt8 = 4
        static let pushPromise: UInt8 = 5
        package static let ping: UInt8 = 6
        package static let goAway: UInt8 = 7
        package static let windowUpdate: UInt8 = 8
        package static let continuation: UInt8 = 9
    }

    package enum Flags {
        /// END_STREAM of data and headers.
        package static let endStream: UInt8 = 1
        /// ACK of settings and pings.
        package static let acknowledgement: UInt8 = 1
        package static let endHeaders: UInt8 = 4
        static let padded: UInt8 = 8
        static let priority: UInt8 = 0x20
    }

    /// The maximum length of a payload in both directions, which is HTTP/2's initial one.
    package static let maximumBytes = 16_384
    package static let maximumWindow = 0x7FFF_FFFF

    /// Reads a frame other than CONTINUATION; HEADERS may be incomplete.
    init(_ header: HTTP2FrameHeader, _ payload: UnsafeRawBufferPointer) throws(HTTP2Fault) {
        let stream = header.stream
        switch header.kind {
        case Kind.data:
            guard stream != 0 else { throw .connection(.violation) }
            let content = try Self.content(header, payload, from: 0)
            self = .data(stream, content, counted: payload.count, isLast: header.has(Flags.endStream))
        case Kind.headers:
            guard stream != 0 else { throw .connection(.violation) }
            let content = try Self.content(header, payload, from: header.has(Flags.priority) ? 5 : 0)
            self = .headers(stream, block: content, isLast: header.has(Flags.endStream))
        case Kind.priority:
            guard stream != 0 else { throw .connection(.violation) }
            guard payload.count == 5 else { throw .stream(stream, .frameSize) }
            self = .priority(stream)
        case Kind.reset:
            guard stream != 0 else { throw .connection(.violation) }
            guard payload.count == 4 else { throw .connection(.frameSize) }
            self = .reset(stream)
        case Kind.settings: self = try Self.settings(header, payload)
        case Kind.pushPromise, Kind.continuation: throw .connection(.violation)
        case Kind.ping:
            guard stream == 0 else { throw .connection(.violation) }
            guard payload.count == 8 else { throw .connection(.frameSize) }
            self = header.has(Flags.acknowledgement) ? .pingAcknowledgement : .ping(0..<8)
        case Kind.goAway:
            guard stream == 0 else { throw .connection(.violation) }
            guard payload.count >= 8 else { throw .connection(.frameSize) }
            self = .goAway
        case Kind.windowUpdate:
            guard payload.count == 4 else { throw .connection(.frameSize) }
            let increment = Int(Self.number(payload, at: 0) & 0x7FFF_FFFF)
            guard increment > 0 else { throw stream == 0 ? .connection(.violation) : .stream(stream, .violation) }
            self = .windowUpdate(stream, increment: increment)
        default: self = .unknown
        }
    }

    private static func settings(
        _ header: HTTP2FrameHeader, _ payload: UnsafeRawBufferPointer
    ) throws(HTTP2Fault) -> HTTP2Frame {
        guard header.stream == 0 else { throw .connection(.violation) }
        if header.has(Flags.acknowledgement) {
            guard payload.isEmpty else { throw .connection(.frameSize) }
            return .settingsAcknowledgement
        }
        guard payload.count % 6 == 0 else { throw .connection(.frameSize) }
        var settings: [Setting] = []
        for start in stride(from: 0, to: payload.count, by: 6) {
            let id = UInt16(payload[start]) << 8 | UInt16(payload[start + 1])
            let setting = Setting(id, number(payload, at: start + 2))
            switch setting.id {
            case Setting.enablePush where setting.value > 1: throw .connection(.violation)
            case Setting.initialWindow where setting.value > UInt32(maximumWindow): throw .connection(.flowControl)
            case Setting.maximumFrameSize where !(16_384...16_777_215).contains(setting.value):
                throw .connection(.violation)
            default: settings.append(setting)
            }
        }
        return .settings(settings)
    }

    /// Returns the part of a payload without padding and the fields of a priority.
    private static func content(
        _ header: HTTP2FrameHeader, _ payload: UnsafeRawBufferPointer, from start: Int
    ) throws(HTTP2Fault) -> Range<Int> {
        var (first, padding) = (start, 0)
        if header.has(Flags.padded) {
            guard let length = payload.first else { throw .connection(.frameSize) }
            padding = Int(length)
            first += 1
        }
        guard first <= payload.count else { throw .connection(.frameSize) }
        guard padding <= payload.count - first else { throw .connection(.violation) }
        return first..<payload.count - padding
    }

    /// Returns a number of four bytes, which must be there.
    static func number(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    }
}

/// The first nine bytes of a frame.
package struct HTTP2FrameHeader: Equatable, Sendable {
    package static let bytes = 9

    package var length: Int
    package var kind: UInt8
    package var flags: UInt8
    package var stream: UInt32

    package init(length: Int, kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0) {
        (self.length, self.kind, self.flags, self.stream) = (length, kind, flags, stream)
    }

    /// Reads a header of nine bytes, which must be there.
    init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        length = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        kind = bytes[start + 3]
        flags = bytes[start + 4]
        stream = HTTP2Frame.number(bytes, at: start + 5) & 0x7FFF_FFFF
    }

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    /// Calls `body` with the nine bytes.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let high = UInt64(UInt32(length & 0xFF_FFFF) << 8 | UInt32(kind))
        let low = UInt64(stream)
        // The ninth byte is the last of the stream's.
        let first = (high << 32 | UInt64(flags) << 24 | low >> 8).bigEndian
        return withUnsafeTemporaryAllocation(byteCount: Self.bytes, alignment: 8) { room in
            room.storeBytes(of: first, as: UInt64.self)
            room.storeBytes(of: UInt8(truncatingIfNeeded: low), toByteOffset: 8, as: UInt8.self)
            return body(UnsafeRawBufferPointer(room))
        }
    }
}
