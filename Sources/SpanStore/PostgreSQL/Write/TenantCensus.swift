/// What tenants keep, where that is limited: counted from time to time, and kept up with what this store does.
struct TenantCensus {
  private struct Count {
    var usage: TenantUsage
    var next: Uptime
  }

  let quota: TenantQuota
  private let interval: Int
  private var counts: [String: Count] = [:]

  init(_ options: PostgreSQLEventStore.Options) {
    quota = options.tenantQuota
    interval = options.retentionInterval
  }

  /// Tenants that should be counted before these are decided.
  func due(for batch: some Sequence<Append>) -> [String] {
    guard !quota.isUnlimited else { return [] }
    let tenants = Set(batch.map(\.tenant))
    return tenants.filter { tenant in counts[tenant].map { $0.next <= .now } ?? true }.sorted()
  }

  /// - Parameter tenants: that were counted, also those of whom nothing was found.
  mutating func note(_ usage: [String: TenantUsage], of tenants: [String]) {
    for tenant in tenants {
      counts[tenant] = Count(usage: usage[tenant] ?? TenantUsage(), next: .now + interval)
    }
  }

  var usage: [String: TenantUsage] { counts.mapValues(\.usage) }

  /// After a commit.
  mutating func note(_ ledger: Ledger) {
    for (tenant, usage) in ledger.usage { counts[tenant]?.usage = usage }
  }

  mutating func forget() { counts = [:] }
}
