import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Gateways with settings of their own, over HTTP/2.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct HTTP2Gateways {
        @Test func `A new gateway takes over from the running one without a failed request over HTTP/2`() async throws {
            let instance = try await Instances.plain.value
            let port = try freeLoopbackPort()
            let arguments = [
                "--listen-port", "\(port)", "--takeover-socket",
                "\(instance.directory)/takeover-\(UUID().uuidString.prefix(8))", "--limits-address-rate", "100000",
                "--limits-address-burst", "100000",
            ]
            var running = try await instance.startGateway(arguments)
            try await instance.waitForAnswer(of: running, on: port)
            let load = RequestsAcrossConnections(port: port, authority: instance.authorityFile)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<4 { tasks.addTask { try await load.run() } }
                try await Processes.wait("requests") { load.count > 50 }
                for _ in 0..<3 {
                    let next = try await instance.startGateway(arguments)
                    #expect(try await running.waitForExit() == 0)
                    let before = load.count
                    try await Processes.wait("requests to the new gateway") { load.count > before + 50 }
                    running = next
                }
                load.stop()
                try await tasks.waitForAll()
                try await running.stop()
            }
            #expect(load.failures == [])
            #expect(load.connections >= 4 * 4, "each client connects to each gateway")
        }

        @Test(arguments: ["--http2", "--http1.1"])
        func `A page of a listed origin may call, and a browser may ask before`(version: String) async throws {
            let instance = try await Instances.plain.value
            let (app, port) = ("https://app.example.org", try freeLoopbackPort())
            let gateway = try await instance.startGateway(["--listen-port", "\(port)", "--cors-origins", app])
            try await instance.waitForAnswer(of: gateway, on: port)
            /// Returns the status and the fields of an answer, in lower case.
            func fields(_ arguments: [String]) async throws -> String {
                try await Processes.run(
                    "/usr/bin/curl",
                    ["-s", version, "--cacert", instance.authorityFile, "-D", "-", "-o", "/dev/null"] + arguments
                        + ["https://localhost:\(port)/v1/park"]
                ).output.lowercased().replacing("\r\n", with: "\n")
            }
            let first = version == "--http2" ? "http/2" : "http/1.1"
            let question = try await fields([
                "-X", "OPTIONS", "-H", "Access-Control-Request-Method: GET", "-H", "Origin: \(app)",
            ])
            #expect(question.hasPrefix("\(first) 204") && question.contains("access-control-allow-origin: \(app)\n"))
            #expect(question.contains("access-control-allow-methods: get, head\n"), "\(question)")
            let call = try await fields(["-H", "Origin: \(app)"])
            #expect(call.hasPrefix("\(first) 200") && call.contains("access-control-allow-origin: \(app)\n"), "\(call)")
            let foreign = try await fields(["-H", "Origin: https://evil.example"])
            #expect(foreign.hasPrefix("\(first) 200") && !foreign.contains("access-control-"), "\(foreign)")
            #expect(foreign.contains("origin\n"), "an answer varies by origin: \(foreign)")
            try await gateway.stop()
        }
    }
}

/// Requests over HTTP/2, four at a time, on a new connection whenever the server announces that it goes away.
private final class RequestsAcrossConnections: Sendable {
    private let port: Int
    private let authority: String
    private let state = Mutex((count: 0, connections: 0, failures: [String](), isStopped: false))

    init(port: Int, authority: String) { (self.port, self.authority) = (port, authority) }

    var count: Int { state.withLock { $0.count } }
    var connections: Int { state.withLock { $0.connections } }
    var failures: [String] { state.withLock { $0.failures } }
    private var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() { state.withLock { $0.isStopped = true } }

    func run() async throws {
        while !isStopped {
            let wire = try await Wire(port: port, authority: authority, protocols: ["h2"])
            state.withLock { $0.connections += 1 }
            // Empty settings, and a window of the connection for all answers.
            try await wire.send(
                Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Self.frame(4)
                    + Self.frame(8, payload: [0x3F, 0, 0, 0]))
            try await requests(on: wire)
            await wire.close()
        }
    }

    /// Makes requests until the server goes away and the last of them is answered.
    private func requests(on wire: Wire) async throws {
        var (next, goesAway, open) = (UInt32(1), false, Set<UInt32>())
        while true {
            while !goesAway, !isStopped, open.count < 4 {
                try await wire.send(Self.frame(1, 5, next, payload: Self.head))
                open.insert(next)
                next += 2
            }
            if open.isEmpty { return }
            guard let header = try await wire.bytes(9),
                let payload = try await wire.bytes(Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2]))
            else { return fail("the connection ended before \(open.count) answers") }
            let stream = Self.number(header[5...])
            switch (header[3], header[4] & 1) {
            // `:status: 200` of the static table.
            case (1, let isLast):
                if payload.first != 0x88 { fail("an answer begins with \(payload.prefix(4))") }
                if isLast == 1 { end(stream, &open) }
            case (0, 1): end(stream, &open)
            case (3, _):
                fail("a stream was reset: \(payload)")
                end(stream, &open)
            case (4, 0): try await wire.send(Self.frame(4, 1))
            case (6, 0): try await wire.send(Self.frame(6, 1, payload: payload))
            case (7, _):
                goesAway = true
                if payload[4...].contains(where: { $0 != 0 }) { fail("the connection ends with \(payload)") }
                // Later requests have not been processed, and are made again on the next connection.
                let last = Self.number(payload[...])
                open = open.filter { $0 <= last }
            default: break
            }
        }
    }

    private func end(_ stream: UInt32, _ open: inout Set<UInt32>) {
        if open.remove(stream) != nil { state.withLock { $0.count += 1 } }
    }

    private func fail(_ reason: String) { state.withLock { $0.failures.append(reason) } }

    private static let head =
        [0x82, 0x87, 0x01, 9] + Array("localhost".utf8) + [0x04, 22] + Array("/.well-known/jwks.json".utf8)

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func frame(_ kind: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, payload: [UInt8] = []) -> [UInt8]
    {
        func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        return Array(bytes(UInt32(payload.count)).dropFirst()) + [kind, flags] + bytes(stream) + payload
    }
}
