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
        let sorted = counts.sorted { left, right in
            let (first, second) = (left.key == .general ? 1 : 0, right.key == .general ? 1 : 0)
            return (first, -left.value, left.key.rawValue) < (second, -right.value, right.key.rawValue)
        }
        return Museums.Categories.Result(
            items: sorted.map { category, count in
                Museums.Categories.Entry(
                    category: category, categoryName: CategoryNames.name(of: category)[context.language], count: count)
            })
    }
}
