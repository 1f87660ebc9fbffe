import CFuzzer
import Glibc

// One program for all targets:  span-fuzz TARGET [OPTION OF LIBFUZZER | FOLDER]…  (`scripts/fuzz.sh` calls it).

let targets: [String: FuzzTarget] = ["measure": fuzzMeasure, "target": fuzzTarget, "gzip": fuzzGzip]

guard CommandLine.arguments.count > 1, let target = targets[CommandLine.arguments[1]] else {
  print("usage: span-fuzz \(targets.keys.sorted().joined(separator: "|")) [OPTION | FOLDER]…")
  exit(64)
}
// libFuzzer sees the arguments without the name of the target.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
exit(unsafe LLVMFuzzerRunDriver(&count, &arguments, target))
