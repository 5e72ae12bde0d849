import AuthAccounts
import Contract
import Database
import Notify
import Values

/// The dependencies of the use cases.
struct BookingDependencies: Sendable {
    var store: BookingStore
    var source: ParkSource
    var cache: SlotCache
    var people: any AccountDirectory
    var payments: (any PaymentProvider)?
    var outbox: Outbox
    var policy: BookingPolicy
    var metrics: BookingMetrics
    /// The process's clock, for display; decisions use the clock of the transaction.
    var now: @Sendable () -> Instant
    /// Creates an id that sorts by time.
    var makeID: @Sendable (Instant) -> Identifier
    /// Wakes the relay that sends the outbox.
    var wakeRelay: @Sendable () -> Void
}

/// The use cases, one for each method of the contract and each task of housekeeping.
///
/// A use case is a value with its dependencies alone, made when it is asked for.
struct BookingService: Sendable {
    let dependencies: BookingDependencies
    let freed = FreedSlots()

    init(_ dependencies: BookingDependencies) { self.dependencies = dependencies }

    private var store: BookingStore { dependencies.store }
    private var source: ParkSource { dependencies.source }
    private var cache: SlotCache { dependencies.cache }
    private var people: any AccountDirectory { dependencies.people }
    private var provider: (any PaymentProvider)? { dependencies.payments }
    private var policy: BookingPolicy { dependencies.policy }
    private var metrics: BookingMetrics { dependencies.metrics }
    private var now: @Sendable () -> Instant { dependencies.now }

    private var sender: Notices { Notices(outbox: dependencies.outbox, wakeRelay: dependencies.wakeRelay) }
    private var keyedCalls: KeyedCalls { KeyedCalls(metrics: metrics) }
    private var transactions: CustomerTransactions {
        CustomerTransactions(store: store, source: source, makeID: dependencies.makeID)
    }
    private var customers: Customers {
        Customers(
            store: store, transactions: transactions, daysChanged: { [cache] in cache.changed($0) }, people: people,
            policy: policy, now: now)
    }
    private var customerByPhone: CustomerByPhone { CustomerByPhone(customers: customers, people: people) }
    private var bookings: LockedBookings {
        LockedBookings(store: store, customers: customers, transactions: transactions)
    }
    private var holdEnd: HoldEnd {
        HoldEnd(customers: customers, transactions: transactions, cache: cache, rule: policy.holds, freed: freed)
    }
    private var lockedCases: LockedCases { LockedCases(store: store, transactions: transactions) }
    private var debts: DebtChanges {
        DebtChanges(store: store, transactions: transactions, keyedCalls: keyedCalls)
    }
    private var alternatives: SlotAlternatives {
        SlotAlternatives(source: source, cache: cache, metrics: metrics, now: now)
    }
}

// MARK: Park and slots

extension BookingService {
    var park: ShowPark { ShowPark(source: source, policy: policy) }
    var days: ShowDays { ShowDays(source: source, cache: cache, now: now) }
    var slots: ShowSlots { ShowSlots(source: source, cache: cache, now: now) }
    var hold: HoldSlots {
        HoldSlots(customers: customers, cache: cache, alternatives: alternatives, rule: policy.holds, metrics: metrics)
    }
    var release: ReleaseHold { ReleaseHold(holdEnd: holdEnd) }
}

// MARK: Bookings

extension BookingService {
    var book: BookSlots {
        BookSlots(customers: customers, cache: cache, alternatives: alternatives, policy: policy, metrics: metrics)
    }
    var get: ShowBooking { ShowBooking(store: store, customers: customers) }
    var history: ShowHistory { ShowHistory(store: store, customers: customers, now: now) }
    var cancel: CancelBooking {
        CancelBooking(bookings: bookings, cache: cache, policy: policy, metrics: metrics, freed: freed)
    }
    var reschedule: RescheduleBooking {
        RescheduleBooking(
            bookings: bookings, cache: cache, alternatives: alternatives, policy: policy, metrics: metrics,
            freed: freed)
    }
    var collectBegun: CollectBegunBooking { CollectBegunBooking(transactions: transactions, policy: policy) }
    var notices: ShowNoticeChoice { ShowNoticeChoice(store: store, customers: customers) }
    var setNotices: ChooseNotices { ChooseNotices(customers: customers) }
    var sendNotice: SendBookingNotice { SendBookingNotice(transactions: transactions, notices: sender) }
    var calendar: ShowCalendar { ShowCalendar(store: store, customers: customers) }
    var makeCalendar: MakeCalendar { MakeCalendar(customers: customers) }
    var removeCalendar: RemoveCalendar { RemoveCalendar(customers: customers) }
    var calendarFile: ReadCalendarFile { ReadCalendarFile(store: store, source: source, now: now) }
}

// MARK: The waitlist

extension BookingService {
    var wait: JoinWaitlist { JoinWaitlist(customers: customers, alternatives: alternatives, rule: policy.waitlist) }
    var waitlist: ShowWaitlist { ShowWaitlist(store: store, source: source, customers: customers, now: now) }
    var leaveWaitlist: LeaveWaitlist { LeaveWaitlist(holdEnd: holdEnd) }
    var offerSlots: OfferSlots { OfferSlots(transactions: transactions, cache: cache, notices: sender, policy: policy) }
}

