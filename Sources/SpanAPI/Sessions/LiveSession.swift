internal import SpanMessage
package import SpanSession
internal import SpanStore

/// A session in memory: the fold of its log, with what its answers need beside.
package struct LiveSession: Sendable {
  package let id: String
  /// Whose it is, which its log does not say.
  var tenant: String
  package internal(set) var state: SessionState
  var input: SettingsInput

  init(id: String, of tenant: String = "", _ input: SettingsInput, at: Int64) {
    self.id = id
    self.tenant = tenant
    self.input = input
    state = SessionState(input.settings, at: at)
  }

  /// From a snapshot.
  init(id: String, _ input: SettingsInput, _ state: SessionState) {
    self.id = id
    tenant = ""
    self.input = input
    self.state = state
  }

  var unit: LengthUnit { input.unit }
  var version: Int { state.version }
  /// Roughly, what it holds in memory, bytes.
  var footprint: Int { state.footprint + (input.metadata?.count ?? 0) }

  /// Are answers about all of it too much for a thread that others wait for?
  func isLarge(_ limits: Limits) -> Bool { limits.isLong(points: state.pointCount) }

  mutating func change(_ input: SettingsInput, at: Int64) {
    self.input = input
    state.change(input.settings, at: at)
  }
}

/// Why a log cannot be folded.
package struct LogFault: Error, Sendable, Equatable {
  package let message: String
}
