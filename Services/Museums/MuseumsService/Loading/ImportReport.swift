extension PictureSummary {
    /// The skipped lines, each with its reason.
    var warnings: [String] {
        ImportReport.cut(refusals.map { "\($0.line): skipped: \($0.reason)" }, of: refusals.count)
    }

    /// A sentence with all counts.
    var totals: String {
        var text = "\(added) pictures added, \(changed) changed, \(removed) removed, \(unchanged) unchanged"
        if !refusals.isEmpty { text += ", \(refusals.count) rows skipped" }
        return changedAnything ? text : text + "; nothing was changed"
    }
}

extension FactSummary {
    /// The skipped lines, each with its reason.
    var warnings: [String] {
        ImportReport.cut(refusals.map { "\($0.line): skipped: \($0.reason)" }, of: refusals.count)
    }

    /// A sentence with all counts.
    var totals: String {
        let text = "\(written) facts added or changed, \(removed) removed, \(unchanged) unchanged"
        return refusals.isEmpty ? text : text + ", \(refusals.count) rows skipped"
    }
}

/// An import's report for the operator.
struct ImportReport {
    /// The maximum number of lines of each kind that are listed; further ones are counted.
    private static let maximumListed = 100

    let format: ImportFormat
    let summary: LoadSummary
    let source: SourceReport

    /// The remarks on lines of the file: the skipped ones first, then the renumbered ones.
    var warnings: [String] {
        let refused = Self.cut(source.refusals.map { "\($0.line): skipped: \($0.reason)" }, of: source.refused)
        let repeated = Self.cut(
            summary.repeated.map { "\($0.line): skipped: the same as line \($0.text)" }, of: summary.repeated.count)
        let taken = Self.cut(
            summary.taken.map { "\($0.line): skipped: an earlier line has the id \($0.text)" },
            of: summary.taken.count)
        let foreign = Self.cut(
            summary.foreign.map { "\($0.line): skipped: \($0.text) comes from another source" },
            of: summary.foreign.count)
        let renamed = Self.cut(
            summary.renamed.map { "\($0.line): an earlier line has this id, so it is \($0.text)" },
            of: summary.renamed.count)
        return refused + repeated + taken + foreign + renamed
    }

    /// A sentence with all counts.
    var totals: String {
        let skipped =
            source.refused + summary.repeated.count + summary.taken.count + summary.foreign.count
        var text = "\(format.name): \(source.museums + source.refused) rows read: "
        text += "\(summary.added) museums added, \(summary.changed) changed, \(summary.unchanged) unchanged"
        if skipped > 0 { text += ", \(skipped) rows skipped" }
        return summary.changedAnything ? text : text + "; nothing was changed"
    }

    /// The exit code: 0 if every line was stored, 3 if some were not.
    var exitCode: Int32 { source.refused + summary.taken.count + summary.foreign.count > 0 ? 3 : 0 }

    static func cut(_ lines: [String], of count: Int) -> [String] {
        let shown = Array(lines.prefix(maximumListed))
        return count > shown.count ? shown + [" … and \(count - shown.count) more like these"] : shown
    }
}
