import Contract
import Values

/// Wikidata's statement of an item's picture (`/wikidata/w/api.php`), Wikimedia Commons' description of it
/// (`/w/api.php`), and the pictures (`/pictures/NAME.png`).
struct SimulatedWikimedia: Sendable {
    let seed: UInt64

    func answer(_ request: Request) -> Answer {
        switch request.path {
        case "/wikidata/w/api.php": return claims(request)
        case "/w/api.php": return description(request)
        default:
            guard request.path.hasPrefix("/pictures/"), request.path.hasSuffix(".png") else {
                return .html(404, ErrorPage.error(404))
            }
            return Answer(
                status: 200, body: .bytes(DrawnPicture.png(of: request.path, seed: seed), type: "image/png"))
        }
    }

    /// Every item whose number is not divisible by ten has a picture.
    private func claims(_ request: Request) -> Answer {
        guard request.query["action"] == "wbgetclaims", let item = request.query["entity"], item.hasPrefix("Q") else {
            return .json(200, ["error": ["code": "invalid-path"]])
        }
        if item.hasSuffix("0") { return .json(200, ["claims": []]) }
        let file: JSONNode = ["datavalue": ["value": .string("Museum \(item).png"), "type": "string"]]
        return .json(200, ["claims": ["P18": [["mainsnak": file]]]])
    }

    private func description(_ request: Request) -> Answer {
        guard let title = request.query["titles"], title.hasPrefix("File:") else {
            return .json(200, ["error": ["code": "badvalue"]])
        }
        let name = String(title.dropFirst(5)).replacing(" ", with: "_")
        guard name.hasSuffix(".png") else {
            return .json(200, ["query": ["pages": [["title": .string(title), "missing": true]]]])
        }
        let host = request.header("Host") ?? "localhost"
        let path = "http://\(host)/commons/pictures/\(name)"
        let image: JSONNode = [
            "thumburl": .string(path), "thumbwidth": .integer(DrawnPicture.width),
            "thumbheight": .integer(DrawnPicture.height), "url": .string(path),
            "descriptionurl": .string("https://commons.wikimedia.org/wiki/File:\(name)"),
            "extmetadata": [
                "Artist": ["value": "<a href=\"//commons.wikimedia.org/\">Simulated &amp; drawn</a>"],
                "LicenseShortName": ["value": "CC BY-SA 4.0"],
            ],
        ]
        return .json(200, ["query": ["pages": [["title": .string(title), "imageinfo": [image]]]]])
    }
}
