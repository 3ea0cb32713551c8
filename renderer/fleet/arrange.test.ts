import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Foreseen } from '../../shared/contract/beats.ts'
import { DEFAULT_SETTINGS } from '../../shared/settings/settings.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { largeSnapshot, sampleCli, sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { printedLines } from '../../shared/base/hidden-text.ts'
import { findLines } from '../runs/output/log.tsx'
import { hunksOf } from '../runs/changed-file.tsx'
import { differences } from '../thread/settings/copy-settings.tsx'
import { beatCost } from '../commands/actions/beat-cost.ts'
import { chosenColumns, COLUMN_KEYS, layoutOf, USUAL_COLUMNS } from './query/columns.ts'
import { countFleet, FACETS, FLEET_FILTERS, wants } from './query/filter.ts'
import { fleetStrip } from '../today/fleet-strip.ts'
import { groupsOf, itemsOf } from './query/groups.ts'
import { laneOf, quietBands } from '../today/next-hour.ts'
import { attentionOrder, fleetOrder } from './query/order.ts'
import { EVERYTHING, GROUPINGS, queryWords, readQuery, writeQuery, type FleetQuery } from './query/query.ts'
import { quietSince, stateSentence } from '../thread/state-sentence.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const { fleet, threads } = sampleSnapshot(NOW)
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!
const byId = new Map(threads.map((t) => [t.id, t]))

