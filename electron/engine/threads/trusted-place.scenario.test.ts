import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { outcomes, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE, TURN } from '../testing/with-agent.ts'

const RUNNERS = { local: { kind: 'local' as const }, agent: CLAUDE }

/** A thread that is trusted, was beaten and may run one command; after `since` only that what is read is listed. */
async function bench(runner: keyof typeof RUNNERS, intervalMs = 8 * MINUTE) {
  const read: string[] = []
  const s = await scenario({
    script: () => ({ text: 'HEARTBEAT_OK' }),
    ports: (usual) => ({
      ...usual,
      files: { ...usual.files, read: (path) => (read.push(path), usual.files.read(path)) },
      repositories: {
        ...usual.repositories,
        config: (path) => (read.push(path), usual.repositories.config(path)),
        gitState: (path) => (read.push(path), usual.repositories.gitState(path)),
      },
    }),
  })
  s.store.settings.change({ caps: [] })
  const id = s.add('api', { intervalMs })
  const other = s.add('web', { intervalMs })
  s.store.threads.change(id, { agent: RUNNERS[runner] })
  s.documents.follow()
  await s.clock.advance(20 * MINUTE)
  s.store.permissions.approve(id, { text: 'npm test', hash: 'hash', files: [] }, s.clock.now())
  read.length = 0
  return { s, id, other, ofApi: () => read.filter((path) => path === '/api') }
}

const found: Record<string, (s: Scenario, id: ThreadId) => Promise<unknown>> = {
  'by its watch': (s, id) => s.documents.refresh(id),
  'by a look at it': (s, id) => s.sources.look(id),
  'by a beat': (s, id) => (s.engine.wake(id, 'manual'), s.engine.tick(), s.clock.settle()),
  'by the next beat of the clock': (s) => s.clock.advance(10 * MINUTE),
}

describe.each(Object.keys(RUNNERS) as (keyof typeof RUNNERS)[])(
  'another repository at the path of %s',
  (runner) => {
    it.each(Object.entries(found))('found %s is not read, and loses trust and approvals', async (_, look) => {
      const { s, id, other, ofApi } = await bench(runner)
      s.fileIds.set('/api', 'another')
      const before = s.runs(other).length
      await look(s, id)
      await s.clock.advance(HOUR)
      expect(ofApi()).toEqual([])
      expect(s.store.threads.get(id)!.trustedAt).toBeNull()
      expect([...s.store.permissions.approvals(id)]).toEqual([])
      const { threads, fleet } = s.views.snapshot()
      expect(threads.find((t) => t.id === id)).toMatchObject({
        trusted: false,
        because: expect.stringContaining('Another repository came to stand at /api.') as string,
        nextDueAt: null,
        openAlerts: 1,
      })
      expect(fleet.verdict.headline).not.toBe('All quiet.')
      expect(s.notices.map(({ body }) => body).join('\n')).toContain(
        'Another repository came to stand at /api.',
      )
      expect(s.runs(other).length).toBeGreaterThan(before)
      await s.stop()
    })

    it('is beaten again once a person trusts it, and its notice is over', async () => {
      const { s, id } = await bench(runner)
      s.fileIds.set('/api', 'another')
      await s.documents.refresh(id)
      await apiClient(s).threads.trust({ id, on: true })
      await s.clock.advance(10 * MINUTE)
      expect(outcomes(s, id).at(-1)).toBe('quiet')
      expect(s.store.threads.facts(id).alerts).toEqual([])
      await s.stop()
    })
  },
)

it.each(Object.entries(found))(
  'a path that leads elsewhere, found %s, is not read, and its thread is missing',
  async (_, look) => {
    const { s, id, ofApi } = await bench('local')
    s.links.set('/api', '/other')
    await look(s, id)
    await s.clock.advance(HOUR)
    expect(ofApi()).toEqual([])
    const view = () => s.views.snapshot().threads.find((t) => t.id === id)!
    expect(view()).toMatchObject({ trusted: true, state: 'missing' })
    expect(view().because).toContain('/api now leads to /other, which nobody trusted')
    s.links.delete('/api')
    await s.clock.advance(10 * MINUTE)
    expect(view().state).toBe('quiet')
    await s.stop()
  },
)

it('where files have no lasting numbers, the path alone counts', async () => {
  const s = await scenario({
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        identify: async (path) => {
          const known = await usual.repositories.identify(path)
          return known.ok ? { ...known, value: { ...known.value, fileId: null } } : known
        },
      },
    }),
  })
  const id = s.add('api', { intervalMs: 8 * MINUTE })
  await s.clock.advance(20 * MINUTE)
  expect(s.store.threads.repositoryId(id)).toBeNull()
  expect(outcomes(s, id).at(-1)).toBe('quiet')
  await s.stop()
})

describe.each(['local', 'agent'] as const)('while a beat of %s is on', (runner) => {
  it.each<[string, (s: Scenario, id: ThreadId) => unknown, string]>([
    [
      'another repository',
      (s) => s.fileIds.set('/api', 'another'),
      'Another repository came to stand at /api.',
    ],
    ['a link', (s) => s.links.set('/api', '/elsewhere'), 'The folder now leads to /elsewhere'],
    [
      'another one, which the watch sees first,',
      (s, id) => (s.fileIds.set('/api', 'another'), s.documents.refresh(id)),
      'Another repository came to stand at /api.',
    ],
  ])(
    '%s at its path makes it blocked: nothing is kept of it or written into it',
    async (_, exchange, words) => {
      const { s, id } = await bench(runner)
      s.store.threads.change(id, { gate: 'always' })
      const begunAt = s.clock.now()
      let found: string | undefined
      s.script = async () => {
        await exchange(s, id)
        found = s.files.get('/api')
        return { text: 'HEARTBEAT_OK', output: 'SECRET OF ANOTHER', turn: runner === 'agent' ? TURN : null }
      }
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.advance(MINUTE)
      const run = s.store.runs.detail(s.runs(id).at(-1)!.id)!
      expect([run.outcome, run.summary]).toEqual(['blocked', expect.stringContaining(words)])
      expect([JSON.stringify(run).includes('SECRET'), s.files.get('/api')]).toEqual([false, found])
      expect(s.store.agents.spentSince(begunAt).map(({ tokens }) => tokens)).toEqual(
        runner === 'agent' ? [1000] : [],
      )
      await s.stop()
    },
  )
})
