#if canImport(os)
    private import os

    /// A value that one thread at a time may use, on systems whose library has no `Mutex` yet: iOS 16 and macOS 13.
    public struct Lock<Value>: @unchecked Sendable {
        private let lock: OSAllocatedUnfairLock<Value>

        public init(_ value: sending Value) { lock = OSAllocatedUnfairLock(uncheckedState: value) }

        /// Runs `body` while no other thread uses the value.
        public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try lock.withLockUnchecked(body)
        }
    }
#else
    @_exported public import Synchronization

    /// A value that one thread at a time may use.
    public typealias Lock = Mutex
#endif
