import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { flagAlerts } from '../../../shared/runs/judge/standing.ts'
import { MAKE_LINT } from '../testing/make-lint.ts'
import { oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'

const listOf = (...flags: readonly string[]): string =>
  `## Urgent Flags\n${flags.map((flag) => `- ${flag}\n`).join('')}\n## Quick Tasks\n- [ ] Look\n`

/** Somebody saves the file; the watcher reads it. */
async function save(s: Scenario, id: ThreadId, text: string): Promise<void> {
  s.files.set('/api', text)
  await s.documents.refresh(id)
  await s.clock.settle()
}
const open = (s: Scenario) => s.store.alerts.list('open', 100, s.clock.now())
const view = (s: Scenario) => {
  const { fleet, threads } = s.views.snapshot()
  return { state: threads[0]!.state, headline: fleet.verdict.headline }
}

describe('a flag in HEARTBEAT.md', () => {
  it.each<[string, (s: Scenario, id: ThreadId) => Promise<void> | void]>([
    ['beats on time', () => {}],
    ['never beats by itself', (s, id) => s.store.threads.change(id, { intervalMs: 0 })],
    [
      'is paused',
      (s, id) => s.store.threads.change(id, { pause: { reason: 'test', until: null, by: 'person' } }),
    ],
    [
      'is outside its active hours',
      (s, id) =>
        s.store.threads.change(id, { activeHours: { start: '20:00', end: '21:00', timeZone: 'UTC' } }),
    ],
    [
      'is dormant',
      async (s) => {
        s.store.settings.change({ dormantAfterMs: DAY })
        await s.clock.advance(2 * DAY)
      },
    ],
  ])('is urgent at once where the thread %s, and over as soon as it is taken away', async (_, make) => {
    const { s, id } = await oneThread({ agent: false })
    await s.clock.advance(HOUR)
    await make(s, id)
    const runs = s.runs().length
    await save(s, id, listOf('Prod is down'))
    expect(view(s)).toEqual({ state: 'urgent', headline: '1 thread needs you.' })
    expect(s.notices.map((n) => [n.severity, n.body, n.runId])).toEqual([['urgent', 'Prod is down', null]])
    await save(s, id, listOf())
    expect(view(s).state).not.toBe('urgent')
    expect([open(s), s.withdrawn.length, s.runs().length - runs]).toEqual([[], 1, 0])
  })

  it('is one sighting when a beat finds it that the app has seen, and stays acknowledged', async () => {
    const { s, id } = await oneThread({ agent: false })
    await save(s, id, listOf('Prod is down'))
    await s.clock.advance(8 * MINUTE)
    expect(open(s).map((a) => [a.seen, a.runId !== null])).toEqual([[1, true]])
    s.store.alerts.acknowledge([open(s)[0]!.id], s.clock.now())
    await save(s, id, `${listOf('Prod is down')}- [ ] Look there\n`)
    await s.clock.advance(HOUR)
    expect([open(s), s.notices.length]).toEqual([[], 1])
    await save(s, id, listOf())
    await save(s, id, listOf('Prod is down'))
    expect(open(s)).toHaveLength(1)
  })

  it('resolved by hand is raised by the next beat that finds it, not by each edit', async () => {
    const { s, id } = await oneThread({ agent: false })
    await s.clock.advance(MINUTE)
    await save(s, id, listOf('Prod is down'))
    s.store.alerts.resolveByHand([open(s)[0]!.id], s.clock.now())
    await save(s, id, `${listOf('Prod is down')}- [ ] Look there\n`)
    expect(open(s)).toEqual([])
    await s.clock.advance(HOUR)
    expect(open(s)).toHaveLength(1)
  })

  it('is not raised again by a start of the app when a person resolved it, and is over when it went meanwhile', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
    await save(s, id, listOf('Prod is down', 'Disk is full'))
    s.store.alerts.resolveByHand([open(s).find((a) => a.text === 'Prod is down')!.id], s.clock.now())
    const restart = async (text: string): Promise<readonly string[]> => {
      await s.crash()
      await save(s, id, text)
      return open(s).map((a) => a.text)
    }
    expect(await restart(listOf('Prod is down', 'Disk is full'))).toEqual(['Disk is full'])
    expect(await restart(listOf('Prod is down'))).toEqual([])
    expect(await restart(listOf('Prod is down', 'Queue is stuck'))).toEqual(['Queue is stuck'])
  })

  it.each(['prod is down', 'Prod is down!', 'Prod is DOWN'])(
    'whose words change only to "%s" is news at once, though the one before was acknowledged',
    async (words) => {
      const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
      await save(s, id, listOf('Prod is down'))
      s.store.alerts.acknowledge([open(s)[0]!.id], s.clock.now())
      await save(s, id, listOf(words))
      expect(open(s).map((a) => [a.text, a.acknowledgedAt])).toEqual([[words, null]])
    },
  )

  it('that stands twice in the file is one', async () => {
    const { s, id } = await oneThread({ agent: false })
    await save(s, id, listOf('Prod is down', '**Prod is down**', 'Prod is down'))
    expect(open(s).map((a) => a.seen)).toEqual([1])
  })

  it('stands while its file cannot be read, and is over when the file is deleted', async () => {
    const { s, id } = await oneThread({ agent: false })
    await save(s, id, listOf('Prod is down'))
    s.missing.add('/api')
    await s.documents.refresh(id)
    expect(open(s)).toHaveLength(1)
    s.missing.delete('/api')
    s.files.delete('/api')
    await s.documents.refresh(id)
    expect(open(s)).toEqual([])
  })

  it('is open exactly as long as it stands in the file, whatever is edited', async () => {
    const flags = fc.uniqueArray(
      fc.integer({ min: 0, max: 30 }).map((n) => `Service ${'abcdefghijklmnopqrstuvwxyzäöüßñ'[n]} is down`),
      { maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(flags, { maxLength: 8 }), async (edits) => {
        const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
        for (const edit of edits) {
          await save(s, id, listOf(...edit))
          expect(new Set(open(s).map((a) => a.key))).toEqual(new Set(flagAlerts(edit).map((a) => a.key)))
        }
        await s.stop()
      }),
      { numRuns: 40 },
    )
  })
})

