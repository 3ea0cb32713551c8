import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Starts a process and kills it (SIGKILL) `aliveMs` after it printed a line that begins with "ready".
 * `onLine` gets the first word of each line it printed, and what comes behind it; all of them before this
 * resolves. Rejects when the process ended by itself: then nothing was tried.
 */
export async function runAndKill(
  command: readonly string[],
  aliveMs: number,
  onLine: (word: string, rest: string) => void,
): Promise<void> {
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)),
  )
  const lines = createInterface({ input: child.stdout })
  const isRead = new Promise<void>((resolve) => lines.once('close', () => resolve()))
  const isReady = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      const word = line.split(' ', 1)[0]!
      onLine(word, line.slice(word.length + 1))
      if (word === 'ready') resolve()
    })
  })
  await Promise.race([isReady, closed])
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, aliveMs))])
  child.kill('SIGKILL')
  const end = await closed
  await isRead
  if (end !== 'SIGKILL') throw new Error(`the process that was to be killed ended by itself: ${end}`)
}
