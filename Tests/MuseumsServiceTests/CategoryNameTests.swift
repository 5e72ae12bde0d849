import MuseumsContract
import Testing
import Values

@testable import MuseumsService

@Suite struct CategoryNameTests {
    @Test(arguments: Language.allCases) func `Every subject has a name of its own`(language: Language) {
        let names = MuseumCategory.allCases.map { CategoryNames.name(of: $0)[language] }
        #expect(Set(names).count == MuseumCategory.allCases.count && !names.contains(""))
    }
}
