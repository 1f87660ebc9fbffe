internal import SpanMessage

/// Writes the text format of Prometheus, version 0.0.4.
struct Exposition {
  let buffer = ByteBuffer(minimumCapacity: 8192)

  enum Kind: String {
    case counter, gauge, histogram
  }

  func family(_ name: String, _ kind: Kind, _ help: String) {
    buffer.append("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
  }

  func sample(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
    buffer.append(name)
    if !labels.isEmpty {
      buffer.append("{\(labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ","))}")
    }
    buffer.append(" \(value)\n")
  }

  /// A family of one series.
  func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    family(name, kind, help)
    sample(name, [], value)
  }

  /// A family with a series for each value of one label.
  func counts(_ name: String, _ help: String, by label: String, _ counts: [String: UInt64]) {
    family(name, .counter, help)
    for (value, count) in counts.sorted(by: { $0.key < $1.key }) { sample(name, [(label, value)], Double(count)) }
  }

  func histogram(_ name: String, _ labels: [(String, String)] = [], _ histogram: Histogram) {
    var cumulative: UInt64 = 0
    for (place, count) in histogram.counts.enumerated() {
      cumulative &+= count
      let bound = place < histogram.bounds.count ? "\(histogram.bounds[place])" : "+Inf"
      sample(name + "_bucket", labels + [("le", bound)], Double(cumulative))
    }
    sample(name + "_sum", labels, histogram.sum)
    sample(name + "_count", labels, Double(cumulative))
  }
}
