import { describe, expect, it } from 'vitest'
import { gateAhead, GATES, holdAtGates, SCHEDULED_BEAT, type Ask, type QueueFacts } from './gates.ts'

const OPEN: QueueFacts = {
  hasAgent: true,
  hasAppPart: false,
  isTrusted: true,
  isResting: () => false,
  isOn: true,
  isPaused: () => false,
  isPowerHeld: () => false,
  quietUntil: () => null,
  isActive: () => true,
  isOverBudget: () => false,
}
const CLOSED: QueueFacts = {
  hasAgent: false,
  hasAppPart: false,
  isTrusted: false,
  isResting: () => true,
  isOn: false,
  isPaused: () => true,
  isPowerHeld: () => true,
  quietUntil: () => 1,
  isActive: () => false,
  isOverBudget: () => true,
}
const BY_HAND: Ask = { ...SCHEDULED_BEAT, byPerson: true, isScheduled: false, isDue: false }
const WAKE: Ask = { ...SCHEDULED_BEAT, isScheduled: false, isDue: false }

describe('the gates', () => {
  it('hold nothing while all are open', () => {
    expect([holdAtGates(SCHEDULED_BEAT, OPEN), gateAhead(SCHEDULED_BEAT, OPEN)]).toEqual([null, null])
  })

  it('are asked in one order: the first that is closed names the reason', () => {
    const holds: unknown[] = []
    let facts = CLOSED
    const opened: (keyof QueueFacts)[] = [
      'isTrusted',
      'isResting',
      'isOn',
      'isPaused',
      'isPowerHeld',
      'quietUntil',
      'isActive',
      'isOverBudget',
    ]
    for (const key of opened) {
      holds.push(holdAtGates(WAKE, facts))
      facts = { ...facts, [key]: OPEN[key] }
    }
    expect([...holds, holdAtGates(WAKE, facts)]).toEqual([
      'untrusted',
      'runner_resting',
      'off',
      'paused',
      'power',
      'quiet_hours',
      'outside_active_hours',
      'over_budget',
      null,
    ])
  })

  it('let pass what a person asks for, but for a message that nobody can answer', () => {
    expect(holdAtGates(BY_HAND, CLOSED), 'also while the runner rests').toBe(null)
    const message: Ask = { ...BY_HAND, kind: 'message', needsAgent: true }
    expect(holdAtGates(message, CLOSED)).toBe('no_agent')
    const resting = { ...OPEN, isResting: () => true }
    expect(holdAtGates(message, resting)).toBe(null)
    expect(holdAtGates({ ...message, byPerson: false }, resting)).toBe('runner_resting')
  })

  it('hold a wake for a used-up budget, and let what only the clock asked for come to its start', () => {
    const poor = { ...OPEN, isOverBudget: () => true }
    expect([holdAtGates(WAKE, poor), holdAtGates(SCHEDULED_BEAT, poor)]).toEqual(['over_budget', null])
    expect(gateAhead(SCHEDULED_BEAT, poor)).toBe('budget')
  })

  it('keep the agent alone from a beat that is due and begins with lines of the app', () => {
    const held = { ...OPEN, hasAppPart: true, isOverBudget: () => true, isResting: () => true }
    const wakeAndDue = { ...WAKE, isDue: true }
    expect([SCHEDULED_BEAT, wakeAndDue, WAKE].map((ask) => holdAtGates(ask, held))).toEqual([
      null,
      null,
      'runner_resting',
    ])
    expect(gateAhead(SCHEDULED_BEAT, held)).toBe(null)
    expect(holdAtGates({ ...SCHEDULED_BEAT, kind: 'job', needsAgent: true }, held)).toBe('runner_resting')
  })

  it('foresee nothing from active hours, to which due times keep by themselves', () => {
    expect(gateAhead(SCHEDULED_BEAT, { ...OPEN, isActive: () => false })).toBe(null)
  })

  it('have one name each, and each ends work or lets it wait somewhere', () => {
    expect(new Set(GATES.map(({ id }) => id)).size).toBe(GATES.length)
    expect(GATES.filter(({ queue, start }) => queue === null && start === null)).toEqual([])
  })
})
