import Foundation
import Testing

/// An app that uses the Swift client gets none of the servers' dependencies.
@Suite struct ConsumerRules {
    @Test func `A consumer without traits, of a version of this package, finds nothing but this package`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (vokol, app) = (folder.appending(path: "vokol"), folder.appending(path: "app"))
        for part in [vokol, app] {
            try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
        }
        // Dependencies are resolved from the manifest alone.
        try FileManager.default.copyItem(
            at: URL(filePath: SourceTree.top).appending(path: "Package.swift"),
            to: vokol.appending(path: "Package.swift"))
        let git = ["git", "-C", vokol.path, "-c", "user.name=Test", "-c", "user.email=test@example.org"]
        try run(git + ["init", "--quiet"])
        try run(git + ["add", "Package.swift"])
        try run(git + ["commit", "--quiet", "--message", "Version"])
        try run(git + ["tag", "1.0.0"])
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "app",
                dependencies: [.package(url: "\(vokol.absoluteString)", from: "1.0.0", traits: [])],
                targets: [
                    .executableTarget(name: "app", dependencies: [.product(name: "VokolClient", package: "vokol")])
                ])
            """
        try Data(manifest.utf8).write(to: app.appending(path: "Package.swift"))
        try run([
            "swift", "package", "--package-path", app.path, "--scratch-path", folder.appending(path: "build").path,
            "--cache-path", folder.appending(path: "cache").path, "resolve",
        ])
        let resolved = try Data(contentsOf: app.appending(path: "Package.resolved"))
        let document = try #require(try JSONSerialization.jsonObject(with: resolved) as? [String: Any])
        let pins = try #require(document["pins"] as? [[String: Any]])
        #expect(pins.compactMap { $0["identity"] as? String } == ["vokol"])
    }

    private func run(_ words: [String]) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "VOKOL_TARGETS" }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words): \(String(decoding: text, as: UTF8.self))")
    }
}
