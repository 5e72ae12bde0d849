import BookingContract
import Database

// The domain types that columns hold and parameters carry.

extension CustomerName: ColumnValue {}
extension NoteText: ColumnValue {}
extension ProductID: ColumnValue {}
extension ReturnURL: ColumnValue {}
extension ReverseID: ColumnValue {}
extension SetCount: ColumnValue {}

extension BookingAuditEntry.Event: ColumnValue {}
extension BookingState: ColumnValue {}
extension CancelledBy: ColumnValue {}
extension CaseKind: ColumnValue {}
extension CaseState: ColumnValue {}
extension ChargeState: ColumnValue {}
extension HistoryFilter: ColumnValue {}
extension LedgerKind: ColumnValue {}
extension ParkAccount: ColumnValue {}
extension PaymentState: ColumnValue {}
extension PaymentWay: ColumnValue {}
extension SanctionKind: ColumnValue {}
