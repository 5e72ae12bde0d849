import Testing

@testable import Resilience

@Suite struct PeerStandingTests {
    private static func at(_ milliseconds: UInt64) -> Tick { Tick(nanoseconds: (1 << 62) + milliseconds * 1_000_000) }

    /// Tries a peer three times with success, and returns true if it is readmitted.
    private static func recover(_ peer: inout PeerStanding, at now: UInt64) -> Bool {
        for _ in 0..<2 {
            peer.trialStarted()
            if peer.trialEnded(isGood: true, at: at(now)) { return false }
        }
        peer.trialStarted()
        return peer.trialEnded(isGood: true, at: at(now))
    }

    @Test func `An ejected peer is tried with one call at a time, and readmitted after three good ones`() {
        var peer = PeerStanding()
        var isBack = false
        peer.eject(.slow, at: Self.at(0))
        #expect(!peer.isAdmitted && peer.reason == .slow)
        #expect(!peer.mayBeTried(at: Self.at(999)))
        for _ in 0..<2 {
            #expect(peer.mayBeTried(at: Self.at(1_000)))
            peer.trialStarted()
            #expect(!peer.mayBeTried(at: Self.at(1_000)))
            isBack = peer.trialEnded(isGood: true, at: Self.at(1_001))
            #expect(!isBack)
        }
        peer.trialStarted()
        isBack = peer.trialEnded(isGood: true, at: Self.at(1_001))
        #expect(isBack)
        #expect(peer.isAdmitted && peer.reason == nil)
    }

    @Test func `A bad trial ejects for twice as long, up to half a minute`() {
        var peer = PeerStanding()
        var isBack = false
        peer.eject(.slow, at: Self.at(0))
        var now: UInt64 = 1_000
        for seconds: UInt64 in [2, 4, 8, 16, 30, 30] {
            peer.trialStarted()
            isBack = peer.trialEnded(isGood: false, at: Self.at(now))
            #expect(!isBack)
            #expect(!peer.mayBeTried(at: Self.at(now + seconds * 1_000 - 1)))
            #expect(peer.mayBeTried(at: Self.at(now + seconds * 1_000)))
            now += seconds * 1_000
        }
    }

    @Test func `An ejection soon after a readmission is longer, a late one is not`() {
        var peer = PeerStanding()
        var isBack = false
        peer.eject(.failing, at: Self.at(0))
        isBack = Self.recover(&peer, at: 1_000)
        #expect(isBack)
        peer.eject(.failing, at: Self.at(2_000))
        #expect(!peer.mayBeTried(at: Self.at(3_999)))
        isBack = Self.recover(&peer, at: 4_000)
        #expect(isBack)
        peer.eject(.failing, at: Self.at(64_000))
        #expect(peer.mayBeTried(at: Self.at(65_000)))
    }

    @Test func `A trial that proves nothing is repeated at once`() {
        var peer = PeerStanding()
        var isBack = false
        peer.eject(.slow, at: Self.at(0))
        peer.trialStarted()
        isBack = peer.trialEnded(isGood: nil, at: Self.at(1_000))
        #expect(!isBack)
        #expect(peer.mayBeTried(at: Self.at(1_000)))
    }

    @Test func `A peer that was not tried enough is readmitted ten seconds after its ejection, unless it is silent`() {
        var peer = PeerStanding()
        peer.eject(.slow, at: Self.at(0))
        peer.trialStarted()
        var isBack = peer.lapse(at: Self.at(10_999))
        #expect(!isBack)
        isBack = peer.lapse(at: Self.at(11_000))
        #expect(isBack && peer.isAdmitted && peer.reason == nil)
        isBack = peer.lapse(at: Self.at(11_000))
        #expect(!isBack, "it is admitted already")
        isBack = peer.trialEnded(isGood: true, at: Self.at(11_001))
        #expect(!isBack, "the trial is over")
        peer.becameSilent()
        peer.eject(.silent, at: Self.at(20_000))
        isBack = peer.lapse(at: Self.at(60_000))
        #expect(!isBack)
        peer.silenceEnded(at: Self.at(60_000))
        isBack = peer.lapse(at: Self.at(69_999))
        #expect(!isBack)
        isBack = peer.lapse(at: Self.at(70_000))
        #expect(isBack)
    }

    @Test func `A silent peer is tried as soon as it is heard, not before`() {
        var peer = PeerStanding()
        peer.becameSilent()
        peer.eject(.silent, at: Self.at(0))
        #expect(!peer.mayBeTried(at: Self.at(60_000)))
        peer.silenceEnded(at: Self.at(60_000))
        #expect(peer.mayBeTried(at: Self.at(60_000)))
    }

