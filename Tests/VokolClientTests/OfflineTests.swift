import AggregatorContract
import AuthContract
import Contract
import Foundation
import MuseumsContract
import Synchronization
import TestSupport
import Testing
import Values

@testable import VokolClient

@Suite struct OfflineTests {
    private static let lost = TransportFailure("no network", mayHaveBeenSent: false)
    private let time = ClientTime()
    private let store = MemoryOfflineStore()

    private static func categories(_ name: String) -> String {
        #""result":{"items":[{"category":"castle","categoryName":"\#(name)","count":1,"later":2}]}"#
    }

    /// Returns a session of an account as JSON.
    private static func session(_ account: Int) -> String {
        """
        {"accessToken":"a","accessTokenExpiresAt":"2099-01-01T00:00:00Z","refreshToken":"r",\
        "refreshTokenExpiresAt":"2099-01-01T00:00:00Z","user":{"id":"019ab3c4-5d6e-7f80-9123-00000000000\(account)",\
        "login":"Ada","roles":[],"createdAt":"2026-03-02T08:15:00Z",\
        "declarationVersion":"\(DeclarationVersion.exampleText)"}}
        """
    }

    private func client(_ transport: ScriptedTransport, _ account: Int = 1) throws -> Client {
        let tokens = try CallAnswer.decode(Auth.Tokens.self, from: Array(Self.session(account).utf8))
        return Client(transport, session: MemoryTokenStore(tokens), offline: store, clock: time.clock)
    }

