import Contract
import Dispatch
import Logging
import NIOCore
import ServiceRuntime
import Synchronization
import TestSupport
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct DiscoveryTests {
    private struct Down: Error {}

    private final class Names: Sendable {
        let answers = Mutex<[String: [Int]]>([:])
        let lookups = Mutex(0)

        func lookUp(_ target: ServiceTarget) throws -> [SocketAddress] {
            lookups.withLock { $0 += 1 }
            guard let ports = answers.withLock({ $0[target.host] }) else { throw Down() }
            return try ports.map { try SocketAddress(ipAddress: "10.0.0.1", port: $0) }
        }
    }

    private static func run(
        _ list: [String], _ names: Names, remoteWarning: (@Sendable (ServiceName) -> String)? = nil,
        log: LogRecorder = LogRecorder(),
        body: @Sendable (Discovery, inout AsyncStream<[Int]>.Iterator) async throws -> Void
    ) async throws {
        let discovery = Discovery(
            targets: [.museums: try ServiceTarget.list(list, defaultPort: 1)], interval: .seconds(3600),
            minimumInterval: .milliseconds(1), remoteWarning: remoteWarning, logger: log.logger,
            lookUp: { try names.lookUp($0) })
        let (installed, installing) = AsyncStream<[Int]>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await discovery.run { addresses, _ in installing.yield(addresses.compactMap(\.port).sorted()) }
            }
            var iterator = installed.makeAsyncIterator()
            try await body(discovery, &iterator)
            tasks.cancelAll()
        }
    }

    @Test func `A name is looked up at the start, and again when a replica could not be reached`() async throws {
        let names = Names()
        names.answers.withLock { $0["museums"] = [1, 2] }
        try await Self.run(["museums"], names) { discovery, installed in
            #expect(await installed.next() == [1, 2])
            names.answers.withLock { $0["museums"] = [2, 3] }
            discovery.requestLookUp(of: .museums)
            #expect(await installed.next() == [2, 3])
        }
    }

    @Test func `New places to look replace the replicas, and the old ones are not looked up any more`() async throws {
        let names = Names()
        names.answers.withLock { $0 = ["museums": [1], "others": [2, 3]] }
        try await Self.run(["museums"], names) { discovery, installed in
            #expect(await installed.next() == [1])
            discovery.follow([.museums: try ServiceTarget.list(["others"], defaultPort: 1)])
            #expect(await installed.next() == [2, 3])
            names.answers.withLock { $0 = ["museums": [1], "others": [4]] }
            discovery.requestLookUp(of: .museums)
            #expect(await installed.next() == [4])
        }
    }

    @Test func `A late lookup neither blocks the next nor undoes a newer result`() async throws {
        let questions = Mutex(0)
        let release = DispatchSemaphore(value: 0)
        let discovery = Discovery(
            targets: [.museums: try ServiceTarget.list(["museums"], defaultPort: 1)], interval: .seconds(3600),
            minimumInterval: .milliseconds(1), logger: LogRecorder().logger
        ) { _ in
            let number = questions.withLock { count in
                count += 1
                return count
            }
            if number == 1 { release.wait() }
            return [try SocketAddress(ipAddress: "10.0.0.1", port: number)]
        }
        let (installed, installing) = AsyncStream<[Int]>.makeStream()
        await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await discovery.run { addresses, _ in installing.yield(addresses.compactMap(\.port)) } }
            while questions.withLock({ $0 }) == 0 { await Task.yield() }
            discovery.requestLookUp(of: .museums)
            var iterator = installed.makeAsyncIterator()
            #expect(await iterator.next() == [2])
            release.signal()
            discovery.requestLookUp(of: .museums)
            #expect(await iterator.next() == [3])
            tasks.cancelAll()
        }
    }

    @Test func `A failing name server changes nothing, and a recovered one does`() async throws {
        let names = Names()
        names.answers.withLock { $0["museums"] = [1] }
        try await Self.run(["museums"], names) { discovery, installed in
            #expect(await installed.next() == [1])
            names.answers.withLock { $0["museums"] = nil }
            let before = names.lookups.withLock { $0 }
            discovery.requestLookUp(of: .museums)
            while names.lookups.withLock({ $0 }) == before { await Task.yield() }
            names.answers.withLock { $0["museums"] = [4] }
            discovery.requestLookUp(of: .museums)
            #expect(await installed.next() == [4])
        }
    }

    @Test(arguments: [true, false])
    func `A name that resolves to another machine is logged if it will not be called`(staysHere: Bool) async throws {
        let (names, log) = (Names(), LogRecorder())
        names.answers.withLock { $0["museums"] = [1] }
        try await Self.run(
            ["museums"], names, remoteWarning: staysHere ? GatewayConfiguration.remoteWarning : nil, log: log
        ) { _, installed in
            #expect(await installed.next() == [1])
        }
        let warnings = log.lines.filter { $0.level == .warning }
        #expect(warnings.count == (staysHere ? 1 : 0))
        #expect(warnings.allSatisfy { $0.message.contains("setting replicas.museums") })
        #expect(warnings.allSatisfy { $0.message.contains("link.plaintext") })
        #expect(warnings.allSatisfy { $0.metadata["addresses"] == ["10.0.0.1:1"] })
    }

    @Test(arguments: [
        ("192.0.2.2:1", true), ("[2001:db8::1]:1", true), ("127.0.0.1:1", false), ("127.8.9.1", false),
        ("[::1]:1", false), ("localhost:1", false), ("museums:1", false),
    ])
    func `Only literal addresses are recognized as another machine's before the lookup`(text: String, isElsewhere: Bool)
        throws
    {
        #expect(try ServiceTarget.list([text], defaultPort: 1).map(\.isRemoteAddress) == [isElsewhere])
    }

    @Test func `A replica on another machine without TLS fails the start and names its setting`() async throws {
        let fault = await #expect(throws: SettingFault.self) {
            try await withGateway([], tokens: TestTokens(), replicas: "127.0.0.1:1,192.0.2.2:47001") { _ in }
        }
        #expect(fault?.name.hasPrefix("replicas.") == true)
        #expect(fault?.detail.contains("192.0.2.2") == true)
        #expect(fault?.detail.contains("link.plaintext") == true)
    }

    @Test func `The replicas of several names form one set`() async throws {
        let names = Names()
        names.answers.withLock { $0 = ["a": [1], "b": [2]] }
        try await Self.run(["a", "b"], names) { _, installed in
            var last = await installed.next()
            if last?.count == 1 { last = await installed.next() }
            #expect(last == [1, 2])
        }
    }
}
