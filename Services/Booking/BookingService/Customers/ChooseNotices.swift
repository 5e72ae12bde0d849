import BookingContract
import Contract
import RPC
import Values

/// Implements `booking.notices`.
struct ShowNoticeChoice: Sendable {
    let store: BookingStore
    let customers: Customers

    func callAsFunction(_ caller: BookingCaller) async throws -> Booking.NoticeSettings {
        let customer = try await customers.current(caller)
        return try await store.session(until: caller.deadline).noticeChoices.get(of: customer.id).view(of: customer)
    }
}

/// Implements `booking.setNotices`.
struct ChooseNotices: Sendable {
    let customers: Customers

    func callAsFunction(
        _ params: Booking.SetNotices.Params, _ caller: BookingCaller
    ) async throws -> Booking.NoticeSettings {
        try await customers.run(as: caller) { transaction in
            let table = transaction.noticeChoices
            try await table.save(params, of: transaction.customer.id)
            return try await table.get(of: transaction.customer.id).view(of: transaction.customer)
        }
    }
}

extension NoticeChoice {
    fileprivate func view(of customer: CustomerRow) -> Booking.NoticeSettings {
        let channels = [customer.phone.map { _ in NoticeChannel.sms }, customer.email.map { _ in .email }]
            .compactMap(\.self)
        return Booking.NoticeSettings(
            channel: channel(to: customer) ?? .sms, channels: channels,
            hasConfirmation: hasConfirmation, hasDayReminder: hasDayReminder, hasHourReminder: hasHourReminder,
            quietFrom: quietFrom, quietTo: quietTo)
    }
}
