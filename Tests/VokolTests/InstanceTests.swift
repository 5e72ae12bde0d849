import Contract
import Foundation
import Testing

@testable import GatewayClient
@testable import Machine
@testable import vokol

@Suite struct InstanceTests {
    private func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let path = NSTemporaryDirectory() + "vokol-machine-\(UUID())"
        try Files.makeDirectory(path, mode: 0o700)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test
    func `Restarts are delayed by 0.2 s, doubling up to 10 s, and start over after a healthy run`() {
        var backoff = RestartBackoff()
        let waits = (0..<8).map { _ in backoff.exited(after: .seconds(1)) }
        #expect(waits == [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000].map { .milliseconds($0) })
        #expect(backoff.exited(after: .seconds(30)) == .milliseconds(200))
        #expect(backoff.exited(after: .seconds(29)) == .milliseconds(400))
    }

    @Test(
        arguments: [
            ([], nil, nil), ([.museums], nil, "aggregator,museums,schedule"), ([.museums], "", "museums"),
            ([.museums, .schedule], "schedule", "museums,schedule"), ([], "schedule", nil),
        ] as [([ServiceName], String?, String?)])
    func `Opened services are added to those that the environment or the default opens`(
        open: [ServiceName], inherited: String?, expected: String?
    ) {
        var settings = InstanceSettings(directory: InstanceDirectory("/d"), programs: "/p")
        settings.open = open
        settings.environment["VOKOL_ACCESS_OPEN"] = inherited
        #expect(settings.accessOpen == expected)
    }

    @Test(
        arguments: [
            (["/p/../web/web.json"], "/p/../web"), (["/p/web/web.json", "/p/../../web/web.json"], "/p/web"), ([], nil),
        ] as [([String], String?)])
    func `The web client is the first build in a directory web near the programs`(files: [String], found: String?) {
        #expect(WebDirectory.standard(programs: "/p") { files.contains($0) } == found)
    }

    @Test(
        arguments: [
            (["/p/../zones/zones.bin"], "/p/../zones/zones.bin"), (["/p/zones/other"], nil), ([], nil),
        ] as [([String], String?)])
    func `The map of time zones is the first in a directory zones near the programs`(files: [String], found: String?) {
        #expect(ZoneMapFile.standard(programs: "/p") { files.contains($0) } == found)
    }

    @Test(
        arguments: [
            (nil, [:], false), ("/w", [:], true), (nil, ["VOKOL_WEB_DIRECTORY": "/w"], true),
            (nil, ["VOKOL_GATEWAY_WEB_DIRECTORY": ""], false),
        ] as [(String?, [String: String], Bool)])
    func `An instance has a web client by its settings or by the environment`(
        web: String?, environment: [String: String], hasWeb: Bool
    ) {
        var settings = InstanceSettings(directory: InstanceDirectory("/d"), programs: "/p")
        (settings.web, settings.environment) = (web, environment)
        #expect(settings.hasWeb == hasWeb)
    }

    @Test func `A secret has 256 bits, is created once, and is closed to others`() async throws {
        try await withDirectory { directory in
            let instance = InstanceDirectory("\(directory)/instance")
            try instance.make()
            let secret = try instance.secret("link")
            #expect(secret.utf8.count == 43)
            #expect(try instance.secret("link") == secret)
            #expect(try instance.secret("other") != secret)
            let file = try instance.secretFile("link")
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        }
    }

    /// Returns the descriptor under which this process has a file open.
    private static func descriptor(of path: String) -> Int32? {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.first {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
        .flatMap { Int32($0) }
    }

    @Test func `A directory is held by one instance at a time`() async throws {
        try await withDirectory { directory in
            let instance = InstanceDirectory("\(directory)/instance")
            try instance.make()
            var first: InstanceLock? = try InstanceLock(instance)
            #expect(throws: OperatorError.self) { try InstanceLock(instance) }
            // A program that is just being started holds such a duplicate.
            let shared = dup(try #require(Self.descriptor(of: instance.lock)))
            defer { close(shared) }
            withExtendedLifetime(first) {}
            first = nil
            _ = try InstanceLock(instance)
        }
    }
}
