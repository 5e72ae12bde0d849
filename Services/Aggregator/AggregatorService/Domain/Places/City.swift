import AggregatorContract
import Values

/// A city or a town.
struct City: Sendable, Equatable {
    /// The city's name in Latin letters.
    var english: String
    var russian: String?
    var belarusian: String?
    /// Further names for searches.
    var aliases: [String] = []
    /// The words by which articles name the city, besides its names, separated by commas.
    var newsWords: String?
    var country: String
    var location: Location
    var timeZone: String?
    var population: Int

    /// Returns the name for a reader, and its language if it is one of ours.
    func name(in language: Language) -> (text: String, language: Language?) {
        for language in language.fallbacks {
            switch language {
            // A city without a Russian name comes from a world table, whose Latin names are local ones.
            case .english: return (english, russian == nil ? nil : .english)
            case .russian: if let russian { return (russian, .russian) }
            case .belarusian: if let belarusian { return (belarusian, .belarusian) }
            }
        }
        return (english, nil)
    }

    var names: [String] { [english, russian, belarusian].compactMap { $0 } + aliases }

    var id: PlaceID { PlaceSlug(name: english, country: country).id(at: location) }
}

/// A city found by a search, with the quality of the match.
struct FoundCity: Sendable, Equatable {
    /// The quality of a match; lower is better.
    ///
    /// The order is: the full name, its beginning, the beginning of a later word, and then misspelt names.
    struct Match: Sendable, Hashable, Comparable {
        private let rank: Int

        static let exact = Match(rank: 0)
        static let beginning = Match(rank: 1)
        static let inner = Match(rank: 2)

        static func < (left: Match, right: Match) -> Bool { left.rank < right.rank }

        /// Returns the match of a misspelt text with a folded name, or `nil` if it has too many errors.
        ///
        /// Matches with fewer errors are better. Among equals, a match of the whole name is better, since `Брст` is all
        /// of Брест but only a part of Бостон; then one with the same first letter, which people rarely mistype.
        ///
        /// - Parameter isWhole: true for a complete name; false for a prefix.
        static func misspelt(_ typed: [Unicode.Scalar], as name: [Unicode.Scalar], isWhole: Bool) -> Match? {
            let errors = EditDistance.distance(from: typed, to: name, isUnfinished: !isWhole)
            guard errors <= EditDistance.allowedErrors(length: typed.count) else { return nil }
            let isWholeName = isWhole || EditDistance.distance(from: typed, to: name, isUnfinished: false) == errors
            return Match(
                rank: inner.rank + 1 + 4 * errors + (isWholeName ? 0 : 2) + (typed.first == name.first ? 0 : 1))
        }
    }

    var city: City
    var match: Match
}