describe('the query in the address', () => {
  const word = fc.stringMatching(/^[\p{L}\d ?&#=+%"/-]{0,12}$/u)
  const query: fc.Arbitrary<FleetQuery> = fc.record({
    state: fc.constantFrom(...FLEET_FILTERS),
    tags: fc.uniqueArray(
      word.filter((w) => w !== ''),
      { maxLength: 4 },
    ),
    runner: fc.option(
      word.filter((w) => w !== ''),
      { nil: null },
    ),
    has: fc.subarray([...FACETS]),
    q: word,
    sort: fc.option(
      fc.record({
        by: fc.constantFrom('name' as const, 'last' as const, 'git' as const),
        down: fc.boolean(),
      }),
      { nil: null },
    ),
    group: fc.constantFrom(...GROUPINGS),
  })
  it('comes back as it was written, whatever stands in it', () => {
    fc.assert(
      fc.property(query, (q) => {
        expect(readQuery(new URLSearchParams(writeQuery(q)))).toEqual(q)
      }),
    )
  })
  it('is empty for everything, and leaves out what it does not know', () => {
    expect(writeQuery(EVERYTHING)).toBe('')
    expect(readQuery(new URLSearchParams('state=on-fire&has=wings&sort=strip&group=colour&tag='))).toEqual(
      EVERYTHING,
    )
  })
  it('says in words what is asked for', () => {
    expect(queryWords({ ...EVERYTHING, state: 'overdue', tags: ['infra'], has: ['dirty'], q: 'red' })).toBe(
      'Overdue + tag infra + dirty + “red”',
    )
  })
})

describe('filters', () => {
  const tagsOf = (i: number): readonly string[] => {
    if (i % 3 === 0) return ['infra']
    return i % 5 === 0 ? ['infra', 'money'] : []
  }
  const tagged = threads.map((t, i) => ({ ...t, tags: tagsOf(i) }))
  it('hold together', () => {
    const some = tagged.filter((t) =>
      wants(t, { ...EVERYTHING, tags: ['infra', 'money'], state: 'needs-you' }),
    )
    expect(some.every((t) => t.tags.includes('money') && t.tags.includes('infra'))).toBe(true)
    expect(
      tagged.filter((t) => wants(t, { ...EVERYTHING, runner: 'Claude Code' })).map((t) => t.name),
    ).toEqual(['auth-lib', 'checkout-web', 'price-feed'])
    expect(
      threads.filter((t) => wants(t, { ...EVERYTHING, has: ['flags', 'dirty'] })).map((t) => t.name),
    ).toEqual(['payments-api'])
    expect(threads.filter((t) => wants(t, { ...EVERYTHING, has: ['over'] })).map((t) => t.name)).toEqual([
      'price-feed',
    ])
  })
  it('count what each of them would show', () => {
    const counts = countFleet(tagged)
    for (const facet of FACETS)
      expect(counts.facets[facet]).toBe(
        tagged.filter((t) => wants(t, { ...EVERYTHING, has: [facet] })).length,
      )
    for (const [tag, n] of counts.tags)
      expect(n).toBe(tagged.filter((t) => wants(t, { ...EVERYTHING, tags: [tag] })).length)
    expect(counts.runners.reduce((sum, [, n]) => sum + n, 0)).toBe(tagged.length)
  })
})

describe('order and groups', () => {
  it('puts pinned threads first among those of their state, and nowhere else', () => {
    const pinned = threads.map((t) => (t.name === 'mobile-app' ? { ...t, pinned: true } : t))
    const names = attentionOrder(pinned, fleet.alerts).map((id) => byId.get(id)!)
    const quiet = names.filter((t) => t.state === named('mobile-app').state).map((t) => t.name)
    expect(quiet[0]).toBe('mobile-app')
    expect(names[0]?.name).toBe('payments-api')
  })
  it('sorts by a column both ways, equal ones by name', () => {
    const names = (down: boolean): string[] =>
      fleetOrder(threads, fleet.alerts, { by: 'name', down }).map((id) => byId.get(id)!.name)
    expect(names(false)).toEqual([...names(true)].reverse())
    expect(names(false)[0]).toBe('auth-lib')
  })
  it('gathers every thread once, and tells the worst of each group', () => {
    const order = attentionOrder(threads, fleet.alerts)
    for (const by of ['state', 'tag', 'folder'] as const)
      expect(
        groupsOf(order, byId, by)
          .flatMap((g) => g.ids)
          .sort(),
      ).toEqual([...order].sort())
    const folder = groupsOf(order, byId, 'folder').find((g) => g.word === '~/src')
    expect(folder?.worst).toBe('urgent')
  })
  it('folds the quiet ones of a big fleet, until someone unfolds them', () => {
    const large = largeSnapshot(NOW, 60)
    const all = new Map(large.threads.map((t) => [t.id, t]))
    const order = attentionOrder(large.threads, large.fleet.alerts)
    const shownQuiet = (folds: ReadonlyMap<string, boolean>): number =>
      itemsOf(order, all, 'state', folds).filter((i) => i.kind === 'row' && all.get(i.id)?.state === 'quiet')
        .length
    expect(shownQuiet(new Map())).toBe(0)
    expect(shownQuiet(new Map([['state:quiet', false]]))).toBeGreaterThan(40)
    const few = new Map(large.threads.slice(0, 30).map((t) => [t.id, t]))
    expect(
      itemsOf([...few.keys()], few, 'state', new Map()).some((i) => i.kind === 'group' && i.isFolded),
    ).toBe(false)
  })
})

describe('columns', () => {
  const settings = { columns: null, density: 'comfortable' as const }
  it('are those a person chose, in their order; unknown names are left out', () => {
    expect(chosenColumns({ columns: null })).toEqual(USUAL_COLUMNS)
    expect(chosenColumns({ columns: ['git', 'nonsense', 'last', 'git', 'name'] })).toEqual(['git', 'last'])
  })
  it('never need more room than there is, whatever is chosen', () => {
    fc.assert(
      fc.property(
        fc.subarray([...COLUMN_KEYS]),
        fc.constantFrom('comfortable' as const, 'compact' as const),
        fc.integer({ min: 400, max: 2000 }),
        (columns, density, width) => {
          const { template, keys } = layoutOf({ columns, density }, width)
          const least = [...template.matchAll(/(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), 0)
          expect(keys[0]).toBe('name')
          expect(least).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
  it('leave out what is worth least first, and show more of the past where there is room', () => {
    expect(layoutOf(settings, 700).keys).toEqual(['name', 'strip', 'tiers', 'last'])
    expect([
      layoutOf(settings, 900).bars,
      layoutOf(settings, 1400).bars,
      layoutOf({ ...settings, density: 'compact' }, 1400).bars,
    ]).toEqual([32, 48, 32])
    expect([
      layoutOf(settings, 900).rowHeight,
      layoutOf({ ...settings, density: 'compact' }, 900).rowHeight,
    ]).toEqual([52, 34])
  })
})

it('says before a beat of many what it may cost', () => {
  const cost = beatCost(
    [
      named('mobile-app'),
      { ...named('auth-lib'), agent: sampleCli('claude', { billing: 'api' }) },
      { ...named('auth-lib'), agent: sampleCli('claude', { billing: 'plan' }) },
      named('web-shop'),
    ],
    null,
    2,
  )
  expect(cost).toMatchObject({ threads: 4, starts: 3, byPlan: 1, unpriced: 1 })
  expect(cost.usd).toBeGreaterThan(0)
  expect(cost.totalMs).toBe(
    Math.ceil(
      [named('mobile-app'), named('auth-lib'), named('auth-lib'), named('web-shop')].reduce(
        (ms, t) => ms + t.last!.durationMs,
        0,
      ) / 2,
    ),
  )
})

describe('the next hour', () => {
  const at = (minutes: number, kind: Foreseen['kind'] = 'beat'): Foreseen => ({
    at: NOW + minutes * MINUTE,
    kind,
    threadId: threads[0]!.id,
    threadName: 'x',
    tier: 'quick',
    jobId: null,
    text: '',
    held: null,
  })
  it('gathers what is due by the minute, and nothing beyond', () => {
    expect(
      laneOf([at(-1), at(0), at(0.5), at(59.9), at(60), at(3, 'timed'), at(3, 'job')], NOW).map((t) => [
        t.minute,
        t.entries.length,
      ]),
    ).toEqual([
      [0, 2],
      [3, 1],
      [59, 1],
    ])
  })
  it('shades quiet hours, also over midnight and only on their days', () => {
    const utc = (t: number): Date => new Date(t + new Date(t).getTimezoneOffset() * MINUTE)
    const sunday = new Date(NOW).getUTCDay()
    expect(quietBands({ start: '10:00', end: '12:00', days: [sunday] }, NOW, utc)).toEqual([
      { from: 18 / 60, to: 1 },
    ])
    expect(quietBands({ start: '22:00', end: '10:00', days: [(sunday + 6) % 7] }, NOW, utc)).toEqual([
      { from: 0, to: 18 / 60 },
    ])
    expect(quietBands({ start: '10:00', end: '12:00', days: [(sunday + 1) % 7] }, NOW, utc)).toEqual([])
    expect(quietBands(DEFAULT_SETTINGS.quietHours, NOW, utc)).toEqual([])
  })
})

it('shows the day of the whole fleet as the worst of each half hour', () => {
  const strip = {
    at: [NOW - 8 * MINUTE, NOW - 10 * MINUTE, NOW - 5 * HOUR, NOW - 30 * HOUR],
    outcome: ['quiet', 'alert', 'broken', 'urgent'],
  } as ThreadView['strip']
  const day = fleetStrip([{ ...threads[0]!, strip }], NOW)
  expect(day.at).toHaveLength(48)
  expect(day.outcome.filter((o) => o !== 'merged')).toEqual(['broken', 'alert'])
})

describe('the sentence of a thread', () => {
  it('says how long it has been quiet, and which tier is late', () => {
    const thread: ThreadView = {
      ...named('mobile-app'),
      state: 'quiet',
      because: '4 of 4 checks passed.',
      strip: { at: [NOW - 5 * HOUR, NOW - 3 * HOUR, NOW - HOUR], outcome: ['alert', 'quiet', 'quiet'] },
      nextDueAt: NOW + MINUTE,
    }
    expect(quietSince(thread)).toBe(NOW - 3 * HOUR)
    const late = {
      ...thread,
      tiers: {
        ...thread.tiers,
        quick: { lastDoneAt: NOW - MINUTE, dueAt: null, tasks: 1, snoozedUntil: null },
        daily: { lastDoneAt: NOW, dueAt: NOW + HOUR, tasks: 1, snoozedUntil: null },
        hourly: { lastDoneAt: NOW - 2 * HOUR, dueAt: NOW - HOUR, tasks: 1, snoozedUntil: null },
      },
    }
    expect(stateSentence(late, NOW)).toBe('Quiet for 3 h: 4 of 4 checks passed. Hourly late by 1 h.')
  })
  it('is only the reason where it is not quiet', () =>
    expect(stateSentence({ ...named('docs-site'), tiers: named('mobile-app').tiers }, NOW)).toContain(
      'Not checked on time: 6 h late',
    ))
})

describe('a log', () => {
  it('is searched whatever the case, without the colours of a terminal', () => {
    const lines = printedLines('one\r\n\u001b[31mERROR two\u001b[0m\nthree error\n')
    expect(lines).toEqual(['one', 'ERROR two', 'three error'])
    expect(findLines(lines, 'error')).toEqual([1, 2])
    expect(findLines(lines, '')).toEqual([])
  })
})

it('shows changed lines with two around them', () => {
  expect(
    hunksOf(['  a', '  b', '  c', '+ d', '  e', '  f', '  g', '  h', '  i', '  j', '- k'].join('\n')),
  ).toBe(['  b', '  c', '+ d', '  e', '  f', '@ …', '  i', '  j', '- k'].join('\n'))
  expect(hunksOf('  a\n  b')).toBe('')
})

it('tells what copied settings would change, and never copies rights of a time', () => {
  const from = { ...named('release-bot'), intervalMs: HOUR }
  expect(
    differences(from, named('mobile-app'), ['schedule', 'runner']).map((d) => [d.part, d.before, d.after]),
  ).toEqual([
    ['schedule', 'every 8 min, at any time', 'every 1 h, at any time'],
    ['runner', 'Local checks', 'Codex'],
  ])
  expect(
    differences(
      from,
      { ...from, agent: from.agent.kind === 'cli' ? { ...from.agent, bypassUntil: null } : from.agent },
      ['runner'],
    ),
  ).toEqual([])
})
