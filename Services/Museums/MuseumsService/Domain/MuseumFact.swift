import MuseumsContract
import Values

/// The kinds of facts, as files name them.
enum FactKind: String, CaseIterable, Sendable {
    case openingHours = "opening_hours"
    case telephone = "phone"
    case wheelchair
    case price
    case timeZone = "time_zone"
}

/// A fact about a museum, with its origin.
struct MuseumFact: Equatable, Sendable {
    var kind: FactKind
    var value: String
    var source: String
    var date: LocalDate
}

/// A change of a museum's fact.
struct FactChange: Equatable, Sendable {
    var kind: FactKind
    /// `nil` removes the museum's fact of this kind.
    var fact: MuseumFact?
}

/// A fact of a museum in a file, or the instruction to remove it.
struct FileFact: Equatable, Sendable {
    var line: Int
    var museum: MuseumID
    var kind: FactKind
    /// `nil` removes the museum's fact of this kind.
    var fact: MuseumFact?
}

/// A source of facts; created again for each attempt to store them.
protocol FactSource {
    /// Returns the next usable lines, at most `count`, or `nil` at the end.
    mutating func next(_ count: Int) throws -> [FileFact]?
    /// The lines skipped so far.
    var refusals: [SourceLineRefusal] { get }
}

/// The outcome of loading facts.
struct FactSummary: Equatable, Sendable {
    var written = 0
    var unchanged = 0
    var removed = 0
    /// The reason that a fact of an editor is left alone.
    static let edited = "an editor set or removed this fact"
    /// The skipped lines, in the order of the file.
    var refusals: [SourceLineRefusal] = []
}
