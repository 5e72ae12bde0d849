extension Unicode.Scalar {
    /// Whether the scalar is visible: names that look the same must not differ in characters that nobody sees.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
