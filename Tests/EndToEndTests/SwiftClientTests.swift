import Contract
import Contracts
import HTTP
import TestSupport
import Testing
import Values
import VokolClient
import VokolClientNIO

extension EndToEnd {
    /// The Swift client against a real instance, over each transport.
    @Suite(.timeLimit(.minutes(5))) struct SwiftClient {
        enum Carrier: CaseIterable {
            case http, lines

            /// Returns a transport to the instance's gateway, or to one that a test has started on another port.
            func transport(to instance: RunningInstance, port: Int? = nil) throws -> any Transport {
                let port = port ?? instance.port
                let trust = TLSTrust.only(file: instance.authorityFile)
                return switch self {
                case .http: try HTTPTransport(host: "localhost", port: port, trust: trust)
                case .lines: try LineTransport(host: "localhost", port: port, trust: trust)
                }
            }

            /// Returns a client that the demonstration account has signed in to.
            func signedIn(to instance: RunningInstance, port: Int? = nil) async throws -> Client {
                let client = Client(try transport(to: instance, port: port))
                let account = try instance.demonstrationAccount()
                let user = try await client.signIn(
                    with: Auth.Login.self,
                    .init(
                        email: EmailAddress(unchecked: account.email),
                        password: PasswordAttempt(unchecked: account.password)))
                #expect(user.email?.text == account.email)
                return client
            }
        }

        @Test(arguments: Carrier.allCases)
        func `A person signs in, reads lists and a card, makes a faulty call, and signs out`(
            carrier: Carrier
        ) async throws {
            let client = try await carrier.signedIn(to: try await Instances.plain.value)
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

        @Test(arguments: Carrier.allCases)
        func `A topic that does not exist ends the events with the refusal`(carrier: Carrier) async throws {
            let client = try await carrier.signedIn(to: try await Instances.plain.value)
            let refused = client.events(of: ["no-such-topic"])
            await #expect(throws: Problem.self) { for try await _ in refused {} }
            await client.close()
        }
    }
}
