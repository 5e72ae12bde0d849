import Foundation
import TestSupport
import Testing

/// An instance with simulated third parties, and the means to control the simulator.
struct SimulatedInstance: Sendable {
    let instance: RunningInstance
    /// The access token of the demonstration account.
    let token: String
    private let simulator: Int

    /// The position of Minsk.
    static let minsk = #""latitude":53.9,"longitude":27.5667"#

    /// Settings with practically no rate limits and without background refresh.
    static let environment = [
        "VOKOL_LIMITS_USER_RATE": "100000", "VOKOL_LIMITS_USER_BURST": "100000",
        "VOKOL_LIMITS_ADDRESS_RATE": "100000", "VOKOL_LIMITS_ADDRESS_BURST": "100000",
        "VOKOL_LIMITS_ADDRESS_SERVICE_INFLIGHT": "4095",
        "VOKOL_LIMITS_OPEN_RATE": "100000", "VOKOL_LIMITS_OPEN_BURST": "100000",
        "VOKOL_REFRESH_INTERVAL": "0s",
        // A briefing waits for each provider's answer or failure, so that none fails after its fault has been cleared.
        "VOKOL_PARTS_PATIENCE": "7s",
    ]

    init(_ instance: RunningInstance) async throws {
        self.instance = instance
        simulator = try #require(try instance.part("simulator").port)
        let lines = try await LineClient(instance)
        token = try await lines.signIn(instance.demonstrationAccount())
        await lines.close()
    }

    /// Starts an instance and signs in to it.
    static func start(
        directory: String? = nil, arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> SimulatedInstance {
        try await SimulatedInstance(
            try await RunningInstance(
                directory: directory, arguments: arguments,
                environment: Self.environment.merging(environment) { _, new in new }))
    }

    /// Calls a method over HTTPS as the demonstration account.
    func call(_ method: String, _ params: String = "{}", locale: String = "en") async throws -> JSON {
        let client = try HTTPSClient(instance)
        let answer = try await client.call(method, params, token: token, meta: ["locale": quoted(locale)])
        await client.close()
        return answer
    }

    /// Makes a call that must succeed, and returns its result.
    func result(_ method: String, _ params: String = "{}", locale: String = "en") async throws -> JSON {
        let answer = try await call(method, params, locale: locale)
        guard answer["result"] != .null else { throw Wire.Failure(reason: "\(method) \(params): \(answer)") }
        return answer["result"]
    }

    /// Opens a connection for calls over HTTPS.
    func https() async throws -> Wire {
        try await Wire(port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
    }

    /// Reads a resource that must exist over HTTPS, as the demonstration account.
    func get(_ path: String, over wire: Wire) async throws -> JSON {
        let answer = try await wire.get(path, token: token)
        guard let answer, answer.status == 200 else { throw Wire.Failure(reason: "\(path): \(answer?.body ?? "")") }
        return answer.json
    }

    // MARK: The simulator

    /// Sends a request to the simulator's control interface.
    @discardableResult
    func control(_ method: String, _ target: String, _ body: String = "") async throws -> HTTPAnswer {
        let wire = try await Wire(port: simulator, authority: nil)
        let answer = try await wire.http(
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        await wire.close()
        guard let answer, answer.status < 300 else { throw Wire.Failure(reason: "\(target): \(answer?.body ?? "")") }
        return answer
    }

    /// Makes third parties fail until ``clearFaults()``.
    ///
    /// - Parameter more: further members of the fault, such as `"status":503`.
    func fail(_ thirdParties: [String], _ fault: String, _ more: String = "") async throws {
        for party in thirdParties {
            let members = #""thirdParty":"\#(party)","fault":"\#(fault)""# + (more.isEmpty ? "" : ",\(more)")
            try await control("POST", "/_/faults", "{\(members)}")
        }
    }

    func clearFaults() async throws { try await control("DELETE", "/_/faults") }

    /// Returns the requests to a third party since the last ``clearLog()``, in order.
    func requests(of party: String) async throws -> [JSON] {
        try await control("GET", "/_/log?limit=10000&thirdParty=\(party)").json["requests"].items
    }

    func clearLog() async throws { try await control("DELETE", "/_/log") }

    static let weather = ["open-meteo", "openweathermap"]
    static let news = ["bbc", "feeds", "newsapi"]
    static let allThirdParties =
        weather + news + ["open-meteo-air", "open-meteo-geocoding", "nominatim", "google", "bsuir"]

    // MARK: The processes

    /// Kills a service and waits until another process answers in its place.
    func restart(_ service: String) async throws {
        let before = try instance.part(service).pid
        try instance.send(SIGKILL, to: service)
        try await Processes.wait("\(service) again") {
            try instance.part(service).pid != before
        }
        // Until the gateway has reconnected, it answers that the service is unavailable.
        let method = service == "schedule" ? "schedule.week" : "history.list"
        try await Processes.wait("calls of \(service)") {
            // Each event loop of the gateway reconnects by itself, so one answer is not enough.
            for _ in 0..<10 where try await call(method)["error"] != .null { return false }
            return true
        }
    }
}

extension EndToEnd.Instances {
    /// An instance with two replicas of each service that calls third parties.
    static let simulated = Task {
        try await SimulatedInstance.start(arguments: ["--replicas", "aggregator=2", "--replicas", "schedule=2"])
    }
    /// An instance whose third parties are made to fail, and whose timetables soon count as old.
    static let failing = Task { try await SimulatedInstance.start(environment: ["VOKOL_TIMETABLES_FRESH": "10s"]) }
    /// An instance with third parties that answer as tests decide.
    static let scripted = Task { try await ScriptedInstance.start() }
}
