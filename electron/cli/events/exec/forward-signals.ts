import { readFileSync } from 'node:fs'
import { isatty } from 'node:tty'

const FORWARDED = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGTSTP',
  'SIGCONT',
] as const
type Forwarded = (typeof FORWARDED)[number]
/** What keys of a terminal, and the shell that owns it, send to the whole process group. */
const FROM_TERMINAL: readonly Forwarded[] = ['SIGINT', 'SIGQUIT', 'SIGTSTP', 'SIGCONT']

/**
 * Sends on what this process is sent, from now on. What a terminal sends reaches the child by itself,
 * because it is in the same process group, and is not doubled. A stop also stops this process, so that the
 * shell sees it.
 */
export function forwardSignals(toChild: (signal: NodeJS.Signals) => void): void {
  for (const signal of FORWARDED) {
    if (process.platform === 'win32' && signal !== 'SIGINT' && signal !== 'SIGTERM' && signal !== 'SIGHUP')
      continue
    const listener = (): void => {
      const isTerminals = FROM_TERMINAL.includes(signal) && isForeground()
      if (!isTerminals) toChild(signal)
      if (signal !== 'SIGTSTP') return
      process.removeListener(signal, listener) // without one the signal stops, as it does anywhere
      process.kill(process.pid, signal)
      process.on(signal, listener) // reached when it was continued
    }
    process.on(signal, listener)
  }
}

/** Whether this process belongs to the group that its terminal sends signals to. */
function isForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // After the name, which may hold anything: state, parent, group, session, terminal, the terminal's
    // group.
    const [, , group, , terminal, foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return terminal !== '0' && group === foreground
  } catch {
    return [0, 1, 2].some((fd) => isatty(fd))
  }
}
