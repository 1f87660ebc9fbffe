import Glibc

// What the service costs without sockets: the requests of a benchmark go straight to the responder.

let usage = """
  usage: span-inside count [METHOD TARGET FILE]…   asks in turn, the last one again and again inside `span_inside_counted`
         span-inside time [METHOD TARGET FILE]…    asks in turn, and prints the ns of processor time of the last one
         span-inside kernel                        ns of a ray with a plane, an outline, a covariance; C beside them
         span-inside resident COUNT…               ns of a ray among so many planes: all looked at, with a hierarchy
         span-inside codec FILE…                   MB/s of bodies read, ns for a number written; simdjson beside them
         span-inside parse FILE…                   ns for simdjson to parse each
  FILE is a body, `-` for none; `{sid}` in a TARGET is the session that the first answer was about.
  """

switch CommandLine.arguments.dropFirst().first {
case "count": Script(CommandLine.arguments.dropFirst(2)).count()
case "time": Script(CommandLine.arguments.dropFirst(2)).time()
case "kernel": Kernel.run()
case "resident": Resident.run(CommandLine.arguments.dropFirst(2))
case "codec": Codec.run(CommandLine.arguments.dropFirst(2))
case "parse": Codec.parse(CommandLine.arguments.dropFirst(2))
default: leave(usage)
}
