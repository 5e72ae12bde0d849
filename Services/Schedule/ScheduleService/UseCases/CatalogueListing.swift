import Contract
import RPC
import Resilience
import ScheduleContract
import Upstream
import Values
import Wire

/// Lists groups, lecturers and rooms.
///
/// Answers are encoded here: pages are assembled from items that were encoded once.
struct CatalogueListing: Sendable {
    let library: TimetableLibrary
    let label: OriginLabel

    /// Implements `schedule.groups`.
    func groups(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("groups", params) { try await library.groups(deadline: context.deadline) }
    }

    /// Implements `schedule.lecturers`.
    func lecturers(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("lecturers", params) { try await library.lecturers(deadline: context.deadline) }
    }

    /// Implements `schedule.rooms`.
    func rooms(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("rooms", params) { try await library.rooms(deadline: context.deadline) }
    }

    private func page<Item: Sendable>(
        _ list: String, _ params: Schedule.CatalogueQuery, _ catalogue: () async throws -> Cached<Catalogue<Item>>
    ) async throws -> [UInt8] {
        let text = params.query?.text
        var place: Catalogue<Item>.Place?
        if let cursor = params.cursor {
            guard let found = CatalogueCursor.place(cursor, list: list, text: text) else {
                throw RPCError(
                    .invalidParams, faults: [.init(pointer: "/cursor", detail: "is not a cursor of this search")])
            }
            place = Catalogue<Item>.Place(rank: found.rank, sortKey: found.sortKey)
        }
        let cached: Cached<Catalogue<Item>>
        do {
            cached = try await catalogue()
        } catch let failure as UpstreamFailure {
            throw RPCError(failure, of: .catalogue)
        }
        let page = cached.value.page(of: text, after: place, limit: (params.limit ?? .standard).value)
        let next = page.next.flatMap { CatalogueCursor.make(($0.rank, $0.sortKey), list: list, text: text) }
        return try JSONCoding.encode(
            Schedule.Listing(
                items: page.listed.map { RawJSON(bytes: $0.encoded) }, nextCursor: next,
                label.origin(fetchedAt: cached.fetchedAt, isStale: cached.isStale)))
    }
}
