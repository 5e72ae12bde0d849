/// The outcome of loading museums.
struct LoadSummary: Equatable, Sendable {
    /// A line and a remark about it.
    struct Note: Equatable, Sendable {
        var line: Int
        var text: String
    }

    var added = 0
    var changed = 0
    var unchanged = 0
    var removed = 0
    /// The lines that repeat an earlier one; the text is the number of that line.
    var repeated: [Note] = []
    /// The lines whose id is used by an earlier line; the text is the museum's new id.
    var renamed: [Note] = []
    /// The lines whose id was assigned to an earlier line as its new one; the text is that id.
    var taken: [Note] = []
    /// The lines whose id belongs to another source; the text is that id.
    var foreign: [Note] = []

    /// True if the stored catalogue changed.
    var changedAnything: Bool { added + changed + removed > 0 }
}
