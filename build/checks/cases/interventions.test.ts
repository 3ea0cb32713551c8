import { describe, expect, it } from 'vitest'
import { interventionCase } from './interventions.ts'

type Step = Record<string, unknown>
const run = (fired: readonly string[], more: Step = {}): Step => ({
  do: 'eval',
  score: 1,
  ...more,
  expect: { fired },
})
const runs = (n: number, fired: readonly string[] = [], more: Step = {}): readonly Step[] =>
  Array.from({ length: n }, () => run(fired, more))
const only = (...names: readonly string[]): Step => ({ actions: names.map((name) => ({ name })) })

/** What the format leaves to be thought of; each is played on the product's own store and files. */
const CASES: readonly { readonly name: string; readonly setup?: Step; readonly steps: readonly Step[] }[] = [
  {
    name: 'multiples that unseen runs jump over fire once, at the next run seen',
    setup: only('consolidate'),
    steps: [...runs(3), run(['consolidate'], { globalJump: 30 }), ...runs(5), run(['consolidate'])],
  },
  {
    name: 'several results in one look count one by one and are one delivery',
    setup: only('reflect', 'pivot'),
    steps: [
      {
        do: 'look',
        runs: Array.from({ length: 7 }, () => ({ agent: 'a', score: 2 })),
        expect: { byAgent: { a: { fired: ['reflect', 'pivot'], count: 7, stalled: 6 } } },
      },
      run(['reflect'], { score: 2 }),
    ],
  },
  {
    name: 'a run counts when it settles, also where the process ended in between',
    setup: only('reflect'),
    steps: [
      { do: 'pending', id: 'x', expect: { fired: [], count: 0 } },
      { do: 'check', expect: { fired: [] } },
      { do: 'restart' },
      { do: 'settle', id: 'x', score: 4, expect: { fired: ['reflect'], count: 1, best: 4 } },
      { do: 'settle', id: 'x', score: 9, expect: { fired: [], count: 1, best: 4 } },
    ],
  },
  {
    name: 'what is owed is combined with what is due, each once, also over a restart',
    setup: only('reflect', 'consolidate'),
    steps: [
      ...runs(9, ['reflect']),
      run([], { delivered: false }),
      { do: 'restart' },
      { do: 'inspect', expect: { owed: ['reflect', 'consolidate'] } },
      run(['reflect', 'consolidate']),
      run(['reflect']),
    ],
  },
  {
    name: 'a cooldown holds over a restart',
    setup: only('pivot'),
    steps: [...runs(5), run(['pivot']), { do: 'restart' }, ...runs(4), run(['pivot'])],
  },
  {
    name: 'exploratory runs and broken measurements count for intervals alone',
    setup: only('pivot', 'consolidate'),
    steps: [
      ...runs(5),
      run([], { class: 'tune', score: null }),
      run([], { class: 'grader_error', score: null }),
      run(['pivot']),
      run([], { class: 'tune', score: 50 }),
      run(['consolidate']),
    ],
  },
  {
    name: 'a person’s session is not interrupted: what is due is owed until it ends',
    setup: only('reflect'),
    steps: [
      { do: 'session', id: 's1', driver: 'person' },
      run([]),
      { do: 'session', id: 's1', driver: 'app' },
      { do: 'check', expect: { fired: ['reflect'], resumedSession: 's1', warned: false } },
      { do: 'check', expect: { fired: [] } },
    ],
  },
  {
    name: 'a changed interval holds from the next run on and fires nothing by itself',
    setup: only('pivot'),
    steps: [
      ...runs(4),
      { do: 'set', name: 'pivot', every: 3, expect: { ok: true, fired: [] } },
      { do: 'check', expect: { fired: [] } },
      run(['pivot']),
    ],
  },
  {
    name: 'the same direction again changes nothing',
    setup: only('pivot'),
    steps: [...runs(5), { do: 'direction', to: 'maximize', expect: { stalled: 4, best: 1 } }, run(['pivot'])],
  },
  {
    name: 'protected actions come back where a hand takes them out, stretches or retypes them',
    steps: [
      { do: 'writeFile', content: '[{"name":"pivot","every":2}]' },
      {
        do: 'inspect',
        expect: { contains: [{ name: 'reflect', every: 1 }], warned: true, fileUntouched: true },
      },
      { do: 'writeFile', actions: [{ name: 'reflect', every: 5000 }, { name: 'pivot' }] },
      { do: 'inspect', expect: { contains: [{ name: 'reflect', every: 1 }, 'pivot'], warned: true } },
      { do: 'writeFile', scope: 'team', actions: [{ name: 'consolidate', trigger: 'stagnation' }] },
      { do: 'inspect', expect: { contains: [{ name: 'consolidate', every: 10, trigger: 'interval' }] } },
      run(['reflect']),
    ],
  },
  {
    name: 'a protected action keeps what was set last where its entry is bad',
    steps: [
      { do: 'set', name: 'reflect', every: 4, expect: { ok: true } },
      { do: 'replaceList', scope: 'agent', actions: [{ name: 'reflect', every: 0 }], expect: { ok: true } },
      { do: 'inspect', expect: { contains: [{ name: 'reflect', every: 4 }], lacks: ['pivot'] } },
    ],
  },
  {
    name: 'a file that cannot be read is not written over by a restart, and the last good actions hold',
    setup: only('reflect', 'pivot'),
    steps: [
      { do: 'set', name: 'pivot', every: 2, expect: { ok: true } },
      { do: 'corruptFile', scope: 'agent', agent: 'a' },
      { do: 'restart' },
      {
        do: 'inspect',
        expect: { warned: true, fileUntouched: true, contains: [{ name: 'pivot', every: 2 }] },
      },
      {
        do: 'reset',
        scope: 'agent',
        expect: { ok: true, contains: [{ name: 'pivot', every: 5 }], warned: false },
      },
    ],
  },
  {
    name: 'a prompt is given as it stands, and a refused change changes nothing',
    setup: only('reflect'),
    steps: [
      { do: 'set', name: 'own', every: 1, prompt: '{score} $(id) %s ${x}', expect: { ok: true } },
      { do: 'set', name: 'own', every: 0.5, expect: { ok: false, error: 'interval' } },
      { do: 'set', name: 'typo', every: 2, expect: { ok: false, error: 'prompt' } },
      { do: 'remove', name: 'reflect', expect: { ok: false, error: 'protected' } },
      { do: 'remove', name: 'owm', expect: { ok: false, error: 'unknown' } },
      {
        do: 'eval',
        score: 2,
        title: 'T',
        feedback: 'F',
        expect: {
          fired: ['reflect', 'own'],
          promptContains: ['{score} $(id) %s ${x}'],
          promptOrder: ['Run 1', 'T', 'F', '## reflect', '## own'],
        },
      },
    ],
  },
  {
    name: 'the agents of one look are told only of their own runs',
    steps: [
      {
        do: 'look',
        runs: [
          { agent: 'a', score: 11, title: 'first' },
          { agent: 'b', score: 22, title: 'second' },
        ],
        expect: { byAgent: { a: { promptLacks: ['22', 'second'] }, b: { promptLacks: ['11', 'first'] } } },
      },
    ],
  },
]

describe('interventions', () => {
  it.each(CASES)('$name', (one) => {
    expect(interventionCase(one)).toBeNull()
  })
  it('that come otherwise than a case expects are noticed', () => {
    expect(interventionCase({ steps: [run(['pivot'])] })).toMatchObject({
      got: { step: 0, fired: ['reflect'] },
    })
    expect(
      interventionCase({ steps: [{ do: 'eval', score: 1, expect: { nothingLikeIt: 1 } }] }),
    ).not.toBeNull()
    expect(interventionCase({ steps: [{ do: 'dance' }] })).not.toBeNull()
  })
})
