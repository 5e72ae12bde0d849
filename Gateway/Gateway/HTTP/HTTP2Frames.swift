import HTTPParsing
import NIOCore

/// The frames of HTTP/2 that the gateway sends (RFC 9113 §6).
extension ByteBuffer {
    /// Writes the first nine bytes of a frame.
    mutating func writeFrame(_ kind: UInt8, _ flags: UInt8 = 0, stream: UInt32 = 0, length: Int) {
        HTTP2FrameHeader(length: length, kind: kind, flags: flags, stream: stream).withBytes { _ = writeBytes($0) }
    }

    mutating func write(_ settings: [HTTP2Frame.Setting]) {
        writeFrame(HTTP2Frame.Kind.settings, length: 6 * settings.count)
        for setting in settings {
            writeInteger(setting.id)
            writeInteger(setting.value)
        }
    }

    mutating func writeSettingsAcknowledgement() {
        writeFrame(HTTP2Frame.Kind.settings, HTTP2Frame.Flags.acknowledgement, length: 0)
    }

    mutating func writeWindowUpdate(_ stream: UInt32, _ increment: Int) {
        writeFrame(HTTP2Frame.Kind.windowUpdate, stream: stream, length: 4)
        writeInteger(UInt32(clamping: increment))
    }

    mutating func writeReset(_ stream: UInt32, _ code: HTTP2ErrorCode) {
        writeFrame(HTTP2Frame.Kind.reset, stream: stream, length: 4)
        writeInteger(code.rawValue)
    }

    mutating func writeGoAway(_ last: UInt32, _ code: HTTP2ErrorCode) {
        writeFrame(HTTP2Frame.Kind.goAway, length: 8)
        writeInteger(last)
        writeInteger(code.rawValue)
    }

    /// Writes a ping whose acknowledgement tells that the client has read everything before it.
    mutating func writePing() {
        writeFrame(HTTP2Frame.Kind.ping, length: 8)
        writeInteger(UInt64(0))
    }

    /// Writes the acknowledgement of a ping.
    mutating func writePing(answering bytes: UnsafeRawBufferPointer) {
        writeFrame(HTTP2Frame.Kind.ping, HTTP2Frame.Flags.acknowledgement, length: 8)
        writeBytes(bytes)
    }
}
