import { expect, it } from 'vitest'
import { counterOf } from '../../../shared/attempts/counters.ts'
import type { Direction } from '../../../shared/attempts/gain.ts'
import { newMetric } from '../../../shared/attempts/metric.ts'
import { noiseFloor } from '../../../shared/attempts/noise.ts'
import { aThread, openStore } from '../../store/testing/one-store.ts'
import { actionFilesInMemory } from '../testing/world/action-files.ts'
import { createActions } from './actions.ts'
import { createLedger } from './ledger.ts'

const TEAM = 'cycles'
const NOISE = { squares: 1000, freedom: 1000 } // two means differ by up to 3.5
const clock = { now: () => 7 }

function measured() {
  const store = openStore(':memory:')
  const { id } = aThread(1)
  store.threads.add(aThread(1))
  const minGain = { kind: 'absolute', by: 4 } as const
  const metric = newMetric(id, { team: TEAM, command: null, direction: 'lower', minGain })
  store.attempts.saveMetric({ ...metric, noise: NOISE })
  const ledger = createLedger({
    store,
    clock,
    actions: createActions({ store, clock, files: actionFilesInMemory() }),
  })
  let made = 0
  const settle = (score: number, direction: Direction = 'lower'): number =>
    ledger.settle([
      {
        key: `k${++made}`,
        member: { threadId: id, number: 1, team: TEAM },
        score,
        class: 'real',
        rule: { direction, minGain, noise: noiseFloor(NOISE) },
        title: '',
        feedback: '',
        commit: null,
        session: null,
        at: made,
      },
    ])[0]!.number
  const standing = () => {
    const counters = ledger.counters(TEAM)
    return { own: counterOf(counters, id), team: counters.team }
  }
  return { ledger, settle, standing }
}

it('a best that is struck leaves what the other scores come to: one within the noise is no best', () => {
  const { ledger, settle, standing } = measured()
  settle(100)
  settle(98)
  const gamed = settle(50)
  expect(standing()).toMatchObject({ own: { best: 50, step: 50 }, team: { best: 50 } })
  ledger.strike(gamed, true)
  expect(standing()).toMatchObject({ own: { best: 100, step: 100 }, team: { best: 100, step: 100 } })
})

it('a score that was no best changes none when it is struck, and one that comes back is the best and the step it was', () => {
  const { ledger, settle, standing } = measured()
  settle(100)
  const within = settle(98)
  const small = settle(96)
  expect(standing()).toMatchObject({ own: { best: 96, step: 100, stalled: 2 } })
  ledger.strike(within, true)
  expect(standing()).toMatchObject({ own: { best: 96, step: 100 } })
  ledger.strike(small, true)
  expect(standing()).toMatchObject({ own: { best: 100, step: 100 } })
  ledger.strike(small, false)
  expect(standing()).toMatchObject({ own: { best: 96, step: 100, stalled: 2 } })
})

it('no score of before the direction turned is a best once another is struck', () => {
  const { ledger, settle, standing } = measured()
  settle(500)
  settle(50, 'higher')
  const gamed = settle(90, 'higher')
  ledger.strike(gamed, true)
  expect(standing()).toMatchObject({ own: { best: 50 }, team: { best: 50 } })
})
