import Contract
import NIOCore
import RPC
import Synchronization
import Testing

@testable import Gateway

@Suite struct DocumentOnDemandTests {
    private struct Unbuildable: Error {}

    @Test func `A document is built when it is first asked for, and once`() throws {
        let builds = Mutex(0)
        let document = DocumentOnDemand {
            builds.withLock { $0 += 1 }
            return #"{"openapi":"3.1.0"}"#
        }
        #expect(builds.withLock { $0 } == 0)
        let first = try document.content()
        #expect(String(buffer: first.body) == #"{"openapi":"3.1.0"}"#)
        #expect(first.tag == EntityTag(of: first.body))
        #expect(try document.content().tag == first.tag)
        #expect(builds.withLock { $0 } == 1)
    }

    @Test func `A document that cannot be built is an internal error of the call`() {
        let document = DocumentOnDemand { throw Unbuildable() }
        do throws(RPCError) {
            _ = try document.content()
            Issue.record("built")
        } catch {
            #expect(error.code == .internal)
        }
    }
}
