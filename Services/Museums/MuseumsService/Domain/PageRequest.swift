/// A request for the next museums of a list: which ones count, their order, and the place to start.
struct PageRequest: Equatable, Sendable {
    /// The texts of a museum that are searched.
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

    /// The same request from another place on, for fewer or more museums.
    func moved(after key: SearchKey, limit: Int) -> PageRequest {
        var request = self
        request.after = key
        request.limit = limit
        return request
    }
}
