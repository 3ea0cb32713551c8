import { processStreams } from './kit/output.ts'
import { runProgram } from './program.ts'

void runProgram(process.argv.slice(2), processStreams).then((code) => (process.exitCode = code))
