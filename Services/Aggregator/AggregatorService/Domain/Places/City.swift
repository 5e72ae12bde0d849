import AggregatorContract
import Values

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
    /// Lower is better: the very name, what begins with what was typed, what has a later word that does, and then what may
    /// have been meant.
    struct Match: Sendable, Hashable, Comparable {
        private let rank: Int

        static let exact = Match(rank: 0)
        static let beginning = Match(rank: 1)
        static let inner = Match(rank: 2)

        static func < (left: Match, right: Match) -> Bool { left.rank < right.rank }

        /// How well a folded name fits what was typed with errors; `nil` if there are more than a word may have.
        ///
        /// The fewest errors go first; then those that make up the whole name, since `Брст` is all of Брест and only
        /// some of Бостон; then names with the same first letter, where people seldom err.
        /// - Parameter isWhole: whether the name was typed to its end.
        static func misspelt(_ typed: [Unicode.Scalar], as name: [Unicode.Scalar], isWhole: Bool) -> Match? {
            let errors = Typing.errors(in: typed, meaning: name, isUnfinished: !isWhole)
            guard errors <= Typing.allowedErrors(length: typed.count) else { return nil }
            let isAllOfIt = isWhole || Typing.errors(in: typed, meaning: name, isUnfinished: false) == errors
            return Match(
                rank: inner.rank + 1 + 4 * errors + (isAllOfIt ? 0 : 2) + (typed.first == name.first ? 0 : 1))
        }
    }

    var city: City
    var match: Match
}
