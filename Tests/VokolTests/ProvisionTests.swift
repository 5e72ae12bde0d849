import Foundation
import Testing

@testable import vokol

@Suite struct ProvisionTests {
    private func provision(_ path: String, at now: Date) throws -> [String: Provision.Outcome] {
        var outcomes: [String: Provision.Outcome] = [:]
        var provision = Provision(path: path, hosts: ["vokol.example"], databaseHost: "db", databasePort: 5433)
        provision.now = now
        try provision.run { outcomes[String($1.dropFirst(path.count + 1))] = $0 }
        return outcomes
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "vokol-provision-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `Each process gets only its own keys and passwords, and none gets the authority's key`() throws {
        try inFolder { path in
            _ = try provision(path, at: now)
            let files = { (name: String) in Set(try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)"))
            }
            #expect(try files("authority") == ["ca.pem", "ca.key"])
            #expect(try files("gateway") == ["ca.pem", "server.pem", "server.key", "gateway.pem", "gateway.key"])
            #expect(try files("auth") == ["ca.pem", "auth.pem", "auth.key", "database-url", "secret"])
            #expect(try files("museums") == ["ca.pem", "museums.pem", "museums.key", "database-url"])
            #expect(try files("booking") == ["ca.pem", "booking.pem", "booking.key", "database-url", "secret"])
            #expect(try text("\(path)/booking/secret") != text("\(path)/auth/secret"))
            let password = try text("\(path)/postgres/museums.password").trimmingCharacters(in: .newlines)
            #expect(
                try text("\(path)/museums/database-url")
                    == "postgresql://vokol_museums:\(password)@db:5433/vokol_museums?sslmode=verify-full"
                    + "&sslrootcert=\(path)/museums/ca.pem\n")
            for secret in ["auth/auth.key", "auth/secret", "auth/database-url", "booking/secret", "postgres/password"] {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(path)/\(secret)")[.posixPermissions]
                #expect(mode as? Int == 0o600, "\(secret)")
            }
        }
    }

    @Test func `Certificates are renewed before they expire, and everything else is kept`() throws {
        try inFolder { path in
            #expect(try provision(path, at: now).values.allSatisfy { $0 == .made })
            let before = try text("\(path)/auth/database-url")
            #expect(try provision(path, at: now.addingTimeInterval(86_400)).values.allSatisfy { $0 == .kept })
            let later = try provision(path, at: now.addingTimeInterval(380 * 86_400))
            #expect(later["gateway/server.pem"] == .made && later["auth/auth.pem"] == .made)
            #expect(later["authority/ca.pem"] == .kept && later["auth/secret"] == .kept)
            #expect(try text("\(path)/auth/database-url") == before)
        }
    }
}
