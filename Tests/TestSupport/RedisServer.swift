import Foundation
import NIOCore
import NIOPosix

/// A Redis server of a test, on a free port of loopback, that keeps nothing on disk.
///
/// `deploy/prepare test` installs the server.
public final class RedisServer: @unchecked Sendable {
    // Safe to share: a test starts and kills the server from one task.
    public let port: Int
    private let password: String?
    private let identity: TestCertificates.Identity?
    private var process: Process?

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter identity: its certificate; `nil` for a server without TLS.
    public init(password: String? = nil, identity: TestCertificates.Identity? = nil) async throws {
        port = try freeLoopbackPort()
        self.password = password
        self.identity = identity
        try await start()
    }

    deinit { kill() }

    /// Starts the server again after ``kill()``; it has forgotten everything.
    public func start() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/redis-server")
        process.arguments =
            ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"] + ports
            + (password.map { ["--requirepass", $0] } ?? [])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        self.process = process
        try await Processes.wait("redis-server on port \(port)") {
            guard process.isRunning else {
                throw Processes.Failure(description: "redis-server ended with \(process.terminationStatus)")
            }
            let channel = try? await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: self.port).get()
            channel?.close(promise: nil)
            return channel != nil
        }
    }

    private var ports: [String] {
        guard let identity else { return ["--port", "\(port)"] }
        return [
            "--port", "0", "--tls-port", "\(port)", "--tls-auth-clients", "no", "--tls-cert-file",
            identity.certificateChainFile, "--tls-key-file", identity.privateKeyFile,
        ]
    }

    /// Kills the server.
    public func kill() {
        guard let process else { return }
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
        self.process = nil
    }
}
