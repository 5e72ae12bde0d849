import ArgumentParser
import Foundation
import Testing
import Values
import X509

@testable import GatewayClient
@testable import Machine
@testable import vokol

@Suite struct TrustTests {
    private func inDirectory(_ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "vokol-trust-\(UUID())"
        try Files.makeDirectory(path, mode: 0o700)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(Files.absolute(path))
    }

    /// Creates what `vokol trust` reads of an instance.
    private func instance(in directory: String, now: Date = Date()) throws -> InstanceDirectory {
        let instance = InstanceDirectory("\(directory)/instance")
        _ = try CertificateFolder(path: instance.certificates, now: now).authority()
        try InstanceRecord(
            version: "1", startedAt: .init(milliseconds: 0), supervisor: ProcessIdentity(pid: 1, startTicks: 1),
            port: 8443, redirectPort: 8080, postgres: .init(socketDirectory: "/", port: 1), processes: []
        ).write(instance)
        return instance
    }

    @Test func `Without an instance trust fails and points to vokol up`() async throws {
        let command = try #require(
            try Vokol.parseAsRoot(["trust", "--directory", "/nonexistent"]) as? TrustCommand)
        let error = await #expect(throws: OperatorError.self) { try await command.run() }
        #expect(error.map { "\($0)".contains("vokol up") } == true)
    }

    @Test func `The authority of an instance is known by its fingerprint`() async throws {
        try await inDirectory { directory in
            let instance = try instance(in: directory)
            let authority = try LocalAuthority.read(instance, now: Date())
            #expect(authority.nickname.wholeMatch(of: /Vokol local authority [0-9a-f]{8}/) != nil)
            #expect(authority.fileName == "vokol-\(authority.fingerprint).crt")
            #expect(try Array(authority.pem.utf8) == Files.read(instance.authorityFile))
        }
    }

    @Test func `A certificate that is not of an instance's authority is refused`() async throws {
        try await inDirectory { directory in
            let instance = try instance(in: directory)
            let folder = CertificateFolder(path: instance.certificates)
            let (authority, _) = try folder.authority()
            _ = try folder.provide(.server(hosts: ["localhost"]), as: "server", from: authority)
            let leaf = try Files.read(folder.certificateFile("server")) ?? []
            for bytes in [leaf, Array("no certificate".utf8), []] {
                try Files.write(bytes, to: instance.authorityFile, mode: 0o644)
                let error = #expect(throws: OperatorError.self) { try LocalAuthority.read(instance, now: Date()) }
                #expect(error.map { "\($0)".contains("not the certificate") } == true)
            }
        }
    }

    @Test func `An authority of another name, or signed by another key, is not an instance's`() throws {
        let ours = try CertificateAuthority.make(now: Date()).identity
        #expect(try CertificateAuthority.name(of: ours.certificate) != nil)
        func variant(_ name: DistinguishedName, key: Certificate.PrivateKey) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: ours.key.publicKey,
                notValidBefore: ours.certificate.notValidBefore, notValidAfter: ours.certificate.notValidAfter,
                issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: ours.certificate.extensions, issuerPrivateKey: key)
        }
        let other = try DistinguishedName { CommonName("Vokol local CA 0") }
        let stranger = try CertificateAuthority.make(now: Date()).identity.key
        #expect(try CertificateAuthority.name(of: variant(ours.certificate.subject, key: ours.key)) != nil)
        #expect(try CertificateAuthority.name(of: variant(other, key: ours.key)) == nil)
        #expect(try CertificateAuthority.name(of: variant(ours.certificate.subject, key: stranger)) == nil)
    }

    @Test func `An expired authority is refused`() async throws {
        try await inDirectory { directory in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            let instance = try instance(in: directory, now: now)
            let end = now.addingTimeInterval(CertificateAuthority.lifetime)
            _ = try LocalAuthority.read(instance, now: end - 1)
            let error = #expect(throws: OperatorError.self) { try LocalAuthority.read(instance, now: end) }
            #expect(error.map { "\($0)".contains("expired") } == true)
        }
    }

    @Test func `Under sudo trust refuses to write into the browsers' profiles`() throws {
        #expect(throws: OperatorError.self) { try TrustCommand.checkUser(["SUDO_USER": "ada"], isRoot: true) }
        try TrustCommand.checkUser(["SUDO_USER": "root"], isRoot: true)
        try TrustCommand.checkUser([:], isRoot: true)
        try TrustCommand.checkUser(["SUDO_USER": "ada"], isRoot: false)
    }

    @Test func `Databases are those of Chromium, and of every profile of Firefox that has one`() async throws {
        try await inDirectory { home in
            func found(_ environment: [String: String] = [:]) throws -> [String] {
                try BrowserDatabase.all(environment.merging(["HOME": home]) { $1 }).map {
                    "\($0.browser) \($0.path.dropFirst(home.count + 1))"
                }
            }
            func add(_ path: String) throws {
                try Files.makeDirectory("\(home)/\(path)", mode: 0o700)
                try Files.write([], to: "\(home)/\(path)/cert9.db", mode: 0o600)
            }
            #expect(try found() == ["Chromium .pki/nssdb"])
            try add(".local/share/pki/nssdb")
            #expect(try found() == ["Chromium .local/share/pki/nssdb"])
            #expect(try found(["XDG_DATA_HOME": "/none"]) == ["Chromium .pki/nssdb"])
            // Chromium prefers this directory from now on.
            try Files.makeDirectory("\(home)/.pki/nssdb", mode: 0o700)
            #expect(try found() == ["Chromium .pki/nssdb", "Chromium .local/share/pki/nssdb"])
            try Files.makeDirectory("\(home)/.mozilla/firefox/Crash Reports", mode: 0o700)
            for profile in ["a.default", "b c.work"] { try add(".mozilla/firefox/\(profile)") }
            try add("snap/firefox/common/.mozilla/firefox/d")
            try add("config/mozilla/firefox/e")
            #expect(
                try found(["XDG_CONFIG_HOME": "\(home)/config"]).dropFirst(2) == [
                    "Firefox .mozilla/firefox/a.default", "Firefox .mozilla/firefox/b c.work",
                    "Firefox config/mozilla/firefox/e", "Firefox snap/firefox/common/.mozilla/firefox/d",
                ])
        }
    }

    @Test func `The system's list is searched for files that this command added, by name and content`() async throws {
        try await inDirectory { directory in
            let list = SystemList(directory: directory, links: "\(directory)/links")
            try Files.makeDirectory(list.links, mode: 0o700)
            let (one, other) = (try LocalAuthority.fresh(), try LocalAuthority.fresh())
            try Files.write(one.pem.utf8, to: list.file(of: one), mode: 0o644)
            try Files.write(one.pem.utf8, to: list.file(of: other), mode: 0o644)
            try Files.write(one.pem.utf8, to: "\(directory)/vokol.crt", mode: 0o644)
            try Files.write("mine".utf8, to: "\(directory)/vokol-01234567.crt", mode: 0o644)
            #expect(list.entries == [SystemList.Entry(path: list.file(of: one), isInForce: false)])
            try Files.write([], to: "\(list.links)/vokol-\(one.fingerprint).pem", mode: 0o644)
            #expect(list.entries == [SystemList.Entry(path: list.file(of: one), isInForce: true)])
        }
    }

    private static let certutil = TrustFindings.path(of: "certutil")

    @Test(.enabled(if: certutil != nil, "certutil is missing: apt-get install libnss3-tools"))
    func `Real databases get an authority once, and lose it with those of deleted instances and nothing else`()
        async throws
    {
        try await inDirectory { home in
            let certutil = try #require(Self.certutil)
            let profile = "\(home)/.mozilla/firefox/x.default"
            let (one, other) = (try LocalAuthority.fresh(), try LocalAuthority.fresh())
            func make(_ changes: (TrustPlan) -> [TrustChange]) async throws -> TrustRun.Outcome {
                let findings = try await TrustFindings.find(
                    ["HOME": home], isRoot: false, program: { $0 == "certutil" ? certutil : nil },
                    run: ProgramOutput.run)
                let run = TrustRun(run: ProgramOutput.run) { _, _, _ in }
                return try await run.make(changes(TrustPlan(findings: findings)))
            }
            func add(_ authority: LocalAuthority) async throws -> TrustRun.Outcome {
                let copy = "\(home)/ca.pem"
                try Files.write(authority.pem.utf8, to: copy, mode: 0o644)
                return try await make { $0.adding(authority, file: copy, copy: copy) }
            }
            func entries(_ path: String) async throws -> [DatabaseEntry] {
                DatabaseEntry.parse(try await ProgramOutput.run([certutil, "-L", "-d", "sql:\(path)"]).text)
            }
            try Files.makeDirectory(profile, mode: 0o700)
            let place = ["-d", "sql:\(profile)", "-f", "/dev/null"]
            _ = try await ProgramOutput.run([certutil, "-N", "--empty-password"] + place)
            let mine = try LocalAuthority.fresh()
            try Files.write(mine.pem.utf8, to: "\(home)/mine.pem", mode: 0o644)
            _ = try await ProgramOutput.run(
                [certutil, "-A"] + place + ["-n", "Mine", "-t", "C,,", "-a", "-i", "\(home)/mine.pem"])

            #expect(try await add(one) == TrustRun.Outcome(changed: 2, failed: 0))
            #expect(try await add(one) == TrustRun.Outcome(changed: 0, failed: 0))
            #expect(try await add(other) == TrustRun.Outcome(changed: 2, failed: 0))
            let trusted = [one, other].map { DatabaseEntry(nickname: $0.nickname, isTrusted: true) }
            let kept = DatabaseEntry(nickname: "Mine", isTrusted: true)
            #expect(Set(try await entries("\(home)/.pki/nssdb").map(\.nickname)) == Set(trusted.map(\.nickname)))
            let found = try await entries(profile)
            #expect(found.count == 3 && (trusted + [kept]).allSatisfy(found.contains))

            #expect(try await make { $0.removing() } == TrustRun.Outcome(changed: 2, failed: 0))
            #expect(try await make { $0.removing() } == TrustRun.Outcome(changed: 0, failed: 0))
            #expect(try await entries(profile) == [kept])
            #expect(try await entries("\(home)/.pki/nssdb").isEmpty)
        }
    }

    @Test(.enabled(if: certutil != nil, "certutil is missing: apt-get install libnss3-tools"))
    func `A database with a password is left as it was`() async throws {
        try await inDirectory { home in
            let certutil = try #require(Self.certutil)
            let path = "\(home)/.pki/nssdb"
            try Files.makeDirectory(path, mode: 0o700)
            try Files.write("a password\n".utf8, to: "\(home)/password", mode: 0o600)
            _ = try await ProgramOutput.run([certutil, "-N", "-d", "sql:\(path)", "-f", "\(home)/password"])
            let authority = try LocalAuthority.fresh()
            try Files.write(authority.pem.utf8, to: "\(home)/ca.pem", mode: 0o644)
            func find() async throws -> TrustFindings {
                try await TrustFindings.find(
                    ["HOME": home], isRoot: false, program: { $0 == "certutil" ? certutil : nil },
                    run: ProgramOutput.run)
            }
            let before = try await find()
            #expect(before.databases.map(\.isPresent) == [true])
            var lines: [String] = []
            let changes = TrustPlan(findings: before).adding(
                authority, file: "\(home)/ca.pem", copy: "\(home)/ca.pem")
            let outcome = try await TrustRun(run: ProgramOutput.run) { list, text, _ in
                if list == "Chromium" { lines.append(text) }
            }.make(changes)
            #expect(outcome == TrustRun.Outcome(changed: 0, failed: 1))
            #expect(lines.first?.contains("password") == true)
            #expect(try await find() == before)
        }
    }
}
