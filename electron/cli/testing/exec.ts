import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandUnderTest } from './command.ts'

/** `threadbeat` as a program that shells find, in the folder of a thread, without the engine. */
export function execUnderTest(name: string) {
  const { root, dataDir, bundle, env, bundled, gone } = commandUnderTest(name, { engine: false })
  const bin = path.join(root, 'bin')
  const repo = path.join(root, 'repo')
  const inbox = path.join(dataDir, 'inbox')
  const shellEnv = { ...env, PATH: `${bin}:${process.env['PATH']}`, LC_ALL: 'C' }
  return {
    root,
    dataDir,
    repo,
    inbox,
    env: shellEnv,
    sh: (shell: string, script: string, input?: Buffer) =>
      spawnSync(shell, ['-c', script], {
        cwd: repo,
        env: shellEnv,
        input,
        maxBuffer: 64 << 20,
        timeout: 40_000,
      }),
    /** The events that wait in the inbox folder for an app. */
    dropped: () =>
      existsSync(inbox)
        ? readdirSync(inbox)
            .filter((file) => file.endsWith('.json'))
            .map(
              (file) =>
                JSON.parse(readFileSync(path.join(inbox, file), 'utf8')) as {
                  to: string
                  text: string
                  wake: string
                },
            )
        : [],
    emptied: () => rmSync(inbox, { recursive: true, force: true }),
    async ready(): Promise<void> {
      await bundled()
      mkdirSync(bin)
      mkdirSync(repo)
      writeFileSync(
        path.join(bin, 'threadbeat'),
        `#!/bin/sh\nexec "${process.execPath}" "${bundle}" --data-dir "${dataDir}" "$@"\n`,
        { mode: 0o755 },
      )
    },
    gone,
  }
}
