import Testing

/// Tests that the check of notices finds those that a crash loses or repeats.
@Suite struct ParkNoticesTests {
    private let confirmation = ParkNotices.Notice(
        phone: "+1", text: ParkNotices.confirmation + "2026-11-29 at 12:05, sets: 1. Big reverse")
    private let reminder = ParkNotices.Notice(
        phone: "+1", text: ParkNotices.reminder + "2026-11-29 at 12:05, sets: 1. Big reverse")

    private var notices: ParkNotices {
        ParkNotices(confirmed: ["+1": 1], booked: [confirmation: 1], reminders: [reminder])
    }

    @Test func `Notices that were sent once, or again after a crash, are no faults`() {
        #expect(notices.faults(sent: [confirmation, reminder], repetitions: 0) == [])
        let again = [confirmation, confirmation, reminder]
        #expect(notices.faults(sent: again, repetitions: 1) == [])
        #expect(notices.faults(sent: again, repetitions: 0).count == 1)
        #expect(notices.faults(sent: [confirmation, reminder, reminder], repetitions: 0).count == 1)
    }

    @Test func `A lost confirmation and a lost reminder are faults`() {
        #expect(notices.faults(sent: [reminder], repetitions: 8).count == 1)
        #expect(notices.faults(sent: [confirmation], repetitions: 8).count == 1)
        let other = ParkNotices.Notice(phone: "+2", text: reminder.text)
        #expect(notices.faults(sent: [confirmation, other], repetitions: 8).count == 2)
    }

    @Test func `A reminder of a booking that was cancelled may be missing, and one without a booking is a fault`() {
        let possible = ParkNotices(possibleReminders: [reminder])
        #expect(possible.faults(sent: [], repetitions: 0) == [])
        #expect(possible.faults(sent: [reminder], repetitions: 0) == [])
        #expect(ParkNotices().faults(sent: [reminder], repetitions: 8).count == 1)
    }
}
