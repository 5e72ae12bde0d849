import Contract
import Contracts
import Foundation
import Synchronization
import TestSupport
import Testing
import Values
import VokolClient

extension EndToEnd {
    /// The session of the Swift client against a real instance, over each transport.
    @Suite(.timeLimit(.minutes(5))) struct SwiftClientSession {
        /// A transport that counts the calls of each method.
        private final class CountingTransport: Transport {
            private let next: any Transport
            private let counts = Mutex<[String: Int]>([:])

            init(_ next: any Transport) { self.next = next }

            func count(of method: String) -> Int { counts.withLock { $0[method] ?? 0 } }

            func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
                counts.withLock { $0[request.method, default: 0] += 1 }
                return try await next.answer(to: request)
            }

            func events(of topics: [String], token: String?) async throws -> any EventSubscription {
                try await next.events(of: topics, token: token)
            }

            func close() async { await next.close() }
        }

        @Test(arguments: SwiftClient.Carrier.allCases)
        func `Fifty tasks whose token is about to end make one refresh, and signing out ends the session`(
            carrier: SwiftClient.Carrier
        ) async throws {
            let instance = try await Instances.simulated.value.instance
            let account = try instance.demonstrationAccount()
            let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let file = FileTokenStore(path: path)
            let first = Client(try carrier.transport(to: instance), session: file)
            try await first.signIn(
                with: Auth.Login.self,
                .init(
                    email: EmailAddress(unchecked: account.email),
                    password: PasswordAttempt(unchecked: account.password)))
            await first.close()
            var tokens = try #require(try file.load())
            tokens.accessTokenExpiresAt = Instant(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000) + 30_000)
            try file.save(tokens)

            let transport = CountingTransport(try carrier.transport(to: instance))
            let client = Client(transport, session: file)
            try await withThrowingTaskGroup { tasks in
                for _ in 0..<50 { tasks.addTask { try await client.call(Auth.Me.self).email?.text } }
                for try await email in tasks { #expect(email == account.email) }
            }
            #expect(transport.count(of: "auth.refresh") == 1 && transport.count(of: "auth.me") == 50)
            let next = try #require(try file.load())
            #expect(next.refreshToken != tokens.refreshToken)

            try await client.signOut()
            #expect(!FileManager.default.fileExists(atPath: path))
            let problem = await #expect(throws: Problem.self) {
                try await client.call(Auth.Refresh.self, .init(refreshToken: next.refreshToken))
            }
            #expect(problem?.code == .unauthenticated)
            await client.close()
        }
    }
}
