import { spawn, type ChildProcess } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Rejects where it ends without having printed it. */
  readonly printed: (text: RegExp) => Promise<void>
}

/** The command line as another process, with a home of its own. */
export interface Command {
  /** The folder that all of it lies in; nothing is left outside. */
  readonly root: string
  /** `under`: a script of Node that starts it, with what is for that script. */
  start(args: readonly string[], under?: readonly string[]): Started
}

interface Way {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd?: string | undefined
  /** In a group of its own, which a terminal's Ctrl+C does not reach. */
  readonly isApart?: boolean
}

export function startChild(argv: readonly string[], { env, cwd, isApart = false }: Way): Started {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isApart,
    ...(cwd !== undefined && { cwd }),
  })
  let out = ''
  let err = ''
  child.once('error', (error) => (err += error.message)) // it could not be started; 'close' follows
  const listeners = new Set<() => void>()
  const look = (): void => {
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    look()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
    look()
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  const printed = (text: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const listener = (): void => {
        if (text.test(out) || text.test(err)) resolve()
      }
      listeners.add(listener)
      void ended.then(() => reject(new Error(`ended without printing ${text}: ${out}${err}`)))
      listener()
    })
  return { child, ended, printed }
}
