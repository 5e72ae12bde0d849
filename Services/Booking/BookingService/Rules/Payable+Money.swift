import BookingContract
import Values

extension Booking.Payable {
    var money: Money { Money(amount: amount.value, currency: currency) }
}
