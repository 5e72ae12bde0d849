import Foundation
import Platform
import Simulator
import Values

/// An HTTP client on a plain socket, which shows a test responses that no client library would let through.
struct RawClient {
    /// The state of a connection after reading.
    enum Ending: Equatable { case closed, reset, open }

    struct Reply {
        var bytes: [UInt8]
        var ending: Ending

        /// The head, up to and including the empty line.
        var head: String {
            let text = String(decoding: bytes, as: UTF8.self)
            return text.range(of: "\r\n\r\n").map { String(text[..<$0.upperBound]) } ?? text
        }
        var body: [UInt8] { Array(bytes.dropFirst(head.utf8.count)) }
        var text: String { String(decoding: body, as: UTF8.self) }
        var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

        func header(_ name: String) -> String? {
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }

        /// The body as JSON; an empty object if it is not one.
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
        var rows: [[String: Any]] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [[String: Any]] ?? [] }
    }

    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failure = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func close() { Glibc.close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func ask(_ target: String, method: String = "GET", headers: [String] = [], body: String = "") {
        let fields = ["Host: 127.0.0.1", "Connection: close", "User-Agent: test"] + headers
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        send("\(method) \(target) HTTP/1.1\r\n" + (fields + length).map { $0 + "\r\n" }.joined() + "\r\n" + body)
    }

    /// Reads up to `limit` bytes, to the end of the connection, or until nothing has arrived for a minute.
    func read(limit: Int = .max) async throws -> Reply {
        // Two tests that blocked both of Swift's threads would wait for a simulator that needs one of them.
        try await withCheckedThrowingContinuation { continuation in
            do {
                try OSThread.start { continuation.resume(returning: blockingRead(limit)) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func blockingRead(_ limit: Int) -> Reply {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = recv(descriptor, &buffer, min(buffer.count, limit - bytes.count), 0)
            if count == 0 { return Reply(bytes: bytes, ending: .closed) }
            if count < 0 { return Reply(bytes: bytes, ending: errno == ECONNRESET ? .reset : .open) }
            bytes += buffer.prefix(count)
        }
        return Reply(bytes: bytes, ending: .open)
    }

    /// True if nothing has arrived so far and the connection is open.
    var isSilent: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
    }
}

extension Simulator {
    /// Makes one request and reads until the connection ends.
    func reply(
        _ target: String, method: String = "GET", headers: [String] = [], body: String = ""
    ) async throws -> RawClient.Reply {
        let client = try RawClient(port: port)
        defer { client.close() }
        client.ask(target, method: method, headers: headers, body: body)
        return try await client.read()
    }

    /// Makes requests one after the other and returns their statuses.
    func statuses(of target: String, count: Int) async throws -> [Int] {
        var statuses: [Int] = []
        for _ in 0..<count { statuses.append(try await reply(target).status) }
        return statuses
    }

    /// Runs `body` with a simulator whose third parties see the given time.
    static func with(
        at clock: String = "2026-10-07T09:30:00Z", seed: UInt64 = 1, _ body: (Simulator) async throws -> Void
    ) async throws {
        var settings = Settings()
        settings.clock = Instant(clock)
        settings.seed = seed
        let simulator = try await start(settings)
        do {
            try await body(simulator)
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }
}
