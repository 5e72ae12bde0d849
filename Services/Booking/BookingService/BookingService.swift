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
struct BookingService: Sendable {
    let dependencies: BookingDependencies

    // Park and slots
    let park: ShowPark
    let days: ShowDays
    let slots: ShowSlots
    let hold: HoldSlots
    let release: ReleaseHold
    // Bookings
    let book: BookSlots
    let get: ShowBooking
    let history: ShowHistory
    let cancel: CancelBooking
    let reschedule: RescheduleBooking
    let collectBegun: CollectBegunBooking
    let notices: ShowNoticeChoice
    let setNotices: ChooseNotices
    let sendNotice: SendBookingNotice
    let calendar: ShowCalendar
    let makeCalendar: MakeCalendar
    let removeCalendar: RemoveCalendar
    let calendarFile: ReadCalendarFile
    // The waitlist
    let freed = FreedSlots()
    let wait: JoinWaitlist
    let waitlist: ShowWaitlist
    let leaveWaitlist: LeaveWaitlist
    let offerSlots: OfferSlots
    // Passes and payments
    let passes: ShowPasses
    let ledger: ShowLedger
    let expirePass: ExpirePass
    let topUp: BuyPass
    let payment: ShowPayment
    let applyReport: ApplyReport
    let notifyPayment: ReceiveNotification
    let checkOverdue: CheckOverduePayment
    let purchases: ShowPurchases
    let refund: RefundPayment
    let report: ShowReport
    let finishRefund: FinishRefund
    // Staff
    let board: ShowBoard
    let boardDays: ShowBoardDays
    let boardItem: ShowBoardItem
    let affected: ShowAffectedBookings
    let bookFor: BookForCustomer
    let checkIn: CheckInBooking
    let noShow: RecordNoShow
    let note: WriteNote
    let findCustomers: FindCustomers
    let customer: ShowCustomer
    let sellPass: SellPass
    let correctPass: CorrectPass
    let settle: SettleDebt
    let payBack: PayBackCredit
    let close: ClosePark
    let reopen: ReopenPark
    let cancelClosed: CancelClosedBookings
    // Administrators
    let cases: ShowCases
    let explain: ExplainCase
    let appeal: AppealDecision
    let appeals: ShowAppeals
    let rejectAppeal: RejectAppeal
    let openCases: ShowOpenCases
    let decidedCases: ShowDecidedCases
    let decide: DecideCase
    let reverseDecision: ReverseDecision
    let configuration: ShowConfiguration
    let configure: ConfigurePark
    // A person's rights
    let eraseCustomer: EraseCustomer
    let export: PersonalExport

