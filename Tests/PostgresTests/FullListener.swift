#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A listening socket on loopback whose queue is full, so that the kernel drops the first packet of other connections.
final class FullListener {
    let port: Int
    private let listener: Int32
    private let waiting: Int32

    /// A system call that failed.
    struct Failure: Error {
        let call: String
        let number: Int32
    }

    init() throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        listener = socket(AF_INET, type, 0)
        waiting = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, waiting) = (listener, waiting)
        port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                try Self.check("bind", bind(listener, generic, size))
                // The queue has room for one connection more than the number given here.
                try Self.check("listen", listen(listener, 0))
                try Self.check("getsockname", getsockname(listener, generic, &size))
                try Self.check("connect", connect(waiting, generic, size))
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }

    deinit {
        close(waiting)
        close(listener)
    }

    private static func check(_ call: String, _ result: Int32) throws {
        guard result == 0 else { throw Failure(call: call, number: errno) }
    }
}
