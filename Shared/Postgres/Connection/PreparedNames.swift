/// The names of the statements that one connection has prepared.
struct PreparedNames {
    private let limit: Int
    private var names: [Int: String] = [:]
    private var lastNumber = 0

    init(limit: Int) {
        self.limit = limit
    }

    enum Use: Equatable {
        case prepared(String)
        /// Not prepared yet: prepare it under this name first.
        case new(String)
        /// The limit is reached: run the statement without preparing it.
        case unnamed
    }

    mutating func use(_ statement: PreparedStatement) -> Use {
        if let name = names[statement.identity] { return .prepared(name) }
        guard names.count < limit else { return .unnamed }
        lastNumber += 1
        // A name is never used twice: the server may still know an old one.
        let name = "\(String(decoding: statement.name.utf8.prefix(40), as: UTF8.self))_\(lastNumber)"
        names[statement.identity] = name
        return .new(name)
    }

    mutating func forget(_ statement: PreparedStatement) {
        names[statement.identity] = nil
    }
}
