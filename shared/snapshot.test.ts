import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from './ids.ts'
import { mergeDeltas, patched, type Delta, type ThreadPatch, type ThreadView } from './snapshot.ts'

type Known = { readonly fleet: object; readonly threads: ReadonlyMap<ThreadId, object> }
function after(known: Known, { fleet, changed, removed }: Delta): Known {
  const threads = new Map(known.threads)
  for (const id of removed) threads.delete(id)
  for (const patch of changed) threads.set(patch.id, patched(threads.get(patch.id) as ThreadView | undefined, patch))
  return { fleet: { ...known.fleet, ...fleet }, threads }
}

const IDS = ['thr_1', 'thr_2', 'thr_3'] as ThreadId[]
const patches = fc.uniqueArray(fc.record({ id: fc.constantFrom(...IDS), events: fc.nat(3), jobs: fc.nat(3) }, { requiredKeys: ['id'] }), { selector: (p) => p.id })
const delta: fc.Arbitrary<Delta> = fc.record({
  kind: fc.constant('delta' as const), fleet: fc.option(fc.record({ waiting: fc.nat(3), running: fc.nat(3) }, { requiredKeys: [] })), changed: patches as fc.Arbitrary<ThreadPatch[]>, removed: fc.uniqueArray(fc.constantFrom(...IDS)),
})

describe('deltas', () => {
  it('do as one message what they do one after the other', () => {
    const start: Known = { fleet: {}, threads: new Map(IDS.map((id) => [id, { id, events: 9, jobs: 9 }])) }
    fc.assert(fc.property(fc.array(delta, { minLength: 2, maxLength: 5 }), (all) => {
      const merged = all.reduce(mergeDeltas)
      const [one, single] = [all.reduce(after, start), after(start, merged)]
      expect(new Map([...single.threads].sort())).toEqual(new Map([...one.threads].sort()))
      expect(single.fleet).toEqual(one.fleet)
    }), { numRuns: 500 })
  })
})
