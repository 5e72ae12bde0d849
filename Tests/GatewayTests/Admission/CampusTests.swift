import Contract
import NIOCore
import RPC
import ServiceRuntime
import Testing
import Values

@testable import Gateway

/// Tests of the default limits with many people behind one address.
@Suite struct CampusTests {
    private static let students = 300
    /// The calls with which a student finds the timetable and looks at the next days.
    private static let calls = [
        "schedule.groups", "schedule.week", "schedule.forGroup", "schedule.day", "schedule.day", "schedule.next",
    ]

    /// A gate and a ledger with the defaults of all settings.
    private struct Campus {
        let gate: CallGate
        var ledger: ConnectionLedger
        /// The admitted calls that have not ended, oldest first.
        private var running: [(client: AddressKeys, route: Route)] = []
        let routes: RouteTable
        let keys: AddressKeys

        init(address: String = "192.0.2.1", open: Set<ServiceName>? = nil) throws {
            let source = try SettingSource.standard(process: "gateway", arguments: [], environment: [:])
            let others: [any SettingDeclaration] = [
                CommonSettings.accessOpen, CommonSettings.drainTimeout, GatewayConfiguration.forwardedNetworks,
            ]
            let settings = try Settings(LimitSettings.all + others, source: source)
            let named = try settings.value(CommonSettings.accessOpen)
            let capacity = try settings.value(LimitSettings.limitKeys)
            gate = CallGate(
                policies: try CallGate.Policies(settings),
                limits: (
                    RateLimiter(capacity: capacity),
                    CallsInFlight(capacity: 1_024, maxima: try CallsInFlight.Maxima(settings))
                ), tokens: AccessTokens(.init(issuer: "vokol", audience: "vokol", cacheCapacity: 64)),
                onUnknownKey: {})
            ledger = ConnectionLedger(try EdgeLimits(settings).ledger)
            routes = try RouteTable(openServices: open ?? Set(named.compactMap { ServiceName(rawValue: $0) }))
            keys = ClientAddress(try SocketAddress(ipAddress: address, port: 1)).keys
        }

        /// Makes a call without a token, as a line or request; returns the limit that refused it.
        mutating func refusal(of method: String, _ client: AddressKeys? = nil, at now: NIODeadline) throws -> String? {
            guard gate.guardAdmits(client ?? keys, at: now) else { return "guard" }
            let name = Array(method.utf8)
            let route = try #require(name.withUnsafeBytes { routes.route(named: $0) })
            var memo = TokenMemo()
            let arrival = CallGate.Arrival(client: client ?? keys, now: now, time: Instant(milliseconds: 0))
            switch gate.admit(route, token: nil, memo: &memo, arrival) {
            case .admitted(let caller, _):
                running.append((client ?? keys, route))
                // Each student waits for one call at a time.
                if running.count > CampusTests.students {
                    let ended = running.removeFirst()
                    gate.leave(caller, ended.client, ended.route)
                }
                return nil
            case .refused(let error, let quota): return "\(error.code.name) \(quota?.policy.name ?? "-")"
            }
        }
    }

    /// The time a number of milliseconds after the start of a test.
    private static func time(_ milliseconds: Int) -> NIODeadline {
        .uptimeNanoseconds(3_600_000_000_000) + .milliseconds(Int64(milliseconds))
    }

    @Test(arguments: [60, 10, 0])
    func `300 students behind one address load their timetables at leisure, in a hurry and all at once`(seconds: Int)
        throws
    {
        var campus = try Campus()
        let total = Self.students * Self.calls.count
        var refusals: [String] = []
        for number in 0..<total {
            let now = Self.time(number * seconds * 1_000 / total)
            // Every student makes the first call before anyone makes the second.
            let method = Self.calls[number / Self.students]
            if let refusal = try campus.refusal(of: method, at: now) { refusals.append(refusal) }
        }
        #expect(refusals.isEmpty)
        // Meanwhile the address has lost nothing of its limit on sign-ins: ten at once.
        let end = Self.time(seconds * 1_000)
        for _ in 0..<10 { #expect(try campus.refusal(of: "auth.login", at: end) == nil) }
        #expect(try campus.refusal(of: "auth.login", at: end) == "quota-exceeded address")
    }

    @Test(arguments: [60, 10])
    func `300 students behind one address connect, even with handshakes that take four seconds`(seconds: Int) throws {
        final class Channel {}
        var campus = try Campus()
        let channels = (0..<Self.students).map { _ in Channel() }
        var finished = 0
        for (number, channel) in channels.enumerated() {
            let milliseconds = number * seconds * 1_000 / Self.students
            while finished < number, finished * seconds * 1_000 / Self.students + 4_000 <= milliseconds {
                campus.ledger.handshakeEnded(ObjectIdentifier(channels[finished]))
                finished += 1
            }
            #expect(
                campus.gate.guardAdmits(
                    campus.keys, cost: campus.gate.policies.connectionCost, at: Self.time(milliseconds)))
            #expect(
                campus.ledger.opened(ObjectIdentifier(channel), from: campus.keys).refusal == nil,
                "student \(number)")
        }
        #expect(campus.ledger.open == Self.students)
    }

    @Test func `An address that calls without end gets its burst and its rate, and takes nothing from its neighbour`()
        throws
    {
        var campus = try Campus()
        let neighbour = ClientAddress(try SocketAddress(ipAddress: "192.0.2.2", port: 1)).keys
        var admitted = 0
        for number in 0..<60_000 {
            if try campus.refusal(of: "schedule.day", at: Self.time(number)) == nil { admitted += 1 }
        }
        #expect(admitted <= 2_000 + 40 * 60)
        // Takes the call that may just have become available.
        _ = try campus.refusal(of: "schedule.day", at: Self.time(60_000))
        #expect(try campus.refusal(of: "weather.current", at: Self.time(60_000)) == "quota-exceeded open")
        #expect(try campus.refusal(of: "weather.current", neighbour, at: Self.time(60_000)) == nil)
    }

    @Test func `A method that needs a sign-in counts against the limit of sign-ins`() throws {
        var campus = try Campus()
        for method in ["museums.get", "schedule.favourites", "history.list", "auth.me"] {
            #expect(try campus.refusal(of: method, at: Self.time(0)) == "unauthenticated address", "\(method)")
        }
        var closed = try Campus(open: [])
        #expect(try closed.refusal(of: "schedule.day", at: Self.time(0)) == "unauthenticated address")
        var museums = try Campus(open: [.museums])
        #expect(try museums.refusal(of: "museums.get", at: Self.time(0)) == nil)
    }
}