const UNREAD = {
  flags: '## Urgen Flags\n- Prod is down\n',
  checks: '## Always Check\n- the nightly build\n',
  boxes: '## Ideas\n- [ ] Run `npm test`\n',
  queue: '## Work Queue\n- [waiting] a: Rebuild\n',
  clock: '## Daily Tasks\n- @25:99 the backup\n',
  fence: '## Notes\n```\nnever closed\n',
}
describe('lines that look as if they should count and do not', () => {
  it.each(Object.entries(UNREAD))(
    'are one notice on the thread, over when they are mended: %s',
    async (_, part) => {
      const { s, id } = await oneThread({ agent: false })
      await s.clock.advance(HOUR)
      await save(s, id, `${listOf()}\n${part}`)
      expect(open(s)).toMatchObject([
        {
          key: 'list',
          severity: 'notice',
          text: expect.stringMatching(/^Part of HEARTBEAT.md does not work as it is written[^]*Line \d+: /),
        },
      ])
      expect([view(s).headline, s.notices]).toEqual(['1 thread needs you.', []])
      expect((await s.foresight.explain(s.store.threads.get(id)!)).undone).toHaveLength(1)
      s.store.alerts.acknowledge([open(s)[0]!.id], s.clock.now())
      await save(s, id, `${listOf('one more line')}\n${part}`)
      await save(s, id, `${listOf()}\n${part}`)
      expect(open(s), 'the same on another line is no news').toEqual([])
      await save(s, id, listOf())
      expect(s.store.threads.facts(id).alerts).toEqual([])
    },
  )

  it('stay acknowledged while some of them are mended or move to other lines, and are news when one comes', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: 0 })
    const of = (...parts: readonly string[]): string => [listOf(), ...parts].join('\n')
    await save(s, id, of(UNREAD.flags, UNREAD.clock))
    s.store.alerts.acknowledge([open(s)[0]!.id], s.clock.now())
    await s.clock.advance(2 * HOUR)
    await save(s, id, of('Some\n\nprose\n', UNREAD.clock))
    expect(open(s)).toEqual([])
    expect(s.store.threads.facts(id).alerts).toMatchObject([
      { text: expect.not.stringContaining('Urgen'), seen: 1 },
    ])
    await save(s, id, of(UNREAD.clock, UNREAD.checks))
    expect(open(s)).toHaveLength(1)
  })

  it('are a queue of which nothing is taken, because git tracks the file', async () => {
    const { s, id } = await oneThread({ agent: false })
    s.tracked.add('/api')
    await save(s, id, `${listOf()}\n## Work Queue\n- [done] z: Nothing\n`)
    expect(open(s)).toEqual([])
    await save(s, id, `${listOf()}\n## Work Queue\n- [pending] a: Run \`make\`\n`)
    expect(open(s).map(({ text }) => text)).toEqual([
      expect.stringContaining('because git tracks HEARTBEAT.md'),
    ])
    expect((await s.foresight.explain(s.store.threads.get(id)!)).undone).toHaveLength(1)
  })

  it('prose and lists of any other heading are left alone', async () => {
    const { s, id } = await oneThread({ agent: false })
    await save(s, id, `${listOf()}\n## Background\n- built in 2019\n\n## Links\nSee the wiki.\n`)
    expect(open(s)).toEqual([])
  })

  it('"All quiet" never stands over a flag, a misspelt section or a queue that cannot be read', async () => {
    const seed = Math.floor(performance.timeOrigin) % 1_000_003
    console.log(`unread seed: ${seed}`)
    const parts = fc.subarray(Object.keys(UNREAD) as (keyof typeof UNREAD)[])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(parts, fc.boolean()), { minLength: 1, maxLength: 4 }),
        async (saves) => {
          const { s, id } = await oneThread({ agent: false })
          await s.clock.advance(HOUR)
          for (const [names, hasFlag] of saves) {
            await save(
              s,
              id,
              [listOf(...(hasFlag ? ['Prod is down'] : [])), ...names.map((n) => UNREAD[n])].join('\n'),
            )
            await s.clock.advance(20 * MINUTE)
            const isClear = names.length === 0 && !hasFlag
            expect([names, hasFlag, view(s).headline === 'All quiet.']).toEqual([names, hasFlag, isClear])
          }
        },
      ),
      { seed, numRuns: 25 },
    )
  })
})

it('an item of the Work Queue that local checks cannot do waits for an agent, and says so', async () => {
  const { s, id } = await oneThread({ agent: false })
  s.commands = (tasks) => tasks.filter(({ text }) => text.includes('make')).map(() => MAKE_LINT)
  await save(s, id, `${listOf()}\n## Work Queue\n- [pending] a: Tidy the docs\n- [pending] b: Run \`make\`\n`)
  await s.clock.advance(20 * MINUTE)
  expect(s.views.snapshot().threads[0]!.tasksForAgent).toBe(2) // beside it a line in words
  const thread = s.store.threads.get(id)!
  const words =
    '1 item of the Work Queue has no command that can be run and waits for an agent; this thread has local checks.'
  expect((await s.foresight.explain(thread)).undone).toEqual([words])
  expect((await s.foresight.dryRun(thread, null)).because).toContain(words)
})
