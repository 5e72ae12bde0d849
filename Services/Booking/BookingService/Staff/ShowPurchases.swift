import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.payments`: the purchases of passes, newest first.
struct ShowPurchases: Sendable {
    let store: BookingStore
    let source: ParkSource

    func callAsFunction(
        _ params: Booking.Payments.Params, _ caller: BookingCaller
    ) async throws -> Page<Booking.Purchase> {
        let list = PagedList("payments", params.phoneDigits?.text ?? "")
        let limit = (params.limit ?? .standard).value
        let page = try PageRequest(list, after: params.cursor, limit: limit)
        let park = try await source.park()
        let table = store.session(until: caller.deadline).purchases(in: park.currency)
        let rows = try await table.page(of: params.phoneDigits, page)
        return list.page(
            rows, limit: limit, place: \.key.place,
            item: { row in
                let product = park.settings.products.first { $0.id == row.payment.product }
                return row.view(named: product?.name.text(in: caller.language).text ?? row.payment.product.text)
            })
    }
}

extension PurchaseRow {
    fileprivate var key: PageKey { PageKey(time: payment.madeAt.milliseconds, id: payment.id) }

    fileprivate func view(named name: String) -> Booking.Purchase {
        var shown = payment.view
        // The page is the customer's.
        shown.paymentUrl = nil
        return Booking.Purchase(
            payment: shown, customer: customer.view, name: name, sets: payment.sets, left: left,
            isRefundable: payment.isRefundable(left: left))
    }
}
