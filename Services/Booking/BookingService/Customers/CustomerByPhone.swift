import AuthAccounts
import AuthContract
import BookingContract
import Contract
import Values

/// Finds or creates the customer with a phone number: that of the account that proved it, or that of the number alone.
struct CustomerByPhone: Sendable {
    let customers: Customers
    let people: any AccountDirectory

    func callAsFunction(
        _ phone: PhoneNumber, _ name: CustomerName, _ caller: BookingCaller
    ) async throws -> CustomerRow {
        guard var person = try await people.person(AccountName(phone), deadline: caller.deadline) else {
            return try await customers.savePhoneCustomer(name, phone, language: .russian, until: caller.deadline)
        }
        person.phone = person.phone ?? phone
        let known = try await customers.stored(person.account, until: caller.deadline)
        return try await customers.save(person, known, CustomerLanguages(first: .russian), until: caller.deadline)
    }
}
