internal import SpanGeometry

/// What surrounds the entities.
extension DXFWriter {
  /// Handles of what others refer to.
  enum Handle {
    static let modelSpace = "1F"
    static let paperSpace = "1B"
    static let dictionary = "C"
    static let groups = "D"
    /// Beyond all that are given out; the reader takes its own from here.
    static let seed = "FFFFFFF"
  }

  mutating func mark(_ fixed: String? = nil, owner: String, code: Int = 5) {
    if fixed == nil { handle += 1 }
    pair(code, fixed ?? String(handle, radix: 16, uppercase: true))
    pair(330, owner)
  }

  mutating func writeHeader() {
    section("HEADER") { dxf in
      for (name, code, value) in [
        ("$ACADVER", 1, "AC1015"), ("$DWGCODEPAGE", 3, "ANSI_1252"), ("$HANDSEED", 5, Handle.seed),
        // Metres, and line types and hatches of metric drawings.
        ("$INSUNITS", 70, "6"), ("$MEASUREMENT", 70, "1"), ("$LUNITS", 70, "2"),
      ] {
        dxf.pair(9, name)
        dxf.pair(code, value)
      }
    }
    section("CLASSES") { _ in }
  }

  mutating func writeTables() {
    section("TABLES") { dxf in
      dxf.table("VPORT", "8", ["*Active"]) { dxf, name in
        dxf.record("VPORT", "AcDbViewportTableRecord", name, owner: "8")
        for (code, value) in [
          (10, 0), (20, 0), (11, 1), (21, 1), (12, 0), (22, 0), (13, 0), (23, 0), (14, 1), (24, 1), (15, 1), (25, 1),
          (16, 0), (26, 0), (36, 1), (17, 0), (27, 0), (37, 0), (40, 10), (41, 1), (42, 50), (43, 0), (44, 0),
          (50, 0), (51, 0), (71, 0), (72, 100), (73, 1), (74, 3), (75, 0), (76, 0), (77, 0), (78, 0),
        ] { dxf.pair(code, value) }
      }
      dxf.table("LTYPE", "5", ["ByBlock", "ByLayer", "Continuous"]) { dxf, name in
        dxf.record("LTYPE", "AcDbLinetypeTableRecord", name, owner: "5")
        dxf.pair(3, "")
        for (code, value) in [(72, 65), (73, 0), (40, 0)] { dxf.pair(code, value) }
      }
      dxf.table("LAYER", "2", ["0"] + Layer.allCases.map(\.rawValue)) { dxf, name in
        dxf.record("LAYER", "AcDbLayerTableRecord", name, owner: "2")
        dxf.pair(62, Layer(rawValue: name)?.color ?? 7)
        dxf.pair(6, "Continuous")
      }
      dxf.table("STYLE", "3", ["Standard"]) { dxf, name in
        dxf.record("STYLE", "AcDbTextStyleTableRecord", name, owner: "3")
        for (code, value) in [(40, 0), (41, 1), (50, 0), (71, 0), (42, 1)] { dxf.pair(code, value) }
        dxf.pair(3, "txt")
        dxf.pair(4, "")
      }
      dxf.table("VIEW", "6", []) { _, _ in }
      dxf.table("UCS", "7", []) { _, _ in }
      dxf.table("APPID", "9", ["ACAD"]) { dxf, name in
        dxf.record("APPID", "AcDbRegAppTableRecord", name, owner: "9")
      }
      dxf.table("DIMSTYLE", "A", ["Standard"], subclass: "AcDbDimStyleTable") { dxf, name in
        dxf.record("DIMSTYLE", "AcDbDimStyleTableRecord", name, owner: "A", code: 105)
      }
      dxf.table("BLOCK_RECORD", "1", ["*Model_Space", "*Paper_Space"]) { dxf, name in
        let handle = name == "*Model_Space" ? Handle.modelSpace : Handle.paperSpace
        dxf.record("BLOCK_RECORD", "AcDbBlockTableRecord", name, owner: "1", handle: handle)
      }
    }
  }

  private mutating func table(
    _ name: String, _ handle: String, _ records: [String], subclass: String? = nil,
    _ body: (inout DXFWriter, String) -> Void
  ) {
    pair(0, "TABLE")
    pair(2, name)
    mark(handle, owner: "0")
    pair(100, "AcDbSymbolTable")
    pair(70, records.count)
    if let subclass { pair(100, subclass) }
    for record in records { body(&self, record) }
    pair(0, "ENDTAB")
  }

  private mutating func record(
    _ type: String, _ subclass: String, _ name: String, owner: String, code: Int = 5, handle: String? = nil
  ) {
    pair(0, type)
    mark(handle, owner: owner, code: code)
    pair(100, "AcDbSymbolTableRecord")
    pair(100, subclass)
    pair(2, name)
    // Block records have no flags.
    if type != "BLOCK_RECORD" { pair(70, 0) }
  }

  mutating func writeBlocks() {
    section("BLOCKS") { dxf in
      for (name, owner) in [("*Model_Space", Handle.modelSpace), ("*Paper_Space", Handle.paperSpace)] {
        dxf.pair(0, "BLOCK")
        dxf.mark(owner: owner)
        dxf.pair(100, "AcDbEntity")
        dxf.pair(8, "0")
        dxf.pair(100, "AcDbBlockBegin")
        dxf.pair(2, name)
        dxf.pair(70, 0)
        dxf.vertex(10, Point2(0, 0))
        dxf.pair(3, name)
        dxf.pair(1, "")
        dxf.pair(0, "ENDBLK")
        dxf.mark(owner: owner)
        dxf.pair(100, "AcDbEntity")
        dxf.pair(8, "0")
        dxf.pair(100, "AcDbBlockEnd")
      }
    }
  }

  mutating func writeObjects() {
    section("OBJECTS") { dxf in
      for (handle, owner) in [(Handle.dictionary, "0"), (Handle.groups, Handle.dictionary)] {
        dxf.pair(0, "DICTIONARY")
        dxf.mark(handle, owner: owner)
        dxf.pair(100, "AcDbDictionary")
        dxf.pair(281, 1)
        if handle == Handle.dictionary {
          dxf.pair(3, "ACAD_GROUP")
          dxf.pair(350, Handle.groups)
        }
      }
    }
  }
}

extension Layer {
  /// By the AutoCAD colour index.
  fileprivate var color: Int {
    switch self {
    case .plan, .elevation: 7
    case .anchors: 1
    case .dimensions: 5
    case .text: 8
    }
  }
}
