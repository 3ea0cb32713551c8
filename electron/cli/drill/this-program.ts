import type { ChildProcess } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { startChild, type Command } from './command.ts'
import { isLate, soon } from './bounds.ts'

/** What a child may know of the person's session; no agent, no key and no setting is found by any of it. */
const PASSED_ON = /^(PATH|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH)$/

/** How long those that were asked to end may take. */
const END_MS = 10_000

interface ThisProgram extends Command {
  /** Ends all that were started, in good order where that is soon; from here on none can be. */
  end(): Promise<void>
  /** The same at once. */
  kill(): void
}

/** The program that runs now, started anew by the same Node, or the same Electron of a package. */
export function thisProgram(root: string): ThisProgram {
  const script = realpathSync(process.argv[1] ?? '')
  const [home, temporary] = [path.join(root, 'home'), path.join(root, 't')]
  for (const folder of [home, temporary]) mkdirSync(folder)
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    HOME: home,
    TMPDIR: temporary,
    SHELL: '', // no login shell is asked for its PATH
    GIT_CONFIG_NOSYSTEM: '1',
    ...(process.versions['electron'] !== undefined && { ELECTRON_RUN_AS_NODE: '1' }),
  }
  const children = new Map<ChildProcess, Promise<unknown>>()
  let isOver = false
  const kill = (): void => {
    isOver = true
    for (const child of children.keys()) child.kill('SIGKILL')
  }
  return {
    root,
    start(args, under = []) {
      if (isOver) throw new Error('the drill is over')
      const argv = [process.execPath, ...process.execArgv, ...under, script, ...args]
      const started = startChild(argv, { env, isApart: true })
      children.set(started.child, started.ended)
      void started.ended.then(() => children.delete(started.child))
      return started
    },
    async end() {
      isOver = true
      const left = [...children]
      for (const [child] of left) for (const signal of ['SIGCONT', 'SIGTERM'] as const) child.kill(signal)
      const ended = Promise.all(left.map(([, end]) => end))
      if (!isLate(await soon(ended, END_MS))) return
      kill()
      await ended
    },
    kill,
  }
}
