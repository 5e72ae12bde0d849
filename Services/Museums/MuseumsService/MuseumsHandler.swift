import Contract
import Database
import MuseumsContract
import Postgres
import RPC
import ServiceRuntime

/// Lines in and out: hands calls to the service and says what went wrong in the words of the contract.
struct MuseumsHandler: Sendable {
    let service: MuseumsService

    /// The methods of the service, all of them.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .museums, methods: Museums.methods, isOpen: isOpen)
        table.onEncoded(Museums.Search.self) { params, context in
            try await Self.answer {
                try await service.search(params, language: context.language, deadline: context.deadline)
            }
        }
        table.onEncoded(Museums.Get.self) { params, context in
            try await Self.answer {
                try await service.get(params, language: context.language, deadline: context.deadline)
            }
        }
        table.onEncoded(Museums.Suggest.self) { params, context in
            try await Self.answer {
                try await service.suggest(params, language: context.language, deadline: context.deadline)
            }
        }
        table.onEncoded(Museums.Map.self) { params, context in
            try await Self.answer {
                try await service.map(params, language: context.language, deadline: context.deadline)
            }
        }
        return table
    }

    private static func answer(_ body: () async throws -> [UInt8]) async throws -> EncodedResult {
        do {
            return EncodedResult(try await body())
        } catch let error as PostgresError {
            throw RPCError(error)
        }
    }
}
