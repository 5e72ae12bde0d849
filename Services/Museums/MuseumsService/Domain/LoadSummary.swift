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
    /// Lines that repeat an earlier one; the text is the number of that line.
    var repeated: [Note] = []
    /// Lines whose id an earlier line uses; the text is the new id of the museum.
    var renamed: [Note] = []
    /// Lines whose id an earlier line got as its new one; the text is that id.
    var taken: [Note] = []
    /// Lines whose id belongs to another source.
    var foreign: [Note] = []

    /// True if the stored catalogue changed.
    var changedAnything: Bool { added + changed + removed > 0 }
}