    @Test func `A screen gets the stored value with its age, then the fresh one, and without a network the error`()
        async throws
    {
        let transport = ScriptedTransport { _, number in
            if number >= 2 { throw Self.lost }
            return Self.categories(["Замки", "Замкі"][number])
        }
        let client = try client(transport)
        var options = Client.Options()
        options.attempts = 1
        func read() async -> (values: [Aged<Museums.Categories.Result>], error: (any Error)?) {
            var values: [Aged<Museums.Categories.Result>] = []
            do {
                for try await value in client.stored(Museums.Categories.self, Empty(), options: options) {
                    values.append(value)
                }
                return (values, nil)
            } catch {
                return (values, error)
            }
        }
        let began = time.now
        let first = await read()
        #expect(first.values.map(\.isStored) == [false] && first.error == nil)
        time.advance(by: .seconds(60))
        let second = await read()
        #expect(second.values.map(\.isStored) == [true, false])
        #expect(second.values.map(\.savedAt) == [began, time.now])
        #expect(second.values.compactMap { $0.value.items.first?.categoryName } == ["Замки", "Замкі"])
        let third = await read()
        #expect(third.values.map(\.isStored) == [true] && third.error as? TransportFailure == Self.lost)
        #expect(third.values.first?.value.items.first?.categoryName == "Замкі")
        // Another account has values of its own.
        let other = try self.client(transport, 2)
        await #expect(throws: Self.lost) {
            for try await value in other.stored(Museums.Categories.self, Empty(), options: options) {
                Issue.record("\(value)")
            }
        }
    }

    private static let lookUp = History.Add.Params(placeId: PlaceID(unchecked: PlaceID.exampleText))

    private static func entry(_ number: Int) -> String {
        """
        "result":{"id":"019ab3c4-5d6e-7f80-9123-45678900000\(number)","savedAt":"2026-03-02T08:15:00Z",\
        "location":{"latitude":53.9,"longitude":27.5}}
        """
    }

    @Test func `Look-ups saved without a network are sent later, once, in their order, with their keys`() async throws {
        let isDown = Mutex(true)
        let transport = ScriptedTransport { _, number in
            if isDown.withLock({ $0 }) { throw Self.lost }
            return Self.entry(number % 10)
        }
        let client = try client(transport)
        for _ in 0..<2 {
            #expect(try await client.addLookUp(Self.lookUp) == nil)
            time.advance(by: .seconds(60))
        }
        #expect(try client.keptLookUps == 2)
        await #expect(throws: Self.lost) { try await client.sendLookUps() }
        let keys = transport.calls.compactMap(\.idempotencyKey)
        #expect(try client.keptLookUps == 2 && Set(keys).count == 2)
        // Another account has none, and does not send those.
        let other = try self.client(transport, 2)
        #expect(try other.keptLookUps == 0)
        let before = transport.calls.count
        isDown.withLock { $0 = false }
        try await other.sendLookUps()
        #expect(transport.calls.count == before)
        try await client.sendLookUps()
        #expect(transport.calls.dropFirst(before).compactMap(\.idempotencyKey) == [keys[0], keys[4]])
        #expect(try client.keptLookUps == 0)
        #expect(try await client.addLookUp(Self.lookUp) != nil)
    }

    @Test func `A kept look-up that the server refuses for good is dropped, and one of an ended session stays`()
        async throws
    {
        let answers = Mutex(["lost", "lost", "ended", "refused", "ok"][...])
        let transport = ScriptedTransport { _, _ in
            switch answers.withLock({ $0.popFirst() }) {
            case "ended": return problem(-32001)
            case "refused": return problem(-32602)
            case "ok": return Self.entry(1)
            default: throw Self.lost
            }
        }
        let client = try client(transport)
        let lookUps = try #require(client.lookUps)
        let account = try #require(try client.user?.id)
        for key in ["a", "b"] {
            #expect(try lookUps.add(.init(params: Self.lookUp, idempotencyKey: key, account: account), at: time.now))
        }
        answers.withLock { $0 = ["refused", "ok"] }
        try await client.sendLookUps()
        #expect(try client.keptLookUps == 0 && transport.calls.map(\.idempotencyKey) == ["a", "b"])
        #expect(try lookUps.add(.init(params: Self.lookUp, idempotencyKey: "c", account: account), at: time.now))
        // The call, the refresh with the access token, and the one without it.
        answers.withLock { $0 = ["ended", "ended", "ended"] }
        await #expect(throws: Problem.self) { try await client.sendLookUps() }
        #expect(try lookUps.entries(of: account).count == 1)
        for key in 1..<KeptLookUps.maximumCount {
            _ = try lookUps.add(.init(params: Self.lookUp, idempotencyKey: "\(key)", account: account), at: time.now)
        }
        #expect(try !lookUps.add(.init(params: Self.lookUp, idempotencyKey: "x", account: account), at: time.now))
    }

    @Test func `A look-up that the server cannot save for now is kept`() async throws {
        let transport = ScriptedTransport { _, _ in problem(-32012, #","retryable":true"#) }
        let client = try client(transport)
        #expect(try await client.addLookUp(Self.lookUp) == nil)
        #expect(try client.keptLookUps == 1)
    }

    @Test func `Look-ups are sent for their own account only, also if another one signs in meanwhile`() async throws {
        let email = try #require(EmailAddress("ada@example.org"))
        let password = try #require(PasswordAttempt("correct horse"))
        let signing = Mutex<Client?>(nil)
        let transport = ScriptedTransport { request, _ in
            guard request.method == "history.add" else { return #""result":\#(Self.session(2))"# }
            _ = try await signing.withLock { $0 }?.signIn(
                with: Auth.Login.self, .init(email: email, password: password))
            return Self.entry(1)
        }
        let client = try client(transport)
        signing.withLock { $0 = client }
        let (lookUps, account) = (try #require(client.lookUps), try #require(try client.user?.id))
        for key in ["a", "b"] {
            _ = try lookUps.add(.init(params: Self.lookUp, idempotencyKey: key, account: account), at: time.now)
        }
        await #expect(throws: SignedOut.self) { try await client.sendLookUps() }
        #expect(transport.calls(of: "history.add").map(\.idempotencyKey) == ["a"])
        #expect(try lookUps.entries(of: account).map(\.idempotencyKey) == ["b"])
    }

    @Test func `Signing out removes what is stored`() async throws {
        let transport = ScriptedTransport { _, _ in throw Self.lost }
        let client = try client(transport)
        #expect(try await client.addLookUp(Self.lookUp) == nil)
        await #expect(throws: Self.lost) { try await client.signOut() }
        #expect(store.value(for: "look-ups") == nil)
    }

    @Test func `An answer that arrives after its account has signed out is not stored`() async throws {
        let (began, gate) = (Gate(), Gate())
        let transport = ScriptedTransport { request, _ in
            if request.method == "auth.logout" { return #""result":{}"# }
            began.open()
            await gate.pass()
            return Self.categories("Замки")
        }
        let client = try client(transport)
        async let values = client.stored(Museums.Categories.self, Empty()).reduce(0) { count, _ in count + 1 }
        await began.pass()
        try await client.signOut()
        gate.open()
        #expect(try await values == 1)
        // Whoever uses the program next finds nothing: nobody, and the same account.
        for next in [client, try self.client(transport)] {
            var values = next.stored(Museums.Categories.self, Empty()).makeAsyncIterator()
            #expect(try await values.next()?.isStored == false)
        }
    }

    @Test func `Signing out removes a session that cannot be read, and what is stored`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("{".utf8).write(to: URL(filePath: path))
        store.save(OfflineValue(json: [], savedAt: time.now), for: "a")
        let transport = ScriptedTransport { _, _ in throw Self.lost }
        let client = Client(transport, session: FileTokenStore(path: path), offline: store, clock: time.clock)
        await #expect(throws: (any Error).self) { try await client.call(Auth.Me.self) }
        try await client.signOut()
        #expect(!FileManager.default.fileExists(atPath: path) && store.value(for: "a") == nil)
        await #expect(throws: Self.lost) { try await client.call(Auth.Me.self) }
    }

    @Test func `The oldest values make room for new ones, and pinned ones stay`() {
        let store = MemoryOfflineStore()
        @discardableResult func save(
            _ key: String, _ bytes: Int = 1, at time: Int64, isPinned: Bool = false
        ) -> Bool {
            store.save(
                OfflineValue(
                    json: [UInt8](repeating: 0, count: bytes), savedAt: Instant(milliseconds: time), isPinned: isPinned),
                for: key)
        }
        save("pinned", at: 0, isPinned: true)
        for number in 1...OfflineIndex.maximumCount { save("\(number)", at: Int64(number)) }
        #expect(store.value(for: "pinned") != nil && store.value(for: "1") == nil && store.value(for: "2") != nil)
        for number in 1...8 { save("large \(number)", OfflineIndex.maximumValue, at: 1_000 + Int64(number)) }
        #expect(
            store.value(for: "2") == nil && store.value(for: "large 1") == nil && store.value(for: "large 2") != nil)
        #expect(!save("large 2", OfflineIndex.maximumValue + 1, at: 2_000))
        #expect(store.value(for: "large 2") != nil, "a value that is too large changes nothing")
    }

    @Test func `A value that does not fit beside the pinned ones changes nothing`() {
        let store = MemoryOfflineStore()
        for number in 0..<7 {
            let value = OfflineValue(
                json: [UInt8](repeating: 0, count: OfflineIndex.maximumValue),
                savedAt: Instant(milliseconds: Int64(number)), isPinned: true)
            #expect(store.save(value, for: "city \(number)"))
        }
        let small = OfflineValue(json: [1], savedAt: time.now)
        let queue = OfflineValue(json: [2], savedAt: time.now, isPinned: true)
        #expect(store.save(small, for: "small") && store.save(queue, for: "queue"))
        let large = OfflineValue(
            json: [UInt8](repeating: 0, count: OfflineIndex.maximumValue), savedAt: time.now, isPinned: true)
        #expect(!store.save(large, for: "city 7") && !store.save(large, for: "small"))
        #expect(store.value(for: "small") == small && store.value(for: "queue") == queue)
        store.remove("city 0")
        #expect(store.save(large, for: "city 7"))
    }

    @Test func `Values in files are private, survive a restart and damage, and are removed`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let value = OfflineValue(json: Array("[1]".utf8), savedAt: time.now)
        let store = FileOfflineStore(directory: directory)
        #expect(try store.value(for: "a") == nil)
        for _ in 0..<3 { try store.save(value, for: "a") }
        try store.save(value, for: "b")
        let again = FileOfflineStore(directory: directory)
        #expect(try again.value(for: "a") == value)
        let files = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(files.count == 3)
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(file)")[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        try again.remove("b")
        #expect(try again.value(for: "b") == nil && again.value(for: "a") == value)
        try Data("{".utf8).write(to: URL(filePath: "\(directory)/index.json"))
        let damaged = FileOfflineStore(directory: directory)
        #expect(try damaged.value(for: "a") == nil)
        try damaged.save(value, for: "b")
        #expect(try FileOfflineStore(directory: directory).value(for: "b") == value)
        // The file of a value that the damaged list has forgotten goes, too.
        try damaged.removeAll()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        try FileOfflineStore(directory: directory).removeAll()
    }

    @Test func `A list that cannot be read now is not written over`() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let value = OfflineValue(json: Array("[1]".utf8), savedAt: time.now)
        try FileOfflineStore(directory: directory).save(value, for: "a")
        let (list, away) = ("\(directory)/index.json", "\(directory)/away.json")
        try FileManager.default.moveItem(atPath: list, toPath: away)
        // A link is not followed, which is an error of the system.
        try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: away)
        let store = FileOfflineStore(directory: directory)
        #expect(throws: (any Error).self) { try store.value(for: "a") }
        #expect(throws: (any Error).self) { try store.save(value, for: "b") }
        try FileManager.default.removeItem(atPath: list)
        try FileManager.default.moveItem(atPath: away, toPath: list)
        #expect(try store.value(for: "a") == value)
    }
}
