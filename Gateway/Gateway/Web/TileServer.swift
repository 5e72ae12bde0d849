import HTTPParsing
import Wire

/// The operator's server of map tiles, if there is one.
struct TileServer: Equatable, Sendable {
    /// The URL of a tile with the parameters `{z}`, `{x}` and `{y}`.
    let template: String
    /// The credit that the map shows.
    let attribution: String
    /// The origin of the template, as the content security policy names it.
    let origin: String

    /// Creates the server of a template; `nil` for an empty one.
    ///
    /// - Throws: ``WebFault`` if the template is not `https://HOST/…{z}…{x}…{y}…`.
    init?(template: String, attribution: String) throws(WebFault) {
        guard !template.isEmpty else { return nil }
        guard let origin = Self.origin(of: template), ["{z}", "{x}", "{y}"].allSatisfy(template.contains) else {
            throw WebFault(
                "must be https://HOST/ with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png")
        }
        (self.template, self.attribution, self.origin) = (template, attribution, origin)
    }

    /// Returns the origin of a URL that may stand in a header field; `nil` for any other text.
    private static func origin(of template: String) -> String? {
        let isPlain = template.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\"'\\,;<>^`|".utf8.contains($0)
        }
        guard isPlain, template.hasPrefix("https://") else { return nil }
        let rest = template.dropFirst("https://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let isValid = Array(rest[..<slash].utf8).withUnsafeBytes { HostName.isValid($0) }
        return isValid ? "https://\(rest[..<slash])" : nil
    }

    /// Returns the document of ``WebPaths/settings``: what the client has to know of this instance.
    static func document(of tiles: TileServer?) -> String {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.beginObject()
        writer.key("tiles")
        if let tiles {
            writer.beginObject()
            writer.key("template")
            writer.string(tiles.template)
            writer.key("attribution")
            writer.string(tiles.attribution)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
