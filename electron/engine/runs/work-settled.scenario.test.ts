import { expect, it } from 'vitest'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { ToolCall } from '../../../shared/agents/agent-turn.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { QUICK_ONLY, type Scenario } from '../testing/scenario.ts'
import { CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

const list = (item: string): string => `${QUICK_ONLY}\n## Work Queue\n${item}\n`
const itemOf = (s: Scenario) => parse(s.files.get('/api') ?? '').work[0]!
const beat = async (s: Scenario, id: ThreadId): Promise<void> => {
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.advance(SECOND)
}
const told = (s: Scenario, id: ThreadId) =>
  s.store.threads.facts(id).alerts.flatMap(({ key, text }) => (key === 'work:a' ? [text] : []))
const call = (input: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  input,
  kind: 'command',
  exitCode: 0,
  ok: true,
  ...more,
})

it.each<[FaultCode]>([
  ['agent.needs_login'],
  ['agent.limit_reached'],
  ['agent.overloaded'],
  ['agent.timed_out'],
])('an item is put back without using an attempt where the run ended before it began: %s', async (code) => {
  for (const before of ['[pending] a: Rebuild', '[failed] a: Rebuild']) {
    const { s, id } = await withAgent(
      () => ({ status: 'failed', fault: { code, message: 'no' }, turn: TURN, silent: true }),
      CLAUDE,
      list(`- ${before}\n  attempts left: 2`),
    )
    await beat(s, id)
    expect(itemOf(s)).toMatchObject({
      state: before.startsWith('[p') ? 'pending' : 'failed',
      attemptsLeft: 2,
    })
    expect(itemOf(s).notes.at(-1)).toContain('before it began work on it')
    expect([told(s, id), s.store.work.claims(id)]).toEqual([[], []])
  }
})

it('an item is used up by a run that began, and what the app itself sets to failed is told', async () => {
  const began = { ...TURN, calls: [call('ls')], callCount: 1 }
  const { s, id } = await withAgent(
    () => ({
      status: 'failed',
      fault: { code: 'agent.overloaded', message: 'no' },
      turn: began,
      silent: true,
    }),
    CLAUDE,
    list('- [pending] a: Rebuild'),
  )
  await beat(s, id)
  expect(itemOf(s).state).toBe('failed')
  expect(told(s, id)).toEqual([
    '"Rebuild" of the Work Queue was left unfinished by its agent. It stands as failed, and is not begun again by itself.',
  ])
})

it.each([
  ['seen to run', [call('make lint')], 'done'],
  ['not seen to run', [call('git status')], 'failed'],
  ['refused', [call('make lint', { ok: false, exitCode: null })], 'failed'],
  ['failed', [call('make lint', { exitCode: 2 })], 'failed'],
] as const)('done is believed only if its command was seen to run: %s', async (_what, calls, state) => {
  const { s, id } = await withAgent(
    async (spec) => {
      await s.toolsOf(spec.runId).heartbeatWrite([{ do: 'moveWork', id: 'a', to: 'done' }])
      return { turn: { ...TURN, calls, callCount: calls.length }, silent: true }
    },
    CLAUDE,
    list('- [pending] a: Mend the types, then run `make lint`'),
  )
  await beat(s, id)
  expect(itemOf(s).state).toBe(state)
  expect(told(s, id)).toEqual(
    state === 'done'
      ? []
      : [expect.stringContaining('was marked done, but its command was not seen to run well')],
  )
})

it('of an item that names no command, the word of its agent counts', async () => {
  const { s, id } = await withAgent(
    async (spec) => {
      await s.toolsOf(spec.runId).heartbeatWrite([{ do: 'moveWork', id: 'a', to: 'done' }])
      return { turn: { ...TURN, calls: [call('ls')], callCount: 1 }, silent: true }
    },
    CLAUDE,
    list('- [pending] a: Tidy the docs'),
  )
  await beat(s, id)
  expect([itemOf(s).state, told(s, id)]).toEqual(['done', []])
})
