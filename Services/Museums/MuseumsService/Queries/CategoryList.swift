import Contract
import MuseumsContract
import RPC
import Values

/// Lists the subjects of museums.
struct CategoryList: Sendable {
    let store: MuseumStore

    /// Implements `museums.categories`.
    func entries(_ params: Empty, _ context: CallContext) async throws -> Museums.Categories.Result {
        let counts = try await store.categories(deadline: context.deadline)
        return Museums.Categories.Result(items: FacetCounting.entries(counts, in: context.language))
    }
}
