package import NIOCore

extension ByteBuffer {
    /// Clears the buffer and keeps its memory for reuse, unless it exceeds 256 KiB.
    package mutating func recycle() {
        if storageCapacity > 256 * 1024 {
            self = ByteBuffer()
        } else if storageCapacity > 0 {
            clear()
        }
    }
}
