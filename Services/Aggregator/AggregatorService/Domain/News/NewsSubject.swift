import Values

/// The names of a city and its country, by which articles about them are recognized.
struct NewsSubject: Sendable {
    var city: NameMatcher
    var country: NameMatcher
}

/// The words by which articles name a place, besides its names, as a table lists them.
///
/// A word that begins with `!` is a phrase that contains a name and means something else, such as New Mexico.
/// ``NameMatcher`` explains the rest.
struct NewsWords: Sendable, Equatable {
    var words: [String] = []
    var others: [String] = []

    init(_ field: String) {
        for word in field.split(separator: ",") {
            if word.first == "!" { others.append(String(word.dropFirst())) } else { words.append(String(word)) }
        }
    }

    /// Returns the matcher of a place with these words and names.
    func matcher(of names: [String]) -> NameMatcher {
        NameMatcher(names + words, others: others)
    }
}

extension City {
    /// The matcher of articles about the city.
    var matcher: NameMatcher { NewsWords(newsWords ?? "").matcher(of: names) }
}

extension Country {
    /// The matcher of articles about the country.
    var matcher: NameMatcher { NewsWords(words).matcher(of: [name.english, name.russian, name.belarusian]) }
}
