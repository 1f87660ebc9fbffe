/// A session as its log has it. Shared by all who look at it: a session is a value of many parts, and each copy would
/// count the references to every one of them.
final class DurableSession: Sendable {
  let session: LiveSession

  init(_ session: consuming LiveSession) { self.session = session }

  // Asked here, because of an optional's session a copy is asked.
  var tenant: String { session.tenant }
  var version: Int { session.version }
  var footprint: Int { session.footprint }
  func isLarge(_ limits: Limits) -> Bool { session.isLarge(limits) }
}
