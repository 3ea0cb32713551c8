import { describe, expect, it } from 'vitest'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { largeSnapshot } from '../../shared/views/testing/large-snapshot.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { countFleet, FACETS, wants } from './query/filter.ts'
import { groupsOf, itemsOf } from './query/groups.ts'
import { attentionOrder, fleetOrder } from './query/order.ts'
import { EVERYTHING } from './query/query.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const { fleet, threads } = sampleSnapshot(NOW)
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!
const byId = new Map(threads.map((t) => [t.id, t]))

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
