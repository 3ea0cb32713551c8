import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import { DAY, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { applyFitting } from '../playbook/edit-heartbeat.ts'
import { knowMakeLint, MAKE_LINT } from '../testing/make-lint.ts'
import { oneThread } from '../testing/one-thread.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

const QUEUE = `${QUICK_ONLY}\n## Work Queue\n`
const stateOf = (s: Scenario, item: string): string =>
  parse(s.files.get('/api') ?? '').work.find((w) => w.id === item)?.state ?? 'gone'
const notesOf = (s: Scenario, item: string): readonly string[] =>
  parse(s.files.get('/api') ?? '').work.find((w) => w.id === item)?.notes ?? []
const byHand = (s: Scenario, from: string, to: string): void =>
  void s.files.set('/api', s.files.get('/api')!.replace(from, to))
const beat = async (s: Scenario, id: ThreadId): Promise<void> => {
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.advance(SECOND)
}

describe('an item of the Work Queue', () => {
  it('stands as in progress before the runner starts, and as what became of it when the beat is over', async () => {
    const { s, id } = await withAgent(
      async () => {
        seen.push(['a', 'b', 'c'].map((item) => stateOf(s, item)).join(' '))
        byHand(s, '[in-progress] a', '[done] a')
        byHand(s, '[in-progress] b', '[failed] b')
        return { turn: TURN, silent: true }
      },
      CLAUDE,
      `${QUEUE}- [pending] a: Rebuild\n- [pending] b: Vacuum\n- [pending] c: Restore\n`,
    )
    const seen: string[] = []
    s.store.settings.change({ workPerBeat: 3 })
    await beat(s, id)
    expect(seen).toEqual(['in-progress in-progress in-progress'])
    expect(['a', 'b', 'c'].map((item) => stateOf(s, item))).toEqual(['done', 'failed', 'failed'])
    expect(notesOf(s, 'c').join()).toContain(`not settled by run ${s.runs(id)[0]!.id}`)
    expect(s.store.work.claims(id)).toEqual([])
  })

  it('that an agent took by its tool, also while it answered, is settled when its run is over', async () => {
    const { s, id } = await withAgent(
      async (spec) => {
        await s.toolsOf(spec.runId).heartbeatWrite([{ do: 'moveWork', id: 'a', to: 'in-progress' }])
        seen.push(stateOf(s, 'a'))
        return { turn: TURN, text: 'I began.' }
      },
      CLAUDE,
      `${QUEUE}- [pending] a: Rebuild\n`,
    )
    const seen: string[] = []
    s.store.threads.change(id, { intervalMs: 0 })
    s.message(id, 'Please rebuild the index')
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(seen).toEqual(['in-progress'])
    expect([stateOf(s, 'a'), s.store.work.claims(id)]).toEqual(['failed', []])
  })

  it('found by a user: what the app itself moves is of its run in the versions, and of no other tool', async () => {
    const { s, id } = await oneThread({
      agent: false,
      playbook: `${QUEUE}- [pending] a: Run \`make lint\`\n`,
    })
    knowMakeLint(s)
    s.store.permissions.approve(id, MAKE_LINT, 1)
    s.script = async (spec) => {
      await s.documents.refresh(id) // a watch tells of the claim while the run goes on
      return {
        tasks: spec.tasks.map(({ key, tier, text }) => ({
          key,
          tier,
          text,
          status: 'passed',
          note: '',
          severity: null,
          command: null,
          exitCode: null,
          durationMs: 1,
          output: '',
        })),
      }
    }
    await beat(s, id)
    expect(stateOf(s, 'a')).toBe('done')
    expect(s.store.versions.list(id, 50).map((version) => version.author)).toEqual(['run', 'run', 'start'])
  })

  it('that a crash left in progress fails at the next start, whatever the thread does; others stay', async () => {
    const { s, id } = await withAgent(
      () => new Promise(() => {}),
      CLAUDE,
      `${QUEUE}- [pending] a: Do it\n- [pending] b: Do that\n  attempts left: 2\n- [in-progress] mine: By hand\n`,
    )
    s.store.settings.change({ workPerBeat: 2 })
    s.engine.wake(id, 'event')
    await s.clock.advance(MINUTE)
    expect(['a', 'b', 'mine'].map((item) => stateOf(s, item))).toEqual(Array(3).fill('in-progress'))
    s.store.threads.change(id, {
      intervalMs: 0,
      pause: { reason: 'on holiday', until: null, by: 'person' },
    })
    await s.crash()
    await s.clock.advance(SECOND)
    expect(['a', 'b', 'mine'].map((item) => stateOf(s, item))).toEqual(['failed', 'pending', 'in-progress'])
    expect(notesOf(s, 'a').join()).toContain('interrupted')
    expect(s.store.threads.facts(id).alerts.map(({ key, text }) => [key, text])).toEqual([
      ['work:a', expect.stringMatching(/^"Do it" of the Work Queue was cut off\./)],
    ])
    expect(parse(s.files.get('/api')!).work[1]!.attemptsLeft).toBe(1)
    expect(s.store.work.claimants()).toEqual([])
    // What the app wrote itself is no news for the thread.
    await s.sources.look(id)
    expect(s.store.events.waiting(id).events.filter((e) => e.source === 'playbook')).toEqual([])
  })

  it('that a person or a session of their own marked is nobody else’s to settle', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN }), CLAUDE, `${QUEUE}- [in-progress] a: Rebuild\n`)
    await s.clock.advance(DAY + MINUTE)
    expect(s.runs(id).length).toBeGreaterThan(0)
    expect(stateOf(s, 'a')).toBe('in-progress')
  })

  it('that a person moves while an agent beats stays where they put it', async () => {
    const { s, id } = await withAgent(
      async () => {
        const before = parse(s.files.get('/api')!)
        const moved = applyFitting(before, [
          { do: 'moveWork', id: 'a', to: 'in-progress', by: 'person', at: s.clock.now(), timeZone: 'UTC' },
        ])
        s.files.set('/api', serialize(moved))
        s.documents.othersMoves.note(id, before, moved)
        byHand(s, '[pending] b', '[in-progress] b') // by the agent, past its tool
        return { turn: TURN }
      },
      CLAUDE,
      `${QUEUE}- [pending] first: Rebuild\n- [pending] a: Mine\n- [pending] b: Vacuum\n`,
    )
    s.store.settings.change({ workPerBeat: 1 })
    await beat(s, id)
    expect([stateOf(s, 'a'), stateOf(s, 'b')]).toEqual(['in-progress', 'pending'])
  })
})

