import { writeSync } from 'node:fs'
import { quickAnswer } from './quick.ts'

/**
 * The `threadbeat` program. The bundler gives all other commands a file of their own, which is read only
 * for them.
 */
const answer = quickAnswer(process.argv.slice(2), Date.now())
if (answer === null) void import('./main.ts')
else {
  try {
    writeSync(1, answer.text) // without the stream, whose setting up takes longer than the answer
  } catch {
    // Nobody reads it any more.
  }
  process.exitCode = answer.exitCode
}
