import Testing

/// A page in the text format of Prometheus, version 0.0.4, read strictly: every sample belongs to a family that was
/// announced with its help and type, and no series stands there twice.
struct Exposition {
  struct Fault: Error { let line: Substring }

  struct Sample {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  private(set) var samples: [Sample] = []
  private var types: [String: String] = [:]

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(line: "no line end at the end") }
    var helped: Set<String> = []
    var series: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if line.hasPrefix("# HELP "), words.count == 4 {
        guard helped.insert(words[2]).inserted else { throw Fault(line: line) }
      } else if line.hasPrefix("# TYPE "), words.count == 4 {
        let (name, type) = (words[2], words[3])
        guard helped.contains(name), ["counter", "gauge", "histogram"].contains(type),
          types.updateValue(type, forKey: name) == nil
        else { throw Fault(line: line) }
      } else {
        let (sample, key) = try Self.sample(line)
        guard series.insert(key).inserted, types[family(of: sample.name)] != nil else { throw Fault(line: line) }
        samples.append(sample)
      }
    }
  }

  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  /// Expects that the buckets of every series of a histogram never fall, and end with its count.
  func expectHistogram(_ name: String) {
    #expect(types[name] == "histogram")
    for count in samples where count.name == name + "_count" {
      let buckets = samples.filter { sample in
        sample.name == name + "_bucket" && sample.labels.filter { $0.key != "le" } == count.labels
      }
      let bounds = buckets.compactMap { Double($0.labels["le"]?.replacingInfinity ?? "") }
      #expect(bounds.count == buckets.count && bounds == bounds.sorted() && bounds.last == .infinity)
      #expect(buckets.map(\.value) == buckets.map(\.value).sorted())
      #expect(buckets.last?.value == count.value)
    }
  }

  private func family(of name: String) -> String {
    for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
      let family = String(name.dropLast(suffix.count))
      if types[family] == "histogram" { return family }
    }
    return name
  }

  /// `name{label="value",…} number`
  private static func sample(_ line: Substring) throws -> (Sample, key: String) {
    guard let blank = line.lastIndex(of: " "), let value = Double(line[line.index(after: blank)...].replacingInfinity)
    else { throw Fault(line: line) }
    let key = line[..<blank]
    guard let brace = key.firstIndex(of: "{") else {
      return (Sample(name: try self.name(key), labels: [:], value: value), String(key))
    }
    guard key.hasSuffix("\"}") else { throw Fault(line: line) }
    var labels: [String: String] = [:]
    for pair in key[key.index(after: brace)...].dropLast().split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[1].hasPrefix("\""), parts[1].hasSuffix("\""), parts[1].count >= 2,
        !parts[1].dropFirst().dropLast().contains("\""),
        labels.updateValue(String(parts[1].dropFirst().dropLast()), forKey: try self.name(parts[0])) == nil
      else { throw Fault(line: line) }
    }
    return (Sample(name: try self.name(key[..<brace]), labels: labels, value: value), String(key))
  }

  private static func name(_ text: Substring) throws -> String {
    guard let first = text.utf8.first, !(0x30...0x39 ~= first),
      text.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F || $0 == 0x3A })
    else { throw Fault(line: text) }
    return String(text)
  }
}

extension StringProtocol {
  fileprivate var replacingInfinity: String { self == "+Inf" ? "inf" : String(self) }
}
