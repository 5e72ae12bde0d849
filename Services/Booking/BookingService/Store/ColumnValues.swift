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
extension CancelledBy: ColumnValue {}
extension CaseState: ColumnValue {}
extension ChargeState: ColumnValue {}
extension HistoryFilter: ColumnValue {}
extension ParkAccount: ColumnValue {}
extension PaymentState: ColumnValue {}

extension BookingState: RenamedColumnValue {
    static let storedTexts: [BookingState: String] = [.checkedIn: "checkedIn", .noShow: "noShow"]
}

extension CaseKind: RenamedColumnValue {
    static let storedTexts: [CaseKind: String] = [.lateCancellation: "lateCancellation", .noShow: "noShow"]
}

extension NoticeChannel: ColumnValue {}
extension ReceiptKind: ColumnValue {}
extension CustomerWords: ColumnValue {}

extension BookingNotice: RenamedColumnValue {
    static let storedTexts: [BookingNotice: String] = [.dayBefore: "dayBefore", .hoursBefore: "hoursBefore"]
}

extension LedgerKind: RenamedColumnValue {
    static let storedTexts: [LedgerKind: String] = [.paidBack: "paidBack"]
}

extension PaymentWay: RenamedColumnValue {
    static let storedTexts: [PaymentWay: String] = [.onSite: "onSite"]
}

extension SanctionKind: RenamedColumnValue {
    static let storedTexts: [SanctionKind: String] = [.chargeSets: "chargeSets", .prepayOnly: "prepayOnly"]
}
