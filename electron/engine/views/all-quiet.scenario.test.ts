import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SETTLED_ONCE_SEEN } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { randomFrom } from '../../../shared/base/seeded/random.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'
import { edited, FIRST_LIST, textOf, type EditedList } from '../testing/soak/edited-list.ts'
import { CLAUDE, TURN } from '../testing/with-agent.ts'
import type { Script } from '../testing/world/world.ts'

/** How runners answer; no agent settles what it was given of the Work Queue. */
const ANSWERS: Readonly<Record<string, Script>> = {
  well: () => ({ turn: TURN, text: 'HEARTBEAT_OK' }),
  broken: () => ({ status: 'failed', fault: { code: 'agent.exit_nonzero', message: 'exit 1' } }),
  'never ending': () => ({ hangs: true }),
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), seed: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'mend' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'merge' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'work' as const }) }, // for an agent that does not settle it
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      ms: fc.constantFrom(SECOND, 10 * MINUTE, HOUR),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      how: fc.constantFrom(...Object.keys(ANSWERS)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('runner' as const), isAgent: fc.boolean() }) },
  ...(['beat', 'stop', 'restart', 'acknowledge', 'resolve'] as const).map((name) => ({
    weight: 1,
    arbitrary: fc.constant({ do: name }),
  })),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Play {
  readonly s: Scenario
  readonly id: ThreadId
  list: EditedList
  isMerging: boolean
  /** What a person has acknowledged or resolved, as long as it stands. */
  seen: ReadonlySet<string>
  /** What stood before a merge began and stands behind it still: its alerts are there to be seen. */
  behind: readonly string[]
}

/** What stands in the file and must not be passed over, by what was written there and not by a reading of the app. */
function standing({ s, list, isMerging }: Play): readonly string[] {
  const doc = parse(s.files.get('/api') ?? '')
  const isMisspelt = !/^urgent flags?\b/i.test(list.flagsHeading)
  return [
    ...(isMisspelt || isMerging ? [] : list.flags.map((line) => line.replace(/^- (?:\[ \] )?|\*\*/g, ''))),
    ...(isMisspelt ? [`a heading "${list.flagsHeading}"`] : []),
    ...(list.hasStrangeChecks ? ['checks under a heading that is none of ours'] : []),
    ...(list.hasOpenFence ? ['a fence that is never closed'] : []),
    ...(doc.workDisabled ? ['a Work Queue that cannot be read'] : []),
    ...(isMerging ? ['a merge that was not finished'] : []),
    ...doc.work.filter((item) => item.state === 'failed').map((item) => `item ${item.id} failed`),
  ]
}

async function save(play: Play): Promise<void> {
  const { s, id, list, isMerging } = play
  const merge = '<<<<<<< ours\n- [ ] one\n=======\n- [ ] two\n>>>>>>> theirs\n'
  s.files.set('/api', `${isMerging ? merge : ''}${textOf(list)}`)
  await s.documents.refresh(id)
}

async function take(play: Play, it: Step): Promise<void> {
  const { s, id } = play
  switch (it.do) {
    case 'edit':
      play.list = edited(play.list, randomFrom(it.seed), false)
      return save(play)
    case 'mend':
      play.list = FIRST_LIST
      play.isMerging = false
      return save(play)
    case 'merge':
      play.isMerging = !play.isMerging
      return save(play)
    case 'work':
      play.list = { ...play.list, work: ['- [pending] a: Tidy the docs'] }
      await save(play)
      s.store.threads.change(id, { agent: CLAUDE })
      s.engine.wake(id, 'manual')
      return s.engine.tick()
    case 'time':
      return s.clock.advance(it.ms)
    case 'answer':
      s.script = ANSWERS[it.how]!
      return
    case 'runner':
      return s.store.threads.change(id, { agent: it.isAgent ? CLAUDE : { kind: 'local' } })
    case 'beat':
      s.engine.wake(id, 'manual')
      return s.engine.tick()
    case 'stop':
      return s.engine.stopRunsOf(id)
    case 'restart':
      await s.crash()
      return s.documents.refresh(id)
    case 'acknowledge':
    case 'resolve': {
      const open = s.store.alerts.list('open', 100, s.clock.now()).map((alert) => alert.id)
      if (it.do === 'acknowledge') {
        s.store.alerts.acknowledge(open, s.clock.now())
        s.store.alerts.resolve(id, SETTLED_ONCE_SEEN, s.clock.now())
      } else s.store.alerts.resolveByHand(open, s.clock.now())
      play.seen = new Set([...standing(play), ...play.behind])
    }
  }
}

/** Also: a person resolves a flag while a merge hides it. */
const EXAMPLES: [Step[]][] = [
  [[{ do: 'merge' }, { do: 'beat' }]],
  [[{ do: 'edit', seed: 92_290_753 }, { do: 'merge' }, { do: 'resolve' }, { do: 'merge' }]],
]
const headline = (s: Scenario): string => s.views.snapshot().fleet.verdict.headline

it('"All quiet" never stands over a flag, unread checks, a malformed queue or an unfinished merge that nobody has seen', async () => {
  const seed = Math.floor(performance.timeOrigin) % 1_000_003
  console.log(`all quiet seed: ${seed}`)
  const headlines = new Set<string>()
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), async (steps) => {
      const { s, id } = await oneThread({ agent: false, playbook: textOf(FIRST_LIST) })
      await s.clock.advance(HOUR)
      const play: Play = { s, id, list: FIRST_LIST, isMerging: false, seen: new Set(), behind: [] }
      for (const one of steps) {
        await take(play, one)
        await s.clock.settle()
        s.engine.tick()
        await s.clock.settle()
        const now = standing(play)
        for (const what of now) met.add(what)
        const behind = standing({ ...play, isMerging: false })
        play.behind = play.isMerging ? play.behind.filter((what) => behind.includes(what)) : behind
        play.seen = new Set([...now, ...play.behind].filter((what) => play.seen.has(what)))
        const unseen = now.filter((what) => !play.seen.has(what))
        headlines.add(headline(s))
        if (headline(s) === 'All quiet.') expect(unseen).toEqual([])
      }
      await settled(play)
      expect(headline(s)).toBe('All quiet.')
      await s.stop()
    }),
    { seed, numRuns: 10, examples: EXAMPLES },
  )
  expect([...headlines]).toContain('All quiet.')
  expect(met).toContain('a merge that was not finished')
})

/** All is mended, a person has looked at what there was, and beats came in time. */
async function settled(play: Play): Promise<void> {
  const { s, id } = play
  s.script = ANSWERS['well']! // before the stop, after which the beat that waits begins
  for (const last of ['mend', 'stop', 'resolve'] as const) {
    await take(play, { do: last })
    await s.clock.settle()
  }
  s.store.threads.change(id, { agent: { kind: 'local' }, pause: null, failures: 0 })
  s.engine.slots.replan(id)
  await s.clock.advance(2 * HOUR)
}
