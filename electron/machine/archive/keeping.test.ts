import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { listBackups } from '../../store/backup/backups.ts'
import { profiles } from './testing/profiles.ts'
import { keyOf } from './trust/archive-key.ts'

const { repos, at, within, names, runsOf } = profiles('keeping-test')

describe('resets', { timeout: 30_000 }, () => {
  it('clear the history, and leave threads, settings and repositories alone', async () => {
    const before = readdirSync(path.join(repos, 'api'))
    await within(async (client) => {
      expect(await runsOf(client)).toBeGreaterThan(1)
      await client.data.reset({ what: 'history', confirmed: true })
    })
    await within(async (client) => {
      expect(await runsOf(client)).toBe(0)
      const { fleet, threads } = await client.snapshot()
      expect([threads.map((t) => t.name), fleet.settings.theme]).toEqual([['api', 'web'], 'dark'])
    })
    expect(readdirSync(path.join(repos, 'api'))).toEqual(before)
    expect(listBackups(path.join(at.dir, 'backups')).map((b) => b.why)).toContain('before-clear')
  })
  it('remove everything but the repositories, unless it is called off', async () => {
    await within(async (client) => {
      await client.data.reset({ what: 'everything', confirmed: true })
      await client.data.cancel()
    })
    expect(await names()).toEqual(['api', 'web'])
    expect(keyOf(at.dir)).toMatchObject({ ok: true })
    await within((client) => client.data.reset({ what: 'everything', confirmed: true }))
    expect(await names()).toEqual([])
    expect(['backups', 'archive.key'].filter((name) => existsSync(path.join(at.dir, name)))).toEqual([])
    expect(existsSync(path.join(repos, 'api', '.git'))).toBe(true)
  })
  it(
    'found by review: a stray program at the socket can neither wipe everything nor restart without ' +
      'saying that it is meant',
    async () => {
      await within(async (_client, host) => {
        const stray = createRouterClient(host.router, { context: { origin: 'socket' as const } })
        await expect(stray.data.reset({ what: 'everything', confirmed: true })).rejects.toThrow(
          /in the window only/,
        )
        await expect(stray.app.restart({} as never)).rejects.toThrow(/[Ii]nput/)
        expect((await stray.backups.list()).pending).toBeNull()
      })
      expect(await names()).toEqual(['api', 'web'])
    },
  )
  it('found by review: leave alone what the app did not make, in whatever folder it keeps its data', async () => {
    mkdirSync(path.join(at.dir, 'my-repository'))
    writeFileSync(path.join(at.dir, 'thesis.txt'), 'mine')
    await within((client) => client.data.reset({ what: 'everything', confirmed: true }))
    expect(await names()).toEqual([])
    expect([
      existsSync(path.join(at.dir, 'my-repository')),
      existsSync(path.join(at.dir, 'thesis.txt')),
    ]).toEqual([true, true])
  })
})

describe('settings of the host', { timeout: 30_000 }, () => {
  it('are those of the file, and are reset by key or all', async () => {
    rmSync(path.join(at.dir, 'settings.d'), { recursive: true })
    writeFileSync(path.join(at.dir, 'settings.json'), '{ "maxRuns": 3, "theme": "light", "later": 1 }')
    await within(async (client) => {
      expect((await client.snapshot()).fleet.settings).toMatchObject({ maxRuns: 3, theme: 'light' })
      expect(JSON.parse(readFileSync(path.join(at.dir, 'settings.json'), 'utf8'))).toEqual({
        maxRuns: 3,
        theme: 'light',
        later: 1,
      })
      expect(await client.settings.reset({ keys: ['theme'] })).toMatchObject({ theme: 'system', maxRuns: 3 })
      expect(await client.settings.reset({})).toMatchObject({ maxRuns: 2 })
      const [last] = await client.settings.generations()
      expect(last?.changes).toEqual([{ key: 'maxRuns', now: null, then: '3' }])
      expect(await client.settings.restore({ id: last!.id })).toMatchObject({ maxRuns: 3 })
    })
  })
  it('that are damaged are said in the window, and the last good ones count', async () => {
    await within(async (client, host) => {
      writeFileSync(path.join(at.dir, 'settings.json'), '{"theme"')
      expect((await client.settings.file()).problem).toContain('is no JSON')
      await client.settings.change({ noisyRuns: 40 }) // the built-in value: only looks
      expect(host.snapshot().fleet.settings.theme).toBe('dark')
    })
  })
  it('give a report without secrets and names', async () => {
    await within(async (client) => {
      const { text } = await client.app.report()
      expect(text).toContain('Threadbeat 0.1.0')
      expect(text).toContain('theme="dark"')
      for (const name of ['/repos/', 'api,']) expect(text).not.toContain(name)
    })
  })
})
