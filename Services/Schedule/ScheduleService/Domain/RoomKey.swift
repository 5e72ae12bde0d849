/// A room's name without spaces, dots and case, by which lessons and the catalogue name the same room.
struct RoomKey: Hashable, Sendable {
    let text: String

    init(text: String) { self.text = text }

    /// Makes the key of a name: `502-2 к.`, `502-2к` and `502-2 К.` have the same one.
    init(of name: String) {
        text = String(name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }.map { $0 == "ё" ? "е" : $0 })
    }
}
