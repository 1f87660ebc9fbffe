import Glibc
import SpanAPI

switch Command.parse(Array(CommandLine.arguments.dropFirst()), environment: { Environment[$0] }) {
case .success(.serve(let configuration)):
  exit(Run.serve(configuration))
case .success(.run(.healthCheck, let configuration)):
  guard let fault = HealthCheck.run(configuration.listen) else { exit(0) }
  Terminal.error("spand: \(fault)")
  exit(ExitCode.unavailable)
case .success(.run(.calibrate(let file, let profile), _)): exit(Calibrate.run(file, profile: profile))
case .success(.run(.replay(let session), let configuration)): exit(StoreTools.replay(session, configuration))
case .success(.run(.newKey(let key), _)): exit(key.run())
case .success(.run(.store(let verb), let configuration)): exit(StoreTools.run(verb, configuration))
case .success(.printConfiguration(let configuration)):
  for setting in Setting.all { Terminal.output("\(setting.variable)=\(setting.show(configuration))") }
case .success(.help): Terminal.output(Command.helpText)
case .success(.version): Terminal.output("spand \(Version.number)")
case .failure(let faults):
  Terminal.error("spand: " + faults.lines.joined(separator: "\n       "))
  exit(ExitCode.configuration)
}
