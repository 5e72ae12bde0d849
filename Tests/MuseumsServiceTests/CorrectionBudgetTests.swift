import Testing

@testable import MuseumsService

@Suite struct CorrectionBudgetTests {
    @Test func `Of a few words each is compared and split, of many only one`() {
        let few = CorrectionBudget(words: CorrectionBudget.fewWords)
        #expect(few.comparedWords == 3 && few.splitWords == WordSplitting.maximumWords)
        #expect(few.hasReadings && few.comparesSounds)
        let many = CorrectionBudget(words: CorrectionBudget.fewWords + 1)
        #expect(many.comparedWords == 1 && many.splitWords == 1 && !many.hasReadings && !many.comparesSounds)
    }
}
