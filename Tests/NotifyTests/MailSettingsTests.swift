import ServiceRuntime
import Testing

@testable import Notify

@Suite struct MailSettingsTests {
    private func fault(_ setting: Setting<String>, _ value: String) throws -> String? {
        let source = try SettingSource.standard(
            process: "auth", arguments: [], environment: ["VOKOL_NOTIFY_SENDER": value])
        do {
            _ = try setting.value(in: source)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `A sender must be one of the known ones`() throws {
        for value in ["smtp", "file", "console"] {
            #expect(try fault(MailSettings.sender, value) == nil)
            #expect(try fault(MailSettings.optionalSender, value) == nil)
        }
        #expect(try fault(MailSettings.optionalSender, "none") == nil)
        #expect(
            try fault(MailSettings.sender, "none") == "setting notify.sender: must be smtp, file or console")
    }

    @Test func `An instance configured for sendmail is told its settings for SMTP`() throws {
        for setting in [MailSettings.sender, MailSettings.optionalSender] {
            let fault = try #require(try fault(setting, "sendmail"))
            for word in ["notify.sender=smtp", "notify.smtp.host=localhost", "notify.smtp.security=none"] {
                #expect(fault.contains(word))
            }
        }
    }
}
