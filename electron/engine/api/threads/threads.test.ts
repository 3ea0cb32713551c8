import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { Shell } from '../../ports/desktop.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench(shell: Partial<Shell> | null = null) {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  return { s, id, client: apiClient(s, { shell: shell as Shell | null }) }
}
const shown = (s: Awaited<ReturnType<typeof bench>>['s']): readonly ThreadId[] =>
  s.views.snapshot().threads.map((t) => t.id)

describe('a thread that is taken away', () => {
  it('is out of sight and at rest at once, and comes back as it was', async () => {
    const { s, id, client } = await bench()
    await client.threads.change({ id, tags: ['money'], pinned: true })
    await client.threads.remove({ id, undoMs: 10 * SECOND })
    expect(shown(s)).toEqual([])
    const runsBefore = s.runs(id).length
    await s.clock.advance(9 * SECOND)
    expect(s.runs(id)).toHaveLength(runsBefore)
    await client.threads.keep({ id })
    await s.clock.advance(DAY)
    expect(s.views.snapshot().threads).toMatchObject([{ id, trusted: true, tags: ['money'], pinned: true }])
    expect(s.runs(id).length).toBeGreaterThan(runsBefore)
  })
  it('is gone for good with the first tick after its time, also when the app was quit meanwhile', async () => {
    const { s, id, client } = await bench()
    await client.threads.remove({ id, undoMs: 10 * SECOND })
    await s.clock.advance(45 * SECOND)
    expect(s.store.threads.get(id)).toBeNull()
    expect((await refusal(client.threads.keep({ id }))).code).toBe('NOT_FOUND')
  })
  it('comes back when it is added again within that time', async () => {
    const { s, id, client } = await bench()
    await client.threads.remove({ id, undoMs: 10 * SECOND })
    const { added, rejected } = await client.threads.add({ paths: ['/api'], trust: true })
    expect([added.map((t) => t.id), rejected]).toEqual([[id], []])
    await s.clock.advance(60 * SECOND)
    expect(shown(s)).toEqual([id])
  })
  it('found by review: has no more trust than it is given when it is added again', async () => {
    const { s, id, client } = await bench()
    await client.threads.remove({ id, undoMs: 10 * SECOND })
    await client.threads.add({ paths: ['/api'], trust: false })
    expect(s.views.snapshot().threads).toMatchObject([{ id, trusted: false }])
  })
  it('found by review: is trusted and beats when it is added again with trust that it had not before', async () => {
    const { s, id, client } = await bench()
    await client.threads.trust({ id, on: false })
    await client.threads.remove({ id, undoMs: 10 * SECOND })
    const runs = s.runs(id).length
    await client.threads.add({ paths: ['/api'], trust: true })
    expect(s.views.snapshot().threads).toMatchObject([{ id, trusted: true }])
    await s.clock.advance(MINUTE)
    expect(s.runs(id)).toHaveLength(runs + 1)
  })
})

describe('tags', () => {
  it('are short single words, each once, and an error names the bad one', async () => {
    const { s, id, client } = await bench()
    await client.threads.change({ id, tags: ['geld', 'ui/web', 'größe'] })
    expect(s.views.snapshot().threads[0]?.tags).toEqual(['geld', 'ui/web', 'größe'])
    expect(await refusal(client.threads.change({ id, tags: ['two words'] }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('got "two words"') as string,
    })
    expect((await refusal(client.threads.change({ id, tags: ['a', 'a'] }))).message).toContain('stands twice')
    expect((await refusal(client.threads.change({ id, tags: Array.from('abcdefghi') }))).message).toContain(
      'can have 8 tags, got 9',
    )
  })
})

describe('a tier', () => {
  it('is put off until a time that lies ahead, at most 30 days, and is seen so', async () => {
    const { s, id, client } = await bench()
    const now = s.clock.now()
    const hourly = () => s.views.snapshot().threads[0]?.tiers.hourly.snoozedUntil
    await client.threads.snoozeTier({ id, tier: 'hourly', until: now + HOUR })
    expect(hourly()).toBe(now + HOUR)
    expect(await refusal(client.threads.snoozeTier({ id, tier: 'hourly', until: now }))).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('already be over') as string,
    })
    expect(
      (await refusal(client.threads.snoozeTier({ id, tier: 'daily', until: now + 31 * DAY }))).message,
    ).toBe(
      'The daily tier of "api" can be snoozed for at most 30 d, got 31 d. For longer, change its ' +
        'schedule or pause the thread.',
    )
    await s.clock.advance(HOUR)
    expect(hourly()).toBeNull() // it came back by itself
    await client.threads.snoozeTier({ id, tier: 'daily', until: now + 2 * HOUR })
    await client.threads.snoozeTier({ id, tier: 'daily', until: null })
    expect(s.views.snapshot().threads[0]?.tiers.daily.snoozedUntil).toBeNull()
  })
  it('is left out when everything due is asked for, and quick is beaten when all that is due is snoozed', async () => {
    const { s, id, client } = await bench()
    await s.clock.advance(DAY + MINUTE)
    for (const tier of ['quick', 'hourly', 'daily'] as const)
      await client.threads.snoozeTier({ id, tier, until: s.clock.now() + DAY })
    expect(await client.beat.allDue()).toEqual([])
    await client.beat.start({ id })
    await s.clock.advance(MINUTE)
    expect(s.runs(id).at(-1)?.tiers).toEqual(['quick'])
  })
})

