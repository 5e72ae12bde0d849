import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// Tests of the signal that slots may have become free, on which the waitlist's offers depend.
@Suite struct FreedSlotTests {
    /// Returns true if slots were announced as free; ends the announcements.
    private func isAnnounced(_ fixture: BookingFixture) async -> Bool {
        // The iterator of a cancelled task returns what waits, and does not wait itself.
        let signals = fixture.service.freed.signals
        let task = Task {
            var iterator = signals.makeAsyncIterator()
            return await iterator.next() != nil
        }
        task.cancel()
        return await task.value
    }

    @Test func `Slots that nobody freed are not announced`() async throws {
        try await BookingFixture.with { fixture in
            _ = try await fixture.book(fixture.person(), fixture.time(day: 1, 12))
            #expect(await !isAnnounced(fixture))
        }
    }

    @Test func `The slots of a deleted account are announced at once`() async throws {
        try await BookingFixture.with { fixture in
            let ada = fixture.person()
            _ = try await fixture.book(ada, fixture.time(day: 1, 12))
            try await fixture.service.eraseCustomer(ada.account, until: ada.deadline)
            #expect(await isAnnounced(fixture))
        }
    }

    @Test func `The slots of a closure that is ended are announced at once`() async throws {
        try await BookingFixture.with { fixture in
            let staff = fixture.person([.parkStaff])
            let closure = try await fixture.service.close(
                Booking.Close.Params(
                    from: fixture.time(day: 1, 10), to: fixture.time(day: 1, 20), reason: NoteText(unchecked: "Storm")),
                staff.with(key: "close"))
            _ = try await fixture.service.reopen(Booking.Reopen.Params(id: closure.id), staff)
            #expect(await isAnnounced(fixture))
        }
    }
}
