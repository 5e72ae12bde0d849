/// Large blocks of memory, as the C library manages them.
public enum LargeBlocks {
    /// The size from which a block is returned to the system when it is freed, in bytes.
    private static let size: Int32 = 256 << 10

    /// Makes the C library return each freed large block to the system.
    ///
    /// By default it keeps blocks as large as the largest one freed so far, up to 32 MiB for each thread: what reading
    /// a catalogue or hashing a password took for a moment. Swift's Glibc module does not export the function.
    public static func returnToSystem() {
        #if canImport(Glibc)
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            let mmapThreshold: Int32 = -3
            _ = mallopt(mmapThreshold, size)
        #endif
    }
}
