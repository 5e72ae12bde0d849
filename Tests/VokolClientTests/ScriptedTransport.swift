import Synchronization
import TestSupport
import VokolClient

/// A transport that answers by a script and records the calls.
final class ScriptedTransport: Transport {
    typealias Script = @Sendable (CallRequest, Int) async throws -> String

    private let script: Script
    private let log = Mutex<[CallRequest]>([])

    /// Creates a transport.
    ///
    /// - Parameter script: returns the members of the answer to a call, such as `"result":{}`; calls count from 0.
    init(_ script: @escaping Script) { self.script = script }

    var calls: [CallRequest] { log.withLock { $0 } }
    func calls(of method: String) -> [CallRequest] { calls.filter { $0.method == method } }

    func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
        let number = log.withLock { log in
            log.append(request)
            return log.count - 1
        }
        do {
            let members = try await script(request, number)
            return Array(#"{"jsonrpc":"2.0","id":1,\#(members)}"#.utf8)
        } catch {
            throw error as? TransportFailure ?? TransportFailure("\(error)", mayHaveBeenSent: true)
        }
    }

    func events(of topics: [String], token: String?) async throws -> any EventSubscription {
        throw TransportFailure("there are no events", mayHaveBeenSent: false)
    }

    func close() async {}
}

/// The members of an answer with an error.
func problem(_ code: Int, _ data: String = "") -> String {
    #""error":{"code":\#(code),"message":"No","data":{"type":"/problems/x"\#(data)},"later":1}"#
}
