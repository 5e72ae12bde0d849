import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) struct HTTP2 {
        @Test func `curl gets documents, calls and many answers at once over HTTP/2`() async throws {
            let instance = try await Instances.plain.value
            let address = "https://localhost:\(instance.port)"
            let paths = ["/openapi.json", "/v1/park", "/v1/park/days", "/.well-known/jwks.json", "/v1/me"]
            // The write-out of each transfer, in the order in which they end.
            let curl = try await Processes.run(
                "/usr/bin/curl",
                [
                    "-s", "--http2", "--parallel", "--cacert", instance.authorityFile, "-w",
                    "%{http_version} %{http_code}\n",
                ]
                    + paths.flatMap { ["-o", "/dev/null", address + $0] })
            #expect(
                curl.output.split(separator: "\n").sorted() == ["2 200", "2 200", "2 200", "2 200", "2 401"], "\(curl)")
            let call = try await Processes.run(
                "/usr/bin/curl",
                [
                    "-s", "--http2", "--cacert", instance.authorityFile, "-H", "Content-Type: application/json", "-d",
                    #"{"jsonrpc":"2.0","id":7,"method":"booking.park"}"#, "\(address)/rpc",
                ])
            #expect(try JSON(call.output)["id"].int == 7 && JSON(call.output)["result"] != .null, "\(call)")
            let stream = try await Processes.run(
                "/usr/bin/curl",
                [
                    "-s", "-N", "--http2", "--max-time", "3", "--cacert", instance.authorityFile,
                    "\(address)/v1/events?topics=slots:2026-11-23",
                ])
            #expect(stream.output.contains("event: ready\n"), "\(stream)")
        }

        @Test func `h2load gets an answer to every call, on many streams at once`() async throws {
            let instance = try await Instances.plain.value
            let load = try await Processes.run(
                "/usr/bin/h2load",
                ["-n", "400", "-c", "4", "-m", "10", "https://localhost:\(instance.port)/.well-known/jwks.json"])
            #expect(load.output.contains("Application protocol: h2\n"), "\(load)")
            #expect(load.output.contains("status codes: 400 2xx, 0 3xx, 0 4xx, 0 5xx\n"), "\(load)")
        }
    }
}