it('found by a user: an item whose command fails goes back to pending while it has attempts left', async () => {
  const s = await scenario({
    script: ({ tasks }) => ({
      tasks: tasks.map(({ key, tier, text }) => ({
        key,
        tier,
        text,
        status: key === 'work:a' ? 'finding' : 'passed',
        note: '`make lint` failed',
        severity: key === 'work:a' ? 'warning' : null,
        command: null,
        exitCode: 1,
        output: '',
        durationMs: 1,
      })),
    }),
  })
  knowMakeLint(s)
  const id = s.add('api', { playbook: `${QUEUE}- [pending] a: Run \`make lint\`\n  attempts left: 2\n` })
  s.store.permissions.approve(id, MAKE_LINT, s.clock.now())
  const seen: string[] = []
  for (let n = 0; n < 3; n++) {
    await beat(s, id)
    const item = parse(s.files.get('/api')!).work[0]!
    seen.push(`${item.state} ${item.attemptsLeft}`)
  }
  expect(seen).toEqual(['pending 1', 'pending 0', 'failed 0'])
})

it.each(['Tidy the docs', 'Run `make lint`'])(
  'a failed item with attempts left is taken at the price of one, by who can do it: %s',
  async (title) => {
    const list = `${QUEUE}- [failed] off: Never again\n- [failed] a: ${title}\n  attempts left: 2\n`
    const { s, id } = await withAgent(() => ({ turn: TURN }), CLAUDE, list)
    s.store.settings.change({ workPerBeat: 5 })
    await beat(s, id)
    const states = parse(s.files.get('/api')!).work.map((item) => [item.id, item.state, item.attemptsLeft])
    expect(states).toEqual([
      ['off', 'failed', null],
      ['a', 'done', 1],
    ])
    expect(notesOf(s, 'a').map((note) => note.split(':')[0])).toEqual(['pending', 'in-progress', 'done'])
  },
)
