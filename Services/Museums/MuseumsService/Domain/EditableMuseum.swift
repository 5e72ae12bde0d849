import MuseumsContract
import Values

/// A museum in the state that an editor changes.
struct EditableMuseum: Sendable, Equatable {
    /// The source of museums and facts that editors wrote, which no load changes.
    static let source = "editors"

    var record: MuseumRecord
    var source: String
    /// The digest of everything that the source says.
    var digest: Int64
    /// The number of edits so far.
    var edits: Int
    /// True if an editor removed the museum.
    var isRemoved: Bool
    /// The picture; `nil` in former states, too.
    var picture: CreditedPicture?
    /// The facts; `nil` in former states that were recorded without them.
    var facts: [FactKind: MuseumFact]?

    /// The version; contains the digest and the facts, because loads change museums without an edit.
    var version: MuseumVersion {
        let hex = String(state, radix: 16)
        return MuseumVersion(unchecked: "\(edits)-\(String(repeating: "0", count: 16 - hex.count))\(hex)")
    }

    /// The digest of the texts and the facts; that of the texts if there are no facts.
    private var state: UInt64 {
        let texts = UInt64(bitPattern: digest)
        guard let facts, !facts.isEmpty else { return texts }
        var hash = StableHash()
        hash.addPart(String(texts).utf8)
        for fact in facts.values.sorted(by: { $0.kind.rawValue < $1.kind.rawValue }) {
            for part in [fact.kind.rawValue, fact.value, fact.source, String(fact.date.daysSince1970)] {
                hash.addPart(part.utf8)
            }
        }
        return hash.value
    }

    /// Returns the changes that give the museum the facts `kinds` of another state.
    func changes(of kinds: Set<FactKind>, to facts: [FactKind: MuseumFact]?) -> [FactChange] {
        guard let facts else { return [] }
        return kinds.sorted { $0.rawValue < $1.rawValue }.map { FactChange(kind: $0, fact: facts[$0]) }
            .filter { $0.fact != self.facts?[$0.kind] }
    }
}

/// A change that an editor makes.
enum MuseumEdit: Sendable {
    case create(MuseumRecord, [FactChange])
    case change(MuseumRecord, [FactChange])
    /// Changes facts alone, so that the texts stay those of their source.
    case setFacts([FactChange])
    case remove
    case restore
    /// Restores a former state, and facts of it.
    case revert(EditableMuseum, [FactChange])
    case setPicture(CreditedPicture, files: [ScaledPicture])
    case removePicture

    /// True for a change of an existing museum's texts or facts, which can be undone.
    var canBeUndone: Bool {
        switch self {
        case .change, .setFacts, .revert: true
        case .create, .remove, .restore, .setPicture, .removePicture: false
        }
    }

    /// The facts that it changes.
    var facts: [FactChange] {
        switch self {
        case .create(_, let facts), .change(_, let facts), .setFacts(let facts), .revert(_, let facts): facts
        case .remove, .restore, .setPicture, .removePicture: []
        }
    }

    /// Returns the texts that it writes, with their source; `nil` if it writes none.
    ///
    /// - Parameter old: the museum before the edit.
    func texts(after old: EditableMuseum?) -> (record: MuseumRecord, source: String)? {
        switch self {
        case .create(let record, _), .change(let record, _): (record, EditableMuseum.source)
        case .revert(let state, _): (state.record, state.source)
        case .restore: old.map { ($0.record, $0.source) }
        case .setFacts, .remove, .setPicture, .removePicture: nil
        }
    }

    var kind: MuseumEditKind {
        switch self {
        case .create: .created
        case .change, .setFacts: .changed
        case .remove: .removed
        case .restore: .restored
        case .revert: .reverted
        case .setPicture: .pictureSet
        case .removePicture: .pictureRemoved
        }
    }
}

/// A change that an editor made.
struct PastMuseumEdit: Sendable, Equatable {
    /// The place in the order of all edits.
    var place: Int64
    /// The number among the edits of the museum.
    var number: Int
    var museum: MuseumID
    var name: LocalizedText
    var kind: MuseumEditKind
    var at: Instant
    var editor: Identifier
}

/// The states of a museum around an edit.
struct MuseumEditStates: Sendable, Equatable {
    var edit: PastMuseumEdit
    /// The state before the edit, for one that changed the texts or facts.
    var before: EditableMuseum?
    var after: EditableMuseum
    /// The facts that this edit or a later one changed.
    var changedFacts: Set<FactKind>
}
