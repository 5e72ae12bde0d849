import ServiceRuntime

/// The settings of the web client.
enum WebSettings {
    static let directory = Setting<String>(
        "web.directory", default: "",
        summary: "Directory of the built web client with its web.json, read at the start and on SIGHUP; empty: none")
    static let tiles = Setting<String>(
        "web.tiles", default: "",
        summary:
            "URL of map tiles with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png; its server learns the addresses of visitors; empty: none"
    ) { template in
        do throws(WebFault) {
            _ = try TileServer(template: template, attribution: "")
            return nil
        } catch {
            return error.description
        }
    }
    static let attribution = Setting<String>(
        "web.tiles.attribution", default: "", summary: "Credit that the map shows for the tiles of web.tiles")

    static let all: [any SettingDeclaration] = [directory, tiles, attribution]
}
