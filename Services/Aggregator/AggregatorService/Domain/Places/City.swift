import Contracts
import TextFolding

/// A city or a town.
struct City: Sendable, Equatable {
    /// Its name in Latin letters.
    var english: String
    var russian: String?
    var belarusian: String?
    /// Further names, to be found by.
    var aliases: [String] = []
    var country: String
    var location: Location
    var timeZone: String?
    var population: Int

    /// The name for somebody, and its language where it is one of ours.
    func name(in language: Language) -> (text: String, language: Language?) {
        for language in language.fallbacks {
            switch language {
            // What has no Russian name comes from a table of the world, whose Latin names are the countries' own.
            case .english: return (english, russian == nil ? nil : .english)
            case .russian: if let russian { return (russian, .russian) }
            case .belarusian: if let belarusian { return (belarusian, .belarusian) }
            }
        }
        return (english, nil)
    }

    var names: [String] { [english, russian, belarusian].compactMap { $0 } + aliases }

    var id: PlaceID {
        let slug = Folding.fold(english).map { $0 == " " ? "-" : String($0) }.joined()
        return PlaceID(slug: "\(slug)-\(country.lowercased())", location: location)
    }
}

/// A city that was found, and how well it fits.
struct FoundCity: Sendable, Equatable {
    /// Lower is better.
    enum Match: Int, Sendable, Comparable {
        case exact, beginning, inner, typo, worseTypo

        static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    var city: City
    var match: Match
}
