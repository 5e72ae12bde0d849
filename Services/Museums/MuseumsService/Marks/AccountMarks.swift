import Contract
import Database
import MuseumsContract
import RPC
import Values

/// The use cases of an account's favourite and visited museums.
struct AccountMarks: Sendable {
    let store: MarkStore

    /// Implements `museums.marks`.
    func list(_ params: Museums.Marks.Params, _ context: CallContext) async throws -> Museums.Marks.Result {
        let marks = try await store.all(of: context.account(), deadline: context.deadline)
        let cards = CardWriter(query: nil, corrected: nil, near: nil, context.language)
        return Museums.Marks.Result(
            items: marks.map { mark, museum in
                Museums.Mark(
                    id: mark.museum, isFavourite: mark.isFavourite, isVisited: mark.isVisited,
                    changedAt: mark.changedAt, museum: museum.map(cards.card))
            })
    }

    /// Implements `museums.mark`.
    func set(_ params: Museums.SetMark.Params, _ context: CallContext) async throws -> Museums.Mark {
        let account = try context.account()
        let mark: MuseumMark?
        do {
            mark = try await store.set(
                params.id, isFavourite: params.isFavourite, isVisited: params.isVisited, of: account,
                deadline: context.deadline)
        } catch let refusal as MarkStore.Refusal {
            switch refusal {
            case .limitReached: throw RPCError(Museums.tooManyMarks)
            case .unknownMuseum: throw RPCError(Museums.unknownMuseum)
            }
        }
        let museum = try await store.museum(params.id, deadline: context.deadline)
        let cards = CardWriter(query: nil, corrected: nil, near: nil, context.language)
        return Museums.Mark(
            id: params.id, isFavourite: mark?.isFavourite ?? false, isVisited: mark?.isVisited ?? false,
            changedAt: mark?.changedAt, museum: museum.map(cards.card))
    }

    /// Implements `museums.export`.
    func export(_ params: ExportParams, _ context: CallContext) async throws -> Page<ExportedRow> {
        try await PersonalExport(service: .museums, tables: MuseumsPersonalData.tables, client: store.client)
            .page(params, of: context.account(), deadline: context.deadline)
    }
}
