import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Host } from '../../host/host.ts'
import { openQuietHost } from '../../host/testing/open-quiet-host.ts'
import { makeRepository } from '../../host/repositories.ts'
import { commandsHere } from './in-process.ts'

/** Answers beats and messages by what it is asked; one message makes it stand still until it is stopped. */
const AGENT = `#!/bin/sh
prompt=$(cat)
case "$prompt" in
  HEARTBEAT*) echo HEARTBEAT_OK ;;
  *'stand still'*) exec tail -f /dev/null ;;
  *) printf 'I am \\033[31mfine\\n' ;;
esac
`

/** Commands in this process on a data folder and real repositories: alone, or beside the app that `open` starts here. */
export function commandsAndHost(name: string) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const dataDir = path.join(root, 'data')
  const repos = path.join(root, 'repos')
  const agent = path.join(root, 'agent.sh')
  const cli = commandsHere(dataDir, root)
  let host: Host | null = null
  async function open(): Promise<void> {
    host = await openQuietHost(dataDir)
  }
  return {
    root,
    dataDir,
    repos,
    agent,
    cli,
    json: async <T>(...args: readonly string[]): Promise<T> =>
      JSON.parse((await cli(...args, '--json')).out) as T,
    async withRepositories(): Promise<void> {
      await makeRepository(repos, 'api', 'clean')
      await makeRepository(repos, 'web', 'dirty')
      await makeRepository(repos, 'lab', 'clean')
      writeFileSync(agent, AGENT, { mode: 0o755 })
    },
    open,
    /** The app with 2 api, 3 web and 4 lab, all trusted, whose first beats have ended; lab has the agent. */
    async withFleet(): Promise<void> {
      await this.withRepositories()
      await open()
      for (const repo of ['api', 'web', 'lab'])
        expect(await cli('add', path.join(repos, repo), '--trust')).toMatchObject({ code: 0 })
      expect(await cli('set', 'runner', '-t', 'lab', '--yes', '--', agent)).toMatchObject({ code: 0 })
      await restOf(host!)
    },
    async gone(): Promise<void> {
      await host?.stop('stop')
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** When every thread has beaten, nothing runs and nothing waits for its turn. */
const restOf = (host: Host): Promise<void> =>
  new Promise((resolve) => {
    const end = host.onSnapshot(({ fleet, threads }) => {
      if (fleet.running + fleet.waiting > 0 || threads.some(({ last }) => last === null)) return
      setImmediate(() => end())
      resolve()
    })
  })

/** A thread of `list --json`, as far as tests look at it. */
export interface ThreadJson {
  readonly id: string
  readonly runner: string
  readonly number: number
  readonly name: string
  readonly state: string
  readonly trusted: boolean
  readonly flags: readonly string[]
}
