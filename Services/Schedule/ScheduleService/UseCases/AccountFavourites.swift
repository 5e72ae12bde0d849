import Contract
import RPC
import ScheduleContract
import Values

extension ScheduleService {
    /// What an account has marked, the pinned one first.
    func favourites(
        of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Schedule.Favourites.Result {
        let rows = try await favourites.all(of: account, deadline: deadline)
        var items: [Schedule.Favourite] = []
        for row in rows { items.append(await favourite(row)) }
        return Schedule.Favourites.Result(items: items)
    }

    /// Adds a favourite, or changes one that is there.
    func addFavourite(
        _ params: Schedule.AddFavourite.Params, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws -> Schedule.Favourite {
        let subject = try Self.subject(params.group, params.lecturer)
        if case .lecturer = subject, params.subgroup != nil {
            throw RPCError(
                .invalidParams, faults: [.init(pointer: "/subgroup", detail: "must not be given with a lecturer")])
        }
        // While nobody can tell who is known, one that may be unknown does no harm.
        _ = try await known(subject, deadline: deadline)
        let row = try await favourites.add(
            subject, subgroup: params.subgroup, pinned: params.pinned, of: account, deadline: deadline)
        return await favourite(row)
    }

    func removeFavourite(
        _ params: Schedule.RemoveFavourite.Params, of account: Identifier, deadline: ContinuousClock.Instant
    ) async throws {
        try await favourites.remove(params.id, of: account, deadline: deadline)
    }

    private func favourite(_ row: FavouriteRow) async -> Schedule.Favourite {
        var favourite = Schedule.Favourite(
            id: row.id, group: nil, lecturer: nil, subgroup: row.subgroup, pinned: row.isPinned, name: nil,
            addedAt: row.addedAt)
        switch row.subject {
        case .group(let number):
            favourite.group = number
            favourite.name = await library.keptGroups()?[number.text]?.speciality
        case .lecturer(let slug):
            favourite.lecturer = slug
            favourite.name = await library.keptLecturers()?[slug.text]?.shortName
        }
        return favourite
    }
}
