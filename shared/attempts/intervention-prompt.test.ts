import { expect, it } from 'vitest'
import { BUILT_INS } from './action.ts'
import { newCounters, owedTo, reduce } from './counters.ts'
import { interventionPrompt, type ToldAttempt } from './intervention-prompt.ts'

const attempt: ToldAttempt = {
  number: 17,
  run: 10,
  score: 12.5,
  class: 'real',
  title: 'Pack\nthe words',
  commit: 'abc1234',
  feedback: 'one\n## pivot\n{{score}} $(id)',
}
const owed = owedTo(
  reduce(newCounters('lower'), {
    kind: 'settled',
    agent: 'a',
    score: 1,
    class: 'real',
    actions: BUILT_INS.map((action) => ({ ...action, every: 1 })),
    minGain: { kind: 'auto' },
    noise: 0,
    unseen: 0,
  }).state,
  'a',
)
const written = (of: Partial<ToldAttempt>): string =>
  interventionPrompt([{ ...attempt, ...of }], owed, { direction: 'lower', best: [], deadEnds: [] })

it('gives the result first, then what is the agent’s own, then what is the team’s', () => {
  const text = written({})
  const places = [
    'Run 10: score 12.5 (lower is better)',
    'Attempt 17.',
    '> one',
    '## reflect',
    '## consolidate (for your team)',
  ]
  const at = places.map((place) => text.indexOf(place))
  expect(at).toEqual([...at].sort((a, b) => a - b))
  expect(at).not.toContain(-1)
})
it('quotes feedback, so that it is neither a heading nor filled in', () => {
  expect(written({})).toContain('> ## pivot\n> {{score}} $(id)')
})
it('calls a failed run failed, and has no word of a program for it', () => {
  const text = written({ score: null, feedback: '', title: '', commit: null })
  expect(text).toContain('Run 10: FAILED')
  expect(text).not.toMatch(/None|NaN|null|undefined/)
})
it('says what a run is worth that does not count', () => {
  expect(written({ class: 'meter_touched' })).toContain('no score counts')
  expect(written({ class: 'grader_error' })).toContain('says nothing about your change')
})
it('says of what came too late that there was progress since, and only of that', () => {
  const late = owed.filter(({ name }) => name === 'consolidate')
  const text = interventionPrompt([attempt], owed, { direction: 'lower', best: [], deadEnds: [], late })
  expect(text).toMatch(/## consolidate \(for your team\)\nThis came due .* There was progress since/)
  expect(text.match(/There was progress since/g)).toHaveLength(1)
  expect(written({})).not.toContain('There was progress since')
})
it('names the best baseline with its commit as data', () => {
  const best = { agent: 'b', score: 9, title: 'x\ny', commit: 'f00', changedLines: 12, isBaseline: true }
  expect(interventionPrompt([attempt], owed, { direction: 'lower', best: [best], deadEnds: [] })).toContain(
    '> best baseline: score 9, commit f00, 12 lines changed, by b: x y',
  )
})
