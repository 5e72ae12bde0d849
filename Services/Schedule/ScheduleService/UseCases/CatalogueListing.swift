import Contract
import RPC
import Resilience
import ScheduleContract
import Upstream
import Values
import Wire

/// Lists groups, lecturers and rooms.
///
/// Answers are already encoded, since pages are assembled from items that were encoded once.
struct CatalogueListing: Sendable {
    let library: TimetableLibrary
    let label: OriginLabel

    /// Implements `schedule.groups`.
    func groups(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("groups", params, context.language) { try await library.groups(deadline: context.deadline) }
    }

    /// Implements `schedule.lecturers`.
    func lecturers(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("lecturers", params, context.language) {
            try await library.lecturers(deadline: context.deadline)
        }
    }

    /// Implements `schedule.rooms`.
    func rooms(_ params: Schedule.CatalogueQuery, _ context: CallContext) async throws -> [UInt8] {
        try await page("rooms", params, context.language) { try await library.rooms(deadline: context.deadline) }
    }

    /// Implements `schedule.faculties`.
    func faculties(
        _ params: Schedule.Faculties.Params, _ context: CallContext
    ) async throws -> Schedule.Faculties.Result {
        do throws(UpstreamFailure) {
            let cached = try await library.groups(deadline: context.deadline)
            return Schedule.Faculties.Result(
                items: FacultyTree.faculties(of: cached.value.items),
                label.origin(fetchedAt: cached.fetchedAt, isStale: cached.isStale, in: context.language))
        } catch {
            throw Self.unavailable(error)
        }
    }

    static func unavailable(_ failure: UpstreamFailure) -> RPCError {
        RPCError(failure, unavailable: Schedule.catalogueUnavailable, unreadable: Schedule.catalogueUnreadable)
    }

    private func page<Item: Sendable>(
        _ name: String, _ params: Schedule.CatalogueQuery, _ language: Language,
        _ catalogue: () async throws -> Cached<Catalogue<Item>>
    ) async throws -> [UInt8] {
        let text = params.query?.text
        let list = Catalogue<Item>.list(name, text: text)
        let place = try list.start(params.cursor, read: Catalogue<Item>.Place.init(texts:))
        let cached: Cached<Catalogue<Item>>
        do {
            cached = try await catalogue()
        } catch let failure as UpstreamFailure {
            throw Self.unavailable(failure)
        }
        let page = cached.value.page(of: text, after: place, limit: (params.limit ?? .standard).value)
        let next = page.next.flatMap { list.cursor(after: $0.texts) }
        return try JSONCoding.encode(
            Schedule.Listing(
                items: page.listed.map { RawJSON(bytes: $0.encoded) }, nextCursor: next,
                label.origin(fetchedAt: cached.fetchedAt, isStale: cached.isStale, in: language)))
    }
}
