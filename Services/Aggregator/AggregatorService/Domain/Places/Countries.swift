import Values

/// A country: its names, and the words that news use for it.
struct Country: Sendable {
    var code: String
    var english: String
    var russian: String
    var belarusian: String
    /// The region in the BBC's feeds.
    var region: String
    var words: [String]

    func name(in language: Language) -> String {
        switch language {
        case .english: english
        case .russian: russian
        case .belarusian: belarusian
        }
    }
}

/// The table of countries.
struct Countries: Sendable {
    private let byCode: [String: Country]

    init(_ text: String) throws(TableFault) {
        var byCode: [String: Country] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, CountryCode.firstFault(in: fields[0]) == nil,
                !fields[1].isEmpty, !fields[2].isEmpty, !fields[4].isEmpty
            else { throw TableFault("countries", line: index + 1, "is not a country") }
            byCode[fields[0]] = Country(
                code: fields[0], english: fields[1], russian: fields[2],
                belarusian: fields[3].isEmpty ? fields[2] : fields[3], region: fields[4],
                words: fields[5].split(separator: ",").map(String.init))
        }
        self.byCode = byCode
    }

    var all: [Country] { byCode.values.sorted { $0.code < $1.code } }

    subscript(code: String) -> Country? { byCode[code] }
}
