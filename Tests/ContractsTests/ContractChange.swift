/// A difference between two descriptions of the contract, in plain English.
struct ContractChange: Hashable {
    enum Kind: String, CaseIterable { case added = "Added", changed = "Changed", removed = "Removed" }

    var kind: Kind
    /// The operation, component or member that changed, such as `MuseumsCard.city`.
    var place: String
    /// The difference, as the predicate of a sentence about the place.
    var text: String
    /// True if the change breaks clients of the older contract.
    var isBreaking = false

    var sentence: String { "\(place) \(text)\(isBreaking ? " (breaking)" : "")." }
}
