import ArgumentParser
import Contract
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import GatewayClient
@testable import vokol

@Suite struct SimulateTests {
    @Test func `Members of a fault are given as NAME=VALUE: numbers, lists and texts`() throws {
        let members = try SimulateCommand.members([
            "milliseconds=500", "statuses=500,200", "path=/schedule", "location=",
        ])
        #expect(
            JSONNode.object(members).serialized()
                == #"{"milliseconds":500,"statuses":[500,200],"path":"/schedule","location":""}"#)
        #expect(throws: ValidationError.self) { try SimulateCommand.members(["milliseconds"]) }
    }

    @Test func `Faults, traffic and the latest requests are reported as one JSON object`() throws {
        #expect(SimulateCommand.logTarget(of: "bsuir") == "/_/log?limit=20&thirdParty=bsuir")
        let report = try SimulateCommand.report(
            faults: Array(#"{"faults":[{"id":1,"fault":{"fault":"hang"}}]}"#.utf8),
            log: Array(
                #"""
                {"traffic":{"bbc":{"count":3,"active":0,"peak":1}},"requests":[{"number":3,"thirdParty":"bbc",\#
                "method":"GET","path":"/rss","query":"a=b","headers":{"x":"y"},"milliseconds":12,"fault":"hang"}]}
                """#.utf8))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(report)) as? [String: Any])
        #expect(Set(object.keys) == ["faults", "traffic", "requests"])
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(requests.count == 1 && requests[0]["path"] as? String == "/rss" && requests[0]["headers"] == nil)
    }

    @Test(arguments: [
        ["--fault", "hang"], ["bsuir", "--count", "1"], ["bsuir", "--fault", "hang", "--clear"],
        ["bsuir", "--fault", "hang", "--count", "0"], ["bsuir", "--fault", "hang", "nonsense"],
    ])
    func `Contradictory arguments are refused before any request`(arguments: [String]) {
        #expect(throws: (any Error).self) { try SimulateCommand.parse(arguments) }
    }

    @Test func `Only services that call third parties get the simulator's addresses and the simulated flag`() {
        for service in ServiceName.allCases {
            let variables = SimulatedParties.variables(of: service, port: 4711)
            #expect(variables.isEmpty == !SimulatedParties.isUsed(by: service))
            #expect(variables.isEmpty || variables["VOKOL_UPSTREAM_SIMULATED"] == "true")
            for (name, value) in variables where name.hasSuffix("_BASE") || name.hasSuffix("_URL") {
                #expect(value.hasPrefix("http://127.0.0.1:4711/"))
            }
        }
        #expect(
            SimulatedParties.variables(of: .schedule, port: 1)["VOKOL_BSUIR_URL"] == "http://127.0.0.1:1/bsuir/api/v1")
    }

    @Test func `Simulated and real answers are stored apart, and those of each replica, too`() {
        let directory = InstanceDirectory("/x")
        let paths = [true, false].flatMap { simulated in
            ["schedule-1", "schedule-2"].map { directory.answers(of: $0, simulated: simulated) }
        }
        #expect(Set(paths).count == 4)
    }

    @Test func `The internet counts as reachable if one of the hosts accepts a connection`() async throws {
        // No other test uses this address, so the port stays closed.
        let host = "127.9.8.7"
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: host, port: 0).get()
        let port = try #require(listener.localAddress?.port)
        #expect(await InternetProbe.reaches([host, host], port: port))
        try await listener.close()
        #expect(await !InternetProbe.reaches([host], port: port))
    }
}
