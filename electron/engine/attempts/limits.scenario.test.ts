import { describe, expect, it } from 'vitest'
import { NO_LIMITS, type Limits } from '../../../shared/attempts/limits.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { measuredThread } from '../testing/attempts/measured-thread.ts'

async function limited(
  prints: readonly string[],
  limits: Partial<Limits>,
  spec: Parameters<typeof measuredThread>[1] = {},
) {
  const b = await measuredThread(prints, { ...spec, limits: { ...NO_LIMITS, ...limits } })
  const open = () => b.s.store.alerts.list('open', 9, b.s.clock.now())
  const pause = () => b.s.store.threads.get(b.id)?.pause ?? null
  return { ...b, open, pause, alerts: () => open().map(({ text }) => text) }
}

describe('a limit of work towards a number', () => {
  it('pauses the thread where the target is reached, says so once, and starts nothing more', async () => {
    const b = await limited(['100', '90', '80'], { target: 90 })
    await b.beat()
    expect(b.pause()).toBeNull()
    await b.beat()
    expect(b.pause()).toMatchObject({ reason: 'The target 90 is reached: 90.' })
    expect(b.alerts()).toEqual([
      'The target 90 is reached: 90. The thread is paused, as its metric says; resume it to go on.',
    ])
    expect(b.prompts().filter((prompt) => prompt.includes('Run 2'))).toEqual([])
    b.s.store.threads.change(b.id, { pause: null })
    await b.beat()
    expect(b.pause(), 'a person has resumed it').toBeNull()
    expect(b.alerts()).toEqual([])
    expect(b.prompts().at(-1)).toMatch(/Run 2: score 90[^]*Run 3: score 80/)
  })

  it('asks where its metric says so: what is due waits until somebody has answered', async () => {
    const b = await limited(['100', '90', '80', '70', '60'], { runs: 2, atLimit: 'ask' })
    await b.beat()
    expect(b.prompts().at(-1)).toContain('Run 1')
    await b.beat()
    expect(b.pause()).toBeNull()
    expect(b.alerts()).toEqual([
      'The limit of 2 runs is reached. What is due to its agent waits until you acknowledge this, and the limit counts anew.',
    ])
    await b.beat()
    expect(b.prompts().some((prompt) => prompt.includes('Run 2'))).toBe(false)
    b.s.store.alerts.acknowledge(
      b.open().map(({ id }) => id),
      b.s.clock.now(),
    )
    await b.s.clock.advance(2 * MINUTE)
    expect(b.prompts().at(-1), 'without another beat').toMatch(/Run 2: score 90[^]*Run 3: score 80/)
    await b.beat()
    expect(b.alerts()).toEqual([])
    await b.beat()
    expect(b.alerts(), 'after as many again').toEqual([
      expect.stringMatching(/^The limit of 2 runs is reached\./),
    ])
  })

  it('stops again after as many runs as before where a person has resumed it', async () => {
    const b = await limited(['100', '90', '80', '70'], { runs: 1 })
    await b.beat()
    expect(b.pause()).toMatchObject({ reason: 'The limit of 1 run is reached.' })
    b.s.store.threads.change(b.id, { pause: null })
    await b.s.clock.advance(2 * MINUTE)
    expect([b.pause(), b.alerts()]).toEqual([null, []])
    await b.beat()
    expect(b.pause()).toMatchObject({ reason: 'The limit of 1 run is reached.' })
  })

  it('stops what its agent reports within one turn, and tells it so', async () => {
    const b = await limited([], { runs: 2 }, { command: null })
    const answers: unknown[] = []
    b.s.script = async ({ runId }) => {
      for (const score of [9, 8, 7]) {
        const own = { score, class: 'real', title: '', feedback: '' } as const
        answers.push(await b.s.toolsOf(runId).reportScore(own))
      }
      return { text: 'HEARTBEAT_OK' }
    }
    await b.beat()
    expect(answers).toMatchObject([
      { ok: true },
      {
        ok: true,
        value: expect.stringContaining('The limit of 2 runs is reached. End your turn.') as string,
      },
      { ok: false, error: expect.stringContaining('not counted') as string },
    ])
    expect(b.attempts().map(({ score }) => score)).toEqual([8, 9])
    expect(b.pause()).toMatchObject({ reason: 'The limit of 2 runs is reached.' })
  })

  it('counts what its agent cost and worked since the metric was saved, and not before', async () => {
    const b = await limited(['100', '90', '80', '70'], { usd: 0.025 })
    await b.beat()
    const metric = b.s.store.attempts.metric(b.id)!
    b.s.store.attempts.saveMetric({ ...metric, since: b.s.store.attempts.here() })
    await b.beat()
    expect(b.pause()).toBeNull()
    await b.beat()
    expect(b.pause()).toMatchObject({
      reason: expect.stringMatching(/^The limit of \$0.025 is reached: \$0.0\d\.$/),
    })
    const worked = await limited(['1'], { workMs: MINUTE })
    worked.s.script = () => ({ text: 'HEARTBEAT_OK', takesMs: 2 * MINUTE })
    await worked.beat()
    expect(worked.pause()).toMatchObject({ reason: 'The limit of 1 min of work is reached.' })
  })
})
