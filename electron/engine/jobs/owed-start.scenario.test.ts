import { expect, it } from 'vitest'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

const action = { kind: 'command' as const, argv: ['sh', 'x.sh'] }

/** A job that was due once an hour after the start, and was blocked: its script had changed meanwhile. */
async function blocked(more: Partial<JobSpec> = {}) {
  const s = await scenario({ script: () => ({ text: 'ok' }) })
  const threadId = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  const client = apiClient(s)
  const schedule = { kind: 'at' as const, at: s.clock.now() + HOUR }
  const spec = jobSpecSchema.parse({ name: 'release', schedule, action, ...more })
  s.scripts.set('x.sh', 'echo 1')
  const shown = async () => (await client.jobs.preview({ schedule, executes: { threadId, action } })).command!
  const { id } = await client.jobs.save({ threadId, spec, hash: (await shown()).hash, confirmed: true })
  s.scripts.set('x.sh', 'echo 2')
  await s.clock.advance(2 * HOUR)
  const states = () => [...s.store.jobs.runs(id, 9)].reverse().map(({ state }) => state)
  expect(states()).toEqual(['skipped'])
  return {
    s,
    id,
    threadId,
    client,
    states,
    /** How often its command was started. */
    started: () => s.starts.filter(({ prompt }) => prompt === '').length,
    approve: async () => client.jobs.approve({ id, hash: (await shown()).hash, confirmed: true }),
    /** A start by hand that is blocked again, so that the job waits for approval once more. */
    async ask(text: string) {
      await s.clock.advance(1)
      s.scripts.set('x.sh', text)
      await client.jobs.run({ id })
      await s.clock.settle()
      expect(await client.jobs.list({})).toMatchObject([{ waitsForApproval: true }])
    },
  }
}

it('found by users: a job due once that was blocked starts when its command is approved, exactly once', async () => {
  const { s, client, id, approve, states, started } = await blocked()
  const dueAt = s.clock.now()
  expect(await approve()).toMatchObject({ starts: 'now', waitsForApproval: false, failures: 0 })
  expect(await approve()).toMatchObject({ starts: null })
  await s.clock.advance(2 * HOUR)
  expect([states(), started()]).toEqual([['skipped', 'ok'], 1])
  expect(s.store.jobs.runs(id, 1)).toMatchObject([{ dueAt, attempt: 1, byHand: false }])
  await client.jobs.revoke({ id })
  await approve()
  await s.clock.advance(2 * HOUR)
  expect([states(), started()]).toEqual([['skipped', 'ok'], 1])
})

it('one that was asked for by hand meanwhile, and was blocked as well, starts once', async () => {
  const { s, approve, ask, states } = await blocked()
  await ask('echo 3')
  expect(await approve()).toMatchObject({ starts: 'now' })
  await s.clock.advance(2 * HOUR)
  expect(states()).toEqual(['skipped', 'skipped', 'ok'])
})

it('one whose script changes again before it starts waits again, and starts once with the next approval', async () => {
  const { s, threadId, client, approve, states, started } = await blocked()
  s.store.threads.change(threadId, { pause: { reason: 'x', until: null, by: 'person' } })
  expect(await approve()).toMatchObject({ starts: 'held', lastRun: { state: 'waiting' } })
  expect(await approve()).toMatchObject({ starts: null })
  s.scripts.set('x.sh', 'echo 3')
  s.store.threads.change(threadId, { pause: null })
  await s.clock.advance(MINUTE)
  expect([states(), started()]).toEqual([['skipped', 'skipped'], 0])
  expect(await client.jobs.list({})).toMatchObject([{ waitsForApproval: true }])
  expect(await approve()).toMatchObject({ starts: 'now' })
  await s.clock.advance(2 * HOUR)
  expect([states(), started()]).toEqual([['skipped', 'skipped', 'ok'], 1])
})

it('a start that is owed and waits outlasts a crash, and is not doubled by it', async () => {
  const { s, threadId, approve, states, started } = await blocked()
  s.store.threads.change(threadId, { pause: { reason: 'x', until: null, by: 'person' } })
  await approve()
  await s.crash()
  s.store.threads.change(threadId, { pause: null })
  await s.clock.advance(2 * HOUR)
  expect([states(), started()]).toEqual([['skipped', 'ok'], 1])
})

type Bench = Awaited<ReturnType<typeof blocked>>
const NOT_OWED: Record<string, (bench: Bench) => Promise<unknown>> = {
  'ran by hand': async ({ s, client, id, ask }) => {
    s.scripts.set('x.sh', 'echo 1')
    await client.jobs.run({ id })
    await s.clock.settle()
    await ask('echo 3')
  },
  'was skipped by a person while it waited': async ({ s, threadId, client, approve, ask }) => {
    s.store.threads.change(threadId, { pause: { reason: 'x', until: null, by: 'person' } })
    await approve()
    const [item] = s.store.queue.waiting('job')
    await client.beat.cancel({ itemId: item!.id })
    s.store.threads.change(threadId, { pause: null })
    await ask('echo 3')
  },
  'was stopped by a person': async ({ s, client, approve, ask }) => {
    s.script = () => ({ takesMs: MINUTE })
    await approve()
    await s.clock.advance(1)
    await client.beat.stop({ runId: s.store.runs.running()[0]!.id })
    await s.clock.settle()
    await ask('echo 3')
  },
  'was paused': ({ client, id }) => client.jobs.pause({ id }),
  'was dismissed in the inbox': ({ s, client }) =>
    client.alerts.resolve({ ids: s.store.alerts.list('open', 9, s.clock.now()).map((alert) => alert.id) }),
}
it.each(Object.entries(NOT_OWED))(
  'a job due once that %s is not started by an approval',
  async (_, happen) => {
    const bench = await blocked()
    await happen(bench)
    const started = bench.started()
    expect(await bench.approve()).toMatchObject({ starts: null })
    await bench.s.clock.advance(2 * DAY)
    expect(bench.started()).toBe(started)
  },
)

it.each([
  [{ catchUp: 'skip' }, null],
  [{ catchUp: 'grace', graceMs: 30 * MINUTE }, null],
  [{ catchUp: 'grace', graceMs: 2 * HOUR }, 'now'],
] as const)('an approval makes up for no due time that the job itself lets go: %o', async (more, starts) => {
  const { approve } = await blocked(more)
  expect(await approve()).toMatchObject({ starts })
})

it('a job that was removed while it waited never starts', async () => {
  const { s, client, id, started } = await blocked()
  await client.jobs.remove({ id })
  await s.clock.advance(2 * DAY)
  expect(started()).toBe(0)
})
