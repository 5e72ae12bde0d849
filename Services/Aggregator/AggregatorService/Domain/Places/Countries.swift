import Values

/// A country: its names, and the words that news use for it.
struct Country: Sendable {
    var code: String
    var name: UserText
    /// The region in the BBC's feeds.
    var region: String
    /// Separated by commas.
    var words: String
}

/// The table of countries.
struct Countries: Sendable {
    private let byCode: [String: Country]

    init(_ text: String) throws(TableFault) {
        var byCode: [String: Country] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let name = CountryCode(fields[0])?.name, !fields[1].isEmpty
            else { throw TableFault("countries", line: index + 1, "is not a country") }
            byCode[fields[0]] = Country(
                code: fields[0], name: name, region: fields[1], words: fields[2])
        }
        self.byCode = byCode
    }

    var all: [Country] { byCode.values.sorted { $0.code < $1.code } }

    subscript(code: String) -> Country? { byCode[code] }
}
