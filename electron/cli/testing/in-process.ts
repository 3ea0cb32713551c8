import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { joinSilentHub } from '../../machine/hub/testing/silent-hub.ts'
import { NO_TERMINAL_WIDTH } from '../kit/output.ts'
import { runProgram } from '../program.ts'
import { appUnderTest, snapshotWith, threadView } from './app.ts'
import type { Ended } from '../drill/command.ts'

/**
 * Commands in this process, with words and an exit code of their own: all of a command but the start of its
 * process. Not for those that read the input, watch signals or write to the process's own streams.
 */
export function commandsHere(dataDir: string, home: string): (...args: readonly string[]) => Promise<Ended> {
  // Nobody is there to ask, and nothing is found in the home of who runs the tests.
  Object.defineProperty(process.stdin, 'isTTY', { value: false, configurable: true })
  Object.assign(process.env, { HOME: home, THREADBEAT_DATA_DIR: '', LC_ALL: 'C' })
  return async (...args) => {
    joinSilentHub(dataDir)
    let out = ''
    let err = ''
    const code = await runProgram(['--data-dir', dataDir, ...args], () => ({
      isTerminal: false,
      isColored: false,
      width: NO_TERMINAL_WIDTH,
      out: (text) => (out += text),
      err: (text) => (err += text),
    }))
    return { code, out, err }
  }
}

/** The socket of a data folder with two threads behind it, answering as the test says. */
export function appBehind(dataDir: string, root: string) {
  const repo = path.join(root, 'repo')
  mkdirSync(repo, { recursive: true })
  const api = threadView(2, 'api', repo)
  const web = threadView(3, 'web', path.join(root, 'web'), {
    sources: { git: 'off' },
    delivery: { showOk: true },
  })
  let app: Awaited<ReturnType<typeof appUnderTest>> | null = null
  const inputsOf = (method: string): readonly unknown[] =>
    app?.calls.filter((c) => c.method === method).map((c) => c.input) ?? []
  return {
    repo,
    threads: [api, web] as const,
    /** Answers by the contract's paths; to `snapshot` the two threads, unless the test has others. */
    running: async (answers: Parameters<typeof appUnderTest>[1]) =>
      (app = await appUnderTest(dataDir, { snapshot: () => snapshotWith([api, web]), ...answers })),
    inputsOf,
    inputOf: (method: string): unknown => inputsOf(method)[0],
    async close(): Promise<void> {
      await app?.close()
      app = null
    },
  }
}

/** Commands in this process, and such an app: what is asked for, and how it is told. */
export function commandsAndApp(name: string) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const dataDir = path.join(root, 'data')
  return {
    root,
    dataDir,
    cli: commandsHere(dataDir, root),
    ...appBehind(dataDir, root),
    gone: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  }
}
