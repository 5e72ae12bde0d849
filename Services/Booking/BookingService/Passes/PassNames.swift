import BookingContract
import Values

extension Park {
    /// Returns the name of a product, or its id if it is no longer configured.
    func name(of product: ProductID, in language: Language) -> String {
        settings.products.first { $0.id == product }?.name.text(in: language).text ?? product.text
    }
}

extension PassRow {
    func view(named name: String) -> Booking.Pass {
        Booking.Pass(
            id: id, productId: product, name: name, sets: sets, left: balance - pending, held: pending,
            expiresAt: expiresAt, boughtAt: boughtAt)
    }
}
