import MuseumsContract
import Values

/// The stored details of a museum for display.
struct MuseumDetails: Equatable, Sendable {
    var id: MuseumID
    var country: CountryCode
    var category: MuseumCategory
    var location: Location
    var website: String?
    var founded: Int?
    var name: LocalizedText
    var city: LocalizedText
    var address: LocalizedText
    var description: LocalizedText
    var picture: CreditedPicture?
    var credit: SourceCredit?
    var facts: [FactKind: MuseumFact] = [:]
}
