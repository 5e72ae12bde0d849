/// Answers that were stored before names of the contract changed.
///
/// Answers are kept for a day (``BookingPolicy/answerLifetime``), so that some outlive the program that wrote them.
enum RenamedAnswer {
    /// Pairs of old and new text; quotation marks of texts are escaped, so that only members match.
    private static let renames = [
        (#""payWith":"onSite""#, #""payWith":"on-site""#),
        (#""state":"checkedIn""#, #""state":"checked-in""#), (#""state":"noShow""#, #""state":"no-show""#),
        (#""kind":"lateCancellation""#, #""kind":"late-cancellation""#), (#""kind":"noShow""#, #""kind":"no-show""#),
        (#""sanction":"chargeSets""#, #""sanction":"charge-sets""#),
        (#""sanction":"prepayOnly""#, #""sanction":"prepay-only""#), (#""paymentURL":"#, #""paymentUrl":"#),
    ]

    /// Returns the JSON of an answer with the present names.
    static func renamed(_ answer: [UInt8]) -> [UInt8] {
        let text = renames.reduce(String(decoding: answer, as: UTF8.self)) { text, names in
            text.replacing(names.0, with: names.1)
        }
        return Array(text.utf8)
    }
}
