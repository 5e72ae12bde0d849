/// A museum and its line in the source.
struct NumberedMuseum: Equatable, Sendable {
    var line: Int
    var museum: MuseumRecord
}

/// A source of museums; created again for each attempt to load them.
protocol MuseumSource {
    /// Returns the next museums, or `nil` at the end.
    mutating func next() throws -> [NumberedMuseum]?
    /// The lines read so far; complete at the end.
    var report: SourceReport { get }
}

/// A skipped line, and the reason.
struct SourceLineRefusal: Equatable, Sendable {
    var line: Int
    var reason: String
}

/// The lines of a source, as far as they were read.
struct SourceReport: Equatable, Sendable {
    /// The number of lines with a valid museum.
    var museums = 0
    /// The first rejected lines, at most ``maximumRefusals``.
    var refusals: [SourceLineRefusal] = []
    /// The number of rejected lines.
    var refused = 0

    /// The number of rejections stored with their reasons.
    static let maximumRefusals = 1_000

    /// Counts a rejected line.
    mutating func refuse(line: Int, _ reason: String) {
        refused += 1
        if refusals.count < Self.maximumRefusals { refusals.append(SourceLineRefusal(line: line, reason: reason)) }
    }
}

/// A source of museums that are already in memory.
struct RecordSource: MuseumSource {
    private static let batch = 128

    private var rest: ArraySlice<MuseumRecord>
    let report: SourceReport

    init(_ museums: [MuseumRecord]) {
        rest = museums[...]
        report = SourceReport(museums: museums.count)
    }

    mutating func next() -> [NumberedMuseum]? {
        guard !rest.isEmpty else { return nil }
        let batch = rest.prefix(Self.batch)
        rest = rest.dropFirst(Self.batch)
        return zip(batch.indices, batch).map { NumberedMuseum(line: $0 + 1, museum: $1) }
    }
}
