public import AggregatorContract
public import AuthContract
public import BookingContract
public import Contract
public import MuseumsContract
public import ScheduleContract

/// The parameters of a method that returns a page of a list.
public protocol PagedParams: Sendable {
    var cursor: Cursor? { get set }
}

/// A page of a list.
public protocol PagedResult<Item>: Sendable {
    associatedtype Item: Sendable
    var items: [Item] { get }
    var nextCursor: Cursor? { get }
}

extension Page: PagedResult {}
extension Museums.Search.Result: PagedResult {}
extension Museums.Bundle.Result: PagedResult {}
extension Schedule.Listing: PagedResult {}
extension Auth.TryRules.Result: PagedResult {}

extension ExportParams: PagedParams {}
extension Museums.Search.Params: PagedParams {}
extension Museums.Bundle.Params: PagedParams {}
extension Museums.Edits.Params: PagedParams {}
extension Schedule.CatalogueQuery: PagedParams {}
extension History.List.Params: PagedParams {}
extension Auth.Reviews.Params: PagedParams {}
extension Auth.Accounts.Params: PagedParams {}
extension Auth.AccountAudit.Params: PagedParams {}
extension Auth.Rules.Params: PagedParams {}
extension Auth.TryRules.Params: PagedParams {}
extension Booking.Affected.Params: PagedParams {}
extension Booking.OpenCases.Params: PagedParams {}
extension Booking.DecidedCases.Params: PagedParams {}
extension Booking.Ledger.Params: PagedParams {}
extension Booking.Payments.Params: PagedParams {}
extension Booking.History.Params: PagedParams {}
extension Booking.Cases.Params: PagedParams {}
extension Booking.Appeals.Params: PagedParams {}
