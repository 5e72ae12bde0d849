import Values

/// The names of a city and its country, by which articles about them are recognized.
struct NewsSubject: Sendable {
    var city: NameMatcher
    var country: NameMatcher
}

/// The words by which articles name a place, besides its names, as a table lists them.
///
/// A word that begins with `!` is a phrase that contains a name and means something else, such as New Mexico. One that
/// begins with `~` tells that the text is about another place of the same name, such as Atlanta of Georgia.
/// ``NameMatcher`` explains the rest.
struct NewsWords: Sendable, Equatable {
    var words: [String] = []
    var others: [String] = []
    var namesakes: [String] = []

    init(_ field: String) {
        for word in field.split(separator: ",") {
            switch word.first {
            case "!": others.append(String(word.dropFirst()))
            case "~": namesakes.append(String(word.dropFirst()))
            default: words.append(String(word))
            }
        }
    }

    /// Returns the matcher of a place with these words and names.
    ///
    /// - Parameters:
    ///   - code: the code of its country.
    ///   - isCountry: true if the place is the country.
    func matcher(of names: [String], in code: String, isCountry: Bool = false) -> NameMatcher {
        let home = CountryCode(code)?.name.map {
            Home(code: code, name: Folding.fold($0.english), isCountry: isCountry)
        }
        return NameMatcher(names + words, others: others, namesakes: namesakes, home: home)
    }
}

extension City {
    /// The matcher of articles about the city.
    var matcher: NameMatcher { NewsWords(newsWords ?? "").matcher(of: names, in: country) }
}

extension Country {
    /// The matcher of articles about the country.
    var matcher: NameMatcher {
        NewsWords(words).matcher(of: [name.english, name.russian, name.belarusian], in: code, isCountry: true)
    }
}
