import Contract
import Database
import Postgres
import RPC
import ScheduleContract
import ServiceRuntime
import Values

/// Lines in and out: hands calls to the use cases and says what went wrong in the words of the contract.
struct ScheduleHandler: Sendable {
    let service: ScheduleService

    /// The methods of the service, all of them.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .schedule, methods: Schedule.methods, isOpen: isOpen)
        addCatalogues(to: &table)
        addTimetables(to: &table)
        addFavourites(to: &table)
        return table
    }

    private func addCatalogues(to table: inout MethodTable) {
        let service = service
        table.onEncoded(Schedule.Groups.self) { params, context in
            EncodedResult(try await service.groups(params, deadline: context.deadline))
        }
        table.onEncoded(Schedule.Lecturers.self) { params, context in
            EncodedResult(try await service.lecturers(params, deadline: context.deadline))
        }
        table.onEncoded(Schedule.Rooms.self) { params, context in
            EncodedResult(try await service.rooms(params, deadline: context.deadline))
        }
        table.on(Schedule.Week.self) { params, _ in service.week(params) }
    }

    private func addTimetables(to table: inout MethodTable) {
        let service = service
        table.onEncoded(Schedule.ForGroup.self) { params, context in
            EncodedResult(try await service.forGroup(params, deadline: context.deadline))
        }
        table.onEncoded(Schedule.ForLecturer.self) { params, context in
            EncodedResult(try await service.forLecturer(params, deadline: context.deadline))
        }
        table.onEncoded(Schedule.Day.self) { params, context in
            EncodedResult(try await service.day(params, deadline: context.deadline))
        }
        table.on(Schedule.Next.self) { params, context in
            try await service.next(params, deadline: context.deadline)
        }
        table.onEncoded(Schedule.Exams.self) { params, context in
            EncodedResult(try await service.exams(params, deadline: context.deadline))
        }
    }

    private func addFavourites(to table: inout MethodTable) {
        let service = service
        table.on(Schedule.Favourites.self) { _, context in
            try await Self.answer {
                try await service.favourites(of: Self.account(context), deadline: context.deadline)
            }
        }
        table.on(Schedule.AddFavourite.self) { params, context in
            try await Self.answer {
                try await service.addFavourite(params, of: Self.account(context), deadline: context.deadline)
            }
        }
        table.on(Schedule.RemoveFavourite.self) { params, context in
            try await Self.answer {
                try await service.removeFavourite(params, of: Self.account(context), deadline: context.deadline)
            }
            return Empty()
        }
    }

    private static func account(_ context: CallContext) throws(RPCError) -> Identifier {
        guard let account = context.principal.flatMap({ Identifier($0.sub) }) else {
            throw RPCError(.unauthenticated)
        }
        return account
    }

    private static func answer<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError {
            throw RPCError(error)
        }
    }
}
