import AggregatorContract
import Upstream
import Values

/// An address, whoever told it.
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

/// Somebody who tells addresses.
protocol AddressProvider: Sendable {
    /// Its short name, as answers say it.
    var name: String { get }
    /// Whom to thank.
    var attribution: String { get }
    /// Whether its terms let us keep what it tells.
    var mayBeKept: Bool { get }
    /// - Parameter deadline: when the caller stops waiting, if before the policy's own time is over.
    func address(
        at location: Location, language: Language, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> Loaded<FoundAddress>
}

/// Texts of third parties, cut to what an answer should hold.
enum BoundedText {
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = XMLText.plain(text, maximum: 200)
        return plain.isEmpty ? nil : plain
    }

    static func country(_ text: String?) -> String? {
        guard let text, let code = CountryCode(text) else { return nil }
        return code.text
    }
}