describe('HEARTBEAT.md', () => {
  it('is deleted only as it was seen', async () => {
    const { s, id, client } = await bench()
    const { version } = await client.doc.read({ id })
    expect((await refusal(client.doc.remove({ id, version: 'older', typed: 'HEARTBEAT.md' }))).code).toBe(
      'CONFLICT',
    )
    expect(s.files.has('/api')).toBe(true)
    await client.doc.remove({ id, version, typed: 'HEARTBEAT.md' })
    expect(s.files.has('/api')).toBe(false)
    expect(s.views.snapshot().threads[0]?.doc?.exists).toBe(false)
  })
})

describe('opening a repository', () => {
  const shell = (opened: string[]): Partial<Shell> => ({
    openers: async () => [
      { key: 'code', what: 'editor', name: 'VS Code' },
      { key: 'zed', what: 'editor', name: 'Zed' },
      { key: 'files', what: 'files', name: 'File manager' },
    ],
    openFolder: async (key, path) => {
      opened.push(`${key} ${path}`)
      return key !== 'files'
    },
  })
  it('remembers what was chosen, for the thread and for the next one', async () => {
    const opened: string[] = []
    const { s, id, client } = await bench(shell(opened))
    const web = s.add('web', { intervalMs: DAY })
    expect(await client.shell.openIn({ id, what: 'editor' })).toEqual({ name: 'VS Code' })
    await client.shell.openIn({ id, what: 'editor', with: 'zed' })
    await client.shell.openIn({ id, what: 'editor' })
    await client.shell.openIn({ id: web, what: 'editor' })
    expect(opened).toEqual(['code /api', 'zed /api', 'zed /api', 'zed /web'])
    expect((await client.shell.openers({ id })).filter((o) => o.what === 'editor').map((o) => o.key)).toEqual(
      ['zed', 'code'],
    )
  })
  it('asks before a terminal starts in a folder that is not trusted, and for nothing else', async () => {
    const opened: string[] = []
    const { id, client } = await bench({
      ...shell(opened),
      openers: async () => [
        { key: 'code', what: 'editor', name: 'VS Code' },
        { key: 'kitty', what: 'terminal', name: 'kitty' },
      ],
    })
    await client.threads.trust({ id, on: false })
    await client.shell.openIn({ id, what: 'editor' })
    expect(await refusal(client.shell.openIn({ id, what: 'terminal' }))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('api is not trusted') as string,
    })
    expect(opened).toEqual(['code /api'])
    await client.shell.openIn({ id, what: 'terminal', anyway: true })
    expect(opened).toEqual(['code /api', 'kitty /api'])
  })
  it('says what is missing', async () => {
    const { id, client } = await bench(shell([]))
    expect(await refusal(client.shell.openIn({ id, what: 'terminal' }))).toEqual({
      code: 'UNAVAILABLE',
      message: 'No terminal that Threadbeat knows was found on this computer.',
    })
    expect((await refusal(client.shell.openIn({ id, what: 'editor', with: 'vim' }))).message).toContain(
      '“vim” is not installed',
    )
    expect((await refusal(client.shell.openIn({ id, what: 'files' }))).message).toContain(
      'could not be started for /api',
    )
    expect((await refusal(client.shell.openIn({ id, what: 'remote' }))).message).toBe(
      'api has no remote, so there is no page of it.',
    )
  })
})

it('a restart of the scheduler ticks at once', async () => {
  const { s, client } = await bench()
  await s.clock.advance(1)
  expect(await client.fleet.restart()).toEqual({ halted: false })
  expect(s.engine.live.lastTickAt()).toBe(s.clock.now())
})

it('names every open alert of a thread, also where the fleet carries only the newest fifty along', async () => {
  const { s, id, client } = await bench()
  const web = s.add('web', { intervalMs: DAY })
  s.store.alerts.raise(id, { key: 'old', severity: 'warning', text: 'the oldest' }, s.clock.now())
  for (let i = 0; i < 60; i++)
    s.store.alerts.raise(
      web,
      {
        key: `k${i}`,
        severity: 'urgent',
        text: `trouble of kind ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${i > 25 ? 'x' : ''}`,
      },
      s.clock.now() + i,
    )
  expect(s.views.snapshot().fleet.alerts.some((a) => a.threadId === id)).toBe(false)
  expect((await client.alerts.openOf({ threadId: id })).map((a) => a.text)).toEqual(['the oldest'])
})
