/// Which statements one connection has prepared, and under which names.
struct PreparedNames {
    private let limit: Int
    private var names: [Int: String] = [:]
    private var lastNumber = 0

    init(limit: Int) {
        self.limit = limit
    }

    enum Use: Equatable {
        case prepared(String)
        /// To be prepared under this name first.
        case new(String)
        /// The limit is reached: to be run without being kept.
        case unnamed
    }

    mutating func use(_ statement: PreparedStatement) -> Use {
        if let name = names[statement.identity] { return .prepared(name) }
        guard names.count < limit else { return .unnamed }
        lastNumber += 1
        // A name is never used twice, so one that the server still knows does not stand in the way.
        let name = "\(String(decoding: statement.name.utf8.prefix(40), as: UTF8.self))_\(lastNumber)"
        names[statement.identity] = name
        return .new(name)
    }

    mutating func forget(_ statement: PreparedStatement) {
        names[statement.identity] = nil
    }
}
