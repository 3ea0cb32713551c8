import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../base/ids.ts'
import type { FleetView } from './snapshot.ts'
import type { ThreadView } from './thread-view.ts'
import { applyMessage, mergeDeltas, type Delta, type Known, type ThreadPatch } from './live.ts'

const IDS = ['thr_1', 'thr_2', 'thr_3'] as ThreadId[]
const patches = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...IDS), events: fc.nat(3), jobs: fc.nat(3) }, { requiredKeys: ['id'] }),
  { selector: (p) => p.id },
)
const delta: fc.Arbitrary<Delta> = fc.record({
  kind: fc.constant('delta' as const),
  fleet: fc.option(fc.record({ waiting: fc.nat(3), running: fc.nat(3) }, { requiredKeys: [] })),
  changed: patches as fc.Arbitrary<ThreadPatch[]>,
  removed: fc.uniqueArray(fc.constantFrom(...IDS)),
})

describe('deltas', () => {
  it('do as one message what they do one after the other', () => {
    const start: Known = {
      fleet: {} as FleetView,
      threads: new Map(IDS.map((id) => [id, { id, events: 9, jobs: 9 } as ThreadView])),
    }
    fc.assert(
      fc.property(fc.array(delta, { minLength: 2, maxLength: 5 }), (all) => {
        const merged = all.reduce(mergeDeltas)
        const [one, single] = [
          all.reduce((known: Known, one) => applyMessage(known, one), start),
          applyMessage(start, merged),
        ]
        expect(new Map([...single.threads].sort())).toEqual(new Map([...one.threads].sort()))
        expect(single.fleet).toEqual(one.fleet)
      }),
      { numRuns: 500 },
    )
  })

  it(
    'found by review: a thread that went and came back within one message is there, and nothing of what ' +
      'it was before',
    () => {
      const start: Known = {
        fleet: {} as FleetView,
        threads: new Map([[IDS[0]!, { id: IDS[0]!, events: 9, jobs: 9 } as ThreadView]]),
      }
      const back = { id: IDS[0]!, events: 0 }
      expect(
        applyMessage(start, { kind: 'delta', fleet: null, changed: [back], removed: [IDS[0]!] }).threads,
      ).toEqual(new Map([[IDS[0]!, back]]))
    },
  )
})
