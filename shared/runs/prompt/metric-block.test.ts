import { expect, it } from 'vitest'
import { newMetric, type MetricSpec } from '../../attempts/metric.ts'
import type { ThreadId } from '../../base/ids.ts'
import { heartbeatPrompt } from './heartbeat-prompt.ts'
import { PROMPT_FACTS } from './testing/prompt-facts.ts'

const measured = (spec: Partial<MetricSpec>, best: number | null = null, runs = 0) => ({
  metric: newMetric('thr_1' as ThreadId, { team: 'cycles', command: null, direction: 'lower', ...spec }),
  best,
  runs,
})
const promptOf = (of: ReturnType<typeof measured> | null, tools = true): string =>
  heartbeatPrompt({ ...PROMPT_FACTS, measured: of, tools })

it('says nothing of a number where nothing is measured', () => {
  expect(promptOf(null)).not.toMatch(/measured|score/)
})
it('says what is better, what measures it, what is the best and what must not be changed', () => {
  const spec = {
    command: './bench.sh --fast',
    files: ['bench.sh', 'data/"x".json'],
    limits: { ...measured({}).metric.limits, target: 5 },
  }
  const prompt = promptOf(measured(spec, 12.5, 8))
  expect(prompt).toContain('Your work on this repository is measured: lower is better. The target is 5.')
  expect(prompt).toContain('measures it by "./bench.sh --fast", and takes its last number.')
  expect(prompt).toContain('Best so far: 12.5, counted runs: 8.')
  expect(prompt).toContain('worth nothing: "bench.sh", "data/\\"x\\".json".')
})
it.each<[string, Partial<MetricSpec>, string]>([
  [
    'a place in JSON',
    { command: './b', place: { kind: 'json', path: 'a.b' } },
    'what stands at a.b of its JSON',
  ],
  ['scores that are reported', {}, 'Report each attempt with the tool `report_score`'],
  [
    'files',
    { folder: 'results' },
    'put into the folder "results" is one attempt, with its number as "score".',
  ],
  [
    'files with a place',
    { folder: 'results', place: { kind: 'json', path: 'a.0' } },
    'one attempt, with its number at a.0.',
  ],
])('names %s', (_what, spec, expected) => {
  expect(promptOf(measured(spec))).toContain(expected)
  expect(promptOf(measured(spec))).toContain('There is no usable score yet.')
})
it('promises no tool to a run that has none', () => {
  expect(promptOf(measured({}), false)).not.toContain('report_score')
})
it('says what is chance', () => {
  const of = measured({ command: './b' }, 10, 3)
  const prompt = promptOf({ ...of, metric: { ...of.metric, noise: { squares: 18, freedom: 20 } } })
  expect(prompt).toMatch(/Less than 3\.32 is chance\./)
})
