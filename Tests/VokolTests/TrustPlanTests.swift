import Foundation
import SwiftASN1
import Testing
import X509

@testable import Machine
@testable import vokol

/// Tests of the commands that are planned for what a machine has; nothing is run.
@Suite struct TrustPlanTests {
    private static let home = "/home/ada"
    private let authority: LocalAuthority

    init() throws { authority = try .fresh() }

    private func findings(_ databases: [TrustFindings.Database] = []) -> TrustFindings {
        TrustFindings(updater: "/u", certutil: "/c", rootPrefix: [], databases: databases)
    }

    private func database(
        _ browser: String, isPresent: Bool = true, _ entries: [DatabaseEntry] = [], fault: String? = nil
    ) -> TrustFindings.Database {
        TrustFindings.Database(
            database: BrowserDatabase(browser: browser, path: "/db/\(browser)"), isPresent: isPresent, entries: entries,
            fault: fault)
    }

    private func adding(_ findings: TrustFindings) -> [TrustChange] {
        TrustPlan(findings: findings).adding(authority, file: "/i/ca.pem", copy: "/t/ca.pem")
    }

    @Test func `A missing database is created before the authority is added`() {
        let change = adding(findings([database("Chromium", isPresent: false)]))[1]
        let place = ["-d", "sql:/db/Chromium", "-f", "/dev/null"]
        #expect(
            change.action
                == .run([
                    ["mkdir", "-p", "-m", "700", "/db/Chromium"], ["/c", "-N", "--empty-password"] + place,
                    ["/c", "-A"] + place + ["-n", authority.nickname, "-t", "C,,", "-a", "-i", "/t/ca.pem"],
                ]))
        #expect(change.text == "added: /db/Chromium")
    }

    @Test func `An authority that is trusted already is not added again`() {
        let target = "/usr/local/share/ca-certificates/\(authority.fileName)"
        var found = findings([
            database("Chromium", [DatabaseEntry(nickname: authority.nickname, isTrusted: true)]), database("Firefox"),
        ])
        found.systemEntries = [SystemList.Entry(path: target, isInForce: true)]
        let changes = adding(found)
        #expect(changes.map(\.list) == ["system", "Chromium", "Firefox"])
        #expect(changes.prefix(2).map(\.action) == [.keep, .keep])
        #expect(changes[2].action != .keep)
        found.systemEntries = [SystemList.Entry(path: target, isInForce: false)]
        #expect(adding(found)[0].action != .keep)
    }

    @Test func `An entry without trust is trusted, except one that the user made`() {
        let ours = DatabaseEntry(nickname: authority.nickname, isTrusted: false)
        let theirs = DatabaseEntry(nickname: "\(authority.commonName) - Vokol", isTrusted: false)
        let trusted = DatabaseEntry(nickname: theirs.nickname, isTrusted: true)
        let changes = adding(
            findings([database("a", [ours]), database("b", [theirs]), database("c", [trusted])]))
        guard case .run = changes[1].action else { return #expect(Bool(false), "\(changes[1])") }
        #expect(changes[2].action == .refuse)
        #expect(changes[3].action == .keep)
    }

    @Test(arguments: [
        ([], ["install", "/u"]), (["/s", "-n"], ["/s", "/s"]),
    ])
    func `The system's list is changed by root, or by sudo without a question`(prefix: [String], programs: [String]) {
        var found = findings()
        found.rootPrefix = prefix
        guard case .run(let commands) = adding(found)[0].action else { return #expect(Bool(false)) }
        #expect(commands.map(\.first) == programs)
        #expect(commands.allSatisfy { Array($0.prefix(prefix.count)) == prefix })
    }

    @Test func `A user without rights learns what to run for the system's list`() {
        var found = findings()
        found.rootPrefix = nil
        let change = adding(found)[0]
        #expect(change.action == .refuse)
        let target = "/usr/local/share/ca-certificates/\(authority.fileName)"
        #expect(
            change.text.hasSuffix(
                "run: sudo install -D -m 644 /i/ca.pem \(target) && sudo update-ca-certificates"))
    }

    @Test func `Without certutil the remedy is named, and the system's list is changed all the same`() {
        var found = findings([database("Chromium")])
        found.certutil = nil
        let changes = adding(found)
        #expect(changes.map(\.list) == ["system", "browsers"])
        #expect(changes[0].text.hasPrefix("added: "))
        #expect(changes[1].text.hasSuffix("apt-get install libnss3-tools"))
        #expect(TrustPlan(findings: found).removing().map(\.action) == [.keep, .refuse])
    }

    @Test func `A machine without the system's list is no failure`() {
        var found = findings()
        found.updater = nil
        #expect(adding(found)[0].action == .keep)
    }

    @Test func `A removal takes exactly the entries that this command adds, also of other instances`() {
        var found = findings([
            database("Chromium", isPresent: false),
            database(
                "Firefox",
                [
                    "Vokol local authority 0123abcd", "Vokol local authority ffffffff", "Vokol local authority",
                    "Vokol local authority of mine", "\(authority.commonName) - Vokol", "Another",
                ].map { DatabaseEntry(nickname: $0, isTrusted: true) }),
        ])
        found.systemEntries = [SystemList.Entry(path: "/s/vokol-0123abcd.crt", isInForce: true)]
        let changes = TrustPlan(findings: found).removing()
        #expect(changes.map(\.list) == ["system", "Firefox"])
        #expect(changes[0].action == .run([["rm", "-f", "/s/vokol-0123abcd.crt"], ["/u", "--fresh"]]))
        let place = ["-d", "sql:/db/Firefox", "-f", "/dev/null"]
        #expect(
            changes[1].action
                == .run(
                    ["0123abcd", "ffffffff"].map { ["/c", "-D"] + place + ["-n", "Vokol local authority \($0)"] }))
    }

    @Test func `A database that cannot be read is left as it is`() {
        let found = findings([database("Firefox", fault: "locked")])
        #expect(adding(found)[1].action == .refuse)
        #expect(adding(found)[1].text == "not added: /db/Firefox: locked")
        #expect(TrustPlan(findings: found).removing()[1].action == .refuse)
    }

    @Test func `A failure is undone and reported with its cause and remedy, and the other lists are changed`()
        async throws
    {
        let changes = [
            TrustChange(
                list: "a", action: .run([["one"], ["bad"], ["never"]]), text: "done", undo: ["undo"], remedy: "try"),
            TrustChange(list: "b", action: .run([["two"]]), text: "done"),
        ]
        let record = Record()
        var lines: [String] = []
        let run = TrustRun(
            run: { words in
                await record.note(words)
                return ProgramOutput(exit: .code(words == ["bad"] ? 255 : 0), text: "first\nthe cause\n")
            }, print: { lines.append("\($0) \($1) \($2)") })
        #expect(try await run.make(changes) == TrustRun.Outcome(changed: 1, failed: 1))
        #expect(await record.words == ["one", "bad", "undo", "two"])
        #expect(lines == ["a not changed: the cause; try true", "b done false"])
    }

    private actor Record {
        var words: [String] = []
        func note(_ words: [String]) { self.words += words }
    }

    @Test func `Names and trust are read from the list that certutil prints`() {
        let list = """

            Certificate Nickname                                         Trust Attributes
                                                                         SSL,S/MIME,JAR/XPI

            Vokol local authority 1a2b3c4d                               C,,  
            My CA, of the office                                         ,,   
            A name that is so long that it reaches beyond its column, which is possible CT,C,Cu
            """
        #expect(
            DatabaseEntry.parse(list) == [
                DatabaseEntry(nickname: "Vokol local authority 1a2b3c4d", isTrusted: true),
                DatabaseEntry(nickname: "My CA, of the office", isTrusted: false),
                DatabaseEntry(
                    nickname: "A name that is so long that it reaches beyond its column, which is possible",
                    isTrusted: true),
            ])
    }
}

extension LocalAuthority {
    /// Returns a new authority.
    static func fresh() throws -> LocalAuthority {
        let certificate = try CertificateAuthority.make(now: Date()).identity.certificate
        return try LocalAuthority(pem: Array(certificate.serializeAsPEM().pemString.utf8), from: "ca.pem")
    }
}
