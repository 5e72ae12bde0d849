import Foundation
import Testing

/// Package.swift declares the dependencies that the sources import, and keeps contracts apart.
@Suite struct ManifestRules {
    @Test func `A target declares exactly the modules that it imports`() throws {
        let targets = try Self.targets.get()
        for target in targets where target.type != "system" {
            let imports = Set(
                SourceTree.files.filter { $0.path.hasPrefix("\(target.path)/") }.flatMap(\.imports))
            let own = Set(targets.map(\.name))
            let undeclared = imports.intersection(own).subtracting(target.dependencies).subtracting([target.name])
            #expect(undeclared.isEmpty, "\(target.name) must declare \(undeclared.sorted())")
            // Test targets declare the executables that they start, without importing them.
            let unused = target.dependencies.subtracting(imports).filter {
                !imports.contains($0.replacing("-", with: "_")) && target.type != "test"
            }
            #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()), which it does not import")
        }
    }

    @Test func `A change of a contract rebuilds its service, the gateway and the tools`() throws {
        let targets = try Self.targets.get().filter { $0.type != "test" }
        let everyContract: Set<String> = [
            "Contracts", "Gateway", "vokol-gateway", "GatewayClient", "vokol", "vokol-load",
            "VokolClient", "VokolClientNIO", "museum-finder", "day-briefing", "timetable",
            "first-booking",
        ]
        // Services with personal data ask auth for deleted accounts and names.
        let expected: [String: Set<String>] = [
            "AuthContract": [
                "AuthService", "vokol-auth", "AuthAccounts", "BookingService", "vokol-booking", "AggregatorService",
                "vokol-aggregator",
                "ScheduleService", "vokol-schedule", "MuseumsService", "vokol-museums",
            ],
            "MuseumsContract": ["MuseumsService", "vokol-museums"],
            "AggregatorContract": ["AggregatorService", "vokol-aggregator"],
            "ScheduleContract": ["ScheduleService", "vokol-schedule"],
            "BookingContract": ["BookingService", "vokol-booking"],
        ]
        for (contract, services) in expected {
            var rebuilt: Set<String> = [contract]
            while true {
                let next = targets.filter { !rebuilt.contains($0.name) && !rebuilt.isDisjoint(with: $0.dependencies) }
                if next.isEmpty { break }
                rebuilt.formUnion(next.map(\.name))
            }
            #expect(rebuilt.subtracting([contract]) == services.union(everyContract), "\(contract)")
        }
    }

    @Test func `The images are built from all folders that their programs need`() throws {
        let build = try SourceTree.read("deploy/Dockerfile").components(separatedBy: "\nFROM ")[1]
        let copied = build.matches(of: /COPY ([\w\/]+) [\w\/]+\n/).map { "\($0.1)/" }
        let programs = try #require(build.firstMatch(of: /ENV VOKOL_TARGETS=(\S+)/)).1
        var open = programs.split(separator: ",").map(String.init)
        var needed: Set<String> = []
        let targets = try Dictionary(uniqueKeysWithValues: Self.targets.get().map { ($0.name, $0) })
        while let name = open.popLast() {
            guard let target = targets[name], needed.insert(name).inserted else { continue }
            open += target.dependencies
            let isCopied = copied.contains { "\(target.path)/".hasPrefix($0) }
            #expect(isCopied, "deploy/Dockerfile must copy \(target.path), which \(programs) need")
        }
        #expect(needed.count > 30)
    }

    @Test func `The tutorial and the documentation name products of this package`() throws {
        let manifest = try SourceTree.read("Package.swift")
        let tutorial = "Clients/Swift/Documentation.docc"
        for path in ["\(tutorial)/Manifest.swift", "\(tutorial)/AppManifest.swift", "docs/swift-sdk.md"] {
            let products = try SourceTree.read(path).matches(of: /\.product\(name: "(\w+)", package: "vokol"\)/)
            #expect(!products.isEmpty, "\(path)")
            for product in products {
                #expect(manifest.contains(".library(name: \"\(product.1)\""), "\(path): \(product.1)")
            }
        }
    }

    private struct Target {
        var name: String
        var type: String
        var path: String
        var dependencies: Set<String>
    }

    /// The targets of the whole package, as SwiftPM reads them.
    private static let targets = Result { try readTargets() }

    private static func readTargets() throws -> [Target] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The build that runs this test holds the lock.
        process.arguments = ["swift", "package", "--package-path", SourceTree.top, "--ignore-lock", "dump-package"]
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "VOKOL_TARGETS" }
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let package = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        let targets = try #require(package["targets"] as? [[String: Any]])
        return try targets.map { target in
            let dependencies = target["dependencies"] as? [[String: [Any?]]] ?? []
            return Target(
                name: try #require(target["name"] as? String), type: try #require(target["type"] as? String),
                path: target["path"] as? String ?? "",
                dependencies: Set(dependencies.compactMap { $0.values.first?.first as? String }))
        }
    }
}
