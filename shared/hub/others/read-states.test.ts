import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UNTIL_CHANGE } from '../../alerts/alert.ts'
import { HOUR, MINUTE, SECOND } from '../../base/time.ts'
import { aheadOf, alertHere, readAlert, readThread, threadHere } from './read-states.ts'
import type { RemoteState } from '../status.ts'

const state = (kind: RemoteState['kind'], body: RemoteState['body']): RemoteState => ({
  machine: 'm',
  id: kind === 'thread' ? 'thr_1' : 'alt_1',
  kind,
  rev: 1,
  at: HOUR,
  body,
})
const THREAD = {
  number: 2,
  name: 'api',
  repoPath: '/repos/api',
  state: 'alert',
  because: 'CI is red',
  pause: null,
  last: { runId: 'run_1', outcome: 'alert', finishedAt: 50 * MINUTE },
  openAlerts: 1,
}
const ALERT = {
  alert: 'alt_1',
  step: 'raised',
  thread: 'thr_1',
  severity: 'warning',
  text: 'CI is red',
  raisedAt: 40 * MINUTE,
  acknowledgedAt: null,
  snoozedUntil: null,
  resolvedAt: null,
}

it('reads a thread as it was told', () => {
  expect(readThread(state('thread', THREAD))).toEqual({
    machine: 'm',
    id: 'thr_1',
    number: 2,
    name: 'api',
    repoPath: '/repos/api',
    state: 'alert',
    because: 'CI is red',
    isPaused: false,
    lastOutcome: 'alert',
    lastAt: 50 * MINUTE,
    lastRun: 'run_1',
    openAlerts: 1,
    toldAt: HOUR,
  })
})

it.each<[string, object]>([
  ['was removed', { state: 'removed' }],
  ['is in a state that is not known here', { state: 'dreaming' }],
  ['has no number', { number: null }],
  ['has a number that is none', { number: 1.5 }],
  ['has no name', { name: 7 }],
])('leaves a thread out that %s', (_, change) => {
  expect(readThread(state('thread', { ...THREAD, ...change }))).toBeNull()
  expect(readThread(state('alert', THREAD))).toBeNull()
})

it('reads what is not as it must be as not told', () => {
  const odd = { pause: { until: null }, last: 'yes', openAlerts: -1, because: 5, repoPath: null }
  expect(readThread(state('thread', { ...THREAD, ...odd }))).toMatchObject({
    isPaused: true,
    lastOutcome: null,
    lastAt: null,
    lastRun: null,
    openAlerts: 0,
    because: '',
    repoPath: '',
  })
})

it('reads an alert that stands, of a thread or of the machine itself', () => {
  expect(readAlert(state('alert', ALERT))).toEqual({
    machine: 'm',
    id: 'alt_1',
    thread: 'thr_1',
    severity: 'warning',
    text: 'CI is red',
    raisedAt: 40 * MINUTE,
    acknowledgedAt: null,
    snoozedUntil: null,
    toldAt: HOUR,
  })
  expect(readAlert(state('alert', { ...ALERT, thread: null }))).toMatchObject({ thread: null })
})

it.each<[string, object]>([
  ['is resolved', { resolvedAt: HOUR }],
  ['was removed', { step: 'removed' }],
  ['has no severity that is known', { severity: 'fatal' }],
  ['was raised at no instant', { raisedAt: '5' }],
])('leaves an alert out that %s', (_, change) => {
  expect(readAlert(state('alert', { ...ALERT, ...change }))).toBeNull()
})

it('tells every instant by the clock here, of which the teller’s is ahead', () => {
  // The teller is a minute ahead of the hub, this machine ten seconds behind it.
  const ahead = aheadOf({ skewMs: MINUTE }, -10 * SECOND)
  expect(ahead).toBe(70 * SECOND)
  const thread = threadHere(readThread(state('thread', THREAD))!, ahead)
  expect([thread.toldAt, thread.lastAt]).toEqual([HOUR - ahead, 50 * MINUTE - ahead])
  const snoozed = { ...ALERT, acknowledgedAt: HOUR, snoozedUntil: 2 * HOUR }
  expect(alertHere(readAlert(state('alert', snoozed))!, ahead)).toMatchObject({
    raisedAt: 40 * MINUTE - ahead,
    acknowledgedAt: HOUR - ahead,
    snoozedUntil: 2 * HOUR - ahead,
    toldAt: HOUR - ahead,
  })
  const untilChange = readAlert(state('alert', { ...ALERT, snoozedUntil: UNTIL_CHANGE }))!
  expect(alertHere(untilChange, ahead).snoozedUntil).toBe(UNTIL_CHANGE)
})

it('reads whatever comes, throws nothing, and keeps no text without an end', () => {
  const value = fc.oneof(fc.jsonValue(), fc.string({ minLength: 3000, maxLength: 9000 }))
  const body = (of: object) =>
    fc.dictionary(fc.constantFrom(...Object.keys(of)), value).map((changes) => ({ ...of, ...changes }))
  fc.assert(
    fc.property(body(THREAD), body(ALERT), (thread, alert) => {
      const read = [readThread(state('thread', thread)), readAlert(state('alert', alert))]
      for (const one of read) if (one !== null) expect(JSON.stringify(one).length).toBeLessThan(20_000)
    }),
  )
})