    @Test func `Calls count for one to two seconds`() {
        var peer = PeerStanding()
        peer.timePassed(at: Self.at(0))
        peer.callEnded(isSlow: true, isFailed: false)
        peer.timePassed(at: Self.at(1_000))
        peer.callEnded(isSlow: false, isFailed: true)
        #expect(peer.tally == CallTally(calls: 2, slow: 1, failed: 1))
        peer.timePassed(at: Self.at(2_000))
        #expect(peer.tally == CallTally(calls: 1, slow: 0, failed: 1))
        peer.timePassed(at: Self.at(10_000))
        #expect(peer.tally == CallTally())
    }
}

@Suite struct OutlierRuleTests {
    private static let now = Tick(nanoseconds: 1 << 62)
    private let rule = OutlierRule()

    private static func peer(_ calls: Int, slow: Int = 0, failed: Int = 0) -> PeerStanding {
        var peer = PeerStanding()
        for index in 0..<calls { peer.callEnded(isSlow: index < slow, isFailed: index < failed) }
        return peer
    }

    private static func silent() -> PeerStanding {
        var peer = PeerStanding()
        peer.becameSilent()
        return peer
    }

    private static func ejected() -> PeerStanding {
        var peer = PeerStanding()
        peer.eject(.slow, at: now)
        return peer
    }

    private func outlier(_ peers: PeerStanding...) -> String? {
        rule.outlier(among: peers).map { "\($0.index) \($0.reason)" }
    }

    @Test func `The peer whose calls are slow is ejected if those of the others are not`() {
        #expect(outlier(Self.peer(10), Self.peer(10, slow: 5)) == "1 slow")
        #expect(outlier(Self.peer(10), Self.peer(11, slow: 5)) == nil)
        #expect(outlier(Self.peer(10), Self.peer(2, slow: 2)) == nil)
        #expect(outlier(Self.peer(10, failed: 10), Self.peer(10)) == "0 failing")
    }

    @Test func `A stalled peer is ejected whatever it answered before, if the others are not slow`() {
        var stalled = Self.peer(100)
        stalled.isStalled = true
        #expect(rule.isSuspicious(stalled))
        #expect(outlier(Self.peer(5), stalled) == "1 slow")
        #expect(outlier(Self.peer(4), stalled) == nil)
        #expect(outlier(Self.peer(10, slow: 3), stalled) == nil)
    }

    @Test func `Three unreadable answers in a row eject, and a readable one breaks the row`() {
        var peer = Self.peer(100)
        for _ in 0..<2 { peer.answerWasUnreadable() }
        peer.callEnded(isSlow: false, isFailed: false)
        peer.answerWasUnreadable()
        #expect(outlier(Self.peer(5), peer) == nil)
        for _ in 0..<2 { peer.answerWasUnreadable() }
        #expect(outlier(Self.peer(5), peer) == "1 failing")
    }

    @Test func `A fault that peers have in common ejects none`() {
        #expect(outlier(Self.peer(10, slow: 9), Self.peer(10, slow: 8)) == nil)
        #expect(outlier(Self.peer(10, slow: 9), Self.peer(10, slow: 3)) == nil)
        #expect(outlier(Self.peer(10, slow: 9), Self.peer(10, slow: 2)) == "0 slow")
        #expect(outlier(Self.peer(10, slow: 9), Self.peer(4)) == nil, "the others have too few calls")
    }

    @Test func `At most half of the peers are ejected by comparison`() {
        #expect(outlier(Self.ejected(), Self.peer(10), Self.peer(10, slow: 9)) == nil)
        #expect(outlier(Self.ejected(), Self.peer(10), Self.peer(10), Self.peer(10, slow: 9)) == "3 slow")
    }

    @Test func `Silent peers are ejected, but never the last one`() {
        #expect(outlier(Self.peer(0), Self.silent()) == "1 silent")
        #expect(outlier(Self.ejected(), Self.peer(0), Self.silent()) == "2 silent")
        #expect(outlier(Self.ejected(), Self.silent()) == nil)
        #expect(outlier(Self.silent()) == nil)
    }

    @Test func `Only silence and enough bad calls are suspicious`() {
        #expect(rule.isSuspicious(Self.silent()))
        #expect(rule.isSuspicious(Self.peer(5, slow: 5)))
        #expect(!rule.isSuspicious(Self.peer(100, slow: 2)))
        #expect(!rule.isSuspicious(Self.ejected()))
    }
}
