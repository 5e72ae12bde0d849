import Contract
import Foundation
import Testing

@testable import Simulator

@Suite struct SimulatorFaultTests {
    private static let target = "/nominatim/reverse?lat=53.9&lon=27.57"

    @Test(arguments: Fault.Kind.allCases)
    func `Every kind of fault changes the response as specified`(kind: Fault.Kind) async throws {
        try await Simulator.with { simulator in
            let target = Self.feedOnlyKinds.contains(kind) ? "/feeds/by" : Self.target
            let party = Self.feedOnlyKinds.contains(kind) ? ThirdParty.feeds : .nominatim
            let normal = try await simulator.reply(target)
            let fault = Fault(kind, of: party).with {
                ($0.milliseconds, $0.bytesPerSecond, $0.limit) = (1, 1_000_000, 0)
                $0.bytes = kind == .huge ? 3_000_000 : kind == .deepNesting ? 5000 : 20
            }
            simulator.add(fault)
            let client = try RawClient(port: simulator.port)
            defer { client.close() }
            client.ask(target)
            // Responses without an end are read up to a limit.
            let limit: [Fault.Kind: Int] = [.endlessChunks: 1000, .stall: normal.head.utf8.count + 20]
            guard kind != .hang else {
                // Another request is answered meanwhile.
                _ = try await simulator.reply("/_/health")
                #expect(client.isSilent)
                return
            }
            let reply = try await client.read(limit: limit[kind] ?? .max)
            if let status = Self.statuses[kind] { #expect(reply.status == status) }
            switch kind {
            case .delayHeaders, .delayBody, .drip: #expect(reply.body == normal.body)
            case .stall, .endlessChunks: #expect(reply.ending == .open)
            case .close:
                #expect(reply.bytes.count == 20)
                #expect(reply.ending == .closed)
            case .reset: #expect(reply.ending == .reset)
            case .longLength:
                #expect(Int(reply.header("Content-Length") ?? "") == reply.body.count + 100)
                #expect(reply.ending == .closed)
            case .shortLength: #expect(Int(reply.header("Content-Length") ?? "") == reply.body.count - 10)
            case .huge: #expect(reply.body.count > 3_000_000)
            case .limited, .quota: #expect(reply.header("Retry-After") == "60")
            case .notFound, .noContent: #expect(reply.body.isEmpty)
            case .conditional: #expect(reply.header("ETag") != nil && reply.header("Last-Modified") != nil)
            case .redirectLoop: #expect(reply.header("Location") == target)
            case .redirectElsewhere: #expect(reply.header("Location") == "http://elsewhere.invalid/")
            case .malformed, .truncated, .notANumber, .deepNesting: #expect(reply.json.isEmpty)
            case .wrongTypes: #expect(reply.json["place_id"] is [String: Any])
            case .nulls: #expect(reply.json["place_id"] is NSNull)
            case .missingKeys: #expect(reply.json["place_id"] != nil && reply.json["licence"] == nil)
            case .unknownKeys: #expect(reply.json["somethingNew"] != nil && reply.json["licence"] != nil)
            case .byteOrderMark: #expect(reply.body == [0xEF, 0xBB, 0xBF] + normal.body)
            case .gzip: #expect(reply.header("Content-Encoding") == "gzip" && Self.unpacked(reply.body) == normal.body)
            case .brokenGzip: #expect(reply.header("Content-Encoding") == "gzip" && Self.unpacked(reply.body) == nil)
            case .wrongCharset:
                #expect(String(validating: reply.body, as: UTF8.self) == nil)
                #expect(reply.header("Content-Type") == normal.header("Content-Type"))
            case .forbidden, .html: #expect(reply.header("Content-Type")?.hasPrefix("text/html") == true)
            case .badEntities: #expect(reply.text.contains("&hellip;&bogus; &"))
            case .entityBomb: #expect(reply.text.contains("<!DOCTYPE"))
            case .duplicateGuids: #expect(Self.elements("guid", in: reply.text).count > 40)
            case .oddDates: #expect(reply.text.contains(">yesterday</pubDate>"))
            case .hang, .status, .sequence, .flapping, .unauthorized: break
            }
            if kind == .duplicateGuids { #expect(Set(Self.elements("guid", in: reply.text)).count == 1) }
            #expect(simulator.requests(of: party).last?.fault != nil)
        }
    }

    private static let feedOnlyKinds: Set<Fault.Kind> = [
        .badEntities, .entityBomb, .duplicateGuids, .oddDates, .wrongCharset,
    ]
    private static let statuses: [Fault.Kind: Int] = [
        .status: 500, .sequence: 500, .flapping: 500, .limited: 429, .quota: 429, .unauthorized: 401, .forbidden: 403,
        .notFound: 404, .noContent: 204, .conditional: 200, .redirectLoop: 302, .redirectElsewhere: 302, .html: 200,
        .stall: 200, .huge: 200, .endlessChunks: 200,
    ]

    private static func elements(_ name: String, in text: String) -> [String] {
        text.components(separatedBy: "</\(name)>").dropLast().compactMap { $0.components(separatedBy: ">").last }
    }

    /// Unpacks gzip with stored blocks; returns `nil` if it is broken.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes.dropFirst(10)
        var result: [UInt8] = []
        while rest.count > 5 {
            let head = Array(rest.prefix(5))
            let length = Int(head[1]) | Int(head[2]) << 8
            guard head[0] <= 1, Int(head[3]) | Int(head[4]) << 8 == 65_535 - length else { return nil }
            result += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
            guard head[0] == 0 else { break }
        }
        let check = Checksum.crc32(result)
        return rest.prefix(4).elementsEqual((0..<4).map { UInt8(truncatingIfNeeded: check >> (8 * $0)) }) ? result : nil
    }

    @Test func `CRC-32 matches the standard check value`() {
        #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test func `The delays and bytes of a fault are sent in the specified order`() {
        let answer = Answer.json(200, ["a": 1])
        func steps(_ fault: Fault) -> [Transmission.Step] {
            fault.transmission(answer, body: answer.bytes, isHead: false, keepsConnection: false).steps
        }
        let slow = Fault(.delayHeaders, of: .bbc).with { $0.milliseconds = 700 }
        #expect(steps(slow).first == .wait(milliseconds: 700))
        let body = steps(Fault(.delayBody, of: .bbc).with { $0.milliseconds = 300 })
        #expect(body[1] == .wait(milliseconds: 300))
        #expect(body[2] == .bytes(answer.bytes))
        guard case .drip(_, bytesPerSecond: 5) = steps(Fault(.drip, of: .bbc).with { $0.bytesPerSecond = 5 })[0] else {
            Issue.record("no drip")
            return
        }
        #expect(steps(Fault(.huge, of: .bbc))[1] == .flood(bytes: 50_000_000))
        // A delay combines with the other faults.
        #expect(steps(Fault(.html, of: .bbc).with { $0.milliseconds = 5 }).first == .wait(milliseconds: 5))
    }

    @Test func `A sequence returns its statuses in order and then ends`() async throws {
        try await Simulator.with { simulator in
            simulator.add(Fault(.sequence, of: .nominatim).with { $0.statuses = [500, 503, 200, 502] })
            let statuses = try await simulator.statuses(of: Self.target, count: 6)
            #expect(statuses == [500, 503, 200, 502, 200, 200])
        }
    }

    @Test func `A flapping fault alternates between failures and successes`() async throws {
        try await Simulator.with { simulator in
            simulator.add(
                Fault(.flapping, of: .nominatim).with { ($0.failures, $0.successes, $0.status) = (2, 1, 503) })
            let statuses = try await simulator.statuses(of: Self.target, count: 6)
            #expect(statuses == [503, 503, 200, 503, 503, 200])
        }
    }

    @Test func `A fault applies to its third party and path, a number of times or until cleared`() async throws {
        try await Simulator.with { simulator in
            simulator.add(Fault(.notFound, of: .bsuir, path: "/schedule", count: 2))
            #expect(try await simulator.reply("/bsuir/api/v1/faculties").status == 200)
            let statuses = try await simulator.statuses(of: "/bsuir/api/v1/schedule/current-week", count: 3)
            #expect(statuses == [404, 404, 200])
            simulator.add(Fault(.noContent, of: .nominatim))
            simulator.add(Fault(.noContent, of: .bbc))
            simulator.clearFaults(of: .nominatim)
            #expect(try await simulator.reply(Self.target).status == 200)
            #expect(try await simulator.reply("/bbc/news/rss.xml").status == 204)
        }
    }

    @Test func `429 gives Retry-After in seconds, as a date, or not at all`() async throws {
        try await Simulator.with(at: "2026-10-07T09:30:00Z") { simulator in
            for (form, expected) in [
                (Fault.RetryAfter.seconds, "30"), (.date, "Wed, 07 Oct 2026 09:30:30 GMT"), (.none, nil),
            ] {
                simulator.clearFaults()
                simulator.add(Fault(.limited, of: .openMeteo).with { ($0.retryAfter, $0.seconds) = (form, 30) })
                let reply = try await simulator.reply("/open-meteo/v1/forecast?latitude=1&longitude=1")
                #expect(reply.header("Retry-After") == expected)
                #expect(reply.json["error"] as? Bool == true)
            }
        }
    }

    @Test func `A conditional request with the current tag gets 304`() async throws {
        try await Simulator.with { simulator in
            simulator.add(Fault(.conditional, of: .bbc))
            let first = try await simulator.reply("/bbc/news/rss.xml")
            let tag = try #require(first.header("ETag"))
            let second = try await simulator.reply("/bbc/news/rss.xml", headers: ["If-None-Match: \(tag)"])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(try await simulator.reply("/bbc/news/rss.xml", headers: ["If-None-Match: \"x\""]).status == 200)
        }
    }

    @Test func `A quota counts per key, and old requests leave its window`() throws {
        var table = FaultTable()
        _ = table.add(Fault(.quota, of: .openWeatherMap).with { ($0.limit, $0.seconds) = (2, 60) })
        func met(_ key: String, at milliseconds: Int64) -> Fault.Kind? {
            table.nextFault(
                for: .openWeatherMap, Request(method: "GET", target: "/data/2.5/weather?appid=\(key)"),
                milliseconds: milliseconds)?.fault
        }
        #expect(met("a", at: 0) == nil)
        #expect(met("a", at: 30_000) == nil)
        #expect(met("a", at: 59_999) == .limited)
        #expect(met("b", at: 59_999) == nil)
        #expect(met("a", at: 60_001) == nil)
        #expect(met("a", at: 60_002) == .limited)
    }

    @Test func `At most 256 faults are active at once`() {
        var table = FaultTable()
        for _ in 0..<FaultTable.maximum { #expect(table.add(Fault(.hang, of: .bbc)) != nil) }
        #expect(table.add(Fault(.hang, of: .bbc)) == nil)
    }
}
