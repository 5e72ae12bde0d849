/// Pointers into JSON (RFC 6901).
enum JSONPointer {
    /// The pointer to a member of what `pointer` leads to.
    static func appending(_ name: String, to pointer: String) -> String {
        var text = pointer + "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
