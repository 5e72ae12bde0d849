import Contract
import Foundation
import HTTP
import MuseumsContract
import Synchronization
import TestSupport
import Testing
import Upstream

@testable import MuseumsService

/// A server of pictures that answers each path with what the test says, in order.
private final class PictureServer: RemoteHost {
    private let answers: Mutex<[String: [Result<UpstreamAnswer, UpstreamFailure>]]>
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: [Result<UpstreamAnswer, UpstreamFailure>]]) { self.answers = Mutex(answers) }

    var requests: [String] { asked.withLock { $0 } }

    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer {
        asked.withLock { $0.append(request.path) }
        let answer = answers.withLock { answers -> Result<UpstreamAnswer, UpstreamFailure> in
            guard let next = answers[request.path]?.first else { return .success(.absent([])) }
            if answers[request.path]?.count != 1 { answers[request.path]?.removeFirst() }
            return next
        }
        return try answer.get()
    }
}

@Suite struct PictureFetchingTests {
    private static let header = "museum,url,author,licence,page"

    private func file(_ lines: [String], header: String = Self.header) throws -> FetchFile {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
        try Data(([header] + lines).joined(separator: "\n").utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try FetchFile(path.path)
    }

    private func withFetching(
        _ server: PictureServer,
        _ body: @Sendable (MuseumDatabase, PictureFetching, LineRecorder) async throws -> Void
    ) async throws {
        let museums = try ["a", "b", "c", "d"].map { try museum($0, LocalizedText(english: "House \($0)")) }
        try await MuseumDatabase.with(museums) { database async throws in
            let lines = LineRecorder()
            let origin = try #require(PictureHosts.origin("https://pictures.example.org"))
            let fetching = PictureFetching(
                hosts: PictureHosts([origin: server]), commons: WikimediaLookup(wikidata: server, commons: server),
                scaling: PictureScaling(), store: database.handler.pictures, sleep: { lines.add("slept \($0)") },
                say: { lines.add($0) })
            try await body(database, fetching, lines)
        }
    }

    @Test func `Pictures are fetched, scaled and stored with their credit, and not again`() async throws {
        let picture = try await SamplePicture.jpeg(width: 600, height: 400)
        let server = PictureServer(["/a.jpg?x=1": [.success(.body(picture, Validators(), charset: nil))]])
        try await withFetching(server) { database, fetching, lines in
            let row = "a,https://pictures.example.org/a.jpg?x=1,Ada,CC BY-SA 4.0,https://example.org/a"
            let summary = try await fetching.run(try file([row]))
            #expect(summary == FetchSummary(stored: 1))
            let shown = try #require(try await database.get("a").picture)
            #expect(shown.author == "Ada" && shown.licence == "CC BY-SA 4.0" && shown.page == "https://example.org/a")
            #expect(shown.sizes?.map(\.width) == [160, 160, 480, 480, 600, 600])
            let again = try await fetching.run(try file([row]))
            #expect(again == FetchSummary(unchanged: 1) && server.requests.count == 1)
            #expect(lines.all == ["1 of 1: a: stored", "1 of 1: a: unchanged"])
        }
    }

    @Test func `A line that cannot be used is named, and the others are stored`() async throws {
        let picture = try await SamplePicture.jpeg(width: 30, height: 20)
        let server = PictureServer([
            "/good.jpg": [.success(.body(picture, Validators(), charset: nil))],
            "/text": [.success(.body(Array("hello".utf8), Validators(), charset: nil))],
            "/large": [.failure(.tooLarge)],
        ])
        try await withFetching(server) { database, fetching, _ in
            let end = "Ada,CC0,https://example.org/p"
            let summary = try await fetching.run(
                try file([
                    "a,https://other.example.org/a.jpg,\(end)", "b,https://pictures.example.org/text,\(end)",
                    "c,https://pictures.example.org/large,\(end)", "d,https://pictures.example.org/good.jpg,\(end)",
                    "nowhere,https://pictures.example.org/good.jpg,\(end)",
                    "d,https://pictures.example.org/good.jpg,\(end)",
                    "e,https://pictures.example.org/none,,CC0,https://example.org/p",
                    "f,https://pictures.example.org/none,Ada,CC0,http://example.org/p",
                    "g,https://pictures.example.org/none,\(end)",
                ]))
            #expect(summary.stored == 1)
            #expect(
                summary.warnings == [
                    "2: skipped: pictures.hosts does not allow the server other.example.org",
                    "3: skipped: it is no JPEG, PNG or WebP picture", "4: skipped: the picture has more than 20 MiB",
                    "6: skipped: there is no museum nowhere", "7: skipped: line 5 has the picture of this museum",
                    "8: skipped: author is empty", "9: skipped: page is not an https address in ASCII",
                    "10: skipped: there is no picture at this address",
                ])
        }
    }

