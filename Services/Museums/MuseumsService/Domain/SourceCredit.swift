import MuseumsContract

/// The credit that a source of museums asks for.
struct SourceCredit: Equatable, Sendable {
    var attribution: String
    /// The licence; `nil` if the source states none.
    var licence: String?

    var view: Museums.SourceCredit { Museums.SourceCredit(attribution: attribution, licence: licence) }
}