    init(_ parts: BookingDependencies) {
        dependencies = parts
        let (store, source, cache) = (parts.store, parts.source, parts.cache)
        let (policy, metrics, now, provider) = (parts.policy, parts.metrics, parts.now, parts.payments)
        let keyedCalls = KeyedCalls(metrics: metrics)
        let sender = Notices(outbox: parts.outbox, wakeRelay: parts.wakeRelay)
        let transactions = CustomerTransactions(store: store, source: source, makeID: parts.makeID)
        let customers = Customers(
            store: store, transactions: transactions, daysChanged: { cache.changed($0) }, people: parts.people,
            policy: policy, now: now)
        let bookings = LockedBookings(store: store, customers: customers, transactions: transactions)
        let lockedCases = LockedCases(store: store, transactions: transactions)
        let alternatives = SlotAlternatives(source: source, cache: cache, metrics: metrics, now: now)

        park = ShowPark(source: source, policy: policy)
        days = ShowDays(source: source, cache: cache, now: now)
        slots = ShowSlots(source: source, cache: cache, now: now)
        hold = HoldSlots(
            customers: customers, cache: cache, alternatives: alternatives, rule: policy.holds, metrics: metrics)
        release = ReleaseHold(
            customers: customers, transactions: transactions, cache: cache, rule: policy.holds, freed: freed)

        book = BookSlots(
            customers: customers, cache: cache, alternatives: alternatives, policy: policy, metrics: metrics)
        get = ShowBooking(store: store, customers: customers)
        history = ShowHistory(store: store, customers: customers, now: now)
        cancel = CancelBooking(bookings: bookings, cache: cache, policy: policy, metrics: metrics, freed: freed)
        reschedule = RescheduleBooking(
            bookings: bookings, cache: cache, alternatives: alternatives, policy: policy, metrics: metrics,
            freed: freed)
        collectBegun = CollectBegunBooking(transactions: transactions, policy: policy)
        notices = ShowNoticeChoice(store: store, customers: customers)
        setNotices = ChooseNotices(customers: customers)
        sendNotice = SendBookingNotice(transactions: transactions, notices: sender)
        calendar = ShowCalendar(store: store, customers: customers)
        makeCalendar = MakeCalendar(customers: customers)
        removeCalendar = RemoveCalendar(store: store, customers: customers)
        calendarFile = ReadCalendarFile(store: store, source: source, now: now)

        wait = JoinWaitlist(customers: customers, alternatives: alternatives, rule: policy.waitlist)
        waitlist = ShowWaitlist(store: store, source: source, customers: customers, now: now)
        leaveWaitlist = LeaveWaitlist(
            customers: customers, transactions: transactions, cache: cache, rule: policy.holds, freed: freed)
        offerSlots = OfferSlots(transactions: transactions, cache: cache, notices: sender, policy: policy)

        passes = ShowPasses(store: store, source: source, customers: customers, now: now)
        ledger = ShowLedger(store: store, customers: customers)
        expirePass = ExpirePass(transactions: transactions)
        topUp = BuyPass(
            store: store, source: source, customers: customers, provider: provider, policy: policy,
            keyedCalls: keyedCalls)
        payment = ShowPayment(store: store, customers: customers)
        applyReport = ApplyReport(store: store, transactions: transactions, metrics: metrics)
        notifyPayment = ReceiveNotification(provider: provider, apply: applyReport)
        checkOverdue = CheckOverduePayment(provider: provider, transactions: transactions, apply: applyReport)
        purchases = ShowPurchases(store: store, source: source)
        report = ShowReport(store: store, source: source)
        finishRefund = FinishRefund(transactions: transactions)
        refund = RefundPayment(
            store: store, transactions: transactions, provider: provider, finish: finishRefund)

        board = ShowBoard(store: store, source: source, now: now)
        boardDays = ShowBoardDays(store: store, source: source, now: now)
        boardItem = ShowBoardItem(store: store, source: source)
        affected = ShowAffectedBookings(store: store, source: source)
        let customerByPhone = CustomerByPhone(customers: customers, people: parts.people)
        bookFor = BookForCustomer(
            customers: customers, customerByPhone: customerByPhone, transactions: transactions, cache: cache,
            alternatives: alternatives, policy: policy, metrics: metrics)
        checkIn = CheckInBooking(bookings: bookings, policy: policy, show: boardItem)
        noShow = RecordNoShow(bookings: bookings, policy: policy, show: boardItem)
        note = WriteNote(bookings: bookings, show: boardItem)
        findCustomers = FindCustomers(store: store, source: source)
        customer = ShowCustomer(store: store, source: source, now: now)
        sellPass = SellPass(
            store: store, transactions: transactions, customerByPhone: customerByPhone, keyedCalls: keyedCalls)
        correctPass = CorrectPass(store: store, transactions: transactions, keyedCalls: keyedCalls)
        let debts = DebtChanges(store: store, transactions: transactions, keyedCalls: keyedCalls)
        settle = SettleDebt(changes: debts)
        payBack = PayBackCredit(changes: debts)
        cancelClosed = CancelClosedBookings(
            store: store, transactions: transactions, cache: cache, notices: sender, policy: policy,
            metrics: metrics)
        close = ClosePark(
            store: store, source: source, transactions: transactions, cache: cache, keyedCalls: keyedCalls,
            cancelBookings: cancelClosed)
        reopen = ReopenPark(store: store, source: source, cache: cache, freed: freed)

        cases = ShowCases(store: store, customers: customers)
        explain = ExplainCase(customers: customers, cases: lockedCases)
        appeal = AppealDecision(customers: customers, cases: lockedCases)
        appeals = ShowAppeals(store: store, source: source)
        rejectAppeal = RejectAppeal(cases: lockedCases, notices: sender)
        openCases = ShowOpenCases(store: store, source: source)
        decidedCases = ShowDecidedCases(store: store, source: source, people: parts.people)
        decide = DecideCase(
            cases: lockedCases, notices: sender, policy: policy, keyedCalls: keyedCalls, metrics: metrics)
        reverseDecision = ReverseDecision(store: store, cases: lockedCases, notices: sender, policy: policy)
        configuration = ShowConfiguration(store: store)
        configure = ConfigurePark(store: store, cache: cache)
        eraseCustomer = EraseCustomer(
            store: store, transactions: transactions, cache: cache, policy: policy, outbox: parts.outbox, freed: freed)
        export = PersonalExport(service: .booking, tables: BookingPersonalData.tables, client: store.client)
    }
}
