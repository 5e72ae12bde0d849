import BookingContract
import Contract
import Testing
import Values

@testable import BookingService

/// Tests of the limits on bookings that are paid for at the park.
@Suite struct NewcomerTests {
    private let policy = BookingPolicy(onSite: OnSiteRule(needsPhone: true, newcomerSets: 3))

    @Test func `Only a customer with a proven telephone pays at the park`() async throws {
        try await BookingFixture.with(policy: policy) { fixture in
            let ada = fixture.person(hasPhone: false, email: "ada@example.org")
            #expect(await ending { try await fixture.book(ada, fixture.today(15)) } == "phone-needed")
            try await fixture.buyPass(ada)
            #expect(await ending { try await fixture.book(ada, fixture.today(15), .pass) } == "ok")
        }
    }

    @Test func `A newcomer has few sets to pay at the park, until the first check-in`() async throws {
        try await BookingFixture.with(policy: policy) { fixture in
            let (ada, staff) = (fixture.person(), fixture.person([.parkStaff]))
            let first = try await fixture.book(ada, fixture.today(15), sets: 2)
            #expect(await ending { try await fixture.book(ada, fixture.today(17), sets: 2) } == "newcomer-limit")
            func move(sets: Int) async -> String {
                await ending { try await fixture.move(ada, first, to: fixture.today(16), sets: sets) }
            }
            #expect(await move(sets: 4) == "newcomer-limit")
            #expect(await move(sets: 3) == "ok")
            #expect(await ending { try await fixture.book(ada, fixture.today(19)) } == "newcomer-limit")
            try await fixture.buyPass(ada)
            #expect(await ending { try await fixture.book(ada, fixture.today(19), .pass) } == "ok")
            _ = try await fixture.service.checkIn(.init(id: first.id), staff)
            #expect(await ending { try await fixture.book(ada, fixture.time(day: 2, 15), sets: 4) } == "ok")
        }
    }

    @Test func `The staff books for newcomers without these limits`() async throws {
        try await BookingFixture.with(policy: policy) { fixture in
            let staff = fixture.person([.parkStaff])
            for hour in [15, 17] { _ = try await fixture.bookFor(fixture.today(hour), sets: 4, by: staff) }
        }
    }
}
