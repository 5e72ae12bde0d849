import AuthContract
import Contract
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing
import Values

@testable import VokolClient

@Suite struct ClientSessionTests {
    /// Counts looks at the clock.
    private final class Looks: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private let time = ClientTime()
    private let store = MemoryTokenStore()

    private static let user = """
        {"id":"\(Identifier.exampleText)","login":"Ada","roles":[],"createdAt":"2026-03-02T08:15:00Z",\
        "declarationVersion":"\(DeclarationVersion.exampleText)","later":1}
        """

    /// Returns a session whose tokens have a number, as JSON.
    private static func session(_ number: Int, until end: Instant) -> String {
        """
        {"accessToken":"a\(number)","accessTokenExpiresAt":"\(end)","refreshToken":"r\(number)",\
        "refreshTokenExpiresAt":"2099-01-01T00:00:00Z","user":\(user),"deviceToken":"d\(number)"}
        """
    }

    private func signedIn(for duration: Duration, _ transport: ScriptedTransport) throws -> Client {
        var end = time.now
        end.milliseconds += duration.wholeMilliseconds
        store.save(try CallAnswer.decode(Auth.Tokens.self, from: Array(Self.session(1, until: end).utf8)))
        return Client(transport, session: store, clock: time.clock)
    }

    /// Answers refreshes with the next session, and other calls by their token.
    private func server(_ refresh: @escaping @Sendable () async throws -> String) -> ScriptedTransport {
        ScriptedTransport { request, _ in
            if request.method == "auth.refresh" { return try await refresh() }
            return #""result":\#(Self.user)"#
        }
    }

    private var nextSession: String { #""result":\#(Self.session(2, until: time.now.advanced(bySeconds: 300)))"# }

    @Test func `Fifty tasks that need a refresh make one`() async throws {
        let gate = Gate()
        let next = nextSession
        let transport = server {
            await gate.pass()
            return next
        }
        _ = try signedIn(for: .seconds(59), transport)
        // The refresh is answered once all tasks have found that they need it: each looks at the time of day once.
        let looks = Looks()
        var clock = time.clock
        clock.now = { [time] in
            if looks.next() == 50 { gate.open() }
            return time.now
        }
        let client = Client(transport, session: store, clock: clock)
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<50 { tasks.addTask { _ = try await client.call(Auth.Me.self) } }
            try await tasks.waitForAll()
        }
        #expect(transport.calls(of: "auth.refresh").count == 1)
        #expect(transport.calls(of: "auth.me").map(\.token) == Array(repeating: "a2", count: 50))
        #expect(store.load()?.refreshToken.text == "r2")
    }

    @Test func `A token that holds for more than a minute is used as it is`() async throws {
        let transport = server { throw TransportFailure("none", mayHaveBeenSent: false) }
        _ = try await signedIn(for: .seconds(61), transport).call(Auth.Me.self)
        #expect(transport.calls.map(\.token) == ["a1"])
    }

    @Test func `A lost network signs nobody out: the token is used while it holds`() async throws {
        let transport = server { throw TransportFailure("none", mayHaveBeenSent: false) }
        let client = try signedIn(for: .seconds(40), transport)
        _ = try await client.call(Auth.Me.self)
        #expect(transport.calls(of: "auth.me").map(\.token) == ["a1"])
        time.advance(by: .seconds(60))
        await #expect(throws: TransportFailure.self) { try await client.call(Auth.Me.self) }
        #expect(store.load()?.refreshToken.text == "r1")
        #expect(try client.user?.id.text == Identifier.exampleText)
    }