    @Test func `Pictures of editors stay, even if one is set while another is fetched`() async throws {
        let picture = try await SamplePicture.jpeg(width: 30, height: 20)
        let server = PictureServer(["/a.jpg": [.success(.body(picture, Validators(), charset: nil))]])
        try await withFetching(server) { database, fetching, _ in
            let edited = CreditedPicture(url: "upload:x", width: 9, height: 6, author: "Grace", licence: "CC0")
            try await EditorCalls.setPicture(edited, of: "a", in: database)
            try await EditorCalls.setPicture(nil, of: "b", in: database)
            let row = "https://pictures.example.org/a.jpg,Ada,CC0,https://example.org/p"
            let summary = try await fetching.run(try file(["a", "b"].map { "\($0),\(row)" }))
            let items = try await fetching.run(try file(["a,Q1"], header: "museum,wikidata"))
            #expect(
                (summary.refusals + items.refusals).map(\.reason) == Array(repeating: PictureSummary.edited, count: 3))
            #expect(server.requests.isEmpty, "nothing is fetched in vain")
            await #expect(throws: PictureFileStore.Refusal.edited) {
                try await fetching.store.store(edited, files: [], of: MuseumID(unchecked: "b"))
            }
            #expect(try await database.get("a").picture?.author == "Grace")
            #expect(try await database.get("b").picture == nil)
        }
    }

    @Test func `A server that asks for a pause gets it, twice at most`() async throws {
        let picture = try await SamplePicture.jpeg(width: 30, height: 20)
        let answer = UpstreamAnswer.body(picture, Validators(), charset: nil)
        let server = PictureServer([
            "/a.jpg": [.failure(.limited(retryAfter: .seconds(7))), .success(answer)],
            "/b.jpg": [.failure(.suspended(retryAfter: .seconds(9)))],
            "/c.jpg": [.failure(.limited(retryAfter: .seconds(3_600)))],
        ])
        try await withFetching(server) { _, fetching, lines in
            let end = "Ada,CC0,https://example.org/p"
            let rows = ["a", "b", "c"].map { "\($0),https://pictures.example.org/\($0).jpg,\(end)" }
            let summary = try await fetching.run(try file(rows))
            #expect(summary.stored == 1 && summary.refusals.map(\.line) == [3, 4])
            #expect(
                lines.all.filter { $0.hasPrefix("slept") } == ["slept 7.0 seconds"]
                    + Array(repeating: "slept 9.0 seconds", count: 2))
            #expect(server.requests == ["/a.jpg", "/a.jpg", "/b.jpg", "/b.jpg", "/b.jpg", "/c.jpg"])
        }
    }

    @Test func `The picture of a Wikidata item comes from Commons, with its author and licence`() async throws {
        let picture = try await SamplePicture.jpeg(width: 30, height: 20)
        func body(_ text: String) -> Result<UpstreamAnswer, UpstreamFailure> {
            .success(.body(Array(text.utf8), Validators(), charset: nil))
        }
        func described(_ artist: String, _ licence: String) -> String {
            #"{"query":{"pages":[{"imageinfo":[{"thumburl":"https://pictures.example.org/1280.jpg","#
                + #""descriptionurl":"https://commons.example.org/File:A","extmetadata":{"Artist":{"value":"\#(artist)"},"#
                + #""LicenseShortName":{"value":"\#(licence)"}}}]}]}}"#
        }
        let claim = #"{"claims":{"P18":[{"mainsnak":{"datavalue":{"value":"A b.jpg"}}}]}}"#
        let server = PictureServer([
            "/api.php": [
                body(claim), body(described("<a href='//x'>Ada &amp;\\n Co</a>", "CC BY-SA 4.0")),
                body(#"{"claims":{}}"#), body(claim), body(described("Ada", "CC BY-NC 4.0")), body(claim),
                body(described("", "CC0")),
            ],
            "/1280.jpg": [.success(.body(picture, Validators(), charset: nil))],
        ])
        try await withFetching(server) { database, fetching, _ in
            let lines = try file(["a,Q1", "b,Q2", "c,Q3", "d,Q4", "e,42"], header: "museum,wikidata")
            let summary = try await fetching.run(lines)
            #expect(
                summary.warnings == [
                    "3: skipped: Q2 has no picture at Wikidata", "4: skipped: no free licence is stated for A b.jpg",
                    "5: skipped: no author is stated for A b.jpg", "6: skipped: wikidata is not an item such as Q42",
                ])
            let shown = try #require(try await database.get("a").picture)
            #expect(shown.author == "Ada & Co" && shown.licence == "CC BY-SA 4.0")
            #expect(shown.page == "https://commons.example.org/File:A" && shown.sizes?.count == 2)
            let again = try await fetching.run(try file(["a,Q1"], header: "museum,wikidata"))
            #expect(again == FetchSummary(unchanged: 1) && server.requests.count == 8)
        }
    }

    @Test(arguments: [
        ("CC BY 2.0", true), ("CC BY-SA 3.0 de", true), ("CC0", true), ("Public domain", true), ("PD-old", true),
        ("CC BY-NC-SA 2.0", false), ("CC BY-ND 4.0", false), ("All rights reserved", false), ("", false),
    ])
    func `Only free licences are accepted`(licence: String, isFree: Bool) {
        #expect(WikimediaLookup.isFree(licence) == isFree)
    }

    @Test(arguments: [
        ("https://upload.wikimedia.org", true), ("https://example.org:8443/", true), ("http://127.0.0.1:9", true),
        ("http://example.org", false), ("https://example.org/path", false), ("example.org", false),
    ])
    func `A server is https, or on this machine`(address: String, isAllowed: Bool) {
        #expect((PictureHosts.origin(address) != nil) == isAllowed)
    }
}

/// Collects lines from several tasks.
private final class LineRecorder: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
