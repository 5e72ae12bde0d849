/// The reason a table of cities, countries or feeds is refused.
struct TableFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ table: String, line: Int, _ detail: String) { description = "\(table), line \(line): \(detail)" }
}
