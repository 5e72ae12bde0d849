import AggregatorContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime
import Values

/// Lines in and out: hands calls to the use cases and says what went wrong in the words of the contract.
struct AggregatorHandler: Sendable {
    let service: AggregatorService

    /// The methods of the service, all of them.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .aggregator, methods: Aggregator.methods, isOpen: isOpen)
        addOutside(to: &table)
        addHistory(to: &table)
        return table
    }

    private func addOutside(to table: inout MethodTable) {
        let service = service
        table.on(Weather.Current.self) { params, context in
            let location = try AggregatorService.location(lat: params.lat, lon: params.lon, placeID: params.placeId)
            return try await answer {
                try await service.current(at: location, language: context.language, deadline: context.deadline)
            }
        }
        table.on(Weather.Forecast.self) { params, context in
            let location = try AggregatorService.location(lat: params.lat, lon: params.lon, placeID: params.placeId)
            return try await answer {
                try await service.forecast(at: location, language: context.language, deadline: context.deadline)
            }
        }
        table.on(Places.Search.self) { params, context in
            await service.search(params, language: context.language, deadline: context.deadline)
        }
        table.on(Places.Reverse.self) { params, context in
            let location = Location(latitude: params.lat, longitude: params.lon)
            return await service.reverse(location, language: context.language, deadline: Self.early(context.deadline))
        }
        table.on(News.Local.self) { params, context in
            try await answer {
                try await service.news(params, language: context.language, deadline: Self.early(context.deadline))
            }
        }
        table.on(Briefing.Get.self) { params, context in
            let account = params.save == true ? try Caller(context).account : nil
            return await service.briefing(
                at: Location(latitude: params.lat, longitude: params.lon), savedFor: account,
                language: context.language, deadline: context.deadline)
        }
    }

    private func addHistory(to table: inout MethodTable) {
        let service = service
        table.on(History.Add.self) { params, context in
            try await answer { try await service.add(params, Caller(context)) }
        }
        table.on(History.List.self) { params, context in
            try await answer { try await service.list(params, Caller(context)) }
        }
        table.on(History.Get.self) { params, context in
            try await answer { try await service.entry(params, Caller(context)) }
        }
        table.on(History.Remove.self) { params, context in
            try await answer { try await service.remove(params, Caller(context)) }
            return Empty()
        }
        table.on(History.Clear.self) { _, context in
            try await answer { try await service.clear(Caller(context)) }
        }
    }

    /// A little before the caller gives up, so that what there is by then is still of use.
    private static func early(_ deadline: ContinuousClock.Instant) -> ContinuousClock.Instant {
        deadline - .milliseconds(250)
    }
}

private func answer<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as NobodyAnswers {
        throw error.error
    } catch let error as PostgresError {
        throw RPCError(error)
    } catch is CancellationError {
        throw RPCError(.cancelled)
    }
}

extension Caller {
    /// - Throws: `unauthenticated` for a call without an account.
    init(_ context: CallContext) throws {
        guard let principal = context.principal, let account = Identifier(principal.sub) else {
            throw RPCError(.unauthenticated)
        }
        self.init(
            account: account, language: context.language, idempotencyKey: context.idempotencyKey,
            deadline: context.deadline)
    }
}
