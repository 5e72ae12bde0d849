import Contract
import Database
import MuseumsContract
import Postgres
import RPC
import ServiceRuntime

/// Maps the methods of the contract to the use cases.
struct MuseumsHandler: Sendable {
    let search: MuseumSearch
    let lookup: MuseumLookup
    let map: MuseumMap

    /// All methods of the service.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .museums, methods: Museums.methods, isOpen: isOpen)
        table.on(Museums.Search.self, Self.answering(search.page))
        table.on(Museums.Suggest.self, Self.answering(search.suggestions))
        table.onEncoded(Museums.Get.self, Self.answering { EncodedResult(try await lookup.details($0, $1)) })
        table.on(Museums.Map.self, Self.answering(map.items))
        return table
    }

    /// Maps database failures to errors of the contract.
    private static func answering<Params, Result>(
        _ body: @escaping @Sendable (Params, CallContext) async throws -> Result
    ) -> @Sendable (Params, CallContext) async throws -> Result {
        { params, context in
            do {
                return try await body(params, context)
            } catch let error as PostgresError {
                throw RPCError(error)
            }
        }
    }
}
