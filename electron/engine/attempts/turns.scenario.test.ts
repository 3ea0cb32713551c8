import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { newMetric, type MetricSpec } from '../../../shared/attempts/metric.ts'
import { oneThread } from '../testing/one-thread.ts'
import { TURN } from '../testing/with-agent.ts'

/** A thread whose agent reports a score at once and then works on, as long as `turns` says of each turn. */
async function reporting(turns: readonly number[], spec: Partial<MetricSpec> = {}) {
  const left = [...turns]
  const resumed: (string | null)[] = []
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: async (call) => {
      resumed.push(call.turn?.session?.id ?? null)
      const takesMs = left.shift() ?? 0
      if (call.tasks.length > 0)
        await s.toolsOf(call.runId).reportScore({ score: 7, class: 'real', title: 'Packed', feedback: '' })
      return {
        text: 'HEARTBEAT_OK',
        turn: { ...TURN, sessionId: call.turn?.session?.id ?? 'session-1' },
        takesMs,
      }
    },
  })
  s.store.attempts.saveMetric(newMetric(id, { team: 'cycles', command: null, direction: 'lower', ...spec }))
  const beat = (): void => {
    s.engine.wake(id, 'manual', 'daily')
    s.engine.tick()
  }
  const prompts = () => s.starts.map(({ prompt }) => prompt ?? '')
  const given = () => s.store.attempts.interventions(id, 9)
  return { s, id, beat, prompts, resumed, given, attempts: () => s.store.attempts.list({ threadId: id }, 9) }
}

describe('a measured turn', () => {
  it('is interrupted where it goes on five minutes after something came due, and goes on in its session', async () => {
    const b = await reporting([9 * MINUTE])
    b.beat()
    await b.s.clock.advance(4 * MINUTE)
    expect(b.attempts()).toMatchObject([{ score: 7, session: null }])
    expect(b.prompts()).toHaveLength(1)
    await b.s.clock.advance(2 * MINUTE)
    expect(b.resumed).toEqual([null, 'session-1'])
    expect(b.prompts()[1]).toMatch(/Run 1: score 7[^]*Your turn was interrupted for this[^]*## reflect/)
    expect(b.given()).toMatchObject([{ names: ['reflect'], isForced: true, session: 'session-1' }])
    expect(b.attempts()).toMatchObject([{ session: 'session-1' }])
    const beat = b.s.runs(b.id).find(({ kind }) => kind === 'heartbeat')
    expect(beat).toMatchObject({
      outcome: 'stopped',
      summary: 'Interrupted to step back; it goes on in the same session.',
    })
  })

  it('is given what is due at its own end, where that comes within the grace time', async () => {
    const b = await reporting([4 * MINUTE])
    b.beat()
    await b.s.clock.advance(10 * MINUTE)
    expect(b.given()).toMatchObject([{ names: ['reflect'], isForced: false }])
    expect(b.prompts()[1]).not.toContain('interrupted')
  })

  it('is never interrupted where its metric says so, nor where nothing could be given after it', async () => {
    const never = await reporting([9 * MINUTE], { graceMs: null })
    never.beat()
    await never.s.clock.advance(8 * MINUTE)
    expect(never.given()).toEqual([])
    const awaited = await reporting([9 * MINUTE])
    awaited.beat()
    await awaited.s.clock.advance(MINUTE)
    awaited.s.message(awaited.id, 'How is it going?')
    await awaited.s.clock.advance(8 * MINUTE)
    expect(awaited.given()).toEqual([])
  })

  it('is not interrupted where its thread was paused meanwhile, for nothing would be given', async () => {
    const b = await reporting([9 * MINUTE])
    b.beat()
    await b.s.clock.advance(MINUTE)
    b.s.store.threads.change(b.id, { pause: { reason: '', until: null, by: 'person' } })
    await b.s.clock.advance(15 * MINUTE)
    expect(b.given()).toEqual([])
    expect(b.s.runs(b.id).find(({ kind }) => kind === 'heartbeat')?.outcome).not.toBe('stopped')
  })

  it('of a person is not interrupted: what is due is owed', async () => {
    const b = await reporting([9 * MINUTE])
    const { script } = b.s
    b.s.script = async (call) => {
      await b.s.toolsOf(call.runId).reportScore({ score: 5, class: 'real', title: '', feedback: '' })
      return script(call)
    }
    b.s.message(b.id, 'Try this.')
    await b.s.clock.advance(2 * HOUR)
    expect(b.attempts()).toMatchObject([{ score: 5 }])
    expect(b.given()).toEqual([])
    expect(b.s.engine.desk.ledger.counters('cycles').owed).toMatchObject([{ name: 'reflect' }])
  })

  it('loses no score that was reported before the machine stopped', async () => {
    const b = await reporting([9 * MINUTE])
    b.beat()
    await b.s.clock.advance(MINUTE)
    await b.s.crash()
    await b.s.clock.advance(MINUTE)
    expect(b.attempts().at(-1)).toMatchObject({ score: 7, run: 1, class: 'real' })
  })

  it('tells its agent at once what is due', async () => {
    const b = await reporting([0])
    const answers: unknown[] = []
    const { script } = b.s
    b.s.script = async (call) => {
      if (call.tasks.length > 0)
        answers.push(
          await b.s.toolsOf(call.runId).reportScore({ score: 9, class: 'real', title: '', feedback: '' }),
        )
      return script(call)
    }
    b.beat()
    await b.s.clock.advance(30 * SECOND)
    expect(answers).toEqual([
      {
        ok: true,
        value: 'Taken: score 1 of this run. Due now: reflect. End your turn soon; what is asked follows.',
      },
    ])
  })
})
