import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openHost, type Host } from '../../../host/host.ts'

export const clientOf = (host: Host) =>
  createRouterClient(host.router, { context: { origin: 'test' as const } })
type Client = ReturnType<typeof clientOf>

/**
 * For a file of tests: a data folder for each, at `at.dir`, with two threads, their runs and a backup, of
 * an app that has ended.
 */
export function profiles(name: string) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)))
  const repos = path.join(root, 'repos')
  const model = path.join(root, 'model') // copied for each test
  const at = { dir: model, serial: 0 }

  async function within<T>(work: (client: Client, host: Host) => Promise<T>, dir = at.dir): Promise<T> {
    const opened = await openHost({
      dataDir: dir,
      notifier: { show: async () => ({ ok: true, value: null }) },
      shell: null,
      demo: false,
      schedule: false,
      appVersion: '0.1.0',
    })
    if (!opened.ok) throw new Error(opened.error.message)
    try {
      return await work(clientOf(opened.value), opened.value)
    } finally {
      await opened.value.stop('stop')
    }
  }
  async function beat(client: Client, thread: string): Promise<void> {
    const { id } = (await client.snapshot()).threads.find((t) => t.name === thread)!
    await client.beat.wait({ itemId: (await client.beat.start({ id })).itemId })
  }

  beforeAll(async () => {
    for (const repo of ['api', 'web', 'lab']) execFileSync('git', ['init', '-q', path.join(repos, repo)])
    await within(async (client) => {
      for (const repo of ['api', 'web'])
        await client.threads.add({ paths: [path.join(repos, repo)], trust: true })
      for (const repo of ['api', 'web']) await beat(client, repo)
      await client.settings.change({ theme: 'dark' })
      expect(await client.backups.make()).toMatchObject({ why: 'asked', verified: true })
    }, model)
  }, 60_000)
  beforeEach(() => {
    at.dir = path.join(root, `profile-${at.serial++}`)
    cpSync(model, at.dir, { recursive: true })
  })
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))

  return {
    root,
    repos,
    at,
    within,
    beat,
    names: (): Promise<string[]> =>
      within(async (client) => (await client.snapshot()).threads.map((t) => t.name).sort()),
    runsOf: (client: Client): Promise<number> => client.runs.page({ limit: 200 }).then((p) => p.runs.length),
    database: (): string => path.join(at.dir, 'threadbeat.db'),
  }
}
