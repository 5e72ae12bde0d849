import MuseumsContract
import Values

/// A museum in the state that an editor changes.
struct EditableMuseum: Sendable, Equatable {
    /// The source of museums that editors wrote, which no load changes.
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

    /// The version; contains the digest, because loads change museums without an edit.
    var version: MuseumVersion {
        let hex = String(UInt64(bitPattern: digest), radix: 16)
        return MuseumVersion(unchecked: "\(edits)-\(String(repeating: "0", count: 16 - hex.count))\(hex)")
    }
}

/// A change that an editor makes.
enum MuseumEdit: Sendable {
    case create(MuseumRecord)
    case change(MuseumRecord)
    case remove
    case restore
    /// Restores a former state.
    case revert(EditableMuseum)
    case setPicture(CreditedPicture, files: [ScaledPicture])
    case removePicture

    /// True for a change of an existing museum's texts, which can be undone.
    var changesTexts: Bool {
        switch self {
        case .change, .revert: true
        case .create, .remove, .restore, .setPicture, .removePicture: false
        }
    }

    var kind: MuseumEditKind {
        switch self {
        case .create: .created
        case .change: .changed
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
    /// The state before the edit, for one that changed the texts.
    var before: EditableMuseum?
    var after: EditableMuseum
}
