import Contract
import MuseumsContract
import RPC
import Testing
import Values

@testable import MuseumsService

/// Tests of pictures with bytes of their own.
@Suite struct PictureFileTests {
    private static let picture = CreditedPicture(
        url: "https://example.org/a.jpg", width: 1_600, height: 1_200, author: "Ada", licence: "CC0",
        page: "https://example.org/a")
    private static let files = [
        ScaledPicture(format: .webp, width: 160, height: 120, content: [1, 2, 3]),
        ScaledPicture(format: .jpeg, width: 160, height: 120, content: [4, 5]),
        ScaledPicture(format: .webp, width: 480, height: 360, content: [6]),
        ScaledPicture(format: .jpeg, width: 480, height: 360, content: [7]),
    ]

    private func withMuseums(_ body: @Sendable (MuseumDatabase) async throws -> Void) async throws {
        let museums = try ["a", "b"].map { try museum($0, LocalizedText(english: "House \($0)")) }
        try await MuseumDatabase.with(museums, body)
    }

    @Test func `A picture with files names its sizes by their hashes, and their bytes are found there`() async throws {
        try await withMuseums { database async throws in
            let store = database.handler.pictures
            try await store.store(Self.picture, files: Self.files, of: MuseumID(unchecked: "a"))
            let picture = try #require(try await database.search().items.first?.picture)
            #expect(picture.author == "Ada" && picture.page == "https://example.org/a")
            #expect([picture.width, picture.height] == [480, 360])
            let sizes = try #require(picture.sizes)
            #expect(
                sizes.map { "\($0.format.rawValue) \($0.width)x\($0.height)" } == [
                    "jpeg 160x120", "webp 160x120", "jpeg 480x360", "webp 480x360",
                ])
            #expect(picture.url == sizes[2].url)
            let path = "/v1/pictures/039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
            #expect(sizes[1].url == path)
            let file = try await store.file(PictureHash(unchecked: String(path.suffix(64))), deadline: nil)
            #expect(file?.format == .webp && file?.content == [1, 2, 3])
            #expect(try await database.get("a").picture == picture)
            let unknown = PictureHash(unchecked: String(repeating: "0", count: 64))
            #expect(try await store.file(unknown, deadline: nil) == nil)
        }
    }

    @Test func `A photograph is a picture with files that does not come from a simulator`() async throws {
        try await withMuseums { database async throws in
            let store = database.handler.pictures
            var simulated = Self.picture
            simulated.url = "http://127.0.0.1:8080/a.jpg"
            try await store.store(simulated, files: Self.files, of: MuseumID(unchecked: "a"))
            #expect(try await database.pictures.count() == PhotographCount(museums: 2, photographs: 0))
            for (id, url) in [("a", "upload:1"), ("b", "https://example.org/a.jpg")] {
                var picture = Self.picture
                picture.url = url
                try await store.store(picture, files: Self.files, of: MuseumID(unchecked: id))
            }
            #expect(try await database.pictures.count().text == "museums: 2, with a photograph: 2")
        }
    }

    @Test func `Files end with their picture, and another picture replaces them`() async throws {
        try await withMuseums { database async throws in
            let store = database.handler.pictures
            let (one, other) = (MuseumID(unchecked: "a"), MuseumID(unchecked: "b"))
            #expect(try await store.isStored(Self.picture, of: one) == false)
            // Both museums show the same bytes; each has its own copy.
            for museum in [one, other] { try await store.store(Self.picture, files: Self.files, of: museum) }
            #expect(try await store.isStored(Self.picture, of: one))
            var changed = Self.picture
            changed.licence = "CC BY 4.0"
            #expect(try await store.isStored(changed, of: one) == false)
            try await store.store(changed, files: [Self.files[0]], of: one)
            #expect(try await database.search().items.map { $0.picture?.sizes?.count } == [nil, 4])
            #expect(try await database.get("a").picture?.licence == "CC BY 4.0")
            await #expect(throws: PictureFileStore.Refusal.unknownMuseum) {
                try await store.store(changed, files: [], of: MuseumID(unchecked: "nowhere"))
            }

            // A linked picture from a file takes the place of the stored one.
            let linked = CreditedPicture(
                url: "https://example.org/b.jpg", width: 4, height: 3, author: "Ada", licence: "CC0")
            let summary = try await database.pictures.load { OnePicture(museum: other, picture: linked) }
            #expect(summary.changed == 1)
            #expect(try await store.isStored(linked, of: other) == false)
            #expect(try await database.get("b").picture?.url == linked.url)
            let hash = PictureHash(unchecked: "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
            #expect(try await store.file(hash, deadline: nil) != nil)
            try await database.add([museum("b", LocalizedText(english: "House b"))], replacesAll: true)
            #expect(try await store.file(hash, deadline: nil) == nil)
        }
    }
}

/// A source of one picture.
private struct OnePicture: PictureSource {
    let museum: MuseumID
    let picture: CreditedPicture
    var refusals: [SourceLineRefusal] = []
    private var isRead = false

    init(museum: MuseumID, picture: CreditedPicture) {
        self.museum = museum
        self.picture = picture
    }

    mutating func next(_ count: Int) throws -> [NumberedPicture]? {
        defer { isRead = true }
        return isRead ? nil : [NumberedPicture(line: 2, picture: MuseumPicture(museum: museum, picture: picture))]
    }
}
