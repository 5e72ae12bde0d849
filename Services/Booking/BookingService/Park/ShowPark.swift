import BookingContract
import Values

/// Implements `booking.park`.
struct ShowPark: Sendable {
    let source: ParkSource
    let policy: BookingPolicy

    func callAsFunction(in language: Language) async throws -> Booking.Park.Result {
        let park = try await source.park()
        let settings = park.settings
        let name = settings.name.text(in: language)
        return Booking.Park.Result(
            name: name.text, address: settings.address.text(in: language).text, location: settings.location,
            timeZone: settings.timeZone,
            reverses: settings.reverses.filter(\.isBookable).map { reverse in
                Booking.Reverse(
                    id: reverse.id, name: reverse.name.text(in: language).text,
                    text: reverse.text.text(in: language).text)
            },
            hours: settings.hours, setMinutes: settings.setMinutes, maximumSets: settings.maximumSets,
            horizonDays: settings.horizonDays, setPrice: settings.setPrice, priceBands: settings.priceBands,
            products: settings.products.filter(\.isSold).map { product in
                Booking.Product(
                    id: product.id, name: product.name.text(in: language).text, sets: product.sets,
                    price: product.price, validDays: product.validDays)
            },
            holdSeconds: Int(policy.holds.lifetime.components.seconds),
            freeCancellationMinutes: settings.freeCancellationMinutes,
            undoMinutes: settings.effectiveUndoMinutes,
            rules: settings.rules.text(in: language).text,
            language: name.language)
    }
}
