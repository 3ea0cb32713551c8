import { restoreFound } from '../machine/process/own-command.ts'
import { processStreams } from './kit/output.ts'
import { runProgram } from './program.ts'

restoreFound(process.env)
void runProgram(process.argv.slice(2), processStreams).then((code) => (process.exitCode = code))
