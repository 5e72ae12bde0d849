/// The work that correcting a query may cause, by the number of its words that may be errors.
///
/// Few of the words that someone types are errors. If many are unknown, the text is hardly a museum's name, and
/// correcting each of them as thoroughly as one would take as long as ten searches.
struct CorrectionBudget: Equatable, Sendable {
    /// The number of words up to which each may be misspelt.
    static let fewWords = 6

    /// The maximum number of words compared thoroughly: with two errors, and in all ways in sound.
    let comparedWords: Int
    /// The maximum number of words that are split.
    let splitWords: Int
    /// True if all words are compared in sound with an error, not only those compared thoroughly.
    let comparesSounds: Bool
    /// True if the keys are read on another keyboard, too, even if neither reading has a known word.
    let hasReadings: Bool

    init(words: Int) {
        let areFew = words <= Self.fewWords
        comparedWords = areFew ? 3 : 1
        splitWords = areFew ? WordSplitting.maximumWords : 1
        comparesSounds = areFew
        hasReadings = areFew
    }
}
