import Platform

/// The TCP ports of this machine.
package enum Ports {
    /// The range of ports to choose from, below the ephemeral ports of Linux.
    package static let range = 20_000...31_999

    /// Tries to listen on a port.
    ///
    /// - Returns: `nil` on success; otherwise the error number.
    package static func fault(listeningOn port: Int, anyAddress: Bool = false) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let failure = withAddress(port, anyAddress ? 0 : loopback) { address, size in
            bind(descriptor, address, size) == 0 ? listen(descriptor, 1) : -1
        }
        return failure == 0 ? nil : errno
    }

    /// Returns true if a program of this machine accepts connections to a port of loopback.
    package static func isListening(on port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withAddress(port, loopback) { connect(descriptor, $0, $1) } == 0
    }

    private static let loopback: UInt32 = 0x7F00_0001

    private static func withAddress(
        _ port: Int, _ host: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Reserves a free port that is not in `taken`: `wanted` if possible, otherwise one of ``range``.
    package static func free(wanting wanted: Int?, except taken: inout Set<Int>) throws -> Int {
        var candidates = (0..<200).map { _ in Int.random(in: range) }
        if let wanted { candidates.insert(wanted, at: 0) }
        for port in candidates where !taken.contains(port) && fault(listeningOn: port) == nil {
            taken.insert(port)
            return port
        }
        throw OperatorError("found no free port between \(range.lowerBound) and \(range.upperBound)")
    }
}
