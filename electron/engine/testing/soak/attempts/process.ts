import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Answer, Step } from './steps.ts'

/** A process that does what it is told until it dies. */
interface Worker {
  /** null: it died before it answered. */
  ask(step: Step): Promise<Answer | null>
  /** How it ended: a signal, or an exit code. */
  ended(): Promise<string>
}

export function startWorker([program, ...args]: readonly string[]): Worker {
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const end = once(child, 'close') as Promise<[number | null, string | null]>
  child.stdin.on('error', () => {}) // it died while it was told something
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(step) {
      child.stdin.write(`${JSON.stringify(step)}\n`)
      const { done, value } = await answers.next()
      return done === true ? null : (JSON.parse(value) as Answer)
    },
    async ended() {
      child.stdin.end()
      const [code, signal] = await end
      return signal ?? `exit code ${code}`
    },
  }
}
