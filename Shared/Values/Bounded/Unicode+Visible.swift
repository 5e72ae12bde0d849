extension Unicode.Scalar {
    /// True for a visible scalar; names must not differ only in invisible characters.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
