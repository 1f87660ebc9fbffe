import Testing
import spand

@Suite("Where sessions are kept")
struct StoreTests {
  @Test("memory, a file, or PostgreSQL")
  func kinds() {
    #expect(Store("memory:") == .memory)
    #expect(Store("/var/lib/span/sessions.db") == .file("/var/lib/span/sessions.db"))
    #expect(Store("sessions.db") == .file("sessions.db"))
    #expect(Store("postgresql://db/span") == .postgreSQL("postgresql://db/span"))
    #expect(Store("postgres://db/span") == .postgreSQL("postgres://db/span"))
  }

  @Test("by default a file in the user's directory for data, and no place at all where there is none")
  func defaultLocation() throws {
    let home = ["HOME": "/home/ada"]
    #expect(try serving([], home).store == .file("/home/ada/.local/share/span/sessions.db"))
    #expect(try serving([], ["HOME": "/home/ada", "XDG_DATA_HOME": "/data"]).store == .file("/data/span/sessions.db"))
    #expect(try serving(["--store", "memory:"], home).store == .memory)
    for environment in [[:], ["HOME": ""], ["HOME": "here", "XDG_DATA_HOME": "there"]] {
      let configuration = try serving([], environment)
      #expect(throws: Configuration.Unsafe.self) { try configuration.placeOfSessions }
    }
    #expect(try serving(["--store", "memory:"]).placeOfSessions == .memory)
  }

  @Test("no file", arguments: ["", "/var/lib/", "mysql://db", "postgresql:/db/span", "a\0b"])
  func refused(text: String) {
    #expect(Store(text) == nil)
  }

  @Test(
    "passwords are never shown",
    arguments: [
      ("postgresql://span:secret@db/span", "postgresql://span:***@db/span"),
      ("postgresql://span:s:e@c/r?et@db/span", "postgresql://span:***@db/span"),
      ("postgresql://span:secret@db:5432/span?sslmode=require", "postgresql://span:***@db:5432/span?sslmode=require"),
      ("postgresql:///span?host=db&password=secret", "postgresql:///span?host=db&password=***"),
      ("postgresql:///span?sslpassword=secret&user=a", "postgresql:///span?sslpassword=***&user=a"),
      ("postgresql://span@db/span", "postgresql://span@db/span"),
      ("postgresql://db:5432/span", "postgresql://db:5432/span"),
    ])
  func masked(url: String, shown: String) {
    #expect(Store(url)?.description == shown)
  }

  @Test("not even in the message about a text that cannot be read")
  func faultHidesText() {
    let lines = faults(["--store", "mysql://span:secret@db"], ["SPAN_STORE": "postgresql:/span:secret@db"])
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { !$0.contains("secret") })
  }

  @Test("what is shown can be set again", arguments: Setting.all.filter { $0.flag != "--store" }.map(\.flag))
  func roundTrip(flag: String) throws {
    let setting = try #require(Setting.all.first { $0.flag == flag })
    let shown = setting.show(Configuration())
    let again = try serving(["\(flag)=\(shown)"])
    #expect(setting.show(again) == shown)
  }
}
