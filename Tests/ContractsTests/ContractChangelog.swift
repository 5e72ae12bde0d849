/// The page that lists the changes of the contract, by version.
enum ContractChangelog {
    /// Returns a page with changes merged into the section of a version, which is added at the top if it is new.
    static func merging(_ changes: [ContractChange], into page: String, version: String) -> String {
        guard !changes.isEmpty else { return page }
        let heading = "## Version \(version)"
        var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        let sections = lines.indices.filter { lines[$0].hasPrefix("## ") }
        let start = sections.first { lines[$0] == heading } ?? sections.first ?? lines.endIndex
        let isNew = start == lines.endIndex || lines[start] != heading
        let end = isNew ? start : sections.first { $0 > start } ?? lines.endIndex
        var entries = Self.entries(in: lines[start..<end])
        for change in changes { entries[change.kind, default: []].insert(change.sentence) }
        var section = [heading]
        for kind in ContractChange.Kind.allCases {
            guard let sentences = entries[kind], !sentences.isEmpty else { continue }
            section += ["", "### \(kind.rawValue)", ""] + sentences.sorted().flatMap(Self.wrapped)
        }
        if start == lines.endIndex { section.insert("", at: 0) }
        if end < lines.endIndex { section.append("") }
        lines.replaceSubrange(start..<end, with: section)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads the entries of a section.
    private static func entries(in lines: ArraySlice<String>) -> [ContractChange.Kind: Set<String>] {
        var entries: [ContractChange.Kind: [String]] = [:]
        var kind: ContractChange.Kind?
        for line in lines {
            if line.hasPrefix("### ") { kind = ContractChange.Kind(rawValue: String(line.dropFirst(4))) }
            guard let kind else { continue }
            if line.hasPrefix("- ") {
                entries[kind, default: []].append(String(line.dropFirst(2)))
            } else if line.hasPrefix("  "), let last = entries[kind]?.popLast() {
                entries[kind]?.append("\(last) \(line.dropFirst(2))")
            }
        }
        return entries.mapValues(Set.init)
    }

    /// Returns an entry's lines of at most 120 columns.
    private static func wrapped(_ sentence: String) -> [String] {
        var lines: [String] = []
        var line = "-"
        for word in sentence.split(separator: " ") {
            if line.count + 1 + word.count > 120 {
                lines.append(line)
                line = " "
            }
            line += " \(word)"
        }
        return lines + [line]
    }
}
