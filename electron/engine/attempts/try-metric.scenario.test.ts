import { expect, it } from 'vitest'
import { NO_LIMITS } from '../../../shared/attempts/limits.ts'
import { USUAL_METRIC, type MetricSpec } from '../../../shared/attempts/metric.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { oneThread } from '../testing/one-thread.ts'

const SPEC: MetricSpec = {
  ...USUAL_METRIC,
  team: 'cycles',
  command: './bench',
  direction: 'lower',
  limits: NO_LIMITS,
}

async function tried() {
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: () => ({ text: 'HEARTBEAT_OK', takesMs: 5 * MINUTE }),
  })
  s.commands = (tasks) =>
    tasks.map(({ text }) => ({
      kind: 'argv',
      argv: ['./bench'],
      text,
      fileHash: null,
      files: [],
      limits: [],
      hash: text,
    }))
  const client = apiClient(s)
  const hash = (await client.metrics.preview({ id, spec: SPEC })).request!.hash
  const attempt = (seen = hash, spec = SPEC) => client.metrics.try({ id, spec, hash: seen, confirmed: true })
  return { s, id, attempt }
}

it('a metric is not tried by what nobody saw, without a command, or while a run of its thread goes on', async () => {
  const { s, id, attempt } = await tried()
  expect(await refusal(attempt('another'))).toMatchObject({ code: 'CONFLICT' })
  expect(await refusal(attempt('', { ...SPEC, command: null }))).toMatchObject({
    code: 'INVALID',
    message: 'There is no command to try.',
  })
  s.engine.wake(id, 'manual', 'quick')
  s.engine.tick()
  await s.clock.advance(MINUTE)
  expect(s.store.runs.running()).toHaveLength(1)
  expect(await refusal(attempt())).toMatchObject({ message: expect.stringContaining('goes on') as string })
})
