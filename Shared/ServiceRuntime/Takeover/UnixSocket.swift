import Platform

/// A blocking Unix socket that passes open sockets between two processes of the same user.
///
/// Sends and receives time out, so that a peer that hangs blocks nobody for good.
final class UnixSocket: Sendable {
    private let descriptor: Int32

    /// The maximum number of sockets in one message.
    static let maximumSockets = 8
    /// The maximum size of a message in bytes.
    static let maximumMessage = 4_096
    /// The length of the control data of a message that passes ``maximumSockets`` sockets, in bytes.
    private static let controlLength = alignedHeader + maximumSockets * MemoryLayout<Int32>.size
    private static let alignedHeader = (MemoryLayout<cmsghdr>.size + 7) & ~7

    /// Takes an open socket over; it is closed with this value.
    init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a socket's path.
    convenience init(connectingTo path: String) throws(SystemError) {
        self.init(owning: try Self.open())
        let result = try withAddress(path) { connect(descriptor, $0, $1) }
        guard result == 0 else { throw SystemError("no connection to \(path)", code: errno) }
    }

    /// Creates a socket at a path, which only the process's user may connect to; replaces a socket that is there.
    convenience init(listeningAt path: String) throws(SystemError) {
        self.init(owning: try Self.open())
        unlink(path)
        // Nobody can connect before `listen`, and by then the mode is right.
        guard try withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
            listen(descriptor, 4) == 0
        else { throw SystemError("no socket at \(path)", code: errno) }
    }

    deinit { close(descriptor) }

    /// Accepts a connection; returns `nil` if there is none any more.
    func accepted() -> Int32? {
        let peer = accept(descriptor, nil, nil)
        return peer >= 0 ? peer : nil
    }

    /// Waits until there is something to read, or `wake` is signalled; returns true in the first case.
    func waitForInput(_ wake: WakeEvent) -> Bool {
        wake.wait(for: .init(descriptor, writing: false, reading: true)).socket
    }

    /// Limits the time of each send and receive.
    func setTimeout(seconds: Int) {
        // A timeval of seconds and microseconds. Swift does not always see its members, since two C modules declare it.
        var time = (seconds, 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout.size(ofValue: time)))
        }
    }

    /// Sends a message, with sockets whose copies the other process gets.
    func send(_ message: [UInt8], sockets: [Int32] = []) throws(SystemError) {
        var message = message
        var control = [UInt8](repeating: 0, count: Self.controlLength)
        let used = Self.alignedHeader + sockets.count * MemoryLayout<Int32>.size
        control.withUnsafeMutableBytes { bytes in
            var header = cmsghdr()
            header.cmsg_len = numericCast(used)
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = Int32(SCM_RIGHTS)
            bytes.storeBytes(of: header, as: cmsghdr.self)
            for (index, socket) in sockets.enumerated() {
                bytes.storeBytes(
                    of: socket, toByteOffset: Self.alignedHeader + index * MemoryLayout<Int32>.size, as: Int32.self)
            }
        }
        let count = Self.withHeader(&message, &control) { header in
            if sockets.isEmpty {
                header.msg_control = nil
                header.msg_controllen = 0
            } else {
                header.msg_controllen = numericCast((used + 7) & ~7)
            }
            return sendmsg(descriptor, &header, Int32(MSG_NOSIGNAL))
        }
        guard count == message.count else { throw SystemError("nothing was sent", code: errno) }
    }

    /// Receives a message and the sockets that came with it, which the caller closes; empty at the end.
    func receive() throws(SystemError) -> (message: [UInt8], sockets: [Int32]) {
        var message = [UInt8](repeating: 0, count: Self.maximumMessage)
        var control = [UInt8](repeating: 0, count: Self.controlLength)
        var controlLength = 0
        let count = Self.withHeader(&message, &control) { header in
            let count = recvmsg(descriptor, &header, Int32(MSG_CMSG_CLOEXEC))
            controlLength = numericCast(header.msg_controllen)
            return count
        }
        guard count >= 0 else { throw SystemError("nothing was received", code: errno) }
        return (Array(message.prefix(count)), Self.sockets(in: control, length: controlLength))
    }

    private static func sockets(in control: [UInt8], length: Int) -> [Int32] {
        guard length >= alignedHeader else { return [] }
        return control.withUnsafeBytes { bytes in
            let header = bytes.load(as: cmsghdr.self)
            guard header.cmsg_level == SOL_SOCKET, header.cmsg_type == Int32(SCM_RIGHTS) else { return [] }
            let end = min(Int(header.cmsg_len), length)
            return stride(from: alignedHeader, to: end, by: MemoryLayout<Int32>.size).map {
                bytes.load(fromByteOffset: $0, as: Int32.self)
            }
        }
    }

    private static func withHeader(
        _ message: inout [UInt8], _ control: inout [UInt8], _ body: (inout msghdr) -> Int
    ) -> Int {
        message.withUnsafeMutableBytes { message in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: message.baseAddress, iov_len: message.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var header = msghdr()
                    header.msg_iov = part
                    header.msg_iovlen = 1
                    header.msg_control = control.baseAddress
                    header.msg_controllen = numericCast(control.count)
                    return body(&header)
                }
            }
        }
    }

    private static func open() throws(SystemError) -> Int32 {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM | SOCK_CLOEXEC
        #endif
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw SystemError("no socket", code: errno) }
        return descriptor
    }

    private func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("too long a path: \(path)", code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
