import Contract
import MuseumsContract
import RPC
import Values

/// The use cases that list and show edits.
struct EditHistory: Sendable {
    let store: EditStore
    /// Returns the names of accounts; empty while they cannot be read.
    let names: @Sendable (Set<Identifier>, ContinuousClock.Instant) async -> [Identifier: String]

    /// Implements `museums.edits`.
    func list(_ params: Museums.Edits.Params, _ context: CallContext) async throws -> Page<Museums.Edit> {
        let list = PagedList("museumEdits", params.id?.text ?? "")
        let limit = (params.limit ?? .standard).value
        let before = try list.start(params.cursor) { $0.count == 1 ? Int64($0[0]) : nil } ?? .max
        let edits = try await store.edits(
            of: params.id, before: before, limit: limit + 1, deadline: context.deadline)
        let names = await names(of: edits.prefix(limit), context)
        return list.page(
            edits, limit: limit, place: { ["\($0.place)"] }, item: { $0.view(names, in: context.language) })
    }

    /// Implements `museums.edit`.
    func edit(_ params: Museums.ReadEdit.Params, _ context: CallContext) async throws -> Museums.ReadEdit.Result {
        guard
            let states = try await store.states(
                of: params.id, around: params.number.value, deadline: context.deadline)
        else { throw RPCError(Museums.unknownEdit) }
        let names = await names(of: [states.edit], context)
        return Museums.ReadEdit.Result(
            edit: states.edit.view(names, in: context.language), before: states.before?.view, after: states.after.view)
    }

    private func names(
        of edits: some Collection<PastMuseumEdit>, _ context: CallContext
    ) async -> [Identifier: String] {
        await names(Set(edits.map(\.editor)), context.deadline)
    }
}

extension PastMuseumEdit {
    fileprivate func view(_ names: [Identifier: String], in language: Language) -> Museums.Edit {
        Museums.Edit(
            id: museum, number: number, name: name[name.bestLanguage(for: language)] ?? "", kind: kind, at: at,
            editor: Museums.Editor(id: editor, name: names[editor]))
    }
}
