import Contract
import Contracts
import Foundation
import HTTP
import TestSupport
import Testing
import Values
import VokolClient
import VokolClientNIO
import Wire

extension EndToEnd {
    /// The Swift client against a real instance, over each transport.
    @Suite(.timeLimit(.minutes(5))) struct SwiftClient {
        enum Carrier: CaseIterable {
            case http, lines

            func transport(to instance: RunningInstance) throws -> any Transport {
                let trust = TLSTrust.only(file: instance.authorityFile)
                return switch self {
                case .http: try HTTPTransport(host: "localhost", port: instance.port, trust: trust)
                case .lines: try LineTransport(host: "localhost", port: instance.port, trust: trust)
                }
            }
        }

        private func signedIn(_ instance: RunningInstance, _ carrier: Carrier) async throws -> Client {
            let client = Client(try carrier.transport(to: instance))
            let account = try instance.demonstrationAccount()
            let user = try await client.signIn(
                with: Auth.Login.self,
                .init(
                    email: EmailAddress(unchecked: account.email),
                    password: PasswordAttempt(unchecked: account.password)))
            #expect(user.email?.text == account.email)
            return client
        }

        @Test(arguments: Carrier.allCases)
        func `A person signs in, reads lists and a card, makes a faulty call, and signs out`(
            carrier: Carrier
        ) async throws {
            let client = try await signedIn(try await Instances.plain.value, carrier)
            var options = Client.Options()
            options.locale = "be"
            let params = Museums.Search.Params(query: SearchText(unchecked: "замок"), limit: PageLimit(unchecked: 5))
            var ids: [String] = []
            for try await museum in client.pages(Museums.Search.self, params, options: options).items.prefix(12) {
                ids.append(museum.id.text)
            }
            #expect(Set(ids).count == 12)
            let card = try await client.call(
                Museums.Get.self, .init(id: .init(unchecked: try #require(ids.first))), options: options)
            #expect(card.language == .belarusian || card.language == .russian || card.language == .english)
            let problem = await #expect(throws: Problem.self) {
                try await client.call(Museums.Get.self, .init(id: .init(unchecked: "by-nowhere")))
            }
            #expect(problem?.code == .notFound && problem?.traceID != nil)
            try await client.signOut()
            #expect(try client.user == nil)
            await #expect(throws: Problem.self) { try await client.call(Auth.Me.self) }
            await client.close()
            await #expect(throws: TransportFailure.self) { try await client.call(Auth.Me.self) }
        }

        @Test(arguments: Carrier.allCases)
        func `Fifty calls at once are answered`(carrier: Carrier) async throws {
            let client = Client(try carrier.transport(to: try await Instances.plain.value))
            try await withThrowingTaskGroup { tasks in
                for _ in 0..<50 { tasks.addTask { try await client.call(Auth.KeySet.self).keys.count } }
                for try await count in tasks { #expect(count > 0) }
            }
            await client.close()
        }

        /// An instance that the examples of all methods may change, practically without rate limits, which would refuse
        /// calls of methods that cost much.
        private static let changeable = Task { try await SimulatedInstance.start().instance }

        @Test(arguments: Carrier.allCases)
        func `Every public method can be called`(carrier: Carrier) async throws {
            let instance = try await Self.changeable.value
            let client = try await signedIn(instance, carrier)
            // Examples may change what belongs to a guest, and only a staff account reaches methods that need a role.
            let guest = try await Guest.register(1, at: instance)[0]
            let staff = try await Guest.register(
                "park.staff", "park.admin", "museums.editor", "admin", at: instance)
            var results = 0
            for method in Methods.public {
                let exampled = try #require(method as? any ExampledMethod.Type)
                let isReading = method.declaration.http?.verb == .get
                var token = isReading ? nil : guest.token
                if case .role = method.declaration.access { token = staff.token }
                do {
                    try await call(exampled, client, token: token)
                    results += 1
                } catch let problem as Problem {
                    let broken: [ErrorCode] = [
                        .parseError, .invalidRequest, .methodNotFound, .internal, .idempotencyMismatch,
                    ]
                    let isCalled =
                        !broken.contains(problem.code) && !problem.has(.roleRequired)
                        && !(problem.code == .quotaExceeded && problem.reason == nil)
                    #expect(isCalled, "\(method.declaration.name): \(problem)")
                } catch {
                    Issue.record("\(method.declaration.name): \(error)")
                }
            }
            #expect(results > 90, "\(results) of \(Methods.public.count) methods had a result")
            await client.close()
        }

        private func call<M: ExampledMethod>(_ method: M.Type, _ client: Client, token: String?) async throws {
            let params = try JSONCoding.decode(M.Params.self, from: Array(M.example.params.serialized().utf8))
            var options = Client.Options()
            options.timeout = .seconds(2)
            options.accessToken = token
            _ = try await client.call(method, params, options: options)
        }

        @Test(arguments: Carrier.allCases)
        func `Events go on after the gateway was killed, and begin again with a resync`(carrier: Carrier) async throws {
            let instance = try await RunningInstance()
            let client = try await signedIn(instance, carrier)
            let groups = try await client.call(Schedule.Groups.self, .init(query: SearchText("35")))
            let numbers = groups.items.prefix(2).map(\.number)
            try #require(numbers.count == 2)
            var events = client.events(of: [Schedule.favouritesTopic.name]).makeAsyncIterator()
            #expect(try await events.next() == .resync)
            _ = try await client.call(Schedule.AddFavourite.self, .init(group: numbers[0]))
            while try await events.next() != .changed(topic: "favourites") {}
            try instance.send(SIGKILL, to: "gateway")
            #expect(try await events.next() == .resync)
            _ = try await client.call(Schedule.AddFavourite.self, .init(group: numbers[1]))
            // The new gateway may announce a resync of its own instead.
            let event = try await events.next()
            #expect(event == .changed(topic: "favourites") || event == .resync)
            let refused = client.events(of: ["no-such-topic"])
            await #expect(throws: Problem.self) { for try await _ in refused {} }
            await client.close()
            _ = try await instance.stop(removing: true)
        }

        @Test(arguments: Carrier.allCases, [SIGKILL, SIGTERM])
        func `A client goes on after the gateway was killed or drained, and started again`(
            carrier: Carrier, signal: Int32
        ) async throws {
            let instance = try await RunningInstance()
            let client = Client(try carrier.transport(to: instance))
            _ = try await client.call(Auth.KeySet.self)
            let before = try instance.part("gateway").pid
            try instance.send(signal, to: "gateway")
            try await Processes.wait("another gateway") { try instance.part("gateway").pid != before }
            try await Processes.wait("an answer of it") {
                do {
                    return try await client.call(Auth.KeySet.self).keys.count > 0
                } catch is TransportFailure {
                    return false
                } catch let problem as Problem where problem.isRetryable {
                    return false
                }
            }
            await client.close()
            _ = try await instance.stop(removing: true)
        }
    }
}