    @Test func `A session that the server has ended is forgotten`() async throws {
        let transport = server { problem(-32001, #","reason":"session-ended""#) }
        let client = try signedIn(for: .seconds(10), transport)
        let error = await #expect(throws: Problem.self) { try await client.call(Auth.Me.self) }
        #expect(error?.has(Auth.sessionEnded) == true)
        #expect(store.load() == nil)
        #expect(try client.user == nil)
    }

    @Test func `A cancelled call leaves the refresh to its end, and the next session is kept`() async throws {
        let (began, gate) = (Gate(), Gate())
        let next = nextSession
        let transport = server {
            began.open()
            await gate.pass()
            return next
        }
        let client = try signedIn(for: .seconds(-1), transport)
        let call = Task { try await client.call(Auth.Me.self) }
        await began.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        gate.open()
        _ = try await client.call(Auth.Me.self)
        #expect(transport.calls(of: "auth.refresh").count == 1 && store.load()?.refreshToken.text == "r2")
    }

    @Test func `A refresh carries the access token while that is valid`() async throws {
        for (rest, token) in [(Duration.seconds(40), "a1"), (.seconds(-1), nil)] {
            let next = nextSession
            let transport = server { next }
            _ = try await signedIn(for: rest, transport).call(Auth.Me.self)
            #expect(transport.calls(of: "auth.refresh").map(\.token) == [token])
        }
    }

    @Test func `A refused access token does not end the session of a refresh that carries it`() async throws {
        let next = nextSession
        let transport = ScriptedTransport { request, _ in
            if request.method == "auth.refresh" { return request.token == nil ? next : problem(-32001) }
            return #""result":\#(Self.user)"#
        }
        _ = try await signedIn(for: .seconds(40), transport).call(Auth.Me.self)
        #expect(transport.calls.map(\.token) == ["a1", nil, "a2"] && store.load()?.refreshToken.text == "r2")
    }

    @Test func `A wait for a refresh ends with the time limit, and a valid token is used then`() async throws {
        let gate = Gate()
        let next = nextSession
        let transport = server {
            await gate.pass()
            return next
        }
        let limits = Mutex<[Duration]>([])
        var clock = time.clock
        clock.expire = { limit in limits.withLock { $0.append(limit) } }
        for (rest, limit) in [(Duration.seconds(40), Duration.seconds(15)), (.seconds(-1), .seconds(30))] {
            _ = try signedIn(for: rest, transport)
            let client = Client(transport, session: store, clock: clock)
            if rest > .zero {
                _ = try await client.call(Auth.Me.self)
                #expect(transport.calls(of: "auth.me").map(\.token) == ["a1"])
            } else {
                await #expect(throws: TransportFailure.self) { try await client.call(Auth.Me.self) }
            }
            #expect(limits.withLock { $0.last } == limit)
        }
        gate.open()
    }

    /// A store that can be made to fail.
    private final class FailingStore: TokenStore {
        let tokens = MemoryTokenStore()
        let isFailing = Mutex(false)

        func load() -> Auth.Tokens? { tokens.load() }
        func save(_ tokens: Auth.Tokens?) throws {
            if isFailing.withLock({ $0 }) { throw SystemError("the disk is full", code: ENOSPC) }
            self.tokens.save(tokens)
        }
    }

    @Test func `A session that could not be stored is stored as soon as that is possible`() async throws {
        let next = nextSession
        let transport = server { next }
        _ = try signedIn(for: .seconds(-1), transport)
        let failing = FailingStore()
        failing.tokens.save(store.load())
        failing.isFailing.withLock { $0 = true }
        let client = Client(transport, session: failing, clock: time.clock)
        _ = try await client.call(Auth.Me.self)
        #expect(failing.load()?.refreshToken.text == "r1" && transport.calls.last?.token == "a2")
        failing.isFailing.withLock { $0 = false }
        _ = try await client.call(Auth.Me.self)
        #expect(failing.load()?.refreshToken.text == "r2" && transport.calls(of: "auth.refresh").count == 1)
    }

    @Test func `Nobody is signed in after signing in if the session cannot be stored, nor after signing out`()
        async throws
    {
        let next = nextSession
        let transport = ScriptedTransport { _, _ in next }
        let failing = FailingStore()
        failing.isFailing.withLock { $0 = true }
        let client = Client(transport, session: failing, clock: time.clock)
        let email = try #require(EmailAddress("ada@example.org"))
        let password = try #require(PasswordAttempt("correct horse"))
        await #expect(throws: SystemError.self) {
            try await client.signIn(with: Auth.Login.self, .init(email: email, password: password))
        }
        #expect(try client.user == nil)
        failing.isFailing.withLock { $0 = false }
        try await client.signIn(with: Auth.Login.self, .init(email: email, password: password))
        failing.isFailing.withLock { $0 = true }
        await #expect(throws: SystemError.self) { try await client.signOut() }
        #expect(try client.user == nil && transport.calls.last?.method == "auth.logout")
        failing.isFailing.withLock { $0 = false }
        #expect(try client.user == nil && failing.load() == nil)
    }

    @Test func `A code by SMS signs in, and a number without an account does not`() async throws {
        let registration = """
            "result":{"status":"registration-required","registrationToken":"\(RegistrationToken.exampleText)"}
            """
        let session = Self.session(2, until: time.now.advanced(bySeconds: 300)).dropFirst()
        let answers = Mutex([registration, #""result":{"status":"signed-in",\#(session)"#][...])
        let transport = ScriptedTransport { _, _ in answers.withLock { $0.popFirst() } ?? "" }
        let client = Client(transport, session: store, clock: time.clock)
        let params = Auth.VerifyCode.Params(
            challengeId: try #require(Identifier(Identifier.exampleText)), code: try #require(OneTimeCode("123456")))
        #expect(try await client.verifyCode(params).registrationToken != nil)
        #expect(try client.user == nil && store.load() == nil)
        #expect(try await client.verifyCode(params).status.known == .signedIn)
        #expect(try client.deviceToken?.text == "d2" && store.load()?.refreshToken.text == "r2")
    }

    @Test func `A proof of presence is carried by later calls`() async throws {
        let end = time.now.advanced(bySeconds: 300)
        let transport = ScriptedTransport { request, _ in
            request.method == "auth.provePresence"
                ? #""result":{"accessToken":"p","accessTokenExpiresAt":"\#(end)","presentUntil":"\#(end)"}"#
                : #""result":\#(Self.user)"#
        }
        let client = try signedIn(for: .seconds(200), transport)
        let password = try #require(PasswordAttempt("correct horse"))
        #expect(try await client.provePresence(.init(password: password)) == end)
        _ = try await client.call(Auth.Me.self)
        #expect(transport.calls.map(\.token) == ["a1", "p"])
        #expect(store.load()?.accessToken == "p" && store.load()?.refreshToken.text == "r1")
    }

    @Test func `A refresh that is asked for does not wait for the token's end`() async throws {
        let next = nextSession
        let transport = server { next }
        let client = try signedIn(for: .seconds(200), transport)
        try await client.refresh()
        #expect(store.load()?.accessToken == "a2")
    }

    @Test func `A refused token is refreshed, and the call sent once more`() async throws {
        let next = nextSession
        let transport = ScriptedTransport { request, _ in
            if request.method == "auth.refresh" { return next }
            return request.token == "a2" ? #""result":\#(Self.user)"# : problem(-32001)
        }
        _ = try await signedIn(for: .seconds(200), transport).call(Auth.Me.self)
        #expect(transport.calls.map(\.method) == ["auth.me", "auth.refresh", "auth.me"])
    }

    @Test func `A wrong clock does not refresh before every call`() async throws {
        let past = Self.session(2, until: time.now.advanced(bySeconds: -3_600))
        let transport = server { #""result":\#(past)"# }
        let client = try signedIn(for: .seconds(-1), transport)
        for _ in 0..<5 { _ = try await client.call(Auth.Me.self) }
        #expect(transport.calls(of: "auth.refresh").count == 1)
    }

    @Test func `Signing out during a refresh leaves nobody signed in`() async throws {
        let (began, gate) = (Gate(), Gate())
        let next = nextSession
        let transport = server {
            began.open()
            await gate.pass()
            return next
        }
        let client = try signedIn(for: .seconds(10), transport)
        async let call = client.call(Auth.Me.self)
        await began.pass()
        try await client.signOut()
        gate.open()
        _ = try? await call
        #expect(store.load() == nil)
        #expect(transport.calls(of: "auth.logout").count == 1)
    }

    @Test func `The file of a session is private, survives a restart and goes with the session`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = FileTokenStore(path: path)
        #expect(try file.load() == nil)
        let tokens = try CallAnswer.decode(Auth.Tokens.self, from: Array(Self.session(1, until: time.now).utf8))
        try file.save(tokens)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileTokenStore(path: path).load() == tokens)
        try file.save(nil)
        try file.save(nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
