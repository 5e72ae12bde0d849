import AggregatorContract

/// An address found by any provider.
struct FoundAddress: Codable, Sendable, Equatable {
    var street: String?
    var house: String?
    var city: String?
    var region: String?
    /// The country's name.
    var country: String?
    var countryCode: String?

    var precision: AddressPrecision {
        if street != nil { return house == nil ? .street : .house }
        if city != nil { return .city }
        return country != nil || countryCode != nil ? .country : .none
    }
}
