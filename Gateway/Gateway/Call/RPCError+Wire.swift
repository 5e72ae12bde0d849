import Contract
import RPC
import Values
import Wire

extension RPCError {
    /// Creates the error for a line or body that is not a call.
    init(_ fault: WireError) {
        let code: ErrorCode =
            switch fault.kind {
            case .envelope: .invalidRequest
            case .tooLong: .tooLarge
            case .json, .utf8, .depth: .parseError
            }
        self.init(code, faults: [FieldFault(.malformed(fault.reason.text, byte: fault.offset), at: "")])
    }
}
