import { expect, it } from 'vitest'
import type { FaultCode } from '../../base/faults.ts'
import type { RunOutcome } from '../run.ts'
import { isUndelivered } from './undelivered.ts'

const ended = (outcome: RunOutcome, code?: FaultCode) => ({
  outcome,
  fault: code === undefined ? null : { code },
})

it.each<[RunOutcome, FaultCode | undefined]>([
  ['interrupted', undefined],
  ['interrupted', 'engine.lost'],
  ['skipped', undefined],
  ['blocked', undefined],
  ['broken', 'agent.not_found'],
  ['broken', 'agent.needs_login'],
  ['broken', 'agent.exit_nonzero'],
  ['broken', 'agent.limit_reached'],
])('what a run that ended as %s (%s) was to give is given again', (outcome, code) => {
  expect(isUndelivered(ended(outcome, code), false)).toBe(true)
})
it.each<[RunOutcome, FaultCode | undefined]>([
  ['quiet', undefined],
  ['alert', undefined],
  ['unproven', undefined],
  ['broken', 'agent.timed_out'],
  ['broken', 'agent.over_budget'],
])('an agent that worked is not given it again: %s (%s)', (outcome, code) => {
  expect(isUndelivered(ended(outcome, code), false)).toBe(false)
})
it('is given again where the app quit during it, not where a person stopped it', () => {
  expect(isUndelivered(ended('stopped'), true)).toBe(true)
  expect(isUndelivered(ended('stopped'), false)).toBe(false)
})
