import HTTPParsing

/// The bytes that may be sent to a peer (RFC 9113 §5.2); negative after the peer has reduced its initial window.
struct HTTP2SendWindow: Equatable, Sendable {
    private(set) var left: Int

    init(_ size: Int) { left = size }

    /// Adds bytes, which may be a negative number; returns false if the window becomes larger than HTTP/2 allows.
    mutating func add(_ bytes: Int) -> Bool {
        left += bytes
        return left <= HTTP2Frame.maximumWindow
    }

    mutating func take(_ bytes: Int) { left -= bytes }
}

/// The bytes that a peer may send, and those of them that were used but not given back to it yet.
struct HTTP2ReceiveWindow: Equatable, Sendable {
    private let size: Int
    private var left: Int
    private var used = 0

    init(_ size: Int) { (self.size, left) = (size, size) }

    /// Counts received bytes; returns false if there are more than allowed.
    mutating func receive(_ bytes: Int) -> Bool {
        left -= bytes
        return left >= 0
    }

    /// Counts bytes that were used.
    ///
    /// - Returns: the number to give back to the peer: 0 until it is worth a frame.
    mutating func use(_ bytes: Int) -> Int {
        used += bytes
        guard used >= size / 2 else { return 0 }
        defer { used = 0 }
        left += used
        return used
    }
}
