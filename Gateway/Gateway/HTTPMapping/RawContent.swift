import Contract
import NIOCore
import Values

/// The bytes of a `RawResult` with their media type.
struct RawContent: Equatable {
    let mediaType: MediaType
    let bytes: ByteBuffer

    /// Decodes a result; `nil` if it is malformed, or its media type is not one of `types`.
    ///
    /// - Parameter result: one JSON object.
    init?(_ result: ByteBuffer, _ types: [MediaType]) {
        var (mediaType, body): (MediaType?, [UInt8]?)
        result.withUnsafeReadableBytes { bytes in
            var members = ObjectMembers(bytes)
            while let member = members.next() {
                // A text without its quotes; neither value has anything to escape.
                let value = UnsafeRawBufferPointer(rebasing: bytes[member.value].dropFirst().dropLast())
                if member.isNamed("mediaType" as StaticString, in: bytes) {
                    mediaType = types.first { value.elementsEqual($0.rawValue.utf8) }
                } else if member.isNamed("bodyBase64" as StaticString, in: bytes) {
                    body = Base64URL.decode(utf8: value)
                }
            }
        }
        guard let mediaType, let body else { return nil }
        (self.mediaType, bytes) = (mediaType, ByteBuffer(bytes: body))
    }
}
