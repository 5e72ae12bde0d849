import ArgumentParser
import Contract
import GatewayClient
import Machine
import NIOHTTP1
import Wire

/// The command `vokol simulate`: makes simulated third parties fail.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Makes simulated third parties fail and lists their requests.",
        discussion: """
            Controls the simulator of an instance that runs with `vokol up --simulate` or
            without internet access. Without --fault and --clear it prints one JSON object:
            the active faults, the traffic of each third party, and the latest 20 requests,
            of one third party if it is named.

            Third parties: open-meteo, open-meteo-air, open-meteo-geocoding, openweathermap,
            nominatim, photon, google, bbc, feeds, newsapi, bsuir, commons, sms.

            Faults: delay-headers, delay-body, drip, hang, stall, close, reset,
            endless-chunks, long-length, short-length, huge, status, sequence, flapping,
            limited, unauthorized, forbidden, not-found, no-content, conditional,
            redirect-loop, redirect-elsewhere, quota, malformed, truncated, wrong-types,
            nulls, missing-keys, unknown-keys, bom, nan, deep-nesting, gzip, broken-gzip,
            wrong-charset, html, bad-entities, dtd-bomb, duplicate-guids, odd-dates.

            Details of a fault are NAME=VALUE: path, milliseconds, bytes, bytesPerSecond,
            status, statuses, failures, successes, retryAfter, seconds, location, limit.

            EXAMPLES
              vokol simulate bsuir --fault hang
              vokol simulate nominatim --fault limited --count 3 seconds=30
              vokol simulate open-meteo --fault sequence statuses=500,503,200
              vokol simulate bsuir --clear
              vokol simulate --clear
              vokol simulate
            """)

    @Argument(help: "The third party; with --clear, all by default.")
    var thirdParty: String?

    @Option(help: "The fault to activate.")
    var fault: String?

    @Option(help: "The number of requests that fail; default: all until --clear.")
    var count: Int?

    @Flag(help: "Clear faults.")
    var clear = false

    @Option(help: "The directory of the instance.")
    var directory = InstanceDirectory.standard

    @Argument(help: "Details of the fault, such as milliseconds=500.")
    var more: [String] = []

    func validate() throws {
        guard fault == nil || thirdParty != nil else { throw ValidationError("name the third party, such as bsuir") }
        guard fault != nil || (count == nil && more.isEmpty) else {
            throw ValidationError("--count and details need --fault")
        }
        guard fault == nil || !clear else { throw ValidationError("give --fault or --clear, not both") }
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count must be above 0") }
        _ = try Self.members(more)
    }

    func run() async throws {
        let control = SimulatorControl(port: try port())
        let query = thirdParty.map { "?thirdParty=\($0)" } ?? ""
        if let fault, let thirdParty {
            var members: [(String, JSONNode)] = [("thirdParty", .string(thirdParty)), ("fault", .string(fault))]
            if let count { members.append(("count", .integer(count))) }
            _ = try await control.send(.POST, "/_/faults", body: .object(members + Self.members(more)))
            Terminal.print(thirdParty, fault + (count.map { ", \($0) times" } ?? "; --clear ends it"))
        } else if clear {
            _ = try await control.send(.DELETE, "/_/faults\(query)")
            Terminal.print(thirdParty ?? "all", "no faults")
        } else {
            let faults = try await control.send(.GET, "/_/faults")
            let log = try await control.send(.GET, Self.logTarget(of: thirdParty))
            Terminal.print(String(decoding: try Self.report(faults: faults, log: log), as: UTF8.self))
        }
    }

    /// Returns the request target of the simulator's log.
    static func logTarget(of thirdParty: String?) -> String {
        "/_/log?limit=20" + (thirdParty.map { "&thirdParty=\($0)" } ?? "")
    }

    /// Combines faults and traffic into one JSON object for display, without the header fields of requests.
    ///
    /// - Parameters:
    ///   - faults: the simulator's answer to `/_/faults`.
    ///   - log: the simulator's answer to `/_/log`.
    static func report(faults: [UInt8], log: [UInt8]) throws -> [UInt8] {
        let faults = try JSONCoding.decode(Faults.self, from: faults)
        let log = try JSONCoding.decode(Log.self, from: log, unknownMembers: .ignored)
        return IndentedJSON.indented(
            try JSONCoding.encode(Report(faults: faults.faults, traffic: log.traffic, requests: log.requests)))
    }

    private struct Faults: Decodable {
        var faults: RawJSON
    }

    private struct Log: Decodable {
        var traffic: RawJSON
        var requests: [Request]
    }

    private struct Report: Encodable {
        var faults: RawJSON
        var traffic: RawJSON
        var requests: [Request]
    }

    private struct Request: Codable {
        var number: Int
        var thirdParty: String
        var method: String
        var path: String
        var query: String
        var milliseconds: Int64
        var fault: String?
    }

    private func port() throws -> Int {
        let instance = InstanceDirectory(directory)
        guard let record = try InstanceRecord.read(instance) else {
            throw OperatorError(
                "no instance in \(directory): start one with `vokol up`, or give --directory")
        }
        guard let port = record.process(SimulatedParties.process)?.port else {
            throw OperatorError("this instance calls real third parties: start it with `vokol up --simulate`")
        }
        return port
    }

    /// Parses `NAME=VALUE` into members of an object; numbers become JSON numbers and comma-separated values arrays.
    static func members(_ texts: [String]) throws -> [(String, JSONNode)] {
        try texts.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("\(text) is not NAME=VALUE, such as milliseconds=500")
            }
            func value(_ text: String) -> JSONNode { Int(text).map { .integer($0) } ?? .string(text) }
            let values = parts[1].split(separator: ",").map { value(String($0)) }
            return (parts[0], parts[0] == "statuses" || values.count > 1 ? .array(values) : value(parts[1]))
        }
    }
}
