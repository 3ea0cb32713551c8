import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

let lines: Interface | null = null
const waiting: string[] = []

/** One line of stdin; on a terminal it is asked for, and what is typed is not shown. '' at its end. */
export async function readSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) {
    process.stderr.write(question)
    const silent = createInterface({
      input: process.stdin,
      output: new Writable({ write: (_chunk, _encoding, done) => done() }),
      terminal: true,
    })
    try {
      return (
        await new Promise<string>((resolve) => silent.once('line', resolve).once('close', () => resolve('')))
      ).trim()
    } finally {
      silent.close()
      process.stderr.write('\n')
    }
  }
  // Piped input comes all at once: what follows the first line belongs to the next question.
  if (lines === null) {
    lines = createInterface({ input: process.stdin })
    lines.on('line', (line) => waiting.push(line))
    await new Promise<void>((resolve) => lines?.once('close', resolve))
  }
  return (waiting.shift() ?? '').trim()
}
