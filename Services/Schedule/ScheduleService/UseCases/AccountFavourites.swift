import Contract
import Database
import RPC
import ScheduleContract
import Values

/// The use cases of an account's favourite timetables.
struct AccountFavourites: Sendable {
    let store: FavouriteStore
    let library: TimetableLibrary
    let subjects: SubjectLookup
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool

    /// Implements `schedule.favourites`; lists the pinned one first.
    func list(
        _ params: Schedule.Favourites.Params, _ context: CallContext
    ) async throws -> Schedule.Favourites.Result {
        let account = try context.account(whenReady: isReady)
        var items: [Schedule.Favourite] = []
        for row in try await store.all(of: account, deadline: context.deadline) { items.append(await favourite(row)) }
        return Schedule.Favourites.Result(items: items)
    }

    /// Implements `schedule.addFavourite`: adds a favourite, or changes an existing one.
    func add(_ params: Schedule.AddFavourite.Params, _ context: CallContext) async throws -> Schedule.Favourite {
        let account = try context.account(whenReady: isReady)
        let subject = try SubjectLookup.subject(
            params.group, params.lecturer, hasSubgroup: params.subgroup != nil)
        // Throws for an unknown subject. While no catalogue is available, any subject is accepted, which does no harm.
        _ = try await subjects.entry(of: subject, deadline: context.deadline)
        let row: FavouriteRow
        do {
            row = try await store.add(
                subject, subgroup: params.subgroup, pinned: params.isPinned, of: account, deadline: context.deadline)
        } catch is FavouriteStore.LimitReached {
            throw RPCError(Schedule.tooManyFavourites)
        }
        return await favourite(row)
    }

    /// Implements `schedule.removeFavourite`.
    func remove(_ params: Schedule.RemoveFavourite.Params, _ context: CallContext) async throws -> Empty {
        let account = try context.account(whenReady: isReady)
        try await store.remove(params.id, of: account, deadline: context.deadline)
        return Empty()
    }

    /// Implements `schedule.export`.
    func export(_ params: ExportParams, _ context: CallContext) async throws -> Page<ExportedRow> {
        let account = try context.account(whenReady: isReady)
        return try await PersonalExport(
            service: .schedule, tables: SchedulePersonalData.tables, client: store.client
        ).page(params, of: account, deadline: context.deadline)
    }

    private func favourite(_ row: FavouriteRow) async -> Schedule.Favourite {
        var favourite = Schedule.Favourite(
            id: row.id, group: nil, lecturer: nil, subgroup: row.subgroup, isPinned: row.isPinned, name: nil,
            addedAt: row.addedAt)
        switch row.subject {
        case .group(let number):
            favourite.group = number
            favourite.name = await library.cachedGroups()?[number.text]?.speciality
        case .lecturer(let slug):
            favourite.lecturer = slug
            favourite.name = await library.cachedLecturers()?[slug.text]?.shortName
        }
        return favourite
    }
}