// MARK: Passes and payments

extension BookingService {
    var passes: ShowPasses { ShowPasses(store: store, source: source, customers: customers, now: now) }
    var ledger: ShowLedger { ShowLedger(store: store, customers: customers) }
    var expirePass: ExpirePass { ExpirePass(transactions: transactions) }
    var topUp: BuyPass {
        BuyPass(
            store: store, source: source, customers: customers, provider: provider, policy: policy,
            keyedCalls: keyedCalls)
    }
    var payment: ShowPayment { ShowPayment(store: store, customers: customers) }
    var applyReport: ApplyReport { ApplyReport(store: store, transactions: transactions, metrics: metrics) }
    var notifyPayment: ReceiveNotification { ReceiveNotification(provider: provider, apply: applyReport) }
    var checkOverdue: CheckOverduePayment {
        CheckOverduePayment(provider: provider, transactions: transactions, apply: applyReport)
    }
    var purchases: ShowPurchases { ShowPurchases(store: store, source: source) }
    var refund: RefundPayment {
        RefundPayment(store: store, transactions: transactions, provider: provider, finish: finishRefund)
    }
    var report: ShowReport { ShowReport(store: store, source: source) }
    var finishRefund: FinishRefund { FinishRefund(transactions: transactions) }
}

// MARK: Staff

extension BookingService {
    var board: ShowBoard { ShowBoard(store: store, source: source, now: now) }
    var boardDays: ShowBoardDays { ShowBoardDays(store: store, source: source, now: now) }
    var boardItem: ShowBoardItem { ShowBoardItem(store: store, source: source) }
    var affected: ShowAffectedBookings { ShowAffectedBookings(store: store, source: source) }
    var bookFor: BookForCustomer {
        BookForCustomer(
            customers: customers, customerByPhone: customerByPhone, transactions: transactions, cache: cache,
            alternatives: alternatives, policy: policy, metrics: metrics)
    }
    var checkIn: CheckInBooking { CheckInBooking(bookings: bookings, policy: policy, show: boardItem) }
    var noShow: RecordNoShow { RecordNoShow(bookings: bookings, policy: policy, show: boardItem) }
    var note: WriteNote { WriteNote(bookings: bookings, show: boardItem) }
    var findCustomers: FindCustomers { FindCustomers(store: store, source: source) }
    var customer: ShowCustomer { ShowCustomer(store: store, source: source, now: now) }
    var sellPass: SellPass {
        SellPass(store: store, transactions: transactions, customerByPhone: customerByPhone, keyedCalls: keyedCalls)
    }
    var correctPass: CorrectPass { CorrectPass(store: store, transactions: transactions, keyedCalls: keyedCalls) }
    var settle: SettleDebt { SettleDebt(changes: debts) }
    var payBack: PayBackCredit { PayBackCredit(changes: debts) }
    var close: ClosePark {
        ClosePark(
            store: store, source: source, transactions: transactions, cache: cache, keyedCalls: keyedCalls,
            cancelBookings: cancelClosed)
    }
    var reopen: ReopenPark { ReopenPark(store: store, source: source, cache: cache, freed: freed) }
    var cancelClosed: CancelClosedBookings {
        CancelClosedBookings(
            store: store, transactions: transactions, cache: cache, notices: sender, policy: policy, metrics: metrics)
    }
}

// MARK: Administrators

extension BookingService {
    var cases: ShowCases { ShowCases(store: store, customers: customers) }
    var explain: ExplainCase { ExplainCase(customers: customers, cases: lockedCases) }
    var appeal: AppealDecision { AppealDecision(customers: customers, cases: lockedCases) }
    var appeals: ShowAppeals { ShowAppeals(store: store, source: source) }
    var rejectAppeal: RejectAppeal { RejectAppeal(cases: lockedCases, notices: sender) }
    var openCases: ShowOpenCases { ShowOpenCases(store: store, source: source) }
    var decidedCases: ShowDecidedCases { ShowDecidedCases(store: store, source: source, people: people) }
    var decide: DecideCase {
        DecideCase(cases: lockedCases, notices: sender, policy: policy, keyedCalls: keyedCalls, metrics: metrics)
    }
    var reverseDecision: ReverseDecision {
        ReverseDecision(store: store, cases: lockedCases, notices: sender, policy: policy)
    }
    var configuration: ShowConfiguration { ShowConfiguration(store: store) }
    var configure: ConfigurePark { ConfigurePark(store: store, cache: cache) }
}

// MARK: A person's rights

extension BookingService {
    var eraseCustomer: EraseCustomer {
        EraseCustomer(
            store: store, transactions: transactions, cache: cache, policy: policy, outbox: dependencies.outbox,
            freed: freed)
    }
    var export: PersonalExport {
        PersonalExport(service: .booking, tables: BookingPersonalData.tables, client: store.client)
    }
}
