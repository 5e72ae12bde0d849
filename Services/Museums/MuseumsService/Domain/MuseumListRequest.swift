/// A request for the next museums of a list: the scope, the order, and the position to start from.
struct MuseumListRequest: Equatable, Sendable {
    /// The texts of a museum to search.
    enum Scope: String, Sendable {
        case everything = ""
        /// Names and other names: the weights A and B of the text index.
        case names = "AB"
    }

    var scope = Scope.everything
    var filter = SearchFilter()
    var order = SearchOrder.importance
    /// The last museum of the previous page.
    var after = SearchKey.start
    var limit: Int
    /// True to count all matches, too; for the first page only.
    var isCounted = false

    /// Returns the request with another position to start from and another number of museums.
    func moved(after key: SearchKey, limit: Int) -> MuseumListRequest {
        var request = self
        request.after = key
        request.limit = limit
        return request
    }
}
